"""Room: the fastest way that the port has to expand a position: settle_native.py in machine code where there is a
native emitter and the board fits it, else settle_hunt.expand. Between settle_hunt.py and settle.py."""

from firmware.compat import machine_code
from firmware.games.energy_matrix.settle_hunt import both, expand
from firmware.games.energy_matrix.settle_moves import keep
from firmware.games.energy_matrix.units import WIDTH

# Few boards need it, and it fills 7 kB of a Pico's heap: it is loaded when the first one does.
native = None
wanted = True
PLACES = 16  # bits of a half word


class Expander:
    """As settle_hunt.expand, for one Moves and one Bound."""

    def __init__(self, moves, bound):
        self._tables = tables = native.tables_of(moves, bound)
        self._found = tables[13]
        self._stocks = memoryview(tables[14])
        moves.compare = native.compare
        bound.score_of = self.score_of

    def score_of(self, change, stock, waiting, sleep):
        """As Bound.score_of."""
        tables = self._tables
        tables[12][: len(stock)] = stock
        score = native.look(tables, 0, waiting, sleep, change)
        able, reach, line = tables[15]
        return score, able, reach, line

    def __call__(self, moves, bound, grown, fired, change, rank, stock, told, bits):
        _, _, reach, sleep = told
        tables = self._tables
        count = native.children(tables, stock, bits, reach, sleep, fired, change, rank - bound.rank, bound.score)
        if count < 0:
            return expand(moves, bound, grown, fired, change, rank, stock, told, bits)
        if count:
            found, stocks, gains = self._found, self._stocks, moves.gains
            size = len(stock)
            at = start = 0
            for _ in range(count):
                place = found[at]
                told = (found[at + 1], found[at + 2], found[at + 3], found[at + 4])
                at += 5
                end = start + size
                after = bytes(stocks[start:end])
                start = end
                now = fired | 1 << place
                entry = grown.get(now)
                if entry is None:
                    gain, step = gains[place]
                    grown[now] = [change + gain, rank + step, {after: told}]
                else:
                    keep(moves, entry[2], after, told, both)
        return tables[15][0]


def expander(moves, bound):
    """The fastest kind that fits: amounts bytes, sets half words, nothing free."""
    global native, wanted
    if wanted:
        wanted = False
        native = machine_code("settle_native")
    problem = bound.found.problem
    if native and len(moves.nodes) <= PLACES and problem.width == WIDTH and moves.small and not moves.exact:
        return Expander(moves, bound)
    return expand
