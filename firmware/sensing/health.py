"""Room: which readers work: counts failures in a row, keeps broken ones apart and asks them again. Pure; times in ms.

Before: drivers (contracts.TagReader.health has the counters since power on). After: scan.py.
"""

from firmware.compat import const
from firmware.contracts import FAULT, GARBLED

QUARANTINE_MS = const(900)  # between two tries of a broken reader; no position may wait longer than 2 s
GARBLED_OUT = const(16)  # polls in a row with nothing but garbage: the reader, or its bus, does not work;
_GARBLED_LONG = const(8)  # so many where polls are rare,
_GARBLED_MS = const(3000)  # in that time: cards may come and go unseen
_FAULTS = const(2)  # failures in a row until a reader is broken


class Health:
    """One entry a position."""

    def __init__(self, reader, count):
        self._reader = reader
        self._in_a_row = bytearray(count)
        self._garbled = bytearray(count)
        self._garbled_ms = [0] * count  # since when
        self.recovered = [0] * count  # how often a broken reader came back

    def note(self, position, result, found=(), now_ms=0):
        """Take the result of one poll; returns what it amounts to: garbage for long is a fault, not a card."""
        if result == GARBLED and not found:
            if not self._garbled[position]:
                self._garbled_ms[position] = now_ms
            if self._garbled[position] < GARBLED_OUT:
                self._garbled[position] += 1
            garbled = self._garbled[position]
            long = garbled >= _GARBLED_LONG and now_ms - self._garbled_ms[position] >= _GARBLED_MS
            if garbled == GARBLED_OUT or long:
                result = FAULT
        elif result != FAULT:
            self._garbled[position] = 0
        if result == FAULT:
            if self._in_a_row[position] < 255:
                self._in_a_row[position] += 1
        else:
            if self._in_a_row[position] >= _FAULTS:
                self.recovered[position] += 1
            self._in_a_row[position] = 0
        return result

    def broken(self, position):
        """True while a reader is kept apart."""
        return self._in_a_row[position] >= _FAULTS

    def counters(self, position):
        """{"polls", "hits", "garbled", "resets", "recovered", "broken"} of a position, for self test and host."""
        polls, hits, garbled, resets = self._reader.health(position)
        return {
            "polls": polls,
            "hits": hits,
            "garbled": garbled,
            "resets": resets,
            "recovered": self.recovered[position],
            "broken": self.broken(position),
        }
