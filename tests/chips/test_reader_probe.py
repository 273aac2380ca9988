"""Room: the self test of the readers by position, and the tuning of their gain, on the chip models."""

from tests.chips.sensing_desk import Desk  # noqa: I001 (first: it puts the desktop `machine` in front)

from firmware import wiring
from firmware.contracts import HIT
from firmware.drivers.reader_probe import middle_of_longest
from host_tools.simulator.chips.vclock import CLOCK

A = "04a1b2c3d4e5f6"


def last(steps):
    """The last value of a generator; no slice may hold others up for 10 ms."""
    value = None
    start = CLOCK.now_us
    for value in steps:
        assert CLOCK.now_us - start <= 10_000
        start = CLOCK.now_us
    return value


def found(desk, position):
    return last(desk.readers.self_test().probe(position))["found"]


def test_a_sound_board_is_ok_at_every_position():
    desk = Desk()
    desk.lay(4, A)
    results = last(desk.readers.self_test().probe_all())
    assert [entry["pos"] for entry in results] == list(range(18))
    assert [entry["found"] for entry in results] == ["ok"] * 18
    assert [(entry["row"], entry["column"]) for entry in results] == list(wiring.READERS)
    assert results[0] == dict(results[0], version=0x92, speed=4_000_000, gain=4)
    assert desk.grid.fields == []
    assert desk.poll(4) == (HIT, [A])


def test_only_readers_that_were_built_are_probed():
    desk = Desk()
    results = last(desk.readers.self_test().probe_all([wiring.QUEUE, wiring.TAP]))
    assert [(entry["pos"], entry["found"]) for entry in results] == [(16, "ok"), (17, "ok")]


def test_each_defect_is_named_at_its_position_and_the_others_stay_ok():
    defects = (
        ("dead", 0x00, "silent"), ("dead", 0xFF, "silent"), ("stuck_in_reset", True, "silent"),
        ("max_baud", 500_000, "bus"), ("timer_dead", True, "timer"), ("stall_us", 300_000, "ok"),
    )  # fmt: skip
    for switch, value, finding in defects:
        desk = Desk()
        setattr(desk.faults(9), switch, value)
        results = last(desk.readers.self_test().probe_all())
        assert results[9]["found"] == finding, (switch, results[9])
        assert [entry["found"] for entry in results[:9] + results[10:]] == ["ok"] * 17


def test_a_gain_that_does_not_take_is_a_field_fault():
    """miguelbalboa/rfid#536: the gain read back was not the one written."""
    desk = Desk()
    desk.grid.readers[2].hooks[0x26] = lambda value: desk.grid.readers[2].load(0x26, 0x08)  # stays at 18 dB
    assert found(desk, 2) == "field"
    assert found(desk, 3) == "ok"


def test_a_reader_that_drives_the_bus_unasked_makes_its_row_loud():
    """miguelbalboa/rfid#290, #377: which of a row it is cannot be told from outside; other rows are sound."""
    desk = Desk()
    desk.faults(5).drives_miso = True
    results = last(desk.readers.self_test().probe_all())
    assert [entry["found"] for entry in results] == ["loud"] * 8 + ["ok"] * 10


def test_a_reader_behind_a_poor_wire_is_ok_at_the_speed_it_can():
    desk = Desk()
    desk.faults(1).max_baud = 1_500_000
    assert last(desk.readers.self_test().probe(1)) == dict(
        last(desk.readers.self_test().probe(1)), found="ok", speed=1_000_000
    )


def test_a_clone_is_ok_whatever_its_version():
    desk = Desk()
    desk.faults(0).version = 0x12
    assert last(desk.readers.self_test().probe(0)) == dict(
        last(desk.readers.self_test().probe(0)), found="ok", version=0x12
    )


def test_tuning_takes_the_middle_of_the_gains_that_read_every_time():
    """biologist79/ESPuino#413: full gain saturates at contact; too little hears nothing."""
    for low, high, best in ((0, 8, 3), (2, 6, 3), (5, 8, 6), (1, 2, 1), (0, 1, 0)):
        desk = Desk()
        desk.lay(3, A)
        desk.faults(3).deaf_below_gain = low
        desk.faults(3).deaf_from_gain = high
        assert last(desk.readers.self_test().tune(3)) == best
        assert desk.readers.setup.gains[3] == best
        assert desk.poll(3) == (HIT, [A])


def test_tuning_without_a_card_changes_nothing():
    desk = Desk()
    desk.readers.setup.gains[3] = 5
    assert last(desk.readers.self_test().tune(3)) == -1
    assert desk.readers.setup.gains[3] == 5


def test_the_middle_of_the_longest_run():
    assert middle_of_longest(b"\6\0\6\6\6\0\6\6", 6) == 3
    assert middle_of_longest(b"\6\6", 6) == 0
    assert middle_of_longest(b"\0\5", 6) == -1
    assert middle_of_longest(b"", 6) == -1
