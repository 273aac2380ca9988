"""Room: the best plan, exact, and the next ones in rule order (rules section 3); the entrance to the solver.

`plans` is a generator that works in slices: it yields None after each (at most 10 ms on the Pico) and plans as it
finds them. Comes after machines.py; play.py shows the plans, lights draws their flows.
"""

from firmware.games.energy_matrix.settle_bound import Bound, Worth
from firmware.games.energy_matrix.settle_graph import LIMITS, graph, problem
from firmware.games.energy_matrix.settle_prepare import prepare
from firmware.games.energy_matrix.settle_route import network_flows, private_flows, route
from firmware.games.energy_matrix.settle_search import walk
from firmware.games.energy_matrix.units import unpack

__all__ = ("best", "graph", "plans", "problem")

MERGED = 64  # outcomes of small groups that are worked out beforehand
SMALL = 3  # converters in a group that is not worth bounding
BATCH = 6  # plans kept from one walk


def best(board, event="none", rulers=(0, 0, 0), limits=LIMITS, rule="exact", catalogue=None):
    """The best plan of a board; see `plans` for its shape."""
    for plan in plans(problem(board, event, rulers, limits, rule=rule, catalogue=catalogue)):
        if plan is not None:
            return plan


def plans(asked):
    """Generator: None after each slice of work, and plans in rule order, each outcome once.

    A plan is {"converters": [cells, reading order], "order": [cells fired, in order], "flows": [[from, to, kind 0-2,
    units], ...], "net": [a, b, c], "damage": rulers brought to their threshold, "value": of the steps moved}."""
    for found in prepare(asked):
        if found is None:
            yield None
    for merged in _merge(found):
        if merged is None:
            yield None
    outcomes, nodes = merged
    worth = Worth(asked)
    if nodes:
        ranked = _walked(found, worth, nodes, outcomes)
    else:
        ranked = _listed(worth.rate(found.base, 0, outcomes))
    for entry in ranked:
        if entry is None:
            yield None
        else:
            for plan in _plan(found, worth, entry):
                yield plan


def _merge(found):
    """Work out the small groups: yields None between slices, at last ([(change, rank), ...], nodes left to walk).

    Of sets with the same change only the best ranked is kept."""
    merged = {0: 0}
    nodes = []
    for members in found.groups:
        if len(members) > SMALL or len(merged) << len(members) > MERGED:
            nodes = members + nodes
            continue
        node = members[0]
        if len(members) == 1 and node not in found.needs:
            leaves = ((0, 0), (found.gain[node], found.rank[node]))
        else:
            leaves = walk(found, members)
        grown = {}
        for leaf in leaves:
            if leaf is None:
                yield None
                continue
            change, rank = leaf
            for other in merged:
                key = change + other
                total = rank + merged[other]
                if grown.get(key, total) <= total:
                    grown[key] = total
        merged = grown
    yield list(merged.items()), nodes


def _listed(rated):
    """Outcomes (score, rank, totals) in rule order when all are known: the best at once, the others sorted later."""
    first = max(rated)
    yield first
    rated.remove(first)
    rated.sort()
    while rated:
        yield rated.pop()


def _walked(found, worth, nodes, outcomes):
    """Outcomes (score, rank, totals) in rule order; yields None between slices."""
    bound = Bound(found, worth, nodes, [change for change, _ in outcomes])
    yield None
    known = {}
    shown = set()
    last = None
    size = 1  # the first plan is wanted at once, the next ones may come by the handful
    while True:
        bound.score, bound.rank = -1, 0
        few = []
        for leaf in walk(found, nodes, bound, known):
            if leaf is None:
                yield None
                continue
            change, rank = leaf
            for entry in worth.rate(found.base + change, rank, outcomes):
                if len(few) == size and entry <= few[-1]:
                    continue
                if entry[2] in shown or (last is not None and entry >= last):
                    continue
                _keep(few, entry, size)
                if len(few) == size:
                    bound.score, bound.rank = few[-1][0], few[-1][1]
        for last in few:
            shown.add(last[2])
            yield last
        if len(few) < size:
            return
        size = BATCH


def _keep(few, entry, size):
    """Put an outcome in its place in the list, best first; of equal totals the better rank stays."""
    for at in range(len(few)):
        if few[at][2] == entry[2]:
            if entry <= few[at]:
                return
            del few[at]
            break
    at = 0
    while at < len(few) and few[at] > entry:
        at += 1
    few.insert(at, entry)
    if len(few) > size:
        few.pop()


def _plan(found, worth, entry):
    """Yields None between slices, at last the plan."""
    score, rank, totals = entry
    chosen = []
    flows = []
    order = found.producers
    if rank:
        for members in found.groups:
            for node in members:
                if rank & found.bit[node]:
                    chosen.append(node)
                    if node in found.private:
                        private_flows(found.problem, node, found.private[node], flows)
        if found.needs:
            for answer in route(found, chosen):
                if answer is None:
                    yield None
            order = order + answer[0]
            network_flows(found, answer[1], flows)
        else:
            order = order + chosen
        flows += [list(given) for given in found.given if given[1] in chosen]
        chosen.sort()
    yield {
        "converters": chosen,
        "order": order,
        "flows": flows,
        "net": list(unpack(totals, worth.width)),
        "damage": score // worth.weight,
        "value": score % worth.weight,
    }
