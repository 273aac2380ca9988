"""Room: the host asks for a measurement: what is begun, refused, stopped, and what becomes of its records."""

from tests.bench.bench_rig import A, Rig  # noqa: I001 (first: it puts the desktop `machine` in front)

from firmware.link.host import MAX_DATA
from firmware.link.records import dumps
from tests.helpers import raises


def refusal(rig, **request):
    with raises(ValueError) as caught:
        rig.bench.answer(dict(request, t="bench"))
    return str(caught.value)


def test_one_at_a_time():
    rig = Rig()
    request = {"t": "bench", "what": "access", "id": 3}
    begun = rig.bench.answer(request)
    rig.work(5)
    assert "running" in refusal(rig, what="guard")
    assert rig.bench.answer(dict(request)) == begun  # asked again, since the answer was lost
    rig.work()
    assert len([record for record in rig.sent if record["t"] == "bench_end"]) == 1
    assert rig.ask("reader")[-1]["ended"] == "done"


def test_wrong_requests_are_told_what_is_right():
    rig = Rig()
    assert "access, guard, light, reader, tags" in refusal(rig, what="voltage")
    assert refusal(rig, what="tags", polls=1000) == "polls is 1000: it must be 1 to 200"
    assert refusal(rig, what="access", pos=18) == "pos is 18: it must be 0 to 17"
    assert refusal(rig, what="light", mux=3) == "mux is 3: it must be 0 to 2"
    assert refusal(rig, what="light", above="grey") == "above is grey: choose one of empty, dark, bright"
    assert rig.job is None


def test_a_game_goes_first():
    rig = Rig()
    rig.play = rig
    assert "a game is on" in refusal(rig, what="access")


def test_ideal_parts_cannot_be_measured():
    rig = Rig()
    rig.readers = object()
    assert "no readers" in refusal(rig, what="access")


def test_it_can_be_stopped_and_leaves_the_gain_as_it_was():
    rig = Rig()
    rig.lay((A, 0))
    rig.bench.answer({"t": "bench", "what": "tags"})
    rig.work(100)
    assert rig.bench.answer({"t": "bench", "what": "stop"})["state"] == "stops"
    rig.work(10)
    assert rig.sent[-1]["ended"] == "stopped" and rig.readers.setup.gains[0] == 4
    assert rig.bench.answer({"t": "bench", "what": "stop"})["state"] == "idle"
    assert rig.ask("reader")[-1]["ended"] == "done"


def test_it_ends_when_it_takes_too_long():
    rig = Rig()
    rig.lay((A, 0))
    rig.bench.answer({"t": "bench", "what": "tags", "polls": 200})
    for _ in range(250):
        rig.work(1)
        rig.clock.wait_us(1_000_000)  # others are slow
    rig.work(5)
    assert rig.sent[-1]["ended"] == "late" and rig.job is None


def test_records_wait_for_room_but_not_for_ever():
    rig = Rig()
    rig.full = 3
    assert rig.ask("reader")[0]["found"] == "ok"
    rig.full = 10_000
    rig.bench.answer({"t": "bench", "what": "reader"})
    rig.work()
    assert rig.job is None and rig.longest_slice_us <= 10_000


def test_every_record_fits_the_line():
    rig = Rig()
    rig.desk.table.set_position(0, [["04%012x" % number, "up", 0, number, "card"] for number in range(12)])
    records = rig.ask("tags", polls=3, cards=8) + rig.ask("light", settle=True) + rig.ask("access")
    assert max(len(dumps(record)) for record in records) < MAX_DATA
    assert [record["other"] for record in records if "other" in record] == [4] * 6
