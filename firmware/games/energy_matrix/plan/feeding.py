"""Room: who feeds whom: units moved from supplies to needs along augmenting paths; for firing.py.

A *supply* is what one machine makes of one kind, a *need* what one converter takes of one kind, an *arc* says that
this need may be met from that supply (docs/best_plan.md, 3). Kinds never mix. Units once taken stay taken, though
perhaps by another need: so free units, which are moved first, are used as far as they can be.
"""

from firmware.games.energy_matrix.plan.problem import SLICE


class Network:
    """Supplies, needs and arcs of a Problem as parallel lists of small integers; needs are added machine by machine.

    bits    node -> bit of a machine that supplies; needs can be told whose supplies are barred
    own     bit of the producers that are not in `bits`, None when only those in `bits` supply
    flow    units moved over each arc
    spare   units left of each supply; lack, units missing of each need
    short   needs that together want more than all who may feed them have, once one could not be met"""

    def __init__(self, problem, bits, own=None):
        self.problem = problem
        self.bits = bits
        self._own = own
        self._supplies = {}  # 3 * node + kind -> number of the supply
        self._supply_key = []
        self._supply_units = []
        self._supply_bit = []
        self._supply_arcs = None  # the arcs of each supply, once they are asked for
        self._arc_supply = []
        self._arc_need = []
        self._need_arcs = []  # the arcs of each need, in the order in which they are tried
        self._need_units = []
        self.need_node = []

    def add_needs(self, node):
        """What a converter takes, from the machines beside it that supply by now; producers are tried before others.
        The numbers of these needs."""
        makers = self._makers(node)
        makes, width = self.problem.makes, self.problem.width
        arc_supply, arc_need = self._arc_supply, self._arc_need
        mask = (1 << width) - 1
        wanted = self.problem.wants[node]
        first = need = len(self.need_node)
        kind = shift = 0
        while wanted:
            units = wanted & mask
            if units:
                start = len(arc_need)
                for maker, bit in makers:
                    made = (makes[maker] >> shift) & mask
                    if made:
                        arc_supply.append(self._supply(3 * maker + kind, made, bit))
                        arc_need.append(need)
                self._need_arcs.append(range(start, len(arc_need)))
                self._need_units.append(units)
                self.need_node.append(node)
                need += 1
            wanted >>= width
            shift += width
            kind += 1
        return range(first, need)

    def _makers(self, node):
        """[(node, bit), ...] of the machines beside it that supply, producers first."""
        producers, converters = [], []
        for maker in self.problem.near[node]:
            bit = self.bits.get(maker)
            if self.problem.wants[maker]:
                if bit is not None:
                    converters.append((maker, bit))
            elif bit is not None or self._own is not None:
                producers.append((maker, self._own if bit is None else bit))
        return producers + converters

    def _supply(self, key, units, bit):
        """The number of a supply."""
        supply = self._supplies.get(key)
        if supply is None:
            supply = self._supplies[key] = len(self._supply_key)
            self._supply_key.append(key)
            self._supply_units.append(units)
            self._supply_bit.append(bit)
        return supply

    def inner(self):
        """[(arc, bit of who feeds, node of who is fed), ...] between converters."""
        found = []
        for arc in range(len(self._arc_need)):
            supply = self._arc_supply[arc]
            if self.problem.wants[self._supply_key[supply] // 3]:
                found.append((arc, self._supply_bit[supply], self.need_node[self._arc_need[arc]]))
        return found

    def clear(self):
        """Nothing is moved yet."""
        self.spare = list(self._supply_units)
        self.lack = list(self._need_units)
        self.flow = [0] * len(self._arc_need)
        self.short = ()
        self._free_only = [-1] * len(self.need_node) if self.problem.free else None

    def route(self, needs, barred):
        """Generator: None between slices, at last whether all these needs are met (`feed`); what a machine that is now
        barred feeds them is taken back first."""
        flow, arc_supply, arc_need, supply_bit = self.flow, self._arc_supply, self._arc_need, self._supply_bit
        for arc in range(len(flow)):
            if flow[arc] and supply_bit[arc_supply[arc]] & barred[arc_need[arc]]:
                self._take_back(arc)
        work = 0
        for need in needs:
            if self.lack[need]:
                work += 1
                if work == SLICE:
                    work = 0
                    yield None
                if not self.feed(need, barred):
                    yield False
                    return
        yield True

    def feed(self, need, barred):
        """Bring a need what it lacks; whether all of it arrived. barred: of each need the bits of machines that may not
        feed it."""
        if self._free_only:
            self._draw(need, self._free_only)
        return self._draw(need, barred) == 0

    def moved(self):
        """What is moved now, for `put_back`."""
        return list(self.flow), list(self.spare), list(self.lack)

    def put_back(self, moved):
        """As it was when `moved` was asked."""
        self.flow, self.spare, self.lack = moved

    def _take_back(self, arc):
        units = self.flow[arc]
        self.flow[arc] = 0
        self.spare[self._arc_supply[arc]] += units
        self.lack[self._arc_need[arc]] += units

    def _draw(self, need, barred):
        """Bring a need what it lacks, first from spare units; how many did not arrive."""
        arc_supply, supply_bit, spare, flow = self._arc_supply, self._supply_bit, self.spare, self.flow
        lack = self.lack[need]
        bar = barred[need]
        for arc in self._need_arcs[need]:
            supply = arc_supply[arc]
            taken = spare[supply]
            if taken and not supply_bit[supply] & bar:
                if taken > lack:
                    taken = lack
                spare[supply] -= taken
                flow[arc] += taken
                lack -= taken
                if not lack:
                    break
        while lack:
            moved = self._augment(need, lack, barred)
            if not moved:
                break
            lack -= moved
        self.lack[need] = lack
        return lack

    def _augment(self, need, units, barred):
        """Move at most `units` along one augmenting path that ends at `need`; how many, 0 when there is no path."""
        if self._supply_arcs is None:
            self._list_arcs()
        arc_supply, arc_need, flow = self._arc_supply, self._arc_need, self.flow
        gave_up = {need: -1}  # need -> the arc on which it would give units up
        through = {}  # supply -> the arc by which it was reached
        queue = [need]
        for at in queue:
            bar = barred[at]
            for arc in self._need_arcs[at]:
                supply = arc_supply[arc]
                if supply in through or self._supply_bit[supply] & bar:
                    continue
                through[supply] = arc
                if self.spare[supply]:
                    return self._move(supply, min(units, self.spare[supply]), gave_up, through)
                for other in self._supply_arcs[supply]:
                    if flow[other] and arc_need[other] not in gave_up:
                        gave_up[arc_need[other]] = other
                        queue.append(arc_need[other])
        self.short = queue
        return 0

    def _list_arcs(self):
        self._supply_arcs = [[] for _ in self._supply_key]
        for arc in range(len(self._arc_supply)):
            self._supply_arcs[self._arc_supply[arc]].append(arc)

    def _move(self, last, units, gave_up, through):
        """Shift units along the path found: from the supply `last` back to the need that asked."""
        arc_need, arc_supply, flow = self._arc_need, self._arc_supply, self.flow
        supply = last
        while True:
            lost = gave_up[arc_need[through[supply]]]
            if lost < 0:
                break
            units = min(units, flow[lost])
            supply = arc_supply[lost]
        self.spare[last] -= units
        supply = last
        while True:
            arc = through[supply]
            flow[arc] += units
            lost = gave_up[arc_need[arc]]
            if lost < 0:
                return units
            flow[lost] -= units
            supply = arc_supply[lost]

    def may_feed(self, need):
        """Bits of the machines that might feed a need if they fired."""
        found = 0
        for arc in self._need_arcs[need]:
            found |= self._supply_bit[self._arc_supply[arc]]
        return found

    def flows(self, flow):
        """[[from, to, kind, units], ...] of such a `flow`."""
        found = []
        for arc in range(len(flow)):
            if flow[arc]:
                key = self._supply_key[self._arc_supply[arc]]
                found.append([key // 3, self.need_node[self._arc_need[arc]], key % 3, flow[arc]])
        return found

    def gratis(self):
        """Packed free units that were moved."""
        taken = 0
        for supply in range(len(self.spare)):
            key = self._supply_key[supply]
            if key // 3 in self.problem.free:
                taken += (self._supply_units[supply] - self.spare[supply]) << (self.problem.width * (key % 3))
        return taken
