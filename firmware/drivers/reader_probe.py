"""Room: the self test of the readers by position, and the tuning of their gain; slow, so only when asked for.

Before: reader_setup.py and reader_grid.py, whose polls it uses. After: self test and calibration.
"""

from firmware import wiring
from firmware.compat import const
from firmware.contracts import CLEAN, FAULT, HIT

_ECHOES = const(8)  # patterns through the FIFO
_LISTENS = const(8)  # looks at the bus while nobody is selected
_POLLS = const(6)  # per gain
GAINS = const(8)

# Findings of `probe`, the worst one of a reader.
OK, SILENT, LOUD, BUS, FIELD, TIMER = "ok", "silent", "loud", "bus", "field", "timer"


class Probe:
    """Takes the bus for itself while it runs: the scanner must pause."""

    def __init__(self, grid):
        self._grid = grid

    def probe_all(self, positions=None):
        """Generator: yields whenever others may be served, last a list of `probe` results of the positions (None: all
        of the grid)."""
        results = []
        for position in range(len(wiring.READERS)) if positions is None else positions:
            for result in self.probe(position):
                if result is None:
                    yield None
            results.append(result)
        yield results

    def probe(self, position):
        """Generator: yields None while it works, last {"pos", "row", "column", "found", "version", "speed", "gain"}.

        found: "ok"; "silent": it only gives zeros or ones (no reader, no power, in reset); "loud": the bus is
        driven while nobody is selected, by a reader of this row; "bus": bits are lost even at the slowest speed;
        "field": gain or antenna drivers do not take; "timer": an exchange never ends. speed in bits per second.
        """
        setup = self._grid.setup
        chip = setup.chip
        yield from setup.wake(position)
        found = OK
        if not self._quiet():
            found = LOUD
        elif not chip.answers() or not all(chip.echoes() for _ in range(_ECHOES)):
            if not setup.doubt(position):
                found = BUS if self._changes() else SILENT
        version = chip.version()
        yield None
        if found == OK:
            chip.answers()
            found = OK if chip.set_up(setup.gains[position]) else FIELD
            setup.close(position)
        if found == OK:
            result = FAULT
            for result in self._grid.poll(position, []):
                if result is None:
                    yield None
            found = TIMER if result == FAULT else OK
        row, column = wiring.READERS[position]
        yield {
            "pos": position,
            "row": row,
            "column": column,
            "found": found,
            "version": version,
            "speed": setup.rates[setup.speeds[position]],
            "gain": setup.gains[position],
        }

    def _quiet(self):
        """With nobody selected the bus rests high: all ones."""
        access = self._grid.setup.access
        return all(access.listen() for _ in range(_LISTENS))

    def _changes(self):
        """Whether the reader gives anything but all zeros or all ones."""
        chip = self._grid.setup.chip
        return any(chip.version() not in (0x00, 0xFF) for _ in range(_LISTENS))

    def tune(self, position):
        """Generator: with one card lying there, finds the gain in the middle of those at which every poll hits.

        Yields None while it works, last the gain 0..7, or -1 if none will do or the card was lifted meanwhile (the gain
        stays as it was). The gain is set and written at the next poll; a gain whose write does not take counts as deaf.
        """
        gains = self._grid.setup.gains
        before = gains[position]
        hits = bytearray(GAINS)
        for gain in range(GAINS):
            gains[position] = gain
            hits[gain] = yield from self._hits(position)
        best = middle_of_longest(hits, _POLLS)
        if best >= 0:
            gains[position] = best
            again = yield from self._hits(position)
            best = best if again == _POLLS else -1
        if best < 0:
            gains[position] = before
        yield best

    def _hits(self, position):
        """Generator: how many polls hit in a row, _POLLS at most."""
        for count in range(_POLLS):
            result = CLEAN
            for result in self._grid.poll(position, []):
                if result is None:
                    yield None
            if result != HIT:
                return count
        return _POLLS


def middle_of_longest(hits, full):
    """Index in the middle (the lower one of two) of the longest run of `full` in a sequence; -1: there is none."""
    best = -1
    longest = 0
    start = 0
    for i in range(len(hits) + 1):
        if i < len(hits) and hits[i] == full:
            continue
        if i - start > longest:
            longest = i - start
            best = start + (longest - 1) // 2
        start = i + 1
    return best
