"""Room: who feeds whom in a given order of firing: units moved to needs by augmenting paths; for firing.py.

A network holds, for all three kinds at once, *supplies* (what one machine makes of one kind, in units), *needs* (what
one converter takes of one kind, in units) and *arcs* (this need may be met from that supply). Kinds never mix, because
an arc joins a supply and a need of the same kind.
"""


class Network:
    """Supplies, needs and arcs as parallel lists of small integers."""

    def __init__(self):
        self.supply_node = []  # node of each supply
        self.supply_kind = []
        self.supply_units = []
        self.supply_arcs = []  # list of arcs of each supply
        self.need_node = []  # node of each need
        self.need_units = []
        self.need_arcs = []  # list of arcs of each need, in the order in which they are tried
        self.arc_supply = []
        self.arc_need = []

    def add_supply(self, node, kind, units):
        """The number of a new supply."""
        self.supply_node.append(node)
        self.supply_kind.append(kind)
        self.supply_units.append(units)
        self.supply_arcs.append([])
        return len(self.supply_node) - 1

    def add_need(self, node, units, rated):
        """The number of a new need that may be met from the supplies of these pairs (rating, supply)."""
        need = len(self.need_node)
        arc = len(self.arc_supply)
        arcs = []
        for _, supply in rated:
            self.arc_supply.append(supply)
            self.arc_need.append(need)
            self.supply_arcs[supply].append(arc)
            arcs.append(arc)
            arc += 1
        self.need_node.append(node)
        self.need_units.append(units)
        self.need_arcs.append(arcs)
        return need


def feed(net, need, units, spare, flow, arcs):
    """Bring `units` more to a need; returns how many did not arrive.

    `spare` (units left, by supply) and `flow` (units moved, by arc) are changed in place. `arcs` are the arcs each need
    may use now (need_arcs or a part of it). Supplies never take back what they gave: units once taken stay taken,
    though perhaps by another need."""
    arc_supply = net.arc_supply
    for arc in arcs[need]:
        supply = arc_supply[arc]
        taken = min(spare[supply], units)
        spare[supply] -= taken
        flow[arc] += taken
        units -= taken
    while units:
        moved = _augment(net, need, units, spare, flow, arcs)
        if not moved:
            break
        units -= moved
    return units


def _augment(net, need, units, spare, flow, arcs):
    """Move at most `units` along one augmenting path that ends at `need`; how many, 0 when there is no path."""
    arc_supply = net.arc_supply
    arc_need = net.arc_need
    gave_up = {need: -1}  # need -> the arc on which it would give units up
    through = {}  # supply -> the arc by which it was reached
    queue = [need]
    for at in queue:
        for arc in arcs[at]:
            supply = arc_supply[arc]
            if supply in through:
                continue
            through[supply] = arc
            if spare[supply]:
                return _move(net, supply, min(units, spare[supply]), spare, flow, gave_up, through)
            for other in net.supply_arcs[supply]:
                if flow[other] and arc_need[other] not in gave_up:
                    gave_up[arc_need[other]] = other
                    queue.append(arc_need[other])
    return 0


def _move(net, last, units, spare, flow, gave_up, through):
    """Shift units along the path found: from the supply `last` back to the need that asked."""
    supply = last
    while True:
        lost = gave_up[net.arc_need[through[supply]]]
        if lost < 0:
            break
        units = min(units, flow[lost])
        supply = net.arc_supply[lost]
    spare[last] -= units
    supply = last
    while True:
        arc = through[supply]
        flow[arc] += units
        lost = gave_up[net.arc_need[arc]]
        if lost < 0:
            return units
        flow[lost] -= units
        supply = net.arc_supply[lost]
