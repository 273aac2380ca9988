"""Room: the best sets of converters that can fire, in rule order (rules section 3, best plan); after firing.py.

Converters are decided about one by one, each time one that those taken in can start: so every set that can start comes
up once and no other (docs/best_plan.md, 5). A branch is given up when nothing in it can beat the best set found so far,
or when it holds a known conflict. A set that is complete and better is tried (firing.py); when it cannot fire, the
conflict that it met is remembered.

A score is damage * `weight` + value of the steps moved; `weight` exceeds any value, so scores compare as the rule says.
"""

from firmware.games.energy_matrix.cards.units import pack, unpack
from firmware.games.energy_matrix.plan.firing import Firing
from firmware.games.energy_matrix.plan.problem import SLICE


class Worth:
    """The score of totals; `weight` is what one damage counts, `full` the value of a whole ruler's room."""

    def __init__(self, problem):
        self.width = problem.width
        self.room = problem.room
        self.steps = problem.steps
        a, b, c = problem.room
        self.full = (a * self.steps[0], b * self.steps[1], c * self.steps[2])
        self.most = sum(self.full)
        self.weight = self.most + 1

    def score(self, totals):
        """Of packed totals."""
        width, weight = self.width, self.weight
        mask = (1 << width) - 1
        room_a, room_b, room_c = self.room
        full_a, full_b, full_c = self.full
        step_a, step_b, step_c = self.steps
        units = totals & mask
        found = full_a + weight if units >= room_a else units * step_a
        units = (totals >> width) & mask
        found += full_b + weight if units >= room_b else units * step_b
        units = totals >> 2 * width
        return found + (full_c + weight if units >= room_c else units * step_c)


class Sets:
    """The sets of converters that can start, as far as they may beat `bar`, (score, rank).

    conflicts    what is known not to go: bits of converters that cannot all be in, and above them the bits of those
                 that would have to be out besides
    _top         no more units of each kind can come, packed
    _value       no more value can be moved, by one linear bound: some kinds at their price without limit, the others
                 as if their rulers were full; _values: what each place adds to it
    _rows        of each bit: gain, rank, what it takes from the bound when it is taken in, output, whom it feeds
    _lost        what a set left out takes from `_top` and from the bound"""

    def __init__(self, converters, worth, conflicts):
        self.conflicts = conflicts
        self.bar = (-1, 0)
        self._converters = converters
        self._worth = worth
        self._top = converters.base
        for made in converters.makes:
            self._top += made
        self._price()
        self._rows = {}
        columns = converters.each, converters.gains, converters.ranks, self._values, converters.makes, converters.feeds
        for bit, gain, rank, value, made, feeds in zip(*columns):
            self._rows[bit] = gain, rank, value if value < 0 else 0, made, feeds
        self._lost = {}
        self._best_rank = max(converters.ranks) if converters.ranks else 0
        self._guards = converters.guards
        self._most = worth.most
        # How much less than the room still leaves a guard standing; guards that stand -> damage in score.
        limit = (1 << (worth.width - 1)) - 1
        self._offset = converters.guards - pack([min(units, limit) for units in worth.room], worth.width)
        a = limit + 1
        b, c, hit = a << worth.width, a << 2 * worth.width, worth.weight
        self._damage = {0: 0, a: hit, b: hit, c: hit, a + b + c: 3 * hit}
        self._damage[a + b] = self._damage[a + c] = self._damage[b + c] = 2 * hit

    def _price(self):
        """Choose the linear bound that is the tightest at first."""
        converters, full = self._converters, self._worth.full
        base = unpack(converters.base, self._worth.width)
        top = unpack(self._top, self._worth.width)
        over = [kind for kind in range(3) if top[kind] > self._worth.room[kind]]  # kinds that may run over
        fixed = [base[kind] * self._worth.steps[kind] for kind in range(3)]
        self._value = sum(fixed) + sum([more for more in converters.values if more > 0])
        self._values = converters.values
        for choice in range(1, min(7, 1 << len(over))):
            values = converters.values
            value = sum(fixed)
            for at in range(len(over)):
                if choice >> at & 1:
                    kind = over[at]
                    value += full[kind] - fixed[kind]
                    values = [more - worth[kind] for more, worth in zip(values, converters.worths)]
            value += sum([more for more in values if more > 0])
            if value < self._value:
                self._value = value
                self._values = values

    def walk(self):
        """Generator: (score, rank, packed totals, bits) of each set; None between slices.

        First a converter is taken in, then, once all that may come of it has come, it is left out."""
        converters, rows, have = self._converters, self._rows, list(self._converters.first)
        trail = []  # of each converter taken in what there was before
        taken = out = rank = work = 0
        ready, total, top, value = converters.ready, converters.base, self._top, self._value
        may_beat, started, dependent, lost = self._hope, self._started, converters.dependent, self._lost
        hope = may_beat(taken, out, top, value, total, rank)
        while True:
            work += 1
            if work >= 2 * SLICE:
                work = 0
                yield None
            if hope and ready:
                bit = ready & -ready
                gain, step, loss, made, feeds = rows[bit]
                if may_beat(taken | bit, out, top + gain - made, value + loss, total + gain, rank + step):
                    trail.append((bit, out, ready, total, rank, top, value))
                    taken |= bit
                    total += gain
                    rank += step
                    top += gain - made
                    value += loss
                    ready = ready ^ bit | started(have, feeds, made) & ~(taken | out)
                    continue
            else:
                if hope:
                    yield self._worth.score(total), rank, total, taken
                if not trail:
                    return
                bit, out, ready, total, rank, top, value = trail.pop()
                taken ^= bit
                _, _, _, made, feeds = rows[bit]
                for other, _ in feeds:
                    have[other] -= made
            work += 1  # it may be asked for the first time
            gone = dependent(bit) & ~out
            out |= gone
            ready &= ~gone
            made, more = lost.get(gone) or self._lose(gone)
            top -= made
            value -= more
            hope = may_beat(taken, out, top, value, total, rank)

    def _started(self, have, feeds, made):
        """Count an output in for those whom it feeds; bits of those for whom that is enough now."""
        guards = self._guards
        found = 0
        for other, bit in feeds:
            have[other] += made
            if have[other] & guards == guards:
                found |= bit
        return found

    def _lose(self, gone):
        """Fill `_lost` for these."""
        made = value = 0
        for bit, more, given in zip(self._converters.each, self._values, self._converters.makes):
            if gone & bit:
                made += given
                if more > 0:
                    value += more
        self._lost[gone] = made, value
        return made, value

    def _hope(self, taken, out, top, value, total, rank):
        """Whether a set that holds all that is taken in and nothing left out may fire and beat the bar."""
        score, least = self.bar
        best = self._damage[(top + self._offset) & self._guards] + (value if value < self._most else self._most)
        if best < score:
            return False
        if best == score:
            # Every converter more makes the rank worse. A set that does not score as much needs one more at least.
            if rank > least and self._worth.score(total) < score:
                rank += self._best_rank
            if rank <= least:
                return False
        return not self.conflicts or not self.known(taken, out)

    def known(self, taken, out):
        """Whether a known conflict is in all that may come of this."""
        free = ~(taken | out << len(self._values))
        for conflict in self.conflicts:
            if not conflict & free:
                return True
        return False


