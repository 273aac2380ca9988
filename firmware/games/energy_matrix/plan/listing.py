"""Room: every set of some converters that can fire, found by firing them one after the other. Comes after
settle_prepare.py; where there are too many, settle_hunt.py looks for the best only."""

from firmware.games.energy_matrix.plan.moves import keep

SLICE = 10  # converters tried and positions made between two yields


def forward(moves, most):
    """Generator: yields None between slices and at last [(change, rank), ...] of all sets that can fire, or False when
    there are more than `most` positions.

    Layer by layer of that number, so that each set is looked at once and only two layers are kept. A layer is {bits of
    those fired: [packed change, rank, positions]}, positions {stock: bits of the sleepers}."""
    told = []
    layer = {0: [0, 0, {moves.start: 0}]}
    index, gains, feeds, everyone = moves.index, moves.gains, moves.feeds, moves.everyone
    seen = work = 0
    while layer:
        grown = {}
        for fired in layer:
            change, rank, positions = layer[fired]
            told.append((change + moves.taken_free(positions) if moves.free else change, rank))
            left = everyone & ~fired
            if not left:
                break
            seen += len(positions)
            if seen > most:
                yield False
                return
            for stock in positions:
                if work > SLICE:
                    work = 0
                    yield None
                sleep = positions[stock]
                bits = left & ~sleep
                while bits:
                    work += 1
                    bit = bits & -bits
                    bits ^= bit
                    at = index[bit]
                    if not moves.can(stock, at):
                        continue
                    now = fired | bit
                    entry = grown.get(now)
                    if entry is None:
                        gain, step = gains[at]
                        entry = grown[now] = [change + gain, rank + step, {}]
                    sleepers = sleep & ~feeds[at]
                    for after in moves.after(stock, at, now):
                        work += 1
                        if work > SLICE:
                            work = 0
                            yield None
                        keep(moves, entry[2], moves.freeze(after), sleepers, _both)
                    sleep |= bit
        layer = grown
    yield told


def _both(kept, gone):
    """Sleepers of two positions that one stands for."""
    return kept & gone
