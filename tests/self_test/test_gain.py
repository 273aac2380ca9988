"""Room: the gain of each reader tuned from the panel, on register-level readers with the real drivers and scanner."""

from tests.sensing.table_day import Day, card, uid  # noqa: I001 (first: it puts virtual time under asyncio)

from firmware import wiring
from firmware.self_test.calibration_file import load
from firmware.self_test.run import SelfTest
from host_tools.simulator.sim_board import MemoryStore
from tests.chips.sensing_desk import Desk


class App:
    """A board as the self test sees it."""

    def __init__(self, day, store):
        self.player = 0
        self.settings = {"role": "primary", "boards": 1}
        self.clock = day.desk.clock
        self.scanner = day.scanner
        self.parts = self.host = self
        self.readers = day.desk.readers
        self.sensors = day.desk.sensors
        self.store = store
        self.strip = self
        self.sent = []

    def send(self, record):
        self.sent.append(record)

    def set(self, index, red, green, blue):
        """Of the strip."""

    def show(self):
        """Of the strip."""


class Panel:
    """A self test at the chapter that tunes, with somebody who presses and looks."""

    def __init__(self, day, store=None):
        self.day = day
        self.store = store or MemoryStore()
        self.app = App(day, self.store)
        self.test = SelfTest(self.app)

    async def ms(self, count):
        for _ in range(count // 10):
            await self.day.ms(10)
            self.test.step()

    async def to_gains(self):
        await self.ms(1000)
        self.test.press(0, "ok", False)
        self.test.press(0, "right", False)

    async def ms_until(self, code, most_ms):
        """As `ms`, but no longer than until that line is on the display."""
        while most_ms > 0 and not self.said(code):
            await self.ms(100)
            most_ms -= 100

    def lines(self):
        return self.test.screen(0)["lines"]

    def said(self, code):
        return [line[1] for line in self.lines() if line[0] == code]

    def cells(self):
        return self.test.view()["players"][0]["cells"]

    def finish(self):
        """Past LEDs and buttons to the summary."""
        for button in ["ok"] * 9 + ["back", "left", "right", "axis"]:
            self.test.press(0, button, False)
        return self.test.report


def live(story, seed=1):
    Day("model", seed).live(story)


def test_a_card_that_saturates_its_reader_is_seen_after_tuning_and_also_after_a_restart():
    """biologist79/ESPuino#413."""

    async def story(day):
        day.desk.faults(6).deaf_from_gain = 3
        day.table.set_position(6, [card(1)])
        await day.until(6, "silent", 2000)
        panel = Panel(day)
        await panel.to_gains()
        await panel.ms(3000)
        assert panel.said("st_gain_set") == [{"at": ["place", 6], "gain": 1}]
        assert panel.cells() == "......o........."
        assert (await day.until(6, "card", 1000, [uid(1)])) >= 0
        panel.test.press(0, "ok", False)
        await panel.ms(1000)  # a reader that is being tuned is let finish
        assert panel.finish()["gains"] == [] and panel.app.sent == [panel.test.report]
        after = Desk(seed=3)
        assert load(panel.store, after.sensors, after.readers.setup)[1] == ""
        assert list(after.readers.gains) == [4] * 6 + [1] + [4] * 11
        after.faults(6).deaf_from_gain = 3
        after.lay(6, uid(1))
        assert after.poll(6)[1] == [uid(1)]

    live(story)


def test_every_cell_and_pad_is_tuned_in_any_order_and_progress_is_told():
    async def story(day):
        panel = Panel(day)
        await panel.to_gains()
        assert panel.lines() == [["st_gain_cards", {}], ["st_gain_count", {"n": 0, "of": 18}]]
        for position in (wiring.TAP, 3, 15, 0):
            day.table.set_position(position, [card(position)])
            await panel.ms(5000)
        assert panel.said("st_gain_count") == [{"n": 4, "of": 18}]
        assert panel.said("st_gain_set") == [{"at": ["place", 0], "gain": 3}]
        for cell in range(16):
            day.table.set_position(cell, [card(cell)])
        seen = []
        for _ in range(300):
            await panel.ms(100)
            seen += [line["at"] for line in panel.said("st_gain_busy") if line["at"] not in seen]
        assert [at for _, at in seen] == [cell for cell in range(16) if cell not in (0, 3, 15)]
        day.table.set_position(wiring.QUEUE, [card(40)])
        await panel.ms(5000)
        assert panel.lines() == [["st_gain_good", {"n": 18}]] and panel.cells() == "o" * 16

    live(story)


def test_a_card_that_no_gain_reads_is_named_until_another_lies_there():
    async def story(day):
        panel = Panel(day)
        await panel.to_gains()
        day.table.set_position(9, [["", "up", 0, 0, "card"]])
        await panel.ms(2000)
        assert panel.said("st_gain_bad") == [{"at": ["place", 9]}] and panel.cells()[9] == "x"
        day.table.set_position(9, [])
        await panel.ms(500)
        assert panel.said("st_gain_bad") == [] and panel.cells()[9] == "."
        day.table.set_position(9, [card(9)])
        await panel.ms(3000)
        assert panel.said("st_gain_set") == [{"at": ["place", 9], "gain": 3}]

    live(story)


def test_a_card_lifted_in_the_middle_of_tuning_leaves_the_gain_as_it_was():
    async def story(day):
        kept = 0
        for after_ms in range(0, 1200, 80):
            panel = Panel(day)
            day.desk.readers.gains[5] = 7
            day.table.set_position(5, [card(5)])
            await panel.to_gains()
            await panel.ms(270 + after_ms)
            day.table.set_position(5, [])
            await panel.ms_until("st_gain_set", 2000)
            gain = day.desk.readers.gains[5]
            assert gain == (3 if panel.said("st_gain_set") else 7), after_ms
            kept += gain == 7
        assert 5 < kept < 15

    live(story)


def test_a_card_laid_on_a_pad_in_the_middle_of_tuning_is_tuned_as_if_it_had_lain_there():
    async def story(day):
        for after_ms in range(0, 120, 10):
            panel = Panel(day)
            day.desk.readers.gains[wiring.TAP] = 7
            await panel.to_gains()
            await panel.ms(after_ms)
            day.table.set_position(wiring.TAP, [card(5)])
            await panel.ms_until("st_gain_set", 4000)
            assert panel.said("st_gain_set") == [{"at": ["place", wiring.TAP], "gain": 3}], after_ms
            day.table.set_position(wiring.TAP, [])

    live(story)


def test_without_cards_nothing_is_tuned_and_nothing_kept():
    async def story(day):
        panel = Panel(day)
        await panel.to_gains()
        await panel.ms(2500)
        panel.test.press(0, "right", False)
        assert panel.finish()["gains"] is None
        assert panel.store.read("calibration") is None and list(day.desk.readers.gains) == [4] * 18

    live(story)


def test_ok_in_the_middle_of_tuning_ends_the_chapter_when_the_reader_is_tuned():
    async def story(day):
        day.table.set_position(6, [card(1)])
        panel = Panel(day)
        await panel.to_gains()
        while not panel.said("st_gain_busy"):
            await panel.ms(10)
        panel.test.press(0, "ok", False)
        assert panel.said("st_gain_count")
        await panel.ms(4000)
        assert not panel.said("st_gain_count")
        assert panel.finish()["gains"] == []  # measured, and none wrong

    live(story)
