"""Room: every set of some converters that can fire, found by firing them one after the other. Comes after
settle_prepare.py; where there are too many, settle_hunt.py looks for the best only."""

SLICE = 3  # positions looked at between two yields


def first_layer(moves):
    """The layer where nobody has fired: {bits of those fired: [packed change, rank, positions]}."""
    everyone = (1 << len(moves.nodes)) - 1
    return {0: [0, 0, [[moves.start, 0, everyone, everyone]]]}


def forward(moves, most):
    """Generator: yields None between slices and at last [(change, rank), ...] of all sets that can fire, or False when
    more than `most` sets have the same number of machines fired.

    Layer by layer of that number, so that each set is looked at once and only two layers are kept."""
    told = []
    layer = first_layer(moves)
    work = 0
    while layer:
        if len(layer) > most:
            yield False
            return
        grown = {}
        for fired in layer:
            change, rank, positions = layer[fired]
            told.append((change + moves.taken_free(positions) if moves.free else change, rank))
            for position in positions:
                work += 1
                if work >= SLICE:
                    work = 0
                    yield None
                for at in range(len(moves.nodes)):
                    if position[2] >> at & 1 and not moves.can(position[0], at):
                        position[2] &= ~(1 << at)
                expand(moves, grown, fired, change, rank, position)
        layer = grown
    yield told


def expand(moves, grown, fired, change, rank, position):
    """Add to the next layer all that can fire next in a position, whose bits of those that are able are exact."""
    stock, sleep, able, reach = position
    bits = able & ~sleep
    while bits:
        bit = bits & -bits
        bits ^= bit
        at = moves.index[bit]
        now = fired | bit
        entry = grown.get(now)
        if entry is None:
            gain, step = moves.gains[at]
            entry = grown[now] = [change + gain, rank + step, []]
        # Whoever could not fire before can now only if it is fed by this one.
        then = (able | moves.feeds[at]) & ~now & reach
        for left in moves.after(stock, at, now):
            moves.keep(entry[2], left, sleep & ~moves.concerns[at], then, reach & ~bit)
        sleep |= bit
