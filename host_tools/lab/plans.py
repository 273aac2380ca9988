"""Room: which sets of converters can fire, what each leaves for the rulers, and which is best (rules, section 3).

Exact by enumeration: every set of powered converters is tried; a set can fire if its inputs can be shared out among
the neighbours so that nobody eats what it helps to make. Comes after `rules.py`; bots and referee use it.
"""

from itertools import combinations

from host_tools.lab.rules import BESIDE, NOTHING, PRINTED, STEP_VALUE, demand, products, state_of, voltages


class Plan:
    """A set of converters (cells in reading order) and what then reaches the rulers, (A, B, C).

    `fired` holds every machine fired, when a player fires by hand; None means all producers and these converters.
    """

    __slots__ = ("cells", "fired", "net")

    def __init__(self, cells, net, fired=None):
        self.cells = cells
        self.net = net
        self.fired = fired


class Yield:
    """What the powered machines of a layout give and need this turn: {cell: (A, B, C)} each."""

    __slots__ = ("gives", "needs")

    def __init__(self, layout, event=None, rule="exact"):
        volts = voltages(layout, event)
        self.gives = {}
        self.needs = {}
        for cell, (code, frames) in layout.machines.items():
            if state_of(volts[cell], demand(code, frames), rule) == "ok":
                self.gives[cell] = products(code, frames, event)
                if PRINTED[code].kind == "converter":
                    self.needs[cell] = PRINTED[code].needs

    def base(self):
        """What the producers alone give."""
        total = [0, 0, 0]
        for cell, gives in self.gives.items():
            if cell not in self.needs:
                for kind in range(3):
                    total[kind] += gives[kind]
        return total

    def hopeful(self):
        """Converters that could be fed if everything around them were theirs, in reading order."""
        hopeful = set(self.needs)
        while True:
            lost = [cell for cell in hopeful if not self._could_feed(cell, hopeful)]
            if not lost:
                return sorted(hopeful)
            hopeful.difference_update(lost)

    def _could_feed(self, cell, firing):
        for kind in range(3):
            wanted = self.needs[cell][kind]
            if wanted > sum(self.gives[near][kind] for near in self.givers(cell, firing)):
                return False
        return True

    def givers(self, cell, firing):
        """Neighbours of a cell that give when these converters fire, in reading order."""
        return [near for near in BESIDE[cell] if near in self.gives and (near not in self.needs or near in firing)]


def share_out(powered, firing, forbidden=frozenset()):
    """Can these converters all fire? A transport problem for each kind, then no circle of converters may remain.

    `forbidden` holds pairs (giver, taker) that must not be used. A circle is broken by trying without each of its
    links in turn: every workable sharing leaves at least one of them unused.
    """
    feeds = set()
    for kind in range(3):
        used = _transport(powered, firing, kind, forbidden)
        if used is None:
            return False
        feeds.update(used)
    circle = _circle(feeds)
    if not circle:
        return True
    return any(share_out(powered, firing, forbidden | {link}) for link in circle)


def _transport(powered, firing, kind, forbidden):
    """Links (giver, taker) between firing converters used by one sharing of a kind, or None if there is none."""
    left = {}
    flow = {}
    for taker in firing:
        for giver in powered.givers(taker, firing) if powered.needs[taker][kind] else ():
            if powered.gives[giver][kind] and (giver, taker) not in forbidden:
                flow[giver, taker] = 0
                left[giver] = powered.gives[giver][kind]
    for taker in firing:
        for _ in range(powered.needs[taker][kind]):
            if not _one_more(taker, left, flow, set()):
                return None
    return [link for link, units in flow.items() if units and link[0] in powered.needs]


def _one_more(taker, left, flow, tried):
    """Find one unit for `taker`, moving other takers to other givers where that helps."""
    for giver in BESIDE[taker]:
        if (giver, taker) not in flow or giver in tried:
            continue
        tried.add(giver)
        if left[giver]:
            left[giver] -= 1
            flow[giver, taker] += 1
            return True
        for other in BESIDE[giver]:
            if other != taker and flow.get((giver, other)):
                if _one_more(other, left, flow, tried):
                    flow[giver, other] -= 1
                    flow[giver, taker] += 1
                    return True
    return False


def _circle(links):
    """Links of one circle, or an empty list."""
    onward = {}
    for giver, taker in links:
        onward.setdefault(giver, []).append(taker)

    def walk(cell, path):
        if cell in path:
            return path[path.index(cell) :] + [cell]
        for following in onward.get(cell, ()):
            found = walk(following, path + [cell])
            if found:
                return found
        return None

    for start in onward:
        ring = walk(start, [])
        if ring:
            return list(zip(ring, ring[1:], strict=False))
    return []


def all_plans(layout, event=None, rule="exact"):
    """Every set that can fire, as a list of Plan, the empty one first."""
    powered = Yield(layout, event, rule)
    base = powered.base()
    hopeful = powered.hopeful()
    found = [Plan((), tuple(base))]
    for size in range(1, len(hopeful) + 1):
        for firing in combinations(hopeful, size):
            net = _net(powered, base, firing)
            if net is not None and share_out(powered, firing):
                found.append(Plan(firing, net))
    return found


def _net(powered, base, firing):
    net = list(base)
    for cell in firing:
        gives = powered.gives.get(cell, NOTHING)
        needs = powered.needs[cell]
        for kind in range(3):
            net[kind] += gives[kind] - needs[kind]
    return None if min(net) < 0 else tuple(net)


def by_hand(powered, order):
    """The Plan of machines fired one by one in that order, or None if one of them could not have fired then."""
    converters = [cell for cell in order if cell in powered.needs]
    unfired = {(giver, taker) for giver in powered.gives if giver not in order for taker in BESIDE[giver]}
    too_late = {(giver, taker) for at, taker in enumerate(order) for giver in order[at + 1 :]}
    if not share_out(powered, converters, frozenset(unfired | too_late)):
        return None
    net = [0, 0, 0]
    for cell in order:
        needs = powered.needs.get(cell, NOTHING)
        for kind in range(3):
            net[kind] += powered.gives[cell][kind] - needs[kind]
    return Plan(tuple(sorted(converters)), tuple(net), frozenset(order))


def next_by_hand(powered, order):
    """Machines that may fire after those of `order`, in reading order."""
    return [cell for cell in sorted(powered.gives) if cell not in order and by_hand(powered, [*order, cell])]


def gain(net, rulers, limits):
    """(damage, value) of `net` with markers at `rulers`, both seen by the player who pushes towards +limits."""
    damage = value = 0
    for kind in range(3):
        room = limits[kind] - rulers[kind]
        damage += net[kind] >= room
        value += min(net[kind], room) * STEP_VALUE[kind]
    return damage, value


def rank(plan, rulers, limits):
    """Sort key: the best plan has the smallest (section 3, best plan)."""
    damage, value = gain(plan.net, rulers, limits)
    return -damage, -value, len(plan.cells), plan.cells


def best_plan(layout, event, rulers, limits, rule="exact"):
    """The one best plan."""
    return min(all_plans(layout, event, rule), key=lambda plan: rank(plan, rulers, limits))
