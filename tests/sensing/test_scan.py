"""Room: the scanner on the virtual clock, the same stories over ideal and over register-level readers."""

from tests.sensing.table_day import Day, card, uid  # noqa: I001 (first: it puts virtual time under asyncio)

from firmware import wiring
from firmware.self_test.calibration import Calibration
from firmware.sensing.jobs import ExclusiveJob
from host_tools.simulator.sim_board import MemoryStore

BOTH = ("ideal", "model")
MATRIX = list(range(16)) + [wiring.TAP]


def for_both(story):
    for readers in BOTH:
        Day(readers).live(story)


def test_an_empty_table_reports_nothing_and_every_reader_is_asked_soon():
    async def story(day):
        await day.ms(300)
        assert all(day.scanner.health.counters(position)["polls"] for position in day.scanner.readable)
        assert not day.scanner.take()
        assert [report["status"] for report in day.scanner.reports()] == ["empty"] * wiring.POSITIONS

    for_both(story)


def test_a_card_put_down_is_reported_within_a_quarter_of_a_second():
    async def story(day):
        day.scanner.focus(MATRIX)
        await day.ms(200)
        for cell in range(16):
            day.table.set_position(cell, [card(cell, "down", 90 * cell % 360)])
            await day.until(cell, "card", 250, [uid(cell)])
            assert day.scanner.report(cell)["face"] == ("col" if cell % 2 else "row")

    for_both(story)


def test_a_lifted_card_is_gone_within_two_fifths_of_a_second():
    async def story(day):
        for cell in range(16):
            day.table.set_position(cell, [card(cell)])
        day.scanner.focus(MATRIX)
        await day.ms(1500)
        for cell in range(16):
            day.table.set_position(cell, [])
            await day.until(cell, "empty", 400)

    for_both(story)


def test_a_frame_laid_round_a_machine_and_taken_off_again():
    async def story(day):
        day.scanner.focus(MATRIX)
        for cell in range(12):
            day.table.set_position(cell, [card(cell)])
        await day.ms(1500)
        day.table.set_position(5, [card(5), card(99, spot=7, size="frame")])
        await day.until(5, "card", 300, [uid(5), uid(99)])
        day.table.set_position(5, [card(5)])
        await day.until(5, "doubtful", 1500, [uid(5), uid(99)])
        assert day.scanner.report(5)["missing"] == [uid(99)]
        day.scanner.forget(5, uid(99))
        assert day.scanner.report(5) == {"pos": 5, "status": "card", "face": "up", "uids": [uid(5)], "missing": []}

    for_both(story)


def test_a_frame_taken_off_and_laid_elsewhere_moves():
    async def story(day):
        frame = card(99, spot=7, size="frame")
        day.scanner.focus(MATRIX)
        day.table.set_position(5, [card(5)])
        day.table.set_position(6, [card(6)])
        await day.until(5, "card", 400)
        day.table.set_position(5, [card(5), frame])
        await day.until(5, "card", 400, [uid(5), uid(99)])
        day.table.set_position(5, [card(5)])
        day.table.set_position(6, [card(6), frame])
        await day.until(6, "card", 1000, [uid(6), uid(99)])
        assert day.scanner.report(5)["uids"] == [uid(5)]

    for_both(story)


def test_cards_pass_through_the_queue_slot_and_the_tap_pad():
    async def story(day):
        day.scanner.focus([wiring.QUEUE, wiring.TAP])
        for number in range(4):
            day.table.set_position(wiring.QUEUE, [card(number, "down")])
            await day.until(wiring.QUEUE, "card", 200, [uid(number)])
            day.table.set_position(wiring.QUEUE, [])
            await day.until(wiring.QUEUE, "empty", 200)
        day.table.set_position(wiring.TAP, [card(0)])
        await day.until(wiring.TAP, "card", 200)

    for_both(story)


def test_untagged_cards_and_edge_sockets_are_silent():
    async def story(day):
        day.table.set_position(3, [["", "down", 0, 0, "card"]])
        day.table.set_position(wiring.EDGE + 2, [card(1, spot=7, size="frame")])
        await day.until(3, "silent", 400)
        assert day.scanner.report(3)["face"] == "row"
        await day.until(wiring.EDGE + 2, "silent", 200)

    for_both(story)


def test_a_skewed_card_is_told_as_such():
    async def story(day):
        day.scanner.focus(MATRIX)
        day.table.set_position(3, [card(3, "down", "skew")])
        await day.until(3, "card", 2500, [uid(3)])
        assert day.scanner.report(3)["face"] == "skew"

    for_both(story)


def test_take_gives_each_changed_report_once():
    async def story(day):
        day.table.set_position(2, [card(2)])
        day.table.set_position(9, [card(9)])
        await day.ms(600)
        taken = day.scanner.take()
        assert sorted(report["pos"] for report in taken) == [2, 9]
        assert all(report["status"] == "card" for report in taken)
        assert not day.scanner.take()

    for_both(story)


def test_two_cards_with_one_uid_are_told_at_both_cells():
    async def story(day):
        day.scanner.focus(MATRIX)
        day.table.set_position(2, [card(1)])
        await day.until(2, "card", 400)
        day.table.set_position(9, [card(1)])
        await day.until(9, "doubtful", 1500, [uid(1)])
        assert day.scanner.report(2)["status"] == "doubtful"
        day.table.set_position(9, [])
        await day.until(2, "card", 1000, [uid(1)])

    for_both(story)


def test_a_pad_that_comes_into_focus_is_asked_at_once():
    async def story(day):
        for phase in range(0, 500, 70):
            day.scanner.focus([])
            await day.ms(1000 + phase)
            day.table.set_position(wiring.TAP, [card(1)])
            day.scanner.focus([wiring.TAP])
            await day.until(wiring.TAP, "card", 120)
            day.table.set_position(wiring.TAP, [])
            await day.until(wiring.TAP, "empty", 300)

    for_both(story)


def test_self_test_and_calibration_run_between_polls_while_others_are_served():
    async def story(day):
        day.table.set_position(2, [card(2)])
        await day.until(2, "card", 1500)
        day.desk.faults(9).stuck_in_reset = True
        calibration = Calibration(MemoryStore(), day.desk.sensors, day.desk.readers.setup)
        probe = ExclusiveJob(day.desk.readers.self_test().probe_all())
        light = ExclusiveJob(calibration.measure("up", [2]))
        for job in (probe, light):
            day.scanner.send(job)
        await day.ms(1500)
        assert probe.done and light.done
        assert [entry["pos"] for entry in probe.result if entry["found"] != "ok"] == [9]
        assert calibration.report()["sensors"][4]["bright"] is not None
        assert not day.scanner.take_jobs()
        await day.ms(1000)
        assert day.scanner.report(2)["uids"] == [uid(2)]
        assert day.longest_ms <= 10

    Day("model").live(story)
