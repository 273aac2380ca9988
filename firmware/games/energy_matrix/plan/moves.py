"""Room: positions of a settlement and the moves between them; settle_forward.py and settle_hunt.py walk over them.

A position is who has fired (bits of places in a list of nodes) and what is left at each supply, its stock. A move fires
one converter, which takes its input in one of the splits that make a difference. Supplies that nobody can want any more
count as empty, and a stock is forgotten when another, with the same machines fired, has as much at every supply.
Neither holds where it matters who took what (`exact`), as it does with free supplies.

Once firing X has been tried in a position, in every split, X *sleeps* in what comes of the other moves there until one
fires that may feed it: whatever X would take from the stock of that position it might as well have taken at once.
"""

from firmware.games.energy_matrix.cards.units import pack

COMPARED = 6  # positions with the same machines fired that a new one is compared with; more take longer than they save


class Moves:
    """The moves of some converters. `nodes` are their nodes, a place is an index in it.

    needs: of each place its needs; makes: of each place [(supply, units), ...]; takers: bits of the places that may
    want each supply; index: bit -> place; feeds: bits of the places that each place may feed; start: the stock at
    first; gains: of each place (packed change, rank); small: whether stocks are bytes, all below 128;
    exact: whether it matters who took what."""

    def __init__(self, found, nodes, exact=False):
        self.nodes = nodes
        self.everyone = (1 << len(nodes)) - 1
        self.gains = [(found.gain[node], found.rank[node]) for node in nodes]
        size = len(found.supply_units)
        self.takers = takers = [0] * size
        wanted = [0] * size  # no more than this can ever be taken
        self.index = index = {}
        self.needs = needs = [found.needs.get(node, ()) for node in nodes]
        bit = 1
        for node in nodes:
            at = len(index)
            index[bit] = at
            for units, supplies, _ in needs[at]:
                for supply in supplies:
                    takers[supply] |= bit
                    wanted[supply] += units
            bit <<= 1
        stock = []
        for units in found.supply_units:
            most = wanted[len(stock)]
            stock.append(units if units < most else most)
        # Stocks are bytes with the highest bit free; amounts that no deck of cards reaches make them tuples.
        self.small = not stock or max(stock) < 128
        self.makes, self.feeds = makes, feeds = [], []
        for node in nodes:
            made = []
            fed = 0
            for supply in found.supplies.get(node, ()):
                made.append((supply, stock[supply]))
                fed |= takers[supply]
            makes.append(made)
            feeds.append(fed)
        for node in found.supplies:
            for supply in found.supplies[node]:
                stock[supply] = 0
        self.start = bytes(stock) if self.small else tuple(stock)
        self.free = []  # (supply, packed unit) of the free supplies
        if found.problem.free:
            for supply in range(size):
                if found.supply_node[supply] in found.problem.free:
                    unit = [0, 0, 0]
                    unit[found.supply_kind[supply]] = 1
                    self.free.append((supply, pack(unit, found.problem.width)))
        self.exact = exact or len(self.free) > 0

    def can(self, stock, at):
        """Whether the place `at` finds its whole input in this stock."""
        for units, supplies, _ in self.needs[at]:
            for supply in supplies:
                units -= stock[supply]
            if units > 0:
                return False
        return True

    def after(self, stock, at, now):
        """Every stock that firing the place `at` can leave; `now`: bits of those that have fired then."""
        takers = self.takers
        rivals = -1 if self.exact else ~now
        left = bytearray(stock) if self.small else list(stock)
        ways = [left]
        for units, supplies, _ in self.needs[at]:
            contested = []
            for supply in supplies:
                if takers[supply] & rivals:
                    if stock[supply]:
                        contested.append(supply)
                else:
                    # Nobody else can want what is here: it is taken first, and the rest forgotten.
                    units -= stock[supply]
                    for left in ways:
                        left[supply] = 0
            if units > 0:
                if len(contested) == 1:
                    for left in ways:
                        left[contested[0]] -= units
                else:
                    ways = self._shared(ways, units, contested)
        for supply, units in self.makes[at]:
            if takers[supply] & ~now:
                for left in ways:
                    left[supply] = units
        return ways

    def _shared(self, ways, units, contested):
        """The stocks `ways` after taking `units` from the contested supplies, in every split."""
        rest = 0
        for supply in contested:
            rest += ways[0][supply]
        splits = [(left, units) for left in ways]
        for supply in contested:
            have = ways[0][supply]
            rest -= have
            grown = []
            for left, wanted in splits:
                least = wanted - rest if wanted > rest else 0
                most = have if have < wanted else wanted
                for taken in range(least, most + 1):
                    branch = left
                    if taken < most:
                        branch = bytearray(left) if self.small else list(left)
                    branch[supply] = have - taken
                    grown.append((branch, wanted - taken))
            splits = grown
        return [left for left, _ in splits]

    def freeze(self, stock):
        """A stock as it is kept and compared."""
        return bytes(stock) if self.small else tuple(stock)

    def compare(self, rivals, stock):
        """-1 - i when the i-th rival has as much at every supply; else the bits of those rivals that have no more than
        `stock` at any."""
        guards = int.from_bytes(b"\x80" * len(stock), "little")
        mine = int.from_bytes(stock, "little")
        less = at = 0
        for rival in rivals:
            theirs = int.from_bytes(rival, "little")
            if ((theirs | guards) - mine) & guards == guards:
                return -1 - at
            if ((mine | guards) - theirs) & guards == guards:
                less |= 1 << at
            at += 1
        return less

    def taken_free(self, stocks):
        """Packed free units that the best of these stocks has taken: what one set can take of one kind is the same in
        any order of firing, so one position is best in all kinds."""
        best = 0
        for stock in stocks:
            taken = 0
            for supply, unit in self.free:
                taken += unit * (self.start[supply] - stock[supply])
            best = max(best, taken)
        return best


def keep(moves, positions, stock, told, merge):
    """Add a position to those with the same machines fired: {stock: what is known of it}. Of two positions the one
    with more at every supply stands for both; `merge(known of the one kept, of the other)` says what is known then."""
    if positions:
        old = positions.get(stock)
        if old is not None:
            positions[stock] = merge(old, told)
            return
        if len(positions) <= COMPARED and moves.small and not moves.exact:
            rivals = list(positions)
            found = moves.compare(rivals, stock)
            if found < 0:
                rival = rivals[-1 - found]
                positions[rival] = merge(positions[rival], told)
                return
            at = 0
            while found:
                if found & 1:
                    told = merge(told, positions.pop(rivals[at]))
                found >>= 1
                at += 1
    positions[stock] = told
