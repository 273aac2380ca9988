"""Room: droppable animations drawn over the state: view["cues"] -> codes in an overlay, 0 where nothing is covered.

Times in ms of wrapping ticks. Cues never carry information that the state below does not show as well, so a new
list of cues simply replaces the one that still runs. Comes after palette and rulers, serves the frame.

    ["sweep"]                          every group of LEDs is run through once (self test)
    ["flow", from_cell, to_cell, kind] a unit of energy kind 0..2 runs between cells of the active player;
                                       to_cell None (or no cell): it runs to the ruler of its kind
    ["win", player]                    that player's board celebrates
    ["hit", ruler]                     a ruler has reached its end
"""

from firmware.compat import const
from firmware.lights.palette import CUE_KIND, CUE_LAMP, CUE_OFF, SUMS

_STEP_SHIFT = const(6)  # a step is 64 ms
_TICKS_MASK = const(0x3FFFFFFF)
_STEPS = {"sweep": 32, "flow": 8, "win": 96, "hit": 16}


class Cues:
    """The overlay of one chain. groups: (name, first LED, number of LEDs) in chain order."""

    def __init__(self, groups, total):
        self.over = bytearray(total)
        self.total = 0  # sum of the peak levels in the overlay
        self.groups = groups
        self._cells = self._first("cell")
        self._rulers = [group for group in groups if group[0].startswith("ruler")]
        self._seen = None
        self._playing = None
        self._next = 0
        self._start_ms = 0
        self._step = -1
        self._player = 0
        self._active = False

    def _first(self, name):
        for group in self.groups:
            if group[0] == name:
                return group[1]
        return -1

    def running(self):
        """True while an animation covers the state."""
        return self._playing is not None

    def offer(self, cues, player, active, now_ms):
        """Start the cues of a view; a list that was offered before is not started again."""
        if cues is self._seen:
            return
        self._seen = cues
        if cues:
            self._playing, self._next, self._step = cues, 0, -1
            self._player, self._active, self._start_ms = player, active, now_ms

    def advance(self, now_ms):
        """Redraw the overlay when the next step is due; True if it may have changed."""
        if self._playing is None:
            return False
        step = ((now_ms - self._start_ms) & _TICKS_MASK) >> _STEP_SHIFT
        while step >= _STEPS.get(self._playing[self._next][0], 0):
            step -= _STEPS.get(self._playing[self._next][0], 0)
            self._start_ms = now_ms - (step << _STEP_SHIFT)
            self._step = -1
            self._next += 1
            if self._next == len(self._playing):
                self._playing = None
                self._clear()
                return True
        if step == self._step:
            return False
        self._step = step
        self._clear()
        self._draw(self._playing[self._next], step)
        return True

    def _clear(self):
        over = self.over
        for led in range(len(over)):
            over[led] = 0
        self.total = 0

    def _lay(self, led, code):
        self.total += SUMS[code] - SUMS[self.over[led]]
        self.over[led] = code

    def _draw(self, cue, step):
        name = cue[0]
        if name == "sweep":
            for group in self.groups:
                self._lay(group[1] + step * group[2] // _STEPS["sweep"], CUE_LAMP)
        elif name == "flow":
            self._flow(cue, step)
        elif name == "hit" and cue[1] < len(self._rulers):
            group = self._rulers[cue[1]]
            for led in range(group[1], group[1] + group[2]):
                self._lay(led, CUE_OFF if step & 4 else CUE_LAMP)
        elif name == "win":
            self._win(cue[1], step)

    def _flow(self, cue, step):
        to, kind = cue[2], cue[3]
        if not self._active or not 0 <= kind < 3:
            return
        code = CUE_KIND + kind
        if step < 5 and self._cells >= 0 and 0 <= cue[1] < 16:
            self._lay(self._cells + cue[1], code)
        if to is not None and 0 <= to < 16:
            if step >= 3 and self._cells >= 0:
                self._lay(self._cells + to, code)
        elif step >= 4 and kind < len(self._rulers):
            group = self._rulers[kind]
            self._lay(group[1] + (step - 4) * group[2] // 4, code)

    def _win(self, player, step):
        beat = step >> 2
        if player == self._player and self._cells >= 0:
            for cell in range(16):
                self._lay(self._cells + cell, CUE_KIND + (cell + (cell >> 2) + beat) % 3)
        for group in self._rulers:
            for led in range(group[2]):
                if (led + beat) % 4 == 0:
                    self._lay(group[1] + led, CUE_KIND + beat % 3)
