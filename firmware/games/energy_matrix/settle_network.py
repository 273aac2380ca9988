"""Room: the network of what converters may take from whom, less all that is no question; part of settle_prepare."""

from firmware.games.energy_matrix.settle_flow import Network

SLICE = 10  # needs or supplies looked at between two yields


def network(found, nodes):
    """Generator, yields between slices: makes found.net of the needs of `nodes` and the supplies beside them.

    Also fills found.needs and found.supplies."""
    problem = found.problem
    wants, makes, near, free, width = problem.wants, problem.makes, problem.near, problem.free, problem.width
    mask = (1 << width) - 1
    net = found.net = Network()
    turn = {}
    for node in found.order:
        turn[node] = len(turn) + 1
    at = {}
    work = 0
    for node in nodes:
        wanted = wants[node]
        numbers = []
        kind = shift = 0
        while wanted:
            units = wanted & mask
            if units:
                rated = []
                for other in near[node]:
                    made = (makes[other] >> shift) & mask
                    if made and (other in turn or not wants[other]):
                        key = 3 * other + kind
                        supply = at.get(key)
                        if supply is None:
                            supply = at[key] = net.add_supply(other, kind, made)
                            if other in turn:
                                found.supplies.setdefault(other, []).append(supply)
                        # Free units first, then producers, then converters in the order of the closure.
                        rated.append((-1 if other in free else turn.get(other, 0), supply))
                if len(rated) > 1:
                    rated.sort()
                numbers.append(net.add_need(node, units, rated))
                work += 1
                if work == SLICE:
                    work = 0
                    yield None
            wanted >>= width
            shift += width
            kind += 1
        found.needs[node] = numbers


def settle_beforehand(found, nodes):
    """Meet needs from supplies that suffice for all who could ever want them, or that only one could ever want.

    Producers only: they have fired before anyone. An own producer is left alone while a taker could have free units
    instead. Arcs that are done with are taken out of the network; found.given remembers them. A generator as above."""
    net = found.net
    wants, free = found.problem.wants, found.problem.free
    left, units = net.supply_units, net.need_units
    arc_need, arc_supply, need_arcs, supply_arcs = net.arc_need, net.arc_supply, net.need_arcs, net.supply_arcs
    queue = []
    for supply in range(len(left)):
        if not wants[net.supply_node[supply]]:
            queue.append(supply)
    work = 0
    while queue:
        work += 1
        if work == SLICE:
            work = 0
            yield None
        supply = queue.pop()
        takers = supply_arcs[supply]
        if len(takers) > 1:
            wanted = 0
            for arc in takers:
                wanted += units[arc_need[arc]]
            if left[supply] < wanted:
                continue
        node = net.supply_node[supply]
        if free and node not in free and any([_has_free(net, arc_need[arc], free) for arc in takers]):
            continue
        supply_arcs[supply] = []
        for arc in takers:
            need = arc_need[arc]
            moved = min(left[supply], units[need])
            units[need] -= moved
            left[supply] -= moved
            found.given.append((node, net.need_node[need], net.supply_kind[supply], moved))
            need_arcs[need].remove(arc)
            for other in need_arcs[need]:
                taken = arc_supply[other]
                if not units[need]:
                    supply_arcs[taken].remove(other)
                if taken not in queue and supply_arcs[taken] and not wants[net.supply_node[taken]]:
                    queue.append(taken)
            if not units[need]:
                need_arcs[need] = ()
    for node in nodes:
        numbers = [need for need in found.needs[node] if units[need]]
        if numbers:
            found.needs[node] = numbers
        else:
            del found.needs[node]
    for node in list(found.supplies):
        numbers = [supply for supply in found.supplies[node] if supply_arcs[supply]]
        if numbers:
            found.supplies[node] = numbers
        else:
            del found.supplies[node]


def _has_free(net, need, free):
    return any([net.supply_node[net.arc_supply[arc]] in free for arc in net.need_arcs[need]])
