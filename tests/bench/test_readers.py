"""Room: what is measured at one reader before a table is built: register access, guard time, stacked tags."""

from tests.bench.bench_rig import A, B, C, Rig  # noqa: I001 (first: it puts the desktop `machine` in front)

from firmware.contracts import HIT
from firmware.drivers.reader_bench import SPEEDS
from host_tools.simulator.chips.tag import Tag


def power_up_us(uid):
    return Tag(bytes(int(uid[i : i + 2], 16) for i in range(0, len(uid), 2)), bytearray(180)).power_up_us


def seen(results, gain=4):
    """Of a stack at that gain: (polls that saw all, polls)."""
    return [(result["all"], result["polls"]) for result in results if result["gain"] == gain][0]


def test_a_reader_that_works_says_so():
    found, loop, end = Rig().ask("reader")
    assert (found["found"], found["version"], found["speed"], found["pos"]) == ("ok", 0x92, 4_000_000, 0)
    assert loop["loop_ns"] == 0 and end["ended"] == "done"  # virtual time knows no interpreter


def test_the_access_time_is_that_of_the_bus_at_each_speed():
    """The fake SPI takes 28 us a call and 16 bits on the wire."""
    results = Rig().named("access", "hz")
    assert [result["hz"] for result in results] == list(SPEEDS)
    for result in results:
        wanted_ns = 28_000 + 16_000_000 // (result["hz"] // 1000)
        assert result["plain"] == [wanted_ns, wanted_ns]
        assert result["native"] is None or result["native"] == [wanted_ns, wanted_ns]
        assert (result["echoes"], result["lost"]) == (64, 0)


def test_a_poor_wire_loses_patterns_above_its_speed_only():
    rig = Rig()
    rig.desk.faults(0).max_baud = 2_500_000
    rig.desk.faults(0).baud_errors = 200
    lost = [result["lost"] for result in rig.named("access", "hz")]
    assert lost[0] > 5 and lost[1] > 5 and lost[2:] == [0, 0]


def test_the_reader_works_on_after_its_registers_were_used_as_scratch():
    rig = Rig()
    rig.lay((A, 0))
    rig.ask("access")
    assert rig.desk.poll(0) == (HIT, [A])
    assert rig.desk.grid.baud == 4_000_000


def test_a_staggered_stack_reads_all_and_an_aligned_one_reads_worse():
    rig = Rig()
    for cards in ([(A, 0)], [(A, 0), (B, 1)], [(A, 0), (B, 1), (C, 2)]):
        rig.lay(*cards)
        results = rig.named("tags", "db", polls=20, cards=len(cards))
        assert [result["db"] for result in results] == [18, 23, 33, 38, 43, 48]
        assert seen(results) == (20, 20)
        assert [entry[1] for entry in results[0]["tags"]] == [20] * len(cards)
    rig.lay((A, 0), (B, 0))
    two = rig.named("tags", "db", polls=50, cards=2)
    rig.lay((A, 0), (B, 0), (C, 0))
    three = rig.named("tags", "db", polls=50, cards=3)
    assert seen(three)[0] < seen(two)[0] < 25
    assert sum(result["none"] for result in three) > sum(result["none"] for result in two) > 0


def test_each_tag_is_counted_by_itself():
    rig = Rig()
    rig.lay((A, 0), (B, 0), (C, 3))
    for result in rig.named("tags", "db", polls=30, cards=3):
        counts = dict(result["tags"])
        assert counts[C] == 30 > max(counts[A], counts[B])


def test_a_deaf_gain_is_seen_and_gains_are_put_back():
    rig = Rig()
    rig.lay((A, 0))
    rig.desk.faults(0).deaf_from_gain = 6
    rig.readers.setup.gains[0] = 5
    results = rig.named("tags", "db", polls=5)
    assert [(result["gain"], result["all"]) for result in results] == [(2, 5), (3, 5), (4, 5), (5, 5), (6, 0), (7, 0)]
    assert rig.readers.setup.gains[0] == 5


def test_the_guard_is_the_shortest_wait_that_every_poll_answers():
    for uid in (A, B, C):
        rig = Rig()
        rig.lay((uid, 0))
        needed = power_up_us(uid)
        found = rig.named("guard", "guard_us")[0]["guard_us"]
        assert needed - 250 < found <= needed + 250, (needed, found)


def test_a_tag_that_needs_longer_gets_a_longer_guard():
    rig = Rig()
    rig.lay((A, 0))
    before = rig.named("guard", "guard_us")[0]["guard_us"]
    field = rig.desk.grid.readers[0].field
    field.listeners(0)[0].power_up_us += 2600
    assert rig.named("guard", "guard_us")[0]["guard_us"] in range(before + 2500, before + 2750 + 1)


def test_a_tag_that_answers_late_now_and_then_is_not_taken_for_ready():
    """Few polls may find a wait good that a hundred do not: then it goes on with the next one."""
    rig = Rig()
    rig.lay((A, 0))
    rig.desk.faults(0).answers_lost = 30
    results = rig.ask("guard")
    whole = [result for result in results if result.get("polls", 0) > 10]
    assert len(whole) > 1 and all(result["answered"] < result["polls"] for result in whole)
    assert results[-2]["guard_us"] == -1


def test_without_a_tag_there_is_no_guard():
    results = Rig().ask("guard")
    assert results[-2]["guard_us"] == -1 and results[-1]["ended"] == "done"


def test_a_dead_reader_gives_a_clear_result():
    for switch, value, found in (
        ("dead", 0xFF, "silent"),
        ("stuck_in_reset", True, "silent"),
        ("timer_dead", True, "timer"),
    ):
        for what in ("reader", "access", "guard", "tags"):
            rig = Rig()
            rig.lay((A, 0))
            setattr(rig.desk.faults(0), switch, value)
            results = rig.ask(what)
            assert [result.get("found", "ok") for result in results[:-1]][0] == found
            assert results[-1]["ended"] == "reader" and results[-1]["ms"] < 1000


def test_a_reader_that_dies_meanwhile_ends_it():
    for what in ("guard", "tags"):
        rig = Rig()
        rig.lay((A, 0))
        rig.bench.answer({"t": "bench", "what": what})
        rig.work(60)
        rig.desk.faults(0).dead = 0x00
        rig.work()
        assert rig.sent[-2]["found"] == "died" and rig.sent[-1]["ended"] == "reader", what


def test_another_reader_is_measured_when_asked_for():
    rig = Rig()
    rig.lay((B, 0), position=16)
    assert rig.ask("reader", pos=16)[0]["pos"] == 16
    assert seen(rig.named("tags", "db", pos=16, polls=5)) == (5, 5)
