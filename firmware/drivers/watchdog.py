"""Room: resets the board when any task has stopped; times in ms; fed by app.py only, armed after the escape window.

The RP2040's watchdog counts to 8388 ms at most (data sheet 4.7.1: 24 bits, two counts a microsecond).
"""

import sys

import machine

from firmware.compat import const

LONGEST_MS = const(8388)
# WATCHDOG.CTRL through the alias that clears the bits written: RP2040 data sheet 4.7.6 and 2.1.2; RP2350 data sheet
# 12.9.7 and 2.1.3.
_CTRL_CLEAR = const(0x4005B000)
_CTRL_CLEAR_RP2350 = const(0x400DB000)
_ENABLE_BIT = const(30)


def ctrl_clear(board):
    """The address for a board of that name (sys.implementation._machine)."""
    return _CTRL_CLEAR_RP2350 if "RP2350" in board else _CTRL_CLEAR


class Watchdog:
    """`tasks` is a list of names; every one must report between two feeds."""

    def __init__(self, tasks, timeout_ms=LONGEST_MS):
        self._alive = {task: False for task in tasks}
        self._wdt = machine.WDT(timeout=timeout_ms)

    def report(self, task):
        """`task` has made progress. KeyError for a name that was not given at the start."""
        if task not in self._alive:
            raise KeyError(task)
        self._alive[task] = True

    def feed_if_alive(self):
        """Feed if every task has reported since the last feed; True if it was fed."""
        for task in self._alive:
            if not self._alive[task]:
                return False
        for task in self._alive:
            self._alive[task] = False
        self._wdt.feed()
        return True

    def release(self):
        """Pause the counter: whoever reached the REPL by Ctrl-C must not be reset in the middle of a line.

        The WDT class cannot do this, the register can: the Pico SDK's watchdog_disable() clears the same bit.
        """
        machine.mem32[ctrl_clear(getattr(sys.implementation, "_machine", ""))] = 1 << _ENABLE_BIT
