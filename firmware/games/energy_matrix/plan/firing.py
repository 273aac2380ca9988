"""Room: which machines can fire: in the order that a player chose by hand, or a set in any order (rules section 3).

By hand a need sees only the supplies of machines fired before it. Who takes which neighbour's unit is arranged anew
after each machine (feeding.py), so that only the order of firing stands in the way.

A set can fire when its needs can be met at once and nobody waits for its own turn: when the arcs that carry units form
no cycle (docs/best_plan.md, 4). Where they do, somebody in that cycle must fire before who feeds it: either that
follows, because another cannot even start before it, or both ways are tried.
"""

from firmware.games import CELLS
from firmware.games.energy_matrix.cards.units import unpack
from firmware.games.energy_matrix.plan.feeding import Network
from firmware.games.energy_matrix.plan.problem import SLICE, problem


def can_fire(board, event, fired, cell, rule="exact", links=None, free=()):
    """None when `cell` may fire after the cells `fired`, in that order; else why not: "no_machine", "not_powered",
    "already_fired" or "starved". `free` and `links` are as in problem.problem."""
    if not 0 <= cell < CELLS or board["cells"][cell] is None or board["cells"][cell][0] != "m":
        return "no_machine"
    if cell in fired:
        return "already_fired"
    asked = problem(board, event, rule=rule, links=links, free=free)
    if not asked.makes[cell]:
        return "not_powered"
    return None if _routed(asked, list(fired) + [cell]) else "starved"


def totals(board, event, fired, rule="exact", links=None, free=()):
    """Units [a, b, c] that nobody took after firing these cells in this order; ValueError when they cannot fire."""
    return outcome(board, event, fired, rule, links, free)[0]


def outcome(board, event, fired, rule="exact", links=None, free=()):
    """(totals, flows) after firing these cells in this order; flows are [[from, to, kind, units], ...]."""
    asked = problem(board, event, rule=rule, links=links, free=free)
    net = _routed(asked, fired)
    if net is None:
        raise ValueError("the machines at cells %s cannot fire in this order" % list(fired))
    left = net.gratis()
    for node in fired:
        left += asked.makes[node] - asked.wants[node]
    return list(unpack(left, asked.width)), net.flows(net.flow)


def _routed(asked, fired):
    """The Network of machines fired in this order, or None when one of them starves or is unpowered."""
    net = Network(asked, {})
    for node in list(asked.free) + list(fired):
        if not asked.makes[node]:
            return None
        net.add_needs(node)
        net.bits[node] = 0 if node in asked.free else 1
    needs = range(len(net.need_node))
    net.clear()
    for met in net.route(needs, [0] * len(needs)):
        pass
    return net if met else None


