"""Room: the timeline of docs/sensing.md is what a scanner does when a card is laid and lifted; polls take 8 ms."""

# engine: cpython

from tests.sensing.table_day import Day, card  # noqa: I001 (first: virtual time before asyncio)

import re
from pathlib import Path

from firmware.sensing.scan import _UNSTEADY, Scanner
from host_tools.simulator.chips.vclock import CLOCK, VirtualClock
from host_tools.simulator.ideal import IdealReaders, IdealSensors

PAGE = Path(__file__).resolve().parent.parent.parent / "docs/sensing.md"
CELLS = [(True, True)] * 4  # the first row of the matrix: readers and sensors
CELL = 2
POLL_MS, SWEEP_MS = 8, 4


class Readers(IdealReaders):
    """They take their time."""

    def poll(self, position, found):
        CLOCK.advance(POLL_MS * 1000)
        yield None
        yield from super().poll(position, found)


class Sensors(IdealSensors):
    """They take their time."""

    def sweep(self):
        CLOCK.advance(SWEEP_MS * 1000)
        super().sweep()


class Watched(Scanner):
    """Writes down each poll, and each sweep after which a table says something else."""

    def __init__(self, table):
        super().__init__(Readers(table), Sensors(table), VirtualClock(), CELLS)
        self.rows = []
        self._start_us = CLOCK.now_us

    def note(self, what, position):
        prepared = "cell %d" % self._prepared if self._prepared >= 0 else ""
        steady = "no" if self._steady[position] == _UNSTEADY else "yes"
        now_ms = (CLOCK.now_us - self._start_us) // 1000
        numbers = [self._due[position], self._lead[position], self._in_a_row[position]]
        row = [now_ms, what, *numbers, steady, prepared, self.report(position)["status"]]
        self.rows.append([str(entry) for entry in row])

    def _settle(self, position, result):
        super()._settle(position, result)
        self.note("poll of cell %d: %s" % (position, "a tag" if self._found else "nothing"), position)

    def _sweep(self, now):
        before = bytes(self._steady), list(self._lead)
        super()._sweep(now)
        if before != (bytes(self._steady), self._lead):
            face = "covered" if self._sensors.face(CELL) else "dark"
            self.note("sweep: cell %d is %s" % (CELL, face), CELL)


def happened():
    """The rows of a day on which a card lies on one cell from 100 ms to 400 ms."""
    day = Day("ideal", positions=CELLS)
    CLOCK.advance(-CLOCK.now_us % 1000)  # other tests leave the clock between two milliseconds
    scanner = day.scanner = Watched(day.table)
    scanner.focus([CELL])

    async def story(_):
        await day.ms(100)
        day.table.set_position(CELL, [card(1)])
        await day.ms(300)
        day.table.set_position(CELL, [])
        await day.ms(360)

    day.live(story)
    return scanner.rows


def timeline():
    """The rows of the page's table, each a list of cells as text."""
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split("|")]
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if re.match(r"\| \d+ \|", line)
    ]
    return [[row[0], row[1].replace("**", ""), *row[2:]] for row in rows]


def test_the_page_tells_what_happens():
    assert happened() == timeline()


def test_the_page_names_every_table():
    text = PAGE.read_text(encoding="utf-8")
    for name in ("_due", "_lead", "_in_a_row", "_steady", "_focus", "_prepared"):
        assert "`" + name + "`" in text and hasattr(Watched(Day("ideal").table), name)
