"""Room: shrinks a problem before the search: who can be fed at all, which supplies nobody quarrels about, which
converters stand alone. Comes after settle_graph.py; settle_search.py searches what is left.

Units of the three kinds are packed into one integer, `width` bits each (A lowest), so that one addition adds three.
Widths follow the board, so nothing overflows; a board of real cards fits a small integer of 32-bit MicroPython.
"""

from firmware.games.energy_matrix.settle_flow import Network
from firmware.games.energy_matrix.settle_groups import group


class Prepared:
    """What the search reads.

    order      nodes of the converters that can be fed, as they can first be fed
    width      bits of each kind in a packed integer
    base       packed units of the own producers
    gain       node -> packed change of the totals when it fires and takes contested free units as if they were own
    hope       node -> the same when all free units beside it were for it alone
    bit        node -> its bit in a set; the first cell in reading order has the largest
    rank       node -> what it adds to a set's rank: of two sets the one with the larger rank is preferred
    net        Network of the needs still open and the supplies that are contested or come from converters
    given      [supplier, converter, kind, units]: settled beforehand, whatever else fires
    needs      node -> its needs still open (numbers in net); only nodes that have some
    makes      node -> its supplies (numbers in net); only converters that have some
    gratis     need -> its arcs from free supplies, or () when there are none at all
    groups     lists of nodes that must be searched together, each in firing-friendly order
    """

    def __init__(self, problem):
        self.problem = problem
        self.order = ()
        self.net = Network()
        self.given = []
        self.needs = {}
        self.makes = {}
        self.groups = []
        self.bit = {}
        self.rank = {}
        self.gain = {}
        self.hope = self.gain
        self.gratis = ()


def prepare(problem):
    """Generator: yields None between slices; the Prepared problem comes last."""
    found = Prepared(problem)
    packed, wanted = _pack(problem, found)
    _closure(problem, found, packed, wanted)
    yield None
    if found.order:
        contested = _network(problem, found)
        yield None
        _settle_beforehand(problem, found, contested)
        if problem.free:
            _count_free(problem, found)
        yield None
    group(found)
    yield found


def _pack(problem, found):
    """Packed outputs by node and packed inputs by converter; sets width and base."""
    total = 1
    for units in problem.gives:
        if units:
            total += units[0] + units[1] + units[2]
    for units in problem.takes:
        if units:
            total += units[0] + units[1] + units[2]
    # One bit more than any sum needs: the borrow of a comparison lands there.
    width = 1
    while total >> (width - 1):
        width += 1
    found.width = width
    twice = 2 * width
    packed, wanted = [], {}
    base = node = 0
    for units in problem.gives:
        if units:
            value = units[0] + (units[1] << width) + (units[2] << twice)
            taken = problem.takes[node]
            if taken:
                wanted[node] = taken[0] + (taken[1] << width) + (taken[2] << twice)
            elif node not in problem.free:
                base += value
            packed.append(value)
        else:
            packed.append(0)
        node += 1
    found.base = base
    return packed, wanted


def _closure(problem, found, packed, wanted):
    """Keep the converters that can be fed when all others help: from producers outwards, in waves."""
    width = found.width
    guards = (1 << (width - 1)) * (1 + (1 << width) + (1 << 2 * width))
    supply = list(packed)
    for node in wanted:
        supply[node] = 0
    waiting = sorted(wanted)
    order = []
    grown = True
    while grown:
        grown = False
        still = []
        for node in waiting:
            have = guards - wanted[node]
            for other in problem.near[node]:
                have += supply[other]
            if have & guards == guards:
                supply[node] = packed[node]
                order.append(node)
                found.gain[node] = packed[node] - wanted[node]
                grown = True
            else:
                still.append(node)
        waiting = still
    found.order = order
    count = len(order)
    bit = 1 << count
    for node in sorted(order):
        bit >>= 1
        found.bit[node] = bit
        found.rank[node] = bit - (1 << count)