class Firing:
    """Tries sets of some Converters (converters.py).

    After `attempt`: `order` (nodes) and the flow of `net` when the set can fire; else order is None and `conflict` is
    (ins, outs, about): no set that has all converters of `ins` and none of `outs` can fire, as long as nothing changes
    that feeds those of `about`."""

    def __init__(self, converters):
        self.converters = converters
        bits = converters.bits
        if converters.problem.free:
            bits = dict(bits)
            for node in converters.problem.free:
                bits[node] = 0
        self.net = Network(converters.problem, bits, converters.everyone + 1)
        self._needs = {}  # bit of a converter -> its needs
        self._takers = self._inner = None
        # Of each place the bits of those that must always fire later; None until there is a cycle.
        self._after = None
        self.order = self.conflict = None

    def prepare(self):
        """Generator, yields between slices: lays the network out, before anything else."""
        for node in self.converters.nodes:
            self._needs[self.converters.bits[node]] = self.net.add_needs(node)
            if len(self._needs) % SLICE == 0:
                yield None

    def in_turn(self, chosen):
        """Generator, yields between slices: fires those of `chosen` that can, each as soon as all are there that it may
        need; the bits of those that fired come last, `order` lists their nodes."""
        converters = self.converters
        fired = work = 0
        self.order = []
        self.net.clear()
        converters.reached(chosen)
        barred = [0] * len(self.net.need_node)
        for bit in converters.sequence:
            work += 1
            if work == SLICE:
                work = 0
                yield None
            if self._fires(bit, converters.everyone & ~fired, barred):
                fired |= bit
                self.order.append(converters.nodes[converters.index[bit]])
        yield fired

    def _fires(self, bit, later, barred):
        """Feed one converter more; whether that goes, though nobody who fires later feeds it."""
        before = self.net.moved()
        for need in self._needs[bit]:
            barred[need] = later
            if not self.net.feed(need, barred):
                self.net.put_back(before)  # others may have given free units up for it
                return False
        return True

    def attempt(self, chosen):
        """Generator, yields between slices: tries to fire all the converters `chosen` (bits) in any order; `in_turn`
        has tried them last."""
        if self._inner is None:
            bits = self.converters.bits
            self._takers = [bits[node] for node in self.net.need_node]
            self._inner = [(arc, feeder, bits[node]) for arc, feeder, node in self.net.inner()]
        self.order = self.conflict = None
        self.net.flow = list(self.net.flow)  # the other one may be kept
        self._ins = self._outs = self._late = 0
        needs = [need for need in range(len(self._takers)) if chosen & self._takers[need]]
        # Orders still to be tried: of each place the bits of those that fire later.
        waiting = [list(self._after or [0] * len(self.converters.nodes))]
        while waiting:
            after = waiting.pop()
            for met in self.net.route(needs, self._barred(chosen, after)):
                yield None
            if not met:
                self._blame(chosen)
                continue
            feeders = self._feeders()
            cycle = self._cycle(feeders)
            yield None
            if not cycle:
                self.order = self._in_order(chosen, feeders)
                return
            if self._after is None:
                for _ in self._find_always_after():
                    yield None
                waiting.append(list(self._after))
            elif self._rule_out(chosen, after, cycle):
                waiting.append(after)
            elif self._contrary(after):
                self._ins |= chosen
            else:
                self._branch(after, cycle, waiting)
        self.conflict = self._ins, self._outs, self._about()

    def totals(self, chosen):
        """Packed totals of the set that was found to fire."""
        converters = self.converters
        problem = converters.problem
        found = converters.base + self.net.gratis()
        for node in converters.nodes:
            if chosen & converters.bits[node]:
                found += problem.makes[node] - problem.wants[node]
        return found

    def _about(self):
        """Bits of all about whom it was argued how they are fed: whoever is in the conflict or was ruled out to start,
        and those that always fire later than they."""
        found = self._ins | self._outs | self._late
        left = found if self._after else 0
        while left:
            bit = left & -left
            left ^= bit
            more = self._after[self.converters.index[bit]] & ~found
            found |= more
            left |= more
        return found

    def _find_always_after(self):
        """Generator, yields between slices: of each place the bits of those that nobody but it can start, whatever else
        fires."""
        after = []
        for node in self.converters.nodes:
            bit = self.converters.bits[node]
            after.append(self.converters.dependent(bit) & ~bit)
            if len(after) % SLICE == 0:
                yield None
        self._after = after

    def _barred(self, chosen, after):
        """Of each need the bits of those that may not feed it: not chosen, or to fire later."""
        index = self.converters.index
        absent = self.converters.everyone & ~chosen
        return [absent | after[index[bit]] for bit in self._takers]

    def _blame(self, chosen):
        """Widen the conflict by the needs that fell short, and by those not chosen that might have fed them."""
        absent = self.converters.everyone & ~chosen
        for need in self.net.short:
            self._ins |= self._takers[need]
            self._outs |= self.net.may_feed(need) & absent

    def _feeders(self):
        """{bit of a converter: bits of the converters that feed it now}"""
        found = {}
        for arc, feeder, eater in self._inner:
            if self.net.flow[arc]:
                found[eater] = found.get(eater, 0) | feeder
        return found

    def _cycle(self, feeders):
        """Bits of converters each of which feeds the next, and the last the first; None when there are none."""
        left = 0
        for bit in feeders:
            left |= bit
        grown = True
        while grown and left:
            grown = False
            for bit in feeders:
                if left & bit and not feeders[bit] & left:
                    left ^= bit
                    grown = True
        if not left:
            return None
        path = []
        bit = left & -left
        while bit not in path:
            path.append(bit)
            bit = feeders[bit] & left
            bit &= -bit
        path = path[path.index(bit) :]
        path.reverse()
        return path

    def _in_order(self, chosen, feeders):
        """The nodes of `chosen`, again and again in reading order whoever can fire."""
        nodes = sorted([node for node in self.converters.nodes if chosen & self.converters.bits[node]])
        order = []
        left = chosen
        while left:
            for node in nodes:
                bit = self.converters.bits[node]
                if left & bit and not feeders.get(bit, 0) & left:
                    left ^= bit
                    order.append(node)
        return order

    def _rule_out(self, chosen, after, cycle):
        """Write into `after` who cannot start before somebody in the cycle has fired; whether that breaks the cycle."""
        converters = self.converters
        for at, eater in enumerate(cycle):
            place = converters.index[eater]
            others = chosen & ~eater
            late = others & ~converters.reached(others & ~after[place], after)
            if late & ~after[place]:
                self._put_after(after, eater, late)
                self._late |= late
                self._outs |= self._absent_feeders(late, chosen)
                if late & cycle[at - 1] and not self._contrary(after):
                    return True
        return False

    def _absent_feeders(self, late, chosen):
        """Bits of those not chosen that might feed one of `late`."""
        found = 0
        for _, feeder, eater in self._inner:
            if late & eater and not feeder & chosen:
                found |= feeder
        return found

    def _put_after(self, after, first, late):
        """All of `late` fire after `first`, and so after everyone before it, and with them all who come after them."""
        index = self.converters.index
        left = late
        while left:
            bit = left & -left
            left ^= bit
            late |= after[index[bit]]
        for place in range(len(after)):
            if after[place] & first or place == index[first]:
                after[place] |= late

    def _contrary(self, after):
        """Whether somebody would have to fire after itself."""
        for place, late in enumerate(after):
            if late >> place & 1:
                return True
        return False

    def _branch(self, after, cycle, waiting):
        """Two of the cycle fire in one order or the other."""
        index = self.converters.index
        for at, eater in enumerate(cycle):
            feeder = cycle[at - 1]
            if not after[index[feeder]] & eater:
                break
        for first, late in ((eater, feeder), (feeder, eater)):
            order = list(after)
            self._put_after(order, first, late)
            waiting.append(order)
        for bit in cycle:
            self._ins |= bit
