"""Room: shrinks a problem before the search: who can be fed at all, which supplies nobody quarrels about, which
converters stand alone. Comes after settle_graph.py; settle_search.py searches what is left."""

from firmware.games.energy_matrix.settle_flow import Network
from firmware.games.energy_matrix.settle_groups import group


class Prepared:
    """What the search reads.

    problem    the Problem asked
    producers  nodes of the powered producers, without the free ones; base: what they make, packed
    order      nodes of the converters that can be fed, as they can first be fed
    gain       node -> packed change of the totals when it fires (contested free units counted as own)
    hope       node -> the same when all free units beside it were for it alone
    bit        node -> its bit in a set; the first cell in reading order has the largest
    rank       node -> what it adds to a set's rank: of two sets the one with the larger rank is preferred
    net        Network of needs and supplies, or None while nobody can quarrel
    given      (supplier, converter, kind, units): settled beforehand, whatever else fires
    needs      node -> its needs still open (numbers in net); only nodes that have some
    supplies   node -> its supplies still wanted (numbers in net); only converters that have some
    gratis     need -> its arcs from free supplies; () when there are none at all
    groups     lists of nodes that must be searched together, each in firing-friendly order, small groups first
    """

    def __init__(self, problem):
        self.problem = problem
        self.net = None
        self.given = []
        self.needs = {}
        self.supplies = {}
        self.gratis = ()


def prepare(problem):
    """Generator: yields None between slices; the Prepared problem comes last."""
    found = Prepared(problem)
    closure(found)
    if len(found.order) < 2:
        found.groups = [found.order] if found.order else []
        if problem.free:
            network(found)
            yield None
            _settle_beforehand(found)
            _count_free(found)
        yield found
        return
    yield None
    network(found)
    yield None
    _settle_beforehand(found)
    if problem.free:
        _count_free(found)
    yield None
    group(found)
    yield found


def closure(found):
    """Keep the converters that can be fed when all others help: from the producers outwards, in waves."""
    problem = found.problem
    wants, makes, near, free, width = problem.wants, problem.makes, problem.near, problem.free, problem.width
    guards = (1 << (width - 1)) * (1 + (1 << width) + (1 << 2 * width))
    supply = list(makes)
    waiting = []
    producers = []
    base = node = 0
    for wanted in wants:
        if wanted:
            supply[node] = 0
            waiting.append(node)
        elif makes[node] and node not in free:
            base += makes[node]
            producers.append(node)
        node += 1
    gain = {}
    order = []
    grown = True
    while grown and waiting:
        grown = False
        still = []
        for node in waiting:
            have = guards - wants[node]
            for other in near[node]:
                have += supply[other]
            # A guard survives where at least as much is there as wanted.
            if have & guards == guards:
                supply[node] = makes[node]
                order.append(node)
                gain[node] = makes[node] - wants[node]
                grown = True
            else:
                still.append(node)
        waiting = still
    found.producers = producers
    found.base = base
    found.order = order
    found.gain = found.hope = gain
    found.bit = bits = {}
    found.rank = ranks = {}
    one_more = 1 << len(order)
    bit = one_more
    for node in sorted(order):
        bit >>= 1
        bits[node] = bit
        ranks[node] = bit - one_more


def network(found):
    """Needs of the converters in `order` and the supplies beside them."""
    problem = found.problem
    wants, makes, near, free, width = problem.wants, problem.makes, problem.near, problem.free, problem.width
    mask = (1 << width) - 1
    net = found.net = Network()
    turn = {}
    for node in found.order:
        turn[node] = len(turn) + 1
    at = {}
    for node in found.order:
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
            wanted >>= width
            shift += width
            kind += 1
        found.needs[node] = numbers


def _settle_beforehand(found):
    """Meet needs from supplies that suffice for all who could ever want them, or that only one could ever want.

    Producers only: they have fired before anyone. An own producer is left alone while a taker could have free units
    instead. Arcs that are done with are taken out of the network; `given` remembers them."""
    net = found.net
    wants, free = found.problem.wants, found.problem.free
    left, units = net.supply_units, net.need_units
    arc_need, arc_supply, need_arcs, supply_arcs = net.arc_need, net.arc_supply, net.need_arcs, net.supply_arcs
    queue = []
    for supply in range(len(left)):
        if not wants[net.supply_node[supply]]:
            queue.append(supply)
    while queue:
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
    for node in found.order:
        found.needs[node] = [need for need in found.needs[node] if units[need]]
        if not found.needs[node]:
            del found.needs[node]
    for node in list(found.supplies):
        found.supplies[node] = [supply for supply in found.supplies[node] if supply_arcs[supply]]
        if not found.supplies[node]:
            del found.supplies[node]


def _has_free(net, need, free):
    return any([net.supply_node[net.arc_supply[arc]] in free for arc in net.need_arcs[need]])


def _count_free(found):
    """Free units: those settled beforehand are no loss; those still contested may be none (hope)."""
    net = found.net
    width, free = found.problem.width, found.problem.free
    for supplier, node, kind, units in found.given:
        if supplier in free:
            found.gain[node] += units << (width * kind)
    found.gratis = [[arc for arc in arcs if net.supply_node[net.arc_supply[arc]] in free] for arcs in net.need_arcs]
    found.hope = dict(found.gain)
    for node in found.needs:
        for need in found.needs[node]:
            units = 0
            for arc in found.gratis[need]:
                supply = net.arc_supply[arc]
                units += net.supply_units[supply]
                shift = width * net.supply_kind[supply]
            if units:
                found.hope[node] += min(units, net.need_units[need]) << shift
