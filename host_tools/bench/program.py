"""Room: the best plan as an integer program for OR-tools' CP-SAT: what the game's own solver is compared with.

Written from the rules (section 3, best plan), not from the game's solver: converters that fire, units on every pair of
adjacent machines, a place in the order of firing for each converter. OR-tools is a development dependency.
"""

from typing import NamedTuple

from ortools.sat.python import cp_model

STEPS = (18, 27, 54)
LIMITS = (12, 8, 4)


class Firing(NamedTuple):
    """Who may fire, and the variables for it: `fires` and `turn` {converter: variable}; the rest is as in `best`."""

    gives: list
    takes: list
    near: list
    free: tuple
    running: list
    fires: dict
    turn: dict


def best(gives, takes, near, rulers=(0, 0, 0), limits=LIMITS, steps=STEPS, free=()):
    """(converters, totals, damage, value) of the best plan.

    `gives[node]` and `takes[node]` are (a, b, c), None where nothing runs or for a producer; `near[node]` lists the
    adjacent nodes; units of the producers in `free` cost nothing and do not score (rules section 6). Nodes are compared
    in their own order."""
    model = cp_model.CpModel()
    running = [node for node in range(len(gives)) if gives[node]]
    converters = [node for node in running if takes[node]]
    fires = {node: model.new_bool_var(f"fires {node}") for node in converters}
    turn = {node: model.new_int_var(0, len(converters), f"turn {node}") for node in converters}
    firing = Firing(gives, takes, near, free, running, fires, turn)
    totals = []
    for kind in range(3):
        flows = _flows(model, kind, firing)
        most = sum(gives[node][kind] for node in running if node not in free)
        total = model.new_int_var(0, most, f"total {kind}")
        made = sum(gives[node][kind] * fires.get(node, 1) for node in running if node not in free)
        model.add(total == made - sum(flows))
        totals.append((total, most))
    damage, value = _worth(model, totals, rulers, limits, steps)
    # Damage before value before few converters before the first cells, in one number.
    rank = sum(fires[node] * ((1 << place) - (1 << len(converters))) for place, node in enumerate(reversed(converters)))
    weight = 1 + sum(step * max(0, limit - at) for step, limit, at in zip(steps, limits, rulers, strict=True))
    goal = (damage * weight + value) * (len(converters) + 1 << len(converters)) + rank
    if free:
        # Of the flows of one set the one that takes most free units, wherever a ruler may be full already.
        goal = goal * (1 + sum(most for _, most in totals)) + sum(total for total, _ in totals)
    model.maximize(goal)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) != cp_model.OPTIMAL:
        raise RuntimeError("the integer program found no optimum")
    chosen = [node for node in converters if solver.value(fires[node])]
    net = [solver.value(total) for total, _ in totals]
    return chosen, net, int(solver.value(damage)), int(solver.value(value))


def _flows(model, kind, firing):
    """Units of one kind that run between adjacent machines; what fires gets all it takes, from those fired before. Only
    the flows that lower the totals are returned."""
    gives, takes, near, free, running, fires, turn = firing
    sent = {node: [] for node in running}
    for node in fires:
        got = []
        for other in near[node]:
            if not gives[other] or not gives[other][kind] or not takes[node][kind]:
                continue
            most = min(gives[other][kind], takes[node][kind])
            flow = model.new_int_var(0, most, f"{kind} from {other} to {node}")
            got.append(flow)
            sent[other].append(flow)
            if takes[other]:
                used = model.new_bool_var("")
                model.add(flow <= most * used)
                model.add(turn[other] + 1 <= turn[node]).only_enforce_if(used)
        model.add(sum(got) == takes[node][kind] * fires[node])
    for node in running:
        if sent[node]:
            model.add(sum(sent[node]) <= gives[node][kind] * fires.get(node, 1))
    return [flow for node, flows in sent.items() if node not in free for flow in flows]


def _worth(model, totals, rulers, limits, steps):
    """(rulers brought to their threshold, value of the steps moved)."""
    hits, value = [], 0
    for kind, (total, most) in enumerate(totals):
        room = max(0, limits[kind] - rulers[kind])
        moved = model.new_int_var(0, min(room, most), f"moved {kind}")
        model.add(moved <= total)
        hit = model.new_bool_var(f"hit {kind}")
        model.add(total >= room).only_enforce_if(hit)
        hits.append(hit)
        value += steps[kind] * moved
    return sum(hits), value