class Search:
    """Looks for the best sets, a few at a time. An entry is (score, rank, packed totals, order of firing, flow)."""

    def __init__(self, converters, conflicts=()):
        self.converters = converters
        self.worth = Worth(converters.problem)
        self.found = []  # the best entries so far, best first
        self.conflicts = list(conflicts)  # as of firing.py
        self._sets = None
        self._firing = None
        self._shown = set()  # totals of entries found before
        self._last = None  # (score, rank) of the last one found before
        self._most = 0

    def next(self, most, hint=0):
        """A generator that yields between slices and fills `found` with the next best entries, at most that many.

        hint: a set that may be good (bits); something to beat from the beginning."""
        for entry in self.found:
            self._shown.add(entry[2])
            self._last = entry[:2]
        self.found = []
        self._most = most
        return self._look(hint)

    def _look(self, hint):
        converters = self.converters
        size = len(converters.nodes)
        sets = self._sets = Sets(converters, self.worth, [ins | outs << size for ins, outs, _ in self.conflicts])
        yield None
        if converters.nodes and self._firing is None:
            firing = Firing(converters)
            for _ in firing.prepare():
                yield None
            self._firing = firing
            yield None
        if hint:
            for _ in self._judge(self._entry(converters.reached(hint))):
                yield None
        for entry in sets.walk():
            if entry is None:
                yield None
            else:
                for _ in self._judge(entry):
                    yield None

    def _judge(self, entry):
        """Generator, yields between slices: keep this set if it is good enough, new, and can fire."""
        chosen = entry[3]
        if not self._wanted(entry) or self._sets.known(chosen, ~chosen):
            return
        if chosen:
            for fired in self._firing.in_turn(chosen):
                yield None
            if fired != chosen:
                # Not all of them, but those that did are a plan, too.
                self._keep(self._entry(fired))
                if not self._wanted(entry):
                    return
                for _ in self._firing.attempt(chosen):
                    yield None
                if self._firing.order is None:
                    ins, outs, _ = self._firing.conflict
                    self.conflicts.append(self._firing.conflict)
                    self._sets.conflicts.append(ins | outs << len(self.converters.nodes))
                    return
        self._keep(entry)

    def _entry(self, chosen):
        """(score, rank, packed totals, bits) of a set, all free units that it might take counted."""
        converters = self.converters
        total, rank = converters.base, 0
        for bit, gain, step in zip(converters.each, converters.gains, converters.ranks):
            if chosen & bit:
                total += gain
                rank += step
        return self.worth.score(total), rank, total, chosen

    def _wanted(self, entry):
        """Whether this entry would be kept; where free units are shared, whether it may be when they turn out less."""
        if entry[:2] <= self._sets.bar:
            return False
        return bool(self.converters.problem.free) or self._is_new(entry)

    def _is_new(self, entry):
        """Whether nothing as good with these totals has been found, and nothing that comes after it."""
        for known in self.found:
            if known[2] == entry[2] and known[:2] >= entry[:2]:
                return False
        return entry[2] not in self._shown and (self._last is None or entry[:2] < self._last)

    def _keep(self, entry):
        """Put the set that has just fired in its place, if it is wanted; of equal totals only the best ranked stays."""
        score, rank, total, chosen = entry
        order, flow = [], []
        if chosen:
            order, flow = self._firing.order, self._firing.net.flow
            if self.converters.problem.free:
                total = self._firing.totals(chosen)
                score = self.worth.score(total)
        entry = score, rank, total, order, flow
        if entry[:2] <= self._sets.bar or not self._is_new(entry):
            return
        self.found = [known for known in self.found if known[2] != total]
        self.found.append(entry)
        self.found.sort(reverse=True)
        if len(self.found) > self._most:
            self.found.pop()
        if len(self.found) == self._most:
            self._sets.bar = self.found[-1][:2]

    def flows(self, entry):
        """[[from, to, kind, units], ...] of an entry."""
        return self._firing.net.flows(entry[4]) if entry[4] else []
