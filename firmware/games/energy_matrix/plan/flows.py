"""Room: who feeds whom when a chosen set of converters fires, and in which order; the last step of settle.py."""

from firmware.games.energy_matrix.plan.moves import Moves

SPLITS = 6  # positions made between two yields


def flows_of(found, chosen, free_units):
    """Generator: yields None between slices, at last (order of the nodes, [[from, to, kind, units], ...]).

    `chosen` are converters that can fire together, `free_units` the packed free units that they take from contested
    supplies."""
    flows = []
    for node in chosen:
        if node in found.private:
            _private(found.problem, node, found.private[node], flows)
    for supplier, node, kind, units in found.given:
        if node in chosen:
            flows.append([supplier, node, kind, units])
    sharing = [node for node in found.order if node in chosen and (node in found.needs or node in found.supplies)]
    takes = None if found.problem.free else _greedy(found, sharing)
    if takes is None:
        yield None
        moves = Moves(found, sharing, True)
        yield None
        for answer in _exact(moves, free_units):
            if answer is None:
                yield None
        sharing, takes = answer
    for supply, node, units in takes:
        flows.append([found.supply_node[supply], node, found.supply_kind[supply], units])
    yield [node for node in chosen if node not in sharing] + sharing, flows


def _greedy(found, nodes):
    """[(supply, node, units), ...] when the nodes can fire in this order, each taking what it finds; else None."""
    stock = list(found.supply_units)
    wants = found.problem.wants
    fired = []
    takes = []
    for node in nodes:
        for units, supplies, _ in found.needs.get(node, ()):
            for supply in supplies:
                maker = found.supply_node[supply]
                if stock[supply] and units and (not wants[maker] or maker in fired):
                    taken = min(stock[supply], units)
                    stock[supply] -= taken
                    units -= taken
                    takes.append((supply, node, taken))
            if units:
                return None
        fired.append(node)
    return takes


def _exact(moves, free_units):
    """Generator: yields None between slices, at last (order of the nodes, takes as in _greedy)."""
    everyone = (1 << len(moves.nodes)) - 1
    seen = set()
    stack = [(0, moves.start, None)]  # bits of those fired, stock, how it came about: (place, the entry before)
    while stack:
        entry = stack.pop()
        made = 0
        fired, stock, _ = entry
        if fired == everyone and (not moves.free or moves.taken_free([stock]) == free_units):
            yield _told(moves, entry)
            return
        for at in range(len(moves.nodes) - 1, -1, -1):
            if not fired >> at & 1 and moves.can(stock, at):
                now = fired | 1 << at
                ways = moves.after(stock, at, now)
                made += len(ways)
                if made > SPLITS:
                    made = 0
                    yield None
                for left in ways:
                    left = moves.freeze(left)
                    if (now, left) not in seen:
                        seen.add((now, left))
                        stack.append((now, left, (at, entry)))
        yield None


def _told(moves, entry):
    """(order, takes) of the way that led to an entry of the stack."""
    order, takes = [], []
    _, stock, way = entry
    while way:
        at, before = way
        node = moves.nodes[at]
        order.append(node)
        for _, supplies, _ in moves.needs[at]:
            for supply in supplies:
                if before[1][supply] > stock[supply]:
                    takes.append((supply, node, before[1][supply] - stock[supply]))
        _, stock, way = before
    order.reverse()
    return order, takes


def _private(problem, node, producers, flows):
    """Add to `flows` what a converter takes from producers that are its own."""
    mask = (1 << problem.width) - 1
    wanted = problem.wants[node]
    kind = shift = 0
    while wanted:
        units = wanted & mask
        for other in producers:
            if not units:
                break
            taken = min(units, (problem.makes[other] >> shift) & mask)
            if taken:
                flows.append([other, node, kind, taken])
                units -= taken
        wanted >>= problem.width
        shift += problem.width
        kind += 1
