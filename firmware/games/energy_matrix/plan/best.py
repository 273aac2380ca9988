"""Room: the best plan, exact, and the next ones in rule order (rules section 3); the entrance to the solver.

`plans` is a generator that works in slices: it yields None after each (at most 10 ms on the Pico) and plans as it
finds them. Comes after machines.py; play.py shows the plans, lights draws their flows.
"""

from firmware.games.energy_matrix.cards.units import unpack
from firmware.games.energy_matrix.plan.bound import Bound, Worth
from firmware.games.energy_matrix.plan.flows import flows_of
from firmware.games.energy_matrix.plan.hunt import hunt
from firmware.games.energy_matrix.plan.listing import forward
from firmware.games.energy_matrix.plan.memory import Memory, looks_of
from firmware.games.energy_matrix.plan.moves import Moves
from firmware.games.energy_matrix.plan.prepare import prepare
from firmware.games.energy_matrix.plan.problem import LIMITS, graph, problem

__all__ = ("best", "graph", "plans", "problem")

LISTED = 32  # positions of a group, up to which all its sets are listed
TRIED = 8  # converters of a group, up to which listing is tried
MERGED = 512  # outcomes of several groups together, up to which they are listed
BATCH = 6  # plans looked for at once after the first
CHUNK = 32  # outcomes rated or merged between two yields


def best(board, event="none", rulers=(0, 0, 0), limits=LIMITS, rule="exact", catalogue=None):
    """The best plan of a board; see `plans` for its shape."""
    for plan in plans(problem(board, event, rulers, limits, rule=rule, catalogue=catalogue)):
        if plan is not None:
            return plan


def plans(asked, memory=None):
    """Generator: None after each slice of work, and plans in rule order, each outcome once.

    A plan is {"converters": [cells, reading order], "order": [cells fired, in order], "flows": [[from, to, kind 0-2,
    units], ...], "net": [a, b, c], "damage": rulers brought to their threshold, "value": of the steps moved}.
    `memory` (settle_memory.py) is what one board leaves to the next."""
    if memory is None or asked.free:
        memory = Memory()
    memory.begin()
    for found in prepare(asked):
        if found is None:
            yield None
    for listed in _list_groups(found, memory):
        if listed is None:
            yield None
    outcomes, nodes, big = listed
    worth = Worth(asked)
    hunted = _hunted(found, worth, nodes, big, outcomes, memory) if nodes else _sorted(found, worth, outcomes)
    for entry in hunted:
        if entry is None:
            yield None
        else:
            memory.finish()
            for plan in _plan(found, worth, entry):
                yield plan


def _list_groups(found, memory):
    """List what the groups may do: yields None between slices, at last ([(change, rank), ...], nodes of the groups that
    are too big to list, (nodes, Moves or None, looks) of the last). Of sets with the same change only the best ranked
    is kept."""
    merged = {0: 0}
    nodes = []
    big = None
    for members in found.groups:
        node = members[0]
        if len(members) == 1 and node not in found.needs and 2 * len(merged) <= MERGED:
            for _ in _merge(merged, [(found.gain[node], found.rank[node])], merged):
                yield None
            continue
        yield None
        moves = None
        looks = looks_of(found, members)
        sets = memory.recall(looks)
        if sets is None:
            if len(members) > 4:
                yield None
            moves = Moves(found, members)
            yield None
            sets = False
            if len(members) <= TRIED:
                for sets in forward(moves, LISTED):
                    if sets is None:
                        yield None
            memory.keep(looks, sets)
        if not sets or len(merged) * len(sets) > MERGED:
            nodes = members + nodes
            big = members, moves, looks
            continue
        grown = {}
        for _ in _merge(merged, sets, grown):
            yield None
        merged = grown
    yield None
    yield list(merged.items()), nodes, big


def _merge(merged, sets, grown):
    """Add to the outcomes `grown` what comes of each of `merged` with each of `sets`: of the same change only the best
    ranked. A generator, yields between slices."""
    others = list(merged.items())
    work = 0
    for change, rank in sets:
        for other, total in others:
            other += change
            total += rank
            if grown.get(other, total) <= total:
                grown[other] = total
            work += 1
            if work == CHUNK:
                work = 0
                yield None


def _sorted(found, worth, outcomes):
    """Outcomes (score, rank, totals) in rule order when all are listed: the best at once, the others sorted later."""
    rated = []
    for at in range(0, len(outcomes), CHUNK):
        rated += worth.rate(found.base, 0, outcomes[at : at + CHUNK])
        if len(rated) >= CHUNK:
            yield None
    first = max(rated)
    yield first
    rated.remove(first)
    rated.sort()
    while rated:
        yield rated.pop()


def _hunted(found, worth, nodes, big, outcomes, memory):
    """Outcomes (score, rank, totals) in rule order; yields None between slices. Looks for the best first, then for a
    few at a time, each time among those that come after the last one in rule order. A set that won before is there from
    the start, to be beaten."""
    yield None
    members, moves, looks = big
    if members != nodes:
        moves = None
        looks = looks_of(found, nodes)
        yield None
    if moves is None:
        moves = Moves(found, nodes)
        yield None
    bound = Bound(found, worth, moves)
    yield None
    for _ in bound.draw([change for change, _ in outcomes]):
        yield None
    yield None
    shown = set()
    last = None
    size = 1
    few = []
    looks = ("won",) + looks
    won = memory.recall(looks)

    def judge(change, rank):
        rated = worth.rate(found.base + change, rank, outcomes)
        for entry in rated:
            if len(few) == size and entry <= few[-1]:
                continue
            if entry[2] in shown or (last is not None and entry >= last):
                continue
            _keep(few, entry, size)
            if few[0] is entry and last is None:
                memory.keep(looks, (change, rank))
            if len(few) == size:
                bound.score, bound.rank = few[-1][0], few[-1][1]
        return max(rated)[0]

    while True:
        bound.score, bound.rank = -1, 0
        few = []
        known = won is not None and last is None
        if known:
            judge(won[0], won[1])
        for _ in hunt(moves, bound, judge, not known):
            yield None
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
    chosen, order, flows = [], [], []
    if rank:
        change = totals - found.base
        for members in found.groups:
            for node in members:
                if rank & found.bit[node]:
                    chosen.append(node)
                    change -= found.gain[node]
        for answer in flows_of(found, chosen, change):
            if answer is None:
                yield None
        order, flows = answer
    yield {
        "converters": sorted(chosen),
        "order": found.problem.producers + order,
        "flows": flows,
        "net": list(unpack(totals, worth.width)),
        "damage": score // worth.weight,
        "value": score % worth.weight,
    }
