"""Room: what is measured at one reflective sensor before a table is built."""

from tests.bench.bench_rig import A, Rig  # noqa: I001 (first: it puts the desktop `machine` in front)

from firmware.drivers.light_bench import settled_us
from host_tools.simulator.chips.reflect import LED_SETTLE_US, LIGHT


def test_bright_dark_and_empty_lie_apart_whatever_the_lamps_do():
    rig = Rig()
    rig.desk.light.flicker = 3000
    means = {}
    for above, face, rotation in (("empty", None, 0), ("bright", "up", 0), ("dark", "down", 90)):
        rig.desk.table.set_position(0, [[A, face, rotation, 0, "card"]] if face else [])
        result = rig.ask("light", above=above)[0]
        assert result["off"][0] <= result["off"][1] <= result["off"][2] < 13_000
        assert result["on"][1] > result["off"][1] and (result["mux"], result["channel"]) == (0, 0)
        means[above] = result["net"][1]
    gain = rig.desk.light.gain[0, 0]
    for above, wanted in (("empty", LIGHT["none"]), ("bright", LIGHT["bright"]), ("dark", LIGHT["dark"])):
        assert abs(means[above] - wanted * gain // 100) < 500, above


def test_the_sensor_settles_as_the_part_does():
    rig = Rig()
    rig.lay((A, 0))
    result = rig.named("light", "rise_us", above="bright", settle=True)[0]
    assert 30 <= result["rise_us"] <= LED_SETTLE_US and 30 <= result["fall_us"] <= LED_SETTLE_US
    assert result["rise"][0][1] < 10_000 < 15_000 < result["rise"][-1][1]
    assert result["fall"][0][1] > 15_000 and abs(result["fall"][-1][1]) < 1000


def test_a_stuck_sensor_shows_no_contrast():
    rig = Rig()
    rig.lay((A, 0))
    rig.desk.light.stuck[0, 0] = 65535
    result = rig.ask("light", above="bright")[0]
    assert result["off"] == result["on"] == [65535, 65535, 65535] and result["net"] == [0, 0, 0]


def test_each_sensor_can_be_chosen():
    rig = Rig()
    rig.desk.table.set_position(18 + 3, [[A, "up", 0, 0, "card"]])
    assert rig.ask("light", mux=2, channel=3, above="bright")[0]["net"][1] > 15_000
    assert rig.ask("light", mux=2, channel=4, above="bright")[0]["net"][1] < 3000


def test_when_a_trace_has_settled():
    assert settled_us([[1, 0], [11, 600], [21, 990], [31, 1000], [41, 1000]], 1000) == 21
    assert settled_us([[1, 1000], [11, 1000], [21, 1000]], 1000) == 1
    assert settled_us([[1, 0], [11, 500], [21, 1000]], 1000) == -1
    assert settled_us([[1, 0], [11, 0]], 0) == 1
