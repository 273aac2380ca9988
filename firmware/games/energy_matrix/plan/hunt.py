"""Room: the best outcomes of converters that can fire in too many ways to list them all. Comes after settle_forward.py.

Layer by layer as there, but positions that cannot beat the best found so far are dropped as soon as they are made
(settle_bound.py). To have something to beat, a dive first follows a few promising positions of each layer to the end.

What is known of a position: (score it cannot exceed, bits of those that can fire, of those that may ever fire, of the
sleepers).
"""

from firmware.games.energy_matrix.plan.moves import keep

SLICE = 2  # positions looked at or expanded between two yields
DIVE = 2  # sets of a layer that the dive follows
CHUNK = 16  # sets of a layer that are followed to the end before the others, so that layers stay small


def hunt(moves, bound, judge, dive):
    """Generator, yields None between slices.

    `judge(change, rank)` is told of sets that can fire, at least of all that may beat bound.score and bound.rank; it
    raises these and answers with the set's own score. `dive`: whether something to beat is still to be found."""
    start, everyone = moves.start, moves.everyone
    for width in (DIVE, 0) if dive else (0,):
        # With each layer, whether it is what was left of one, and judged before.
        layers = [({0: [0, 0, {start: bound.score_of(0, start, everyone, 0)[:3] + (0,)}]}, False)]
        work = 0
        while layers:
            layer, judged = layers.pop()
            rated = []
            for fired in () if judged else layer:
                change, rank, positions = layer[fired]
                score = judge(change + moves.taken_free(positions) if moves.free else change, rank)
                work += 1
                if width:
                    rated.append((next(iter(positions.values()))[0], score, rank, fired))
                if work >= SLICE:
                    work = 0
                    yield None
            if width:
                rated.sort()
                layer = {fired: layer[fired] for _, _, _, fired in rated[-width:]}
            grown = {}
            while layer and len(grown) < CHUNK:
                fired, entry = layer.popitem()
                change, rank, positions = entry
                for stock in positions:
                    work += 1
                    if work >= SLICE:
                        work = 0
                        yield None
                    score, able, reach, sleep = positions[stock]
                    if score < bound.score or not reach:
                        continue
                    if score == bound.score:
                        extra = moves.taken_free([stock]) if moves.free else 0
                        if not bound.may_equal(change + extra, rank, stock, reach, sleep):
                            continue
                    bits = able & ~sleep
                    while bits:
                        bit = bits & -bits
                        bits ^= bit
                        work += 1
                        if work >= SLICE:
                            work = 0
                            yield None
                        _expand(moves, bound, grown, fired, change, rank, stock, reach, sleep, bit)
                        sleep |= bit
            if layer and not width:
                layers.append((layer, True))
            if grown:
                layers.append((grown, False))


def _expand(moves, bound, grown, fired, change, rank, stock, reach, sleep, bit):
    """Add to the layer `grown` what comes of firing the place `bit` in a position, as far as it may still beat the
    best: by its score, or by its rank, which only falls as more fires."""
    at = moves.index[bit]
    now = fired | bit
    gain, step = moves.gains[at]
    gain += change
    rank += step
    least = bound.score if rank > bound.rank else bound.score + 1
    sleep &= ~moves.feeds[at]
    for after in moves.after(stock, at, now):
        extra = moves.taken_free([after]) if moves.free else 0
        score, able, ever, _ = bound.score_of(gain + extra, after, reach & ~bit, sleep)
        if score >= least:
            entry = grown.get(now)
            if entry is None:
                entry = grown[now] = [gain, rank, {}]
            keep(moves, entry[2], moves.freeze(after), (score, able, ever, sleep), _both)


def _both(kept, gone):
    """What is known of two positions that one stands for."""
    score, able, reach, sleep = kept
    return max(score, gone[0]), able, reach | gone[2], sleep & gone[3]