def _network(problem, found):
    """Needs and supplies of the converters in `order`; returns {supply: units its takers still want}."""
    gives, takes, near = problem.gives, problem.takes, problem.near
    net = found.net
    turn = {}
    for node in found.order:
        turn[node] = len(turn) + 1
    at = {}
    contested = {}
    for node in found.order:
        open_needs = []
        for kind in range(3):
            units = takes[node][kind]
            if not units:
                continue
            rated = []
            for other in near[node]:
                made = gives[other]
                if made and made[kind] and (other in turn or not takes[other]):
                    key = 3 * other + kind
                    supply = at.get(key)
                    if supply is None:
                        supply = at[key] = net.add_supply(other, kind, made[kind])
                        contested[supply] = 0
                        if other in turn:
                            found.makes.setdefault(other, []).append(supply)
                    contested[supply] += units
                    # Free units first, then producers, then converters in the order of the closure.
                    rated.append((-1 if other in problem.free else turn.get(other, 0), supply))
            if len(rated) > 1:
                rated.sort()
            open_needs.append(net.add_need(node, units, [supply for _, supply in rated]))
        found.needs[node] = open_needs
    return contested


def _settle_beforehand(problem, found, contested):
    """Meet needs from supplies that suffice for all who could ever want them, or that only one could ever want.

    Producers only: they have fired before anyone. An own producer is left alone while a taker could have free units
    instead. Arcs that are done with are taken out of the network; `given` remembers them."""
    net = found.net
    free = problem.free
    units_left = net.supply_units
    queue = [s for s in contested if problem.takes[net.supply_node[s]] is None]
    waiting = set(queue)
    while queue:
        supply = queue.pop()
        waiting.discard(supply)
        left = units_left[supply]
        takers = net.supply_arcs[supply]
        if not takers or (left < contested[supply] and len(takers) > 1):
            continue
        node = net.supply_node[supply]
        if free and node not in free and any([_has_free(net, net.arc_need[arc], free) for arc in takers]):
            continue
        for arc in list(takers):
            need = net.arc_need[arc]
            units = min(left, net.need_units[need])
            if units:
                left -= units
                found.given.append((node, net.need_node[need], net.supply_kind[supply], units))
                net.need_units[need] -= units
            net.need_arcs[need].remove(arc)
            for other in list(net.need_arcs[need]):
                taken = net.arc_supply[other]
                contested[taken] -= units
                if not net.need_units[need]:
                    net.need_arcs[need].remove(other)
                    net.supply_arcs[taken].remove(other)
                if taken not in waiting and problem.takes[net.supply_node[taken]] is None:
                    waiting.add(taken)
                    queue.append(taken)
            if free:
                _requeue_own(problem, net, need, queue, waiting)
        net.supply_arcs[supply] = []
        units_left[supply] = left
    for node in found.order:
        found.needs[node] = [need for need in found.needs[node] if net.need_units[need]]
        if not found.needs[node]:
            del found.needs[node]
    for node in list(found.makes):
        found.makes[node] = [s for s in found.makes[node] if net.supply_arcs[s]]
        if not found.makes[node]:
            del found.makes[node]


def _has_free(net, need, free):
    return any([net.supply_node[net.arc_supply[arc]] in free for arc in net.need_arcs[need]])


def _requeue_own(problem, net, need, queue, waiting):
    """A need lost an arc to free units: own producers that waited for that are due again."""
    for arc in net.need_arcs[need]:
        supply = net.arc_supply[arc]
        if supply not in waiting and problem.takes[net.supply_node[supply]] is None:
            waiting.add(supply)
            queue.append(supply)


def _count_free(problem, found):
    """Free units: those settled beforehand are no loss; those still contested may be none (hope)."""
    net = found.net
    free = problem.free
    for supplier, node, kind, units in found.given:
        if supplier in free:
            found.gain[node] += units << (found.width * kind)
    found.gratis = [[arc for arc in arcs if net.supply_node[net.arc_supply[arc]] in free] for arcs in net.need_arcs]
    found.hope = dict(found.gain)
    for node in found.needs:
        for need in found.needs[node]:
            units = 0
            for arc in found.gratis[need]:
                supply = net.arc_supply[arc]
                units += net.supply_units[supply]
                shift = found.width * net.supply_kind[supply]
            if units:
                found.hope[node] += min(units, net.need_units[need]) << shift
