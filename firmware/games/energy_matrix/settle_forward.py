"""Room: every set of some converters that can fire, found by firing them one after the other. Comes after
settle_prepare.py; where there are too many, settle_hunt.py looks for the best only."""

SLICE = 2  # positions looked at between two yields
SPLITS = 6  # positions made between two yields


def first_layer(moves):
    """The layer where nobody has fired: {bits of those fired: [packed change, rank, positions]}; settle_moves.keep."""
    return {0: [0, 0, {moves.start: moves.everyone}]}


def forward(moves, most):
    """Generator: yields None between slices and at last [(change, rank), ...] of all sets that can fire, or False when
    more than `most` sets have the same number of machines fired.

    Layer by layer of that number, so that each set is looked at once and only two layers are kept."""
    told = []
    layer = first_layer(moves)
    everyone = moves.everyone
    work = 0
    while layer:
        if len(layer) > most:
            yield False
            return
        grown = {}
        for fired in layer:
            change, rank, positions = layer[fired]
            told.append((change + moves.taken_free(positions) if moves.free else change, rank))
            left = everyone & ~fired
            if not left:
                break
            for stock in positions:
                work += 1
                if work >= SLICE:
                    work = 0
                    yield None
                sleep = positions[stock] // (everyone + 1)
                able = 0
                bits = left & ~sleep
                while bits:
                    bit = bits & -bits
                    bits ^= bit
                    if moves.can(stock, moves.index[bit]):
                        able |= bit
                for _ in expand(moves, grown, fired, change, rank, stock, sleep, able, left):
                    yield None
        layer = grown
    yield told


def expand(moves, grown, fired, change, rank, stock, sleep, able, reach):
    """Generator, yields when it takes long: adds to the layer `grown` all that can fire next in a position.

    Bits: sleep, of those passed over; able, of those that can fire now; reach, of those that may ever fire."""
    bits = able & ~sleep
    made = 0
    while bits:
        bit = bits & -bits
        bits ^= bit
        at = moves.index[bit]
        now = fired | bit
        entry = grown.get(now)
        if entry is None:
            gain, step = moves.gains[at]
            entry = grown[now] = [change + gain, rank + step, {}]
        for left in moves.after(stock, at, now):
            moves.keep(entry[2], left, sleep & ~moves.feeds[at], reach & ~bit)
            made += 1
            if made >= SPLITS:
                made = 0
                yield None
        sleep |= bit
