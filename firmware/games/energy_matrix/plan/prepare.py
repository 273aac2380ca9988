"""Room: shrinks a problem before the search: who can be fed at all, which supplies nobody quarrels about, which
converters stand alone. Comes after settle_graph.py; settle_forward.py and settle_hunt.py search what is
left."""

from firmware.games.energy_matrix.plan.groups import group
from firmware.games.energy_matrix.plan.network import network, settle_beforehand


class Prepared:
    """What the search reads.

    problem    the Problem asked
    base       what the own producers make, packed
    guards     the free bit of each kind: what it is good for see `closure`
    order      nodes of the converters that can be fed, as they can first be fed
    gain       node -> packed change of the totals when it fires (contested free units counted as own)
    hope       node -> the same when all free units beside it were for it alone
    bit        node -> its bit in a set; the first cell in reading order has the largest
    rank       node -> what it adds to a set's rank: of two sets the one with the larger rank is preferred
    private    node -> producers that nobody else needs and that suffice for it: it has no part in any quarrel
    given      (supplier, converter, kind, units): settled beforehand, whatever else fires
    needs      node -> its needs still open (settle_network.py); only nodes that have some
    supplies   node -> numbers of its supplies still wanted; only converters that have some
    supply_node, supply_kind, supply_units, takers    of each supply: who makes it, kind, units left, needs that want it
    groups     lists of nodes that must be searched together, each in firing-friendly order, small groups first
    """

    def __init__(self, problem):
        self.problem = problem
        self.guards = (1 << (problem.width - 1)) * (1 + (1 << problem.width) + (1 << 2 * problem.width))
        self.private = {}
        self.given = []
        self.needs = {}
        self.supplies = {}
        self.supply_node = self.supply_kind = self.supply_units = self.takers = ()


def prepare(problem):
    """Generator: yields None between slices; the Prepared problem comes last."""
    found = Prepared(problem)
    yield None
    closure(found)
    if len(problem.converters) > 4:
        yield None
    others = found.order
    if others and not problem.free:
        others = _set_apart(found)
    yield None
    if others:
        for _ in network(found, others):
            yield None
        for _ in settle_beforehand(found, others):
            yield None
        if problem.free:
            _count_free(found)
    for _ in group(found):
        yield None
    yield found


def closure(found):
    """Keep the converters that can be fed when all others help: from the producers outwards, in waves."""
    problem = found.problem
    wants, makes, near = problem.wants, problem.makes, problem.near
    guards = found.guards
    supply = list(makes)
    waiting = problem.converters
    for node in waiting:
        supply[node] = 0
    base = 0
    for node in problem.producers:
        base += makes[node]
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
    found.base = base
    found.order = order
    found.gain = found.hope = gain
    found.bit = bits = {}
    found.rank = ranks = {}
    # The same bit for a node whatever else lies on the board: what is known of a group holds on the next board too.
    one_more = 1 << len(wants)
    for node in order:
        bit = one_more >> (node + 1)
        bits[node] = bit
        ranks[node] = bit - one_more


def _set_apart(found):
    """Fill `private`; returns the converters that share what they need with others, in closure order."""
    problem = found.problem
    wants, makes, near, guards = problem.wants, problem.makes, problem.near, found.guards
    beside = [0] * len(wants)  # converters that may need this node
    for node in found.order:
        for other in near[node]:
            beside[other] += 1
    left = found.order
    grown = True
    while grown and left:
        grown = False
        still = []
        for node in left:
            have = guards - wants[node]
            for other in near[node]:
                if beside[other] == 1 and not wants[other]:
                    have += makes[other]
            if have & guards == guards:
                found.private[node] = [other for other in near[node] if beside[other] == 1 and not wants[other]]
                for other in near[node]:
                    beside[other] -= 1
                grown = True
            else:
                still.append(node)
        left = still
    return left


def _count_free(found):
    """Free units: those settled beforehand are no loss; those still contested may be none (hope)."""
    width, free = found.problem.width, found.problem.free
    for supplier, node, kind, units in found.given:
        if supplier in free:
            found.gain[node] += units << (width * kind)
    found.hope = dict(found.gain)
    for node in found.needs:
        for wanted, supplies, _ in found.needs[node]:
            units = 0
            for supply in supplies:
                if found.supply_node[supply] in free:
                    units += found.supply_units[supply]
                    shift = width * found.supply_kind[supply]
            if units:
                found.hope[node] += min(units, wanted) << shift
