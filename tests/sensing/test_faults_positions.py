"""Room: what the scanner reports while readers, tags and light misbehave; real drivers, register-level chips.

Reports are named as repository#number. The older ones are in test_scan_faults.py and test_owners.py.
"""

from tests.sensing.table_day import Day, card, uid  # noqa: I001 (first: it puts virtual time under asyncio)

from firmware import wiring

MATRIX = list(range(16)) + [wiring.TAP]


def test_answers_that_are_all_garbled_never_remove_a_card_even_from_a_place_without_sensors():
    """biologist79/ESPuino#448."""

    async def story(day):
        day.scanner.focus(MATRIX)
        day.table.set_position(4, [card(1)])
        day.table.set_position(wiring.TAP, [card(2)])
        await day.until(4, "card", 500)
        await day.until(wiring.TAP, "card", 500)
        for position in (4, wiring.TAP):
            day.desk.faults(position).answers_garbled = 1000
        for _ in range(40):
            await day.ms(100)
            assert day.scanner.report(4)["uids"] == [uid(1)]
            assert day.scanner.report(wiring.TAP)["uids"] == [uid(2)]

    Day("model").live(story)


def test_a_tag_that_keeps_its_state_between_polls_does_not_come_and_go():
    """miguelbalboa/rfid#437, #188, #279, esphome/esphome#9875, adafruit/Adafruit-PN532#52: seen every other time."""

    async def story(day):
        day.scanner.focus(MATRIX)
        day.desk.faults(wiring.TAP).tags_stay_powered = True
        day.table.set_position(wiring.TAP, [card(1)])
        await day.until(wiring.TAP, "card", 500)
        day.scanner.take()
        await day.ms(5000)
        assert not day.scanner.take()

    Day("model").live(story)


def test_a_reader_that_dies_and_returns_again_and_again_keeps_its_card():
    """miguelbalboa/rfid#540, #519: dead after hours, well again after a reset; however often and however long."""

    async def story(day):
        day.scanner.focus(MATRIX)
        day.table.set_position(6, [card(1)])
        await day.until(6, "card", 500)
        for number in range(8):
            day.desk.faults(6).dead = (0x00, 0xFF)[number % 2]
            for _ in range(2 + 7 * (number % 3)):
                await day.ms(100)
                assert day.scanner.report(6)["uids"] == [uid(1)]
            day.desk.faults(6).dead = None
            await day.until(6, "card", 2000, [uid(1)])

    Day("model").live(story)


def test_power_dips_and_sleep_never_remove_a_card():
    """OSSLibraries/Arduino_MFRC522v2#54, pimylifeup/MFRC522-python#18."""

    async def story(day):
        day.scanner.focus(MATRIX)
        for cell in range(3):
            day.table.set_position(cell, [card(cell)])
        day.table.set_position(wiring.TAP, [card(3)])
        await day.ms(1000)
        for number in range(60):
            chip = day.desk.grid.readers[(0, 1, 2, wiring.TAP)[number % 4]]
            if number % 3:
                chip.power_dip()
            else:
                chip.fall_asleep()
            await day.ms(37)
            for position, key in ((0, 0), (1, 1), (2, 2), (wiring.TAP, 3)):
                assert day.scanner.report(position)["uids"] == [uid(key)]

    Day("model").live(story)


def test_sun_on_the_sensors_makes_no_card_disappear_or_appear():
    """hydronics2/2019-easy-bee-counter#19: outdoors all sensors say nonsense; tags still answer."""

    async def story(day):
        day.scanner.focus(MATRIX)
        for cell in range(5):
            day.table.set_position(cell, [card(cell)])
        await day.ms(1000)
        for ambient in (65_535, 60_000, 45_000, 0, 65_535):
            day.desk.light.ambient = ambient
            for _ in range(15):
                await day.ms(100)
                for cell in range(16):
                    expected = [uid(cell)] if cell < 5 else []
                    assert day.scanner.report(cell)["uids"] == expected
                for edge in range(wiring.EDGE, wiring.POSITIONS):
                    assert day.scanner.report(edge)["status"] == "empty"
        day.desk.light.ambient = 9000
        await day.ms(1000)
        assert [day.scanner.report(cell)["face"] for cell in range(5)] == ["up"] * 5

    Day("model").live(story)


def test_sun_takes_nothing_off_where_light_alone_tells():
    """Over a dead reader, and over cards whose tags do not answer."""

    async def story(day):
        day.scanner.focus(MATRIX)
        day.table.set_position(0, [card(i, spot=i) for i in range(3)])
        day.table.set_position(1, [["", "down", 90, 0, "card"]])
        await day.ms(1500)
        day.desk.faults(0).dead = 0xFF
        await day.until(0, "fault", 2500)
        for ambient in (65_535, 9000, 60_000):
            day.desk.light.ambient = ambient
            for _ in range(20):
                await day.ms(100)
                assert sorted(day.scanner.report(0)["uids"]) == [uid(0), uid(1), uid(2)]
                assert (day.scanner.report(1)["status"], day.scanner.report(1)["face"]) == ("silent", "col")
        day.desk.light.ambient = 9000
        day.table.set_position(0, [])
        await day.ms(3000)
        assert day.scanner.report(0)["uids"] == []

    Day("model").live(story)


