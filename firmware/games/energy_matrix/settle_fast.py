"""Room: the fastest way that the port has to hunt: in machine code (firmware/drivers/hunt_native.py) where there is a
native emitter and the board fits it, else settle_hunt.hunt. Between settle_hunt.py and settle.py."""

from array import array

from firmware.compat import machine_code
from firmware.games.energy_matrix.settle_hunt import DIVE, hunt
from firmware.games.energy_matrix.settle_tables import BIAS, NEW, TOLD, block_of, fits, places_of, put, record_of

# Few boards need it, and it fills some of a Pico's heap: it is loaded when the first one does.
PARTS = ("fire_native", "look_native", "equal_native", "keep_native", "hunt_native")
native = None
wanted = True
SLICE = 16  # positions looked at between two yields
RECORDS = 64  # by so many the pool of positions grows
DONE, MORE, FULL = 0, 1, 2  # answers of native.walk


def hunter(moves, bound):
    """`hunt` for these Moves and this Bound, a function of judge and dive. A generator: yields None between slices,
    the function at last."""
    global native, wanted
    if wanted:
        for module in machine_code(*PARTS):
            yield None
        native = module
        wanted = False
    if native and fits(moves, bound):
        for block in block_of(moves, bound):
            yield None
        native.prime(block, places_of(moves, bound))
        yield Hunter(moves, bound, block)
    else:
        yield lambda judge, dive: hunt(moves, bound, judge, dive)


class Hunter:
    """As settle_hunt.hunt, in machine code."""

    def __init__(self, moves, bound, block):
        self.moves = moves
        self.bound = bound
        self.block = block

    def __call__(self, judge, dive):
        moves, bound = self.moves, self.bound
        yield None
        judge(0, 0)
        grow = RECORDS * record_of(moves)
        limit = grow
        tables = (self.block, bytearray(4 * limit))
        for width in (DIVE, 0) if dive else (0,):
            put(self.block, NEW, moves.start)
            put(self.block, TOLD + 12, array("i", (bound.top, bound.free, bound.capped, BIAS)))
            native.begin(tables[0], tables[1], moves.everyone, width)
            answer = MORE
            while answer != DONE:
                # Nothing found yet: whatever is worth 0 will do.
                best, rank = (bound.score, bound.rank + BIAS) if bound.score >= 0 else (0, 0)
                answer = native.walk(tables, limit, best, rank, SLICE)
                if answer == FULL:
                    tables[1].extend(bytes(4 * grow))
                    limit += grow
                elif answer > FULL:
                    judge(*_added(moves, answer >> 2))
                yield None


def _added(moves, fired):
    """(packed change, rank) of what has fired."""
    change = rank = 0
    for gain, step in moves.gains:
        if fired & 1:
            change += gain
            rank += step
        fired >>= 1
    return change, rank
