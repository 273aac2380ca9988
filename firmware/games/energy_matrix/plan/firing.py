"""Room: firing by hand, one machine at a time in the player's own order (rules section 3); settle.py proposes instead.

Which neighbour's unit a converter takes is arranged anew after each machine, so that no earlier choice of units
stands in the way; only the order of firing does. `free` and `links` are as in settle_graph.problem.
"""

from firmware.games import CELLS
from firmware.games.energy_matrix.cards.units import unpack
from firmware.games.energy_matrix.plan.augmenting import Network, feed
from firmware.games.energy_matrix.plan.problem import problem


def can_fire(board, event, fired, cell, rule="exact", catalogue=None, links=None, free=()):
    """None when `cell` may fire after the cells `fired`, in that order; else why not: "no_machine", "not_powered",
    "already_fired" or "starved"."""
    if not 0 <= cell < CELLS or board["cells"][cell] is None or board["cells"][cell][0] != "m":
        return "no_machine"
    if cell in fired:
        return "already_fired"
    asked = problem(board, event, rule=rule, catalogue=catalogue, links=links, free=free)
    if not asked.makes[cell]:
        return "not_powered"
    return None if _route(asked, list(fired) + [cell]) else "starved"


def totals(board, event, fired, rule="exact", catalogue=None, links=None, free=()):
    """Units [a, b, c] that nobody took after firing these cells in this order; ValueError when they cannot fire."""
    return outcome(board, event, fired, rule, catalogue, links, free)[0]


def outcome(board, event, fired, rule="exact", catalogue=None, links=None, free=()):
    """(totals, flows) after firing these cells in this order; flows are [[from, to, kind, units], ...]."""
    asked = problem(board, event, rule=rule, catalogue=catalogue, links=links, free=free)
    routed = _route(asked, fired)
    if routed is None:
        raise ValueError("the machines at cells %s cannot fire in this order" % list(fired))
    net, flow = routed
    left = [0, 0, 0]
    flows = []
    for node in fired:
        made = unpack(asked.makes[node], asked.width)
        for kind in range(3):
            left[kind] += made[kind]
    for arc in range(len(flow)):
        if flow[arc]:
            supply = net.arc_supply[arc]
            node, kind = net.supply_node[supply], net.supply_kind[supply]
            flows.append([node, net.need_node[net.arc_need[arc]], kind, flow[arc]])
            if node not in asked.free:
                left[kind] -= flow[arc]
    return left, flows


def _route(asked, fired):
    """(network, units by arc) for machines fired in this order, or None when one of them starves or is unpowered."""
    net = Network()
    at = {}  # node * 3 + kind -> supply
    spare, flow = [], []
    for node in list(asked.free) + list(fired):
        if not asked.makes[node]:
            return None
        needs = []
        wanted = unpack(asked.wants[node], asked.width)
        made = unpack(asked.makes[node], asked.width)
        for kind in range(3):
            units = wanted[kind]
            if units:
                # A team-mate's units first: they cost nothing.
                supplies = [(n not in asked.free, at[n * 3 + kind]) for n in asked.near[node] if n * 3 + kind in at]
                supplies.sort()
                needs.append((net.add_need(node, units, supplies), units))
                flow += [0] * len(supplies)
        for need, units in needs:
            gratis = [[a for a in row if net.supply_node[net.arc_supply[a]] in asked.free] for row in net.need_arcs]
            units = feed(net, need, units, spare, flow, gratis)
            if units and feed(net, need, units, spare, flow, net.need_arcs):
                return None
        for kind in range(3):
            if made[kind]:
                at[node * 3 + kind] = net.add_supply(node, kind, made[kind])
                spare.append(made[kind])
    return net, flow
