"""Room: every set of some converters that can fire, found by firing them one after the other. Comes after
settle_prepare.py; where there are too many, settle_hunt.py looks for the best only."""

SLICE = 6  # converters tried between two yields


def forward(moves, most):
    """Generator: yields None between slices and at last [(change, rank), ...] of all sets that can fire, or False when
    more than `most` positions have the same number of machines fired.

    Positions are kept in layers by that number, so that each is looked at once and only two layers are kept."""
    told = []
    # bits of those fired -> [change, rank, bits of those that may be able to fire, stocks]
    layer = {0: [0, 0, (1 << len(moves.nodes)) - 1, [moves.start]]}
    work = 0
    while layer:
        if len(layer) > most:
            yield False
            return
        grown = {}
        for fired in layer:
            change, rank, able, stocks = layer[fired]
            told.append((change + moves.taken_free(stocks) if moves.free else change, rank))
            at = 0
            while able >> at:
                if able >> at & 1:
                    work += len(stocks)
                    if work >= SLICE:
                        work = 0
                        yield None
                    fire(moves, grown, fired, at, change, rank, able, stocks)
                at += 1
        layer = grown
    yield told


def fire(moves, grown, fired, at, change, rank, able, stocks):
    """Fire the place `at` in all these stocks; what comes of it is added to the next layer."""
    now = fired | 1 << at
    entry = grown.get(now)
    for stock in stocks:
        for left in moves.after(stock, at, now):
            if entry is None:
                gain, step = moves.gains[at]
                entry = grown[now] = [change + gain, rank + step, 0, []]
            # Whoever could not fire before can now only if it is fed by this one.
            entry[2] |= (able | moves.feeds[at]) & ~now
            moves.keep(entry[3], left)


def firing_order(moves):
    """Generator: yields None between slices, at last an order of the nodes in which all of them fire, or False."""
    everyone = (1 << len(moves.nodes)) - 1
    seen = set()
    stack = [(0, moves.start, ())]
    while stack:
        fired, stock, order = stack.pop()
        if fired == everyone:
            yield list(order)
            return
        for at in range(len(moves.nodes) - 1, -1, -1):
            if not fired >> at & 1:
                now = fired | 1 << at
                for left in moves.after(stock, at, now):
                    key = (now, bytes(left) if isinstance(left, bytearray) else tuple(left))
                    if key not in seen:
                        seen.add(key)
                        stack.append(key + (order + (moves.nodes[at],),))
        yield None
    yield False
