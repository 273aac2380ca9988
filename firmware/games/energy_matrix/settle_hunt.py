"""Room: the best outcomes of converters that can fire in too many ways to list them all. Comes after settle_forward.py.

Layer by layer as there, but positions that cannot beat the best found so far are dropped (settle_bound.py). To have
something to beat, a dive first follows a few promising positions of each layer to the end.
"""

from firmware.games.energy_matrix.settle_forward import expand, first_layer

SLICE = 3  # positions looked at or expanded between two yields
DIVE = 3  # sets of a layer that the dive follows


def hunt(moves, bound, judge):
    """Generator, yields None between slices. `judge(change, rank)` is told of sets that can fire, at least of all that
    may beat bound.score and bound.rank; it raises these and answers with the set's own score."""
    for width in (DIVE, 0):
        layer = first_layer(moves)
        work = 0
        while layer:
            rated = []
            for fired in layer:
                change, rank, positions = layer[fired]
                score = judge(change + moves.taken_free(positions) if moves.free else change, rank)
                work += 1
                if width:
                    work += 1
                    stock = next(iter(positions))
                    rated.append((bound.score_of(change, stock, positions[stock])[0], score, rank, fired))
                if work >= SLICE:
                    work = 0
                    yield None
            if width:
                rated.sort()
                layer = {fired: layer[fired] for _, _, _, fired in rated[-width:]}
            grown = {}
            for fired in layer:
                change, rank, positions = layer[fired]
                for stock in positions:
                    work += 1
                    if work >= SLICE:
                        work = 0
                        yield None
                    extra = moves.taken_free([stock]) if moves.free else 0
                    if bound.hopeful(change + extra, rank, stock, positions[stock]):
                        work += 1
                        for _ in expand(moves, grown, fired, change, rank, stock, positions[stock]):
                            yield None
            layer = grown
