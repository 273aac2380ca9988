"""Room: can this set of converters fire, in which order, who feeds whom (rules section 3). Comes after settle_prepare.

For a given order of firing each kind is a transport problem of its own, and an order matters only through who precedes
whom. So units are routed first as if everybody had already fired; when the routes go in a circle, some machine of the
circle must in truth fire before its feeder, and each such possibility is tried in turn.
"""

from firmware.games.energy_matrix.settle_flow import feed


def route(found, chosen):
    """Generator: yields None between slices, at last (order, flow by arc), or False when the set cannot fire.

    `chosen` lists nodes of converters in firing-friendly order; the order answered lists the same nodes."""
    count = len(chosen)
    stack = [[0] * count]  # of lists: bits of the machines that must fire before each
    while stack:
        before = stack.pop()
        flow = _flow(found, chosen, before)
        yield None
        if flow is None:
            continue
        eats = _eats(found, chosen, flow)
        order = _order(eats)
        if len(order) == count:
            yield [chosen[at] for at in order], flow
            return
        circle = _circle(eats, order)
        # One machine of the circle fires before its feeder; in branch i it is the feeder of number i, and the
        # feeders before it in the circle fire before those they feed: so no two branches try the same order.
        branches = []
        for at in range(len(circle)):
            eater = circle[(at + 1) % len(circle)]
            first = _ordered(before, eater, circle[at])
            if first is not None:
                branches.append(first)
            before = _ordered(before, circle[at], eater)
            if before is None:
                break
        branches.reverse()
        stack += branches
    yield False


def _flow(found, chosen, before):
    """Units by arc when every need of the chosen can be met from machines that may fire earlier, else None."""
    net = found.net
    flow = [0] * len(net.arc_supply)
    spare = list(net.supply_units)
    place = {}
    for at in range(len(chosen)):
        place[chosen[at]] = at
    arcs = list(net.need_arcs)
    wants = found.problem.wants
    free = found.problem.free
    for node in chosen:
        for need in found.needs.get(node, ()):
            later = place[node]
            usable = []
            for arc in net.need_arcs[need]:
                maker = net.supply_node[net.arc_supply[arc]]
                if not wants[maker] or (maker in place and not before[place[maker]] >> later & 1):
                    usable.append(arc)
            arcs[need] = usable
    if free:
        gratis = [[a for a in row if net.supply_node[net.arc_supply[a]] in free] for row in arcs]
        for node in chosen:
            for need in found.needs.get(node, ()):
                feed(net, need, net.need_units[need], spare, flow, gratis)
    for node in chosen:
        for need in found.needs.get(node, ()):
            units = net.need_units[need]
            if free:
                for arc in arcs[need]:
                    units -= flow[arc]
            if units and not feed(net, need, units, spare, flow, arcs):
                return None
    return flow


def _eats(found, chosen, flow):
    """For each chosen converter, bits of the chosen converters whose units it takes."""
    net = found.net
    bit = {}
    for at in range(len(chosen)):
        bit[chosen[at]] = 1 << at
    eats = []
    for node in chosen:
        makers = 0
        for need in found.needs.get(node, ()):
            for arc in net.need_arcs[need]:
                if flow[arc]:
                    makers |= bit.get(net.supply_node[net.arc_supply[arc]], 0)
        eats.append(makers)
    return eats


def _order(eats):
    """Numbers of machines in an order in which all fire after those they eat from; circles are left out."""
    order = []
    done = 0
    grown = True
    while grown:
        grown = False
        for at in range(len(eats)):
            if not done >> at & 1 and not eats[at] & ~done:
                done |= 1 << at
                order.append(at)
                grown = True
    return order


def _circle(eats, order):
    """A shortest-found circle [feeder, its eater, ...] among the machines that are not in `order`."""
    left = (1 << len(eats)) - 1
    for at in order:
        left &= ~(1 << at)
    for at in range(len(eats)):
        # Two that feed each other are the commonest circle and split best.
        if left >> at & 1:
            for other in range(at):
                if eats[at] >> other & 1 and eats[other] >> at & 1:
                    return [other, at]
    at = 0
    while not left >> at & 1:
        at += 1
    walk = []
    while at not in walk:
        walk.append(at)
        makers = eats[at] & left
        at = 0
        while not makers >> at & 1:
            at += 1
    circle = walk[walk.index(at) :]
    circle.reverse()
    return circle


def _ordered(before, first, second):
    """`before` with one more demand, that `first` fires before `second`; None when the opposite is demanded."""
    if before[first] >> second & 1:
        return None
    if before[second] >> first & 1:
        return before
    earlier = before[first] | 1 << first
    after = []
    for at in range(len(before)):
        if at == second or before[at] >> second & 1:
            after.append(before[at] | earlier)
        else:
            after.append(before[at])
    return after


def private_flows(problem, node, producers, flows):
    """Add to `flows` what a converter takes from producers that are its own: [from, to, kind, units]."""
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


def network_flows(found, flow, flows):
    """Add to `flows` what runs in the network: [from, to, kind, units] of each arc that carries something."""
    net = found.net
    arc = 0
    for units in flow:
        if units:
            supply = net.arc_supply[arc]
            flows.append([net.supply_node[supply], net.need_node[net.arc_need[arc]], net.supply_kind[supply], units])
        arc += 1
