"""Room: the converters of a problem as bits, and who can run at all when units may be counted twice; after problem.py.

A set of converters is an integer, one bit each; the most valuable converter has the lowest bit. Here every unit beside
a converter counts as its own, whoever else may want it: what cannot run even so never will (docs/best_plan.md, 2).
"""

from firmware.games.energy_matrix.cards.units import unpack


class Converters:
    """Those of one Problem that run when all help; base: packed output of the own producers. By place, 0 for the lowest
    bit:

    nodes    its node
    worths   (a, b, c) of its gain, each at the price of its steps; values their sum
    gains    packed change of the totals when it fires; free units count as far as they may all be its own
    makes    packed output
    ranks    what it adds to the rank of a set; of two sets with the same score the one with the larger rank is better
    feeds    [(place, bit), ...] of the converters beside it that take some of what it makes
    first    packed: what the producers beside it make, less its input; a guard survives where that is enough
    each     its bit; index gives the place of a bit, bits the bit of a node

    everyone, ready    bits of all; of those that producers alone can feed

    described: at once; else call `describe` in the next slice, before anything else."""

    def __init__(self, problem, described=True):
        self.problem = problem
        lowest = 1 << (problem.width - 1)
        self.guards = lowest + (lowest << problem.width) + (lowest << 2 * problem.width)
        self.base = 0
        for node in problem.producers:
            self.base += problem.makes[node]
        self._sort(self._running())
        self.each = [1 << place for place in range(len(self.nodes))]
        self.everyone = (1 << len(self.nodes)) - 1
        self.index = {}
        self.bits = {}
        for place in range(len(self.nodes)):
            self.index[1 << place] = place
            self.bits[self.nodes[place]] = 1 << place
        self._dependent = {}
        if described:
            self.describe()

    def _running(self):
        """Nodes of the converters that run when all help: from the producers outwards, in waves."""
        problem, guards = self.problem, self.guards
        wants, near = problem.wants, problem.near
        supply = list(problem.makes)
        waiting = problem.converters
        for node in waiting:
            supply[node] = 0
        running = []
        grown = True
        while grown:
            grown = False
            still = []
            for node in waiting:
                enough = guards - wants[node]
                for other in near[node]:
                    enough += supply[other]
                # A guard survives where at least as much is there as wanted.
                if enough & guards == guards:
                    supply[node] = problem.makes[node]
                    running.append(node)
                    grown = True
                else:
                    still.append(node)
            waiting = still
        return running

    def _sort(self, nodes):
        """Fill `nodes`, `gains`, `worths` and `values`, the most valuable converter first."""
        problem = self.problem
        a, b, c = problem.steps
        rated = []
        for node in nodes:
            gain = problem.makes[node] - problem.wants[node]
            if problem.free:
                gain += self._gratis(node)
            units = unpack(gain, problem.width)
            worth = a * units[0], b * units[1], c * units[2]
            rated.append((-sum(worth), node, gain, worth))
        rated.sort()
        self.values = [-row[0] for row in rated]
        self.nodes = [row[1] for row in rated]
        self.gains = [row[2] for row in rated]
        self.worths = [row[3] for row in rated]

    def _gratis(self, node):
        """Packed units of its input that this converter could have from the free producers beside it."""
        problem = self.problem
        offered = sum([problem.makes[other] for other in problem.near[node] if other in problem.free])
        mask = (1 << problem.width) - 1
        packed = 0
        for shift in (0, problem.width, 2 * problem.width):
            packed += min((offered >> shift) & mask, (problem.wants[node] >> shift) & mask) << shift
        return packed

    def describe(self):
        """Fill the lists that sets are made with: `makes`, `ranks`, `feeds`, `first`, and `ready`."""
        problem, guards, bits = self.problem, self.guards, self.bits
        makes, wants = problem.makes, problem.wants
        one = guards >> (problem.width - 1)
        one_more = 1 << len(makes)
        self.ready = 0
        self.makes, self.ranks, self.feeds, self.first = [], [], [], []
        for node in self.nodes:
            feeds = []
            enough = guards - wants[node]
            made = makes[node] + guards - one  # a guard stays where there is something of a kind
            for other in problem.near[node]:
                wanted = wants[other]
                if not wanted:
                    enough += makes[other]
                elif other in bits and made & (wanted + guards - one) & guards:
                    feeds.append((self.index[bits[other]], bits[other]))
            if enough & guards == guards:
                self.ready |= bits[node]
            self.makes.append(makes[node])
            # Fewer converters first, then those that come first in reading order.
            self.ranks.append((one_more >> (node + 1)) - one_more)
            self.feeds.append(feeds)
            self.first.append(enough)

    def reached(self, among, after=None):
        """Bits of those of `among` that run when only these help; `sequence` lists them one after the other, whoever
        was started last first: so a chain is followed to its end.

        after: of each place the bits of those that must fire later than it and so cannot feed it."""
        self.sequence = []
        guards, index, makes, feeds = self.guards, self.index, self.makes, self.feeds
        have = list(self.first)
        waiting = among & ~self.ready
        ready = [bit for bit in self.each if self.ready & among & bit]
        while ready:
            bit = ready.pop()
            self.sequence.append(bit)
            at = index[bit]
            made = makes[at]
            for other, its_bit in feeds[at]:
                if waiting & its_bit and not (after and after[other] & bit):
                    enough = have[other] = have[other] + made
                    if enough & guards == guards:
                        ready.append(its_bit)
                        waiting ^= its_bit
        return among & ~waiting

    def dependent(self, bit):
        """Bits of those that never run unless this one does, its own included."""
        found = self._dependent.get(bit)
        if found is None:
            found = bit
            if self.feeds[self.index[bit]]:
                found = self.everyone & ~self.reached(self.everyone & ~bit)
            self._dependent[bit] = found
        return found

    def nodes_of(self, chosen):
        """Bits of the nodes of these."""
        found = 0
        for node in self.nodes:
            if chosen & self.bits[node]:
                found |= 1 << node
        return found

    def among(self, nodes):
        """Bits of those whose nodes are in there (bits)."""
        found = 0
        for node in self.nodes:
            if nodes >> node & 1:
                found |= self.bits[node]
        return found

    def looks(self, chosen):
        """All that feeding these depends on, as a tuple of numbers: equal looks, equal feeding."""
        problem = self.problem
        found = []
        for node in self.nodes:
            if chosen & self.bits[node]:
                found += [-1 - node, problem.wants[node]]
                for other in problem.near[node]:
                    if problem.makes[other] and (other in self.bits or not problem.wants[other]):
                        found += [other, problem.makes[other], problem.wants[other]]
        return tuple(found)
