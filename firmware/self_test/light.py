"""Room: the chapter of the self test that measures the light sensors, cell by cell, and sets their thresholds.

First the empty board; then cards are laid on every cell face up, face down, and face down turned by a quarter, and into
every edge socket: the sensors tell which it is, so the order is free. A cell asks until it has all three.
Before: calibration.py, which keeps the readings. After: run.py. Light in ADC.read_u16 units, times in ms.
"""

from firmware.compat import const
from firmware.self_test.calibration import LEAST_GAP, Calibration
from firmware.self_test.calibration_file import wired
from firmware.self_test.chapters import ASKS, BAD, GOOD, NOTHING, Chapter
from firmware.sensing.jobs import ExclusiveJob
from firmware.wiring import CELLS, EDGE

_STILL_MS = const(250)  # a hand has let go
_BRIGHT = 2 * LEAST_GAP  # above the empty board; dark print stays below
_WAYS = ("up", "row", "col")
_LINES = const(8)


class Light(Chapter):
    """`measured`: something new is known and worth keeping. `wrong`: [[position, side], ...], None: was skipped."""

    name = "light"

    def __init__(self, app):
        self._clock = app.clock
        self._scanner = app.scanner
        self._sensors = app.parts.sensors
        self.calibration = Calibration(app.parts.store, self._sensors, getattr(app.parts.readers, "setup", None))
        self.calibration.load()
        self.measured = False
        self.wrong = None
        self._stage = "ask"  # then "empty", "cards", "result"
        self._job = None
        self._measuring = None  # (position, way)
        self._pairs = {}  # position -> its sensors
        for number, position, _ in wired():
            self._pairs.setdefault(position, []).append(number)
        self._empty = {}  # sensor -> brightest light of the empty board
        self._ways = {position: [] for position in self._pairs}  # ways measured so far
        self._seen = {}  # position -> [way, since]

    def keep(self, kept):
        return self.calibration if self.measured else kept

    def press(self, button, held):
        if button != "ok" or self._job is not None:
            return
        if self._stage == "ask":
            self._stage = "empty"
            self._send(self.calibration.measure("empty"))
        elif self._stage == "cards":
            self._stage = "result"
            bad = self.calibration.judge()
            self.measured = True
            self.wrong = [[entry["pos"], entry["side"]] for entry in bad]
        elif self._stage == "result":
            self.over = True

    def _send(self, steps):
        self._job = ExclusiveJob(steps)
        self._scanner.send(self._job)

    def step(self):
        if self._job is not None:
            if not self._job.done:
                return
            self._job = None
            self.changed = True
            if self._stage == "empty":
                self._stage = "cards"
                for entry in self.calibration.report()["sensors"]:
                    self._empty[entry["sensor"]] = entry["empty"][1]
            else:
                position, way = self._measuring
                self._ways[position].append(way)
        elif self._stage == "cards":
            self._look()

    def _look(self):
        """Measure a place where a card lies still in a way that is new there."""
        now = self._clock.ticks_ms()
        for position, sensors in self._pairs.items():
            way = self._way(sensors)
            seen = self._seen.get(position)
            if seen is None or seen[0] != way:
                self._seen[position] = [way, now]
            elif way and way not in self._ways[position]:
                if self._clock.diff_ms(now, seen[1]) >= _STILL_MS:
                    self._measuring = (position, way)
                    self._send(self.calibration.measure(way, [position]))
                    return

    def _way(self, sensors):
        """How the card over these sensors lies; "" for none."""
        bright = [self._sensors.levels[number] - self._empty[number] > _BRIGHT for number in sensors]
        if len(bright) == 1 or bright[0] == bright[1]:
            return "up" if bright[0] else ""
        return "row" if bright[0] else "col"

    def _whole(self, position):
        return len(self._ways[position]) == (3 if position < CELLS else 1)

    def lamps(self):
        lamps = []
        wrong = [entry[0] for entry in self.wrong or ()]
        for position in list(range(CELLS)) + list(range(EDGE, EDGE + 8)):
            if self._stage == "result":
                lamps.append(BAD if position in wrong else GOOD)
            elif self._stage == "cards":
                some = ASKS if self._ways[position] else NOTHING
                lamps.append(GOOD if self._whole(position) else some)
            else:
                lamps.append(NOTHING)
        return "".join(lamps[:CELLS]), "".join(lamps[CELLS:])

    def screen(self):
        if self._stage == "ask":
            return [["st_light_empty", {}]], "h_st_skip"
        if self._stage == "empty":
            return [["st_light_busy", {}]], "please_wait"
        if self._stage == "cards":
            counts = {"of": CELLS, "edges": len([p for p in self._ways if p >= EDGE and self._ways[p]])}
            for way in _WAYS:
                counts[way] = len([p for p in self._ways if p < CELLS and way in self._ways[p]])
            return [["st_light_cards", {}], ["st_light_count", counts]], "h_st_done"
        if not self.wrong:
            return [["st_light_good", {}]], "h_st_next"
        places = []
        for position, _ in self.wrong:
            if position not in places:
                places.append(position)
        return [["st_light_bad", {"at": ["place", at]}] for at in places[:_LINES]], "h_st_next"
