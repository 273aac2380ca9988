"""Room: the best plan, exact, and the next ones in rule order (rules section 3); the entrance to the solver.

`plans` is a generator that works in slices: it yields None after each (at most 10 ms on the Pico) and plans as it
finds them. Comes after machines.py; play.py shows the plans, lights draws their flows.
"""

from firmware.games.energy_matrix.settle_bound import Bound, unpack
from firmware.games.energy_matrix.settle_graph import LIMITS, graph, problem
from firmware.games.energy_matrix.settle_prepare import prepare
from firmware.games.energy_matrix.settle_route import route
from firmware.games.energy_matrix.settle_search import walk

__all__ = ("best", "graph", "plans", "problem")

MERGED = 64  # outcomes of small groups that are worked out beforehand
BATCH = 6  # plans kept from one walk
CHUNK = 64  # outcomes looked at between two yields


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
    known = {}
    shown = set()
    bound = Bound(found, nodes, [change for change, _ in outcomes])
    last = None
    size = 1  # the first plan is wanted at once, the next ones may come by the handful
    while True:
        bound.score, bound.rank = -1, 0
        batch = []
        for step in _best_few(found, nodes, outcomes, bound, known, shown, last, size):
            if step is None:
                yield None
            else:
                batch = step
        for last in batch:
            shown.add(last[2])
            for plan in _plan(found, bound, last):
                yield plan
        if len(batch) < size:
            return
        size = BATCH


def _merge(found):
    """Work out the small groups: yields None between slices, at last ([(change, rank), ...], nodes left to walk).

    Of sets with the same change only the best ranked is kept."""
    merged = {0: 0}
    nodes = []
    for group in found.groups:
        if group is found.groups[-1] or len(merged) << len(group) > MERGED:
            nodes = group + nodes
            continue
        grown = {}
        for leaf in walk(found, group):
            if leaf is None:
                yield None
                continue
            change, rank = leaf
            for other in merged:
                key = change + other
                total = rank + merged[other]
                if key not in grown or grown[key] < total:
                    grown[key] = total
        merged = grown
        yield None
    yield list(merged.items()), nodes


def _best_few(found, nodes, outcomes, bound, known, shown, last, size):
    """Yields None between slices, at last the list of the `size` best outcomes not yet shown: (score, rank, change).

    `last` is the plan shown last: only what comes after it in rule order is looked at."""
    few = []
    work = 0
    for leaf in walk(found, nodes, bound, known):
        if leaf is None:
            yield None
            continue
        change, rank = leaf
        for other, other_rank in outcomes:
            work += 1
            if work > CHUNK:
                work = 0
                yield None
            total = change + other
            score = bound.worth(found.base + total)
            entry = (score, rank + other_rank, total)
            if len(few) == size and entry <= few[-1]:
                continue
            if total in shown or (last is not None and entry >= last):
                continue
            _keep(few, entry, size)
            if len(few) == size:
                bound.score, bound.rank = few[-1][0], few[-1][1]
    yield few


def _keep(few, entry, size):
    """Put an outcome in its place in the list, best first; of equal outcomes the better rank stays."""
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


def _plan(found, bound, entry):
    """Yields None between slices, at last the plan."""
    score, rank, change = entry
    asked = found.problem
    chosen = []
    for group in found.groups:
        chosen += [node for node in group if rank & found.bit[node]]
    for answer in route(found, chosen):
        if answer is None:
            yield None
    order, flow = answer
    flows = [list(given) for given in found.given if given[1] in chosen]
    for arc in range(len(flow)):
        if flow[arc]:
            supply = found.net.arc_supply[arc]
            taker = found.net.need_node[found.net.arc_need[arc]]
            flows.append([found.net.supply_node[supply], taker, found.net.supply_kind[supply], flow[arc]])
    producers = []
    for node in range(len(asked.gives)):
        if asked.gives[node] and not asked.takes[node] and node not in asked.free:
            producers.append(node)
    yield {
        "converters": sorted(chosen),
        "order": producers + order,
        "flows": flows,
        "net": list(unpack(found.base + change, found.width)),
        "damage": score // bound.weight,
        "value": score % bound.weight,
    }
