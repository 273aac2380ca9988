"""Room: raw button masks of the panel driver -> presses, short or long; times in ms of wrapping ticks.

A short press counts when the button is let go, a long one (800 ms) once while it is still held, so that a player
feels when it took. Comes after contracts.Buttons, serves the app, which hands the presses to menu or game.
"""

from firmware.compat import const

NAMES = ("ok", "back", "left", "right", "axis")  # by bit of the mask, contracts.Buttons
LONG_MS = const(800)
DEBOUNCE_MS = const(20)  # tact switches bounce for 5 to 10 ms; twice that
_TICKS_MASK = const(0x3FFFFFFF)

_UP, _DOWN, _SPENT = const(0), const(1), const(2)
_SHORT = tuple([(name, False) for name in NAMES])
_LONG = tuple([(name, True) for name in NAMES])


class Presses:
    """Debounces masks. A button that is held when the table starts says nothing until it was let go once."""

    def __init__(self):
        self._raw = -1  # not read yet
        self._stable = 0
        self._state = bytearray(len(NAMES))
        self._changed_ms = 0
        self._down_ms = [0] * len(NAMES)
        self._waiting = []

    def update(self, mask, now_ms):
        """Take the mask of this moment; returns one press (name, held) that is due, or None. Call it often."""
        if self._raw < 0:
            self._raw = self._stable = mask  # what is held already never went down: it counts as spent
        if mask != self._raw:
            self._raw = mask
            self._changed_ms = now_ms
        elif mask != self._stable and (now_ms - self._changed_ms) & _TICKS_MASK >= DEBOUNCE_MS:
            self._settle(mask, now_ms)
        if self._stable:
            self._hold(now_ms)
        return self._waiting.pop(0) if self._waiting else None

    def _settle(self, mask, now_ms):
        """The mask has been the same for long enough: who went down, who came up?"""
        for button in range(len(NAMES)):
            was, now = self._stable >> button & 1, mask >> button & 1
            if now and not was:
                self._state[button] = _DOWN
                self._down_ms[button] = now_ms
            elif was and not now:
                if self._state[button] == _DOWN:
                    self._waiting.append(_SHORT[button])
                self._state[button] = _UP
        self._stable = mask

    def _hold(self, now_ms):
        for button in range(len(NAMES)):
            if self._state[button] == _DOWN and (now_ms - self._down_ms[button]) & _TICKS_MASK >= LONG_MS:
                self._state[button] = _SPENT
                self._waiting.append(_LONG[button])
