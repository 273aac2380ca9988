"""Room: what the machine code of the solver reads and writes, flat (firmware/drivers/hunt_native.py). Made from what
settle_moves.py and settle_bound.py know; settle_fast.py uses it."""

from array import array

from firmware.games.energy_matrix.units import MOST, WIDTH

PLACES = 16  # bits of a half word
SUPPLIES = 64
INPUTS = 3  # of one place
SUPPLIERS = 7  # of one input
BIAS = 1 << 28  # makes numbers positive, which come back without a sign where words have 64 bits
# The block, in bytes. Of each place 48: its inputs, from 32 what it makes, each ending with 255; at 40 the half word of
# those it may feed.
MACHINE = 48
TAKERS = 768  # half word of each supply: who may want it
NEW = 896  # the stock at work; behind it the look's own, then how it is split
FIXED = 1088  # words: what a position is judged by
TOLD = 2112  # words: what `look` answers, and the set it looks at
STATE = 2144  # words: where the hunt stands
END = 2304


def fits(moves, bound):
    """Whether the machine code can do this: amounts bytes, scores and sets half words, nothing free."""
    if len(moves.nodes) > PLACES or len(moves.start) > SUPPLIES or moves.exact or not moves.small:
        return False
    if bound.width != WIDTH or max(bound.worth.room) > MOST or 4 * bound.worth.weight >= 1 << 14:
        return False
    for needs in moves.needs:
        if len(needs) > INPUTS or any([units >= 255 or len(supplies) > SUPPLIERS for units, supplies, _ in needs]):
            return False
    return True


def block_of(moves, bound):
    """The block but for what places change, which the machine code works out of `places_of`; a place is an index in
    moves.nodes, a supply one in a stock. A generator: yields None between slices, the block at last."""
    block = bytearray(END)
    for at in range(len(moves.nodes)):
        if at == PLACES // 2:
            yield None
        write = MACHINE * at
        for units, supplies, _ in moves.needs[at]:
            block[write] = units
            write += 1
            block[write] = len(supplies)
            for supply in supplies:
                write += 1
                block[write] = supply
            write += 1
        block[write] = 255
        write = MACHINE * at + 32
        for supply, units in moves.makes[at]:
            block[write] = supply
            block[write + 1] = units
            write += 2
        block[write] = 255
        fed = moves.feeds[at]
        block[MACHINE * at + 40] = fed & 255
        block[MACHINE * at + 41] = fed >> 8
    yield None
    put(block, TAKERS, array("H", moves.takers))
    put(block, FIXED, array("i", _fixed(bound)))
    put(block, STATE, array("i", [words_of(moves), len(moves.nodes), 0, 0, 0, record_of(moves)]))
    yield block


def places_of(moves, bound):
    """Of each place the packed change, the rank, and what it makes."""
    makes = bound.found.problem.makes
    words = []
    for at, node in enumerate(moves.nodes):
        change, rank = moves.gains[at]
        words.append(change + BIAS)
        words.append(rank + BIAS)
        words.append(makes[node])
    return array("i", words)


def words_of(moves):
    """Words of a stock."""
    return (len(moves.start) + 3) // 4


def record_of(moves):
    """Words of a record of the pool: a set needs six, a position three and its stock."""
    return max(6, 3 + words_of(moves))


def put(block, at, numbers):
    """Write an array or bytes there."""
    numbers = bytes(numbers)
    block[at : at + len(numbers)] = numbers


def _fixed(bound):
    """What a position is judged by: see look_native.py for what lies where."""
    fixed = [bound.guards, bound.room, bound.full, bound.worth.weight]
    for kind in range(3):
        fixed.append(bound.worth.room[kind])
        fixed.append(bound.worth.steps[kind])
    fixed += bound.free_prices
    fixed += bound.capped_prices
    for guards in sorted(bound.damages):
        # Of four rows each.
        for row in bound.damages[guards]:
            fixed += row
        while len(fixed) & 7:
            fixed.append(0)
    return fixed
