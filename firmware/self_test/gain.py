"""Room: the chapter of the self test that tunes the gain of each reader to a card that lies on it.

Right on an antenna a receiver that is too loud saturates and hears nothing, and no two antennas are alike. On cells the
light tells that a card lies still; pads have no light and are tried again and again. Places with nothing on them keep
the gain they have. Before: drivers' Probe.tune, calibration.py. After: run.py, which keeps them. Times in ms.
"""

from firmware.compat import const
from firmware.contracts import FACE_NONE
from firmware.self_test.calibration import Calibration
from firmware.self_test.chapters import ASKS, BAD, GOOD, NOTHING, Chapter
from firmware.sensing.jobs import ExclusiveJob
from firmware.wiring import CELLS

_STILL_MS = const(250)  # a hand has let go
_PAD_MS = const(1000)  # between two tries of a pad on which nothing was heard


class Gain(Chapter):
    """`gains`: position -> gain found. `wrong`: places whose card no gain reads; None: nothing was tuned."""

    name = "gains"

    def __init__(self, app):
        self._clock = app.clock
        self._scanner = app.scanner
        self._sensors = app.parts.sensors
        self._probe = app.parts.readers.self_test()
        self._setup = app.parts.readers.setup
        self._store = app.parts.store
        self.gains = {}
        self._unread = []  # cells whose card no gain reads; tried again when another lies there
        self._since = {}  # cell -> when a card came to lie there; pad -> when it was tried last
        self._last = -1  # the place tuned last
        self._busy = -1
        self._job = None
        self._leaving = False

    @property
    def wrong(self):
        return self._unread if self._unread or self.gains else None

    def keep(self, kept):
        # Any calibration saves the gains in use; one that has measured light again must stay.
        if kept is None and self.gains:
            kept = Calibration(self._store, self._sensors, self._setup)
            kept.recall()
        return kept

    def press(self, button, held):
        # A reader is tuned to the end first: its gain is tried out meanwhile.
        if button == "ok":
            self._leaving = True
            self.over = self._job is None

    def step(self):
        if self._job is not None:
            if self._job.done:
                self._take(self._busy, self._job.result)
                self._job = None
                self.over = self._leaving
                self.changed = True
            return
        for position in self._scanner.readable:
            if position not in self.gains and self._wants(position):
                self._busy = position
                self._job = ExclusiveJob(self._tune(position))
                self._scanner.send(self._job)
                self.changed = True
                return

    def _wants(self, position):
        """Whether a card may lie there that has not been tried."""
        now = self._clock.ticks_ms()
        since = self._since.get(position)
        if position >= CELLS:
            due = since is None or self._clock.diff_ms(now, since) >= _PAD_MS
            if due:
                self._since[position] = now
            return due
        if self._sensors.face(position) == FACE_NONE:
            self._since.pop(position, None)
            if position in self._unread:
                self._unread.remove(position)
            return False
        if since is None:
            self._since[position] = now
            return False
        return position not in self._unread and self._clock.diff_ms(now, since) >= _STILL_MS

    def _tune(self, position):
        """Generator of the job. What came onto a pad in the middle of the first round counts in the second only."""
        gains = self._setup.gains
        before = gains[position]
        best = -1
        for _ in range(1 if position < CELLS else 2):
            for best in self._probe.tune(position):
                yield None
            if best < 0:
                gains[position] = before
                break
        yield best

    def _take(self, position, best):
        if best >= 0:
            self.gains[position] = best
            self._last = position
        elif position < CELLS:
            self._unread.append(position)

    def lamps(self):
        lamps = [NOTHING] * CELLS
        for cell in range(CELLS):
            if cell in self.gains:
                lamps[cell] = GOOD
            elif cell in self._unread:
                lamps[cell] = BAD
            elif self._job is not None and cell == self._busy:
                lamps[cell] = ASKS
        return "".join(lamps), NOTHING * 8

    def screen(self):
        count = len(self._scanner.readable)
        if len(self.gains) == count:
            return [["st_gain_good", {"n": count}]], "h_st_next"
        busy = self._job is not None and self._busy < CELLS
        lines = [["st_gain_busy", {"at": ["place", self._busy]}] if busy else ["st_gain_cards", {}]]
        lines.append(["st_gain_count", {"n": len(self.gains), "of": count}])
        lines += [["st_gain_bad", {"at": ["place", at]}] for at in self._unread]
        if self._last >= 0:
            lines.append(["st_gain_set", {"at": ["place", self._last], "gain": self.gains[self._last]}])
        return lines, "h_st_done"
