"""Room: the best outcomes of converters that can fire in too many ways to list them all. Comes after settle_forward.py.

Layer by layer as there, but positions that cannot beat the best found so far are dropped (settle_bound.py). To have
something to beat, a dive first follows a few promising positions of each layer to the end.
"""

from firmware.games.energy_matrix.settle_forward import fire

SLICE = 4  # positions looked at between two yields
DIVE = 3  # positions of a layer that the dive follows


def hunt(moves, bound, judge):
    """Generator, yields None between slices. `judge(change, rank)` is told of sets that can fire, at least of all that
    may beat bound.score and bound.rank, and raises these."""
    for width in (DIVE, 0):
        layer = {0: [0, 0, (1 << len(moves.nodes)) - 1, [moves.start]]}
        work = 0
        while layer:
            grown = {}
            for fired in layer:
                change, rank, able, stocks = layer[fired]
                if moves.free:
                    judge(change + moves.taken_free(stocks), rank)
                else:
                    judge(change, rank)
            for fired in layer:
                change, rank, able, stocks = layer[fired]
                reach = 0
                kept = []
                for stock in stocks:
                    work += 1
                    if work >= SLICE:
                        work = 0
                        yield None
                    extra = moves.taken_free([stock]) if moves.free else 0
                    bits = bound.hopeful(change + extra, rank, fired, stock)
                    if bits:
                        reach |= bits
                        kept.append(stock)
                able &= reach
                at = 0
                while able >> at:
                    if able >> at & 1:
                        fire(moves, grown, fired, at, change, rank, able, kept)
                    at += 1
            layer = _promising(bound, grown, width) if width and len(grown) > width else grown


def _promising(bound, layer, width):
    rated = []
    for fired in layer:
        change, rank, _, stocks = layer[fired]
        rated.append((bound.score_of(change, fired, stocks[0])[0], rank, fired))
    rated.sort()
    return {fired: layer[fired] for _, _, fired in rated[-width:]}
