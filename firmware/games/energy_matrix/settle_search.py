"""Room: walks the sets of converters that can fire, cutting off what cannot be best. Comes after settle_prepare.

A set is told by its packed change of the totals and its rank (settle_prepare). The walk decides one converter after
the other, firing first, and brings each its units at once; converters not yet decided on may lend theirs. So whatever
cannot be fed ends a branch early, and only sets whose units went against the order are examined for circles.
"""

from firmware.games.energy_matrix.settle_flow import feed
from firmware.games.energy_matrix.settle_route import route

SLICE = 24  # decisions between two yields


def walk(found, nodes, bound=None, known=None):
    """Generator: yields None between slices and (change, rank) for each set of `nodes` that can fire.

    `bound`: a Bound (settle_bound.py) that may cut branches; `known`: a dict that keeps the answers about circles."""
    count = len(nodes)
    net = found.net
    needs_of, supplies_of, hope = found.needs, found.supplies, found.hope
    spare, lent, backward = _start(found, nodes)
    flow = [0] * len(net.arc_supply)
    stack = []
    at = change = rank = work = 0
    while True:
        work += 1
        if work >= SLICE:
            work = 0
            yield None
        dead = bound is not None and not bound.hopeful(at, change, rank)
        if not dead and at == count:
            dead = True
            fires = True
            for arc in backward:
                if flow[arc]:
                    fires = known.get(rank) if known else None
                    break
            if fires is None:
                for answer in route(found, [node for node in nodes if rank & found.bit[node]]):
                    yield None
                fires = answer is not False
                if known is not None:
                    known[rank] = fires
            if fires:
                yield _exact(found, nodes, rank, flow) if found.gratis else change, rank
        if not dead:
            node = nodes[at]
            stack.append((at, change, rank, spare, flow))
            if node in needs_of or node in supplies_of:
                spare, flow = list(spare), list(flow)
                for need in needs_of.get(node, ()):
                    if not _feed(found, need, spare, flow):
                        dead = True
                        break
                if node not in lent:
                    for supply in supplies_of.get(node, ()):
                        spare[supply] = net.supply_units[supply]
            at += 1
            change += hope[node]
            rank += found.rank[node]
        while dead:
            if not stack:
                return
            at, change, rank, spare, flow = stack.pop()
            dead = False
            if nodes[at] in lent:
                spare, flow = list(spare), list(flow)
                dead = not _withdraw(found, nodes[at], spare, flow)
            at += 1


def _start(found, nodes):
    """(spare units by supply, the nodes that lend before they are decided on, arcs against the order)."""
    net = found.net
    spare = list(net.supply_units)
    decided = []
    lent = []
    backward = []
    for node in nodes:
        for supply in found.supplies.get(node, ()):
            spare[supply] = 0
            for arc in net.supply_arcs[supply]:
                if net.need_node[net.arc_need[arc]] in decided:
                    backward.append(arc)
                    if node not in lent:
                        lent.append(node)
        decided.append(node)
    for node in lent:
        for supply in found.supplies[node]:
            spare[supply] = net.supply_units[supply]
    return spare, lent, backward


def _exact(found, nodes, rank, flow):
    """The packed change of the totals of a set, now that it is known how many free units it takes."""
    change = 0
    for node in nodes:
        if rank & found.bit[node]:
            change += found.gain[node]
    net = found.net
    for arcs in found.gratis:
        for arc in arcs:
            change += flow[arc] << (found.problem.width * net.supply_kind[net.arc_supply[arc]])
    return change


def _feed(found, need, spare, flow):
    """Feed a need, from free units as far as they go."""
    net = found.net
    units = net.need_units[need]
    if found.gratis:
        feed(net, need, units, spare, flow, found.gratis)
        for arc in found.gratis[need]:
            units -= flow[arc]
        if not units:
            return True
    return feed(net, need, units, spare, flow, net.need_arcs)


def _withdraw(found, node, spare, flow):
    """A converter that lent units will not fire: its takers are fed anew; False when they cannot be."""
    net = found.net
    hungry = []
    for supply in found.supplies[node]:
        spare[supply] = 0
        for arc in net.supply_arcs[supply]:
            if flow[arc]:
                hungry.append((net.arc_need[arc], flow[arc]))
                flow[arc] = 0
    for need, units in hungry:
        if not feed(net, need, units, spare, flow, net.need_arcs):
            return False
    return True
