"""Room: every set of converters that can fire, found by firing them one after the other in every way; tests compare the
solver to it where brute force would take too long. Nothing here is worked out as the solver does.

A position is which converters have fired and what is left at each machine that somebody may still take from. Of two
positions with the same machines fired the one with at least as much everywhere stands for both. Once firing X has been
tried in a position, X rests in what comes of the other moves there, until somebody fires who may feed it.
"""

STEPS = (18, 27, 54)


def plans(gives, takes, near, rulers=(0, 0, 0), limits=(12, 8, 4)):
    """[(converters, totals, damage, value), ...] in rule order, each totals once; nodes as in graph of the solver."""
    rated = []
    for fired in listed(gives, takes, near):
        chosen = [node for node in range(len(gives)) if fired >> node & 1]
        totals = []
        damage = value = 0
        for kind in range(3):
            units = sum([gives[node][kind] for node in range(len(gives)) if gives[node] and not takes[node]])
            units += sum([gives[node][kind] - takes[node][kind] for node in chosen])
            totals.append(units)
            room = max(0, limits[kind] - rulers[kind])
            damage += units >= room
            value += min(units, room) * STEPS[kind]
        rated.append((-damage, -value, len(chosen), chosen, totals))
    rated.sort()
    told = []
    found = []
    for damage, value, _, chosen, totals in rated:
        if totals not in told:
            told.append(totals)
            found.append((chosen, totals, -damage, -value))
    return found


def listed(gives, takes, near):
    """Bits of every set of converters that can fire."""
    desk = _Desk(gives, takes, near)
    found = []
    layer = {0: {desk.start(): 0}}
    while layer:
        grown = {}
        for fired, positions in layer.items():
            found.append(fired)
            for stock, resting in positions.items():
                _grow(desk, fired, stock, resting, grown)
        layer = grown
    return found


def _grow(desk, fired, stock, resting, grown):
    """Add to the layer `grown` what comes of a position."""
    for node in desk.converters:
        bit = 1 << node
        if not (fired | resting) & bit:
            for left in desk.fire(stock, node, fired | bit):
                _add(grown.setdefault(fired | bit, {}), left, resting & ~desk.feeds[node])
            resting |= bit


class _Desk:
    """The converters, and the pots they take from: (node, kind) with units that some converter beside it may take."""

    def __init__(self, gives, takes, near):
        self.gives = gives
        self.takes = takes
        self.converters = [node for node in range(len(gives)) if takes[node] and gives[node]]
        self.pots = []
        self.takers = []  # of each pot
        for node in range(len(gives)):
            for kind in range(3):
                takers = [other for other in self.converters if other in near[node] and takes[other][kind]]
                if gives[node] and gives[node][kind] and takers:
                    self.pots.append((node, kind))
                    self.takers.append(takers)
        self.feeds = {}  # node -> bits of those who may take from it
        for node in self.converters:
            bits = [1 << other for at, (maker, _) in enumerate(self.pots) if maker == node for other in self.takers[at]]
            self.feeds[node] = 0
            for bit in bits:
                self.feeds[node] |= bit

    def start(self):
        """What the producers have made, as much as anybody can want."""
        return self._cut([0 if self.takes[node] else self.gives[node][kind] for node, kind in self.pots], 0)

    def _cut(self, stock, fired):
        """A position without units that nobody can want any more."""
        left = []
        for at, units in enumerate(stock):
            kind = self.pots[at][1]
            wanted = sum([self.takes[other][kind] for other in self.takers[at] if not fired >> other & 1])
            left.append(min(units, wanted))
        return tuple(left)

    def fire(self, stock, node, now):
        """Every position that firing a converter leaves; `now`: who has fired then."""
        ways = [list(stock)]
        for kind in range(3):
            if self.takes[node][kind]:
                pots = [at for at, (_, of) in enumerate(self.pots) if of == kind and node in self.takers[at]]
                ways = [way for left in ways for way in _taken(left, pots, self.takes[node][kind])]
        for at, (maker, kind) in enumerate(self.pots):
            if maker == node:
                for left in ways:
                    left[at] = self.gives[node][kind]
        return {self._cut(left, now) for left in ways}


def _taken(stock, pots, units):
    """Every way to take so many units from these pots."""
    if not pots:
        return [list(stock)] if units == 0 else []
    found = []
    for taken in range(min(units, stock[pots[0]]) + 1):
        left = list(stock)
        left[pots[0]] -= taken
        found += _taken(left, pots[1:], units - taken)
    return found


def _add(positions, stock, resting):
    """Add a position to those with the same machines fired: {stock: who rests}."""
    for other in list(positions):
        if all([one >= two for one, two in zip(other, stock)]):
            positions[other] &= resting
            return
        if all([one <= two for one, two in zip(other, stock)]):
            resting &= positions.pop(other)
    positions[stock] = resting
