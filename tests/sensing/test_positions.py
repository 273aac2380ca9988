"""Room: which positions have readers and sensors, by a board's role and how it is built."""

from firmware import wiring
from firmware.sensing.positions import capabilities, distant_readers
from tests.sensing.table_day import Day, card, uid


def readable(role, readers):
    return [position for position, can in enumerate(capabilities(role, readers)) if can[0]]


def test_a_full_primary_reads_cells_slot_and_pad():
    assert readable("primary", "all") == list(range(18))


def test_only_the_primary_has_a_queue_slot():
    assert readable("satellite", "all") == list(range(16)) + [wiring.TAP]
    assert readable("satellite", "pads") == [wiring.TAP]


def test_a_thrifty_primary_reads_slot_and_pad_only():
    assert readable("primary", "pads") == [wiring.QUEUE, wiring.TAP]


def test_cells_and_sockets_have_sensors_in_every_build():
    for role in ("primary", "satellite"):
        for readers in ("all", "pads"):
            sensed = [position for position, can in enumerate(capabilities(role, readers)) if can[1]]
            assert sensed == list(range(16)) + list(range(18, 26))


def test_no_field_goes_on_ahead_where_there_is_no_reader():
    everywhere = distant_readers(range(18))
    pads = distant_readers([wiring.QUEUE, wiring.TAP])
    assert everywhere[0] and len(pads) == len(everywhere) == 18
    for position in range(18):
        assert pads[position] == tuple(other for other in everywhere[position] if other >= wiring.QUEUE)
    assert pads[wiring.QUEUE] == (wiring.TAP,)


def test_a_cell_without_a_reader_is_never_polled_and_reports_what_light_tells():
    async def story(day):
        day.scanner.focus(range(16))
        day.table.set_position(3, [card(1, face="down", rotation=90)])
        day.table.set_position(wiring.TAP, [card(2)])
        await day.ms(1500)
        report = day.scanner.report(3)
        assert (report["status"], report["face"], report["uids"]) == ("silent", "col", [])
        assert day.scanner.report(wiring.TAP)["uids"] == [uid(2)]
        assert [day.desk.readers.health(position)[0] for position in range(16)] == [0] * 16
        day.table.set_position(3, [])
        await day.ms(500)
        assert day.scanner.report(3)["status"] == "empty"

    Day("model", positions=capabilities("primary", "pads")).live(story)