def test_single_disturbed_light_readings_cover_nothing():
    async def story(day):
        day.scanner.focus(MATRIX)
        day.desk.light.glitches = 5
        await day.ms(1000)
        day.scanner.take()
        for _ in range(100):
            await day.ms(100)
            assert [report["status"] for report in day.scanner.reports()] == ["empty"] * wiring.POSITIONS

    Day("model").live(story)


async def six_cards_and_a_loud_reader(day):
    """Cards settled on cells 0 to 5; then the reader of cell 7 drives the bus of their row."""
    day.scanner.focus(MATRIX)
    for cell in range(6):
        day.table.set_position(cell, [card(cell)])
    await day.ms(1500)
    day.desk.faults(7).drives_miso = True


def test_a_reader_that_drives_the_bus_of_its_row_makes_no_card_and_loses_none():
    """miguelbalboa/rfid#290, #377."""

    async def story(day):
        await six_cards_and_a_loud_reader(day)
        for _ in range(60):
            await day.ms(100)
            for cell in range(16):
                assert day.scanner.report(cell)["uids"] == ([uid(cell)] if cell < 6 else [])
        assert day.scanner.report(12)["status"] == "empty"  # another row
        day.desk.faults(7).drives_miso = False
        for cell in range(6):
            await day.until(cell, "card", 3000, [uid(cell)])

    Day("model").live(story)


def test_a_card_lifted_while_all_answers_are_garbage_is_a_fault_not_a_card():
    """What cannot be known is said: the reader is named, and taken back when it works."""

    async def story(day):
        await six_cards_and_a_loud_reader(day)
        day.table.set_position(3, [])
        await day.until(3, "fault", 2500)
        await day.ms(3000)
        assert day.scanner.report(3)["status"] == "fault"
        day.desk.faults(7).drives_miso = False
        await day.until(3, "empty", 3000)
        assert day.scanner.report(2)["uids"] == [uid(2)]

    Day("model").live(story)


def test_nothing_is_unpolled_for_two_seconds_while_every_cell_has_something_to_decide():
    async def story(day):
        for cell in range(16):
            day.table.set_position(cell, [card(cell * 10 + i, "down", spot=i) for i in range(2)])
        day.scanner.focus(MATRIX)
        day.desk.faults(5).timer_dead = True
        await day.ms(3000)
        last = {}
        for step in range(120):
            day.desk.light.ambient = 65_535 if step % 20 < 10 else 9000  # all cells look open and covered in turn
            await day.ms(50)
            for position in range(18):
                polls = day.desk.readers.health(position)[0]
                if last.get(position, (-1, 0))[0] != polls:
                    last[position] = (polls, step)
                assert (step - last[position][1]) * 50 < 1900, position

    Day("model").live(story)


def test_a_reader_without_field_never_says_that_a_covered_card_is_gone():
    async def story(day):
        day.scanner.focus(MATRIX)
        day.table.set_position(3, [card(3)])
        await day.until(3, "card", 500)
        day.desk.faults(3).antenna_dead = True
        await day.until(3, "doubtful", 5000, [uid(3)])
        day.desk.faults(3).antenna_dead = False
        await day.until(3, "card", 2000, [uid(3)])

    Day("model").live(story)


def test_a_card_over_a_broken_reader_is_still_told_by_its_light_and_the_game_can_go_on():
    async def story(day):
        day.scanner.focus(MATRIX)
        day.desk.faults(11).stuck_in_reset = True
        await day.until(11, "fault", 3000, [])
        day.table.set_position(11, [card(1, "down", 90)])
        await day.ms(300)
        report = day.scanner.report(11)
        assert (report["status"], report["face"], report["uids"]) == ("fault", "col", [])
        day.table.set_position(wiring.TAP, [card(1)])  # announced on the pad, as the flow for unreadable cells wants
        await day.until(wiring.TAP, "card", 500, [uid(1)])
        assert day.scanner.health.counters(11)["broken"]

    Day("model").live(story)


def test_positions_that_are_polled_less_are_still_polled_within_a_second():
    async def story(day):
        for cell in range(9):
            day.table.set_position(cell, [card(cell)])
        day.scanner.focus([0, 1, 2, 3, wiring.TAP])
        before = [0] * 18
        for _ in range(8):
            await day.ms(1300)
            polls = [day.desk.readers.health(position)[0] for position in range(18)]
            assert all(now > then for now, then in zip(polls, before)), polls
            before = polls
        assert min(before[:4]) > 3 * max(before[5:9])

    Day("model").live(story)
