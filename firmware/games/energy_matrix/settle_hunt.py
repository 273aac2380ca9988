"""Room: the best outcomes of converters that can fire in too many ways to list them all. Comes after settle_forward.py.

Layer by layer as there, but positions that cannot beat the best found so far are dropped (settle_bound.py). To have
something to beat, a dive first follows a few promising positions of each layer to the end.
"""

from firmware.games.energy_matrix.settle_forward import expand, first_layer

SLICE = 3  # positions looked at or expanded between two yields
DIVE = 3  # sets of a layer that the dive follows
CHUNK = 32  # sets of a layer that are followed to the end before the others, so that layers stay small


def hunt(moves, bound, judge):
    """Generator, yields None between slices. `judge(change, rank)` is told of sets that can fire, at least of all that
    may beat bound.score and bound.rank; it raises these and answers with the set's own score."""
    for width in (DIVE, 0):
        layers = [first_layer(moves)]
        work = 0
        while layers:
            layer = layers.pop()
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
            while layer and len(grown) < CHUNK:
                fired, entry = layer.popitem()
                change, rank, positions = entry
                for stock in positions:
                    work += 1
                    if work >= SLICE:
                        work = 0
                        yield None
                    extra = moves.taken_free([stock]) if moves.free else 0
                    able, reach = bound.hopeful(change + extra, rank, stock, positions[stock])
                    if reach:
                        work += 1
                        sleep = positions[stock] // (moves.everyone + 1)
                        for _ in expand(moves, grown, fired, change, rank, stock, sleep, able, reach):
                            yield None
            if layer:
                layers.append(layer)
            if grown:
                layers.append(grown)
