"""Room: what a set of totals is worth, and how much a half-decided set may still reach (rules section 3, best plan).

A score is damage * `weight` + value of the steps moved; `weight` exceeds any value, so scores compare as the rule says.
"""

from firmware.games.energy_matrix.units import pack, unpack


class Worth:
    """The score of totals; `weight` is what one damage counts."""

    def __init__(self, problem):
        self.width = problem.width
        self.mask = (1 << problem.width) - 1
        self.room = problem.room
        self.steps = problem.steps
        a, b, c = problem.room
        self.full = (a * self.steps[0], b * self.steps[1], c * self.steps[2])
        self.weight = sum(self.full) + 1

    def rate(self, base, rank, outcomes):
        """[(score, rank, change), ...] of these outcomes (change, rank), all added to `base` and `rank`."""
        width, mask, weight = self.width, self.mask, self.weight
        twice = 2 * width
        room_a, room_b, room_c = self.room
        full_a, full_b, full_c = self.full
        step_a, step_b, step_c = self.steps
        full_a += weight
        full_b += weight
        full_c += weight
        rated = []
        for change, more in outcomes:
            totals = base + change
            units = totals & mask
            score = full_a if units >= room_a else units * step_a
            units = (totals >> width) & mask
            score += full_b if units >= room_b else units * step_b
            units = totals >> twice
            score += full_c if units >= room_c else units * step_c
            rated.append((score, rank + more, totals))
        return rated


class Bound:
    """Judges the nodes of one walk. `others` are the packed changes of the groups that the walk leaves out."""

    def __init__(self, found, worth, nodes, others):
        self.width, self.mask = worth.width, worth.mask
        self.room, self.steps, self.full, self.weight = worth.room, worth.steps, worth.full, worth.weight
        self.base = found.base
        self.score = -1  # the best found so far; a branch must beat it, or equal it with a better rank
        self.rank = 0
        self._suffixes(found, nodes, others)

    def hopeful(self, at, change, rank):
        """Whether the walk's node number `at`, reached with this change and rank, may still beat the best."""
        width, mask = self.width, self.mask
        room_a, room_b, room_c = self.room
        full_a, full_b, full_c = self.full
        step_a, step_b, step_c = self.steps
        totals = change + self.tops[at]
        a = totals & mask
        b = (totals >> width) & mask
        c = totals >> 2 * width
        damage = value = 0
        if a >= room_a:
            damage = self.weight
            value = full_a
        else:
            value = step_a * a
        if b >= room_b:
            damage += self.weight
            value += full_b
        else:
            value += step_b * b
        if c >= room_c:
            damage += self.weight
            value += full_c
        else:
            value += step_c * c
        for price_a, price_b, price_c, rest in self.lines:
            linear = price_a * a + price_b * b + price_c * c + rest[at]
            if linear < value:
                value = linear
        damage += value
        return damage > self.score or (damage == self.score and rank > self.rank)

    def _suffixes(self, found, nodes, others):
        """tops[at]: packed totals that cannot be exceeded after node `at`, but for the change so far; lines: linear
        bounds (price of each kind, what to add at each node), one for every choice of kinds counted without limit."""
        width = self.width
        count = len(nodes)
        most = [0, 0, 0]
        changes = []
        for change in others:
            changes.append(unpack(change, width))
            for kind in range(3):
                most[kind] = max(most[kind], changes[-1][kind])
        top = self.base + pack(most, width)
        gains = []
        tops = [top]
        for at in range(count - 1, -1, -1):
            gain = unpack(found.hope[nodes[at]], width)
            gains.append(gain)
            # All that it makes: other machines may have been promised units that it has yet to make.
            top += found.problem.makes[nodes[at]]
            tops.append(top)
        tops.reverse()
        self.tops = tops
        self.lines = []
        peak = unpack(tops[0], width)
        for choice in range(1, 8):
            prices = [0, 0, 0]
            capped = 0
            needed = True
            for kind in range(3):
                if choice >> kind & 1:
                    prices[kind] = self.steps[kind]
                elif peak[kind] <= self.room[kind]:
                    needed = False
                else:
                    capped += self.full[kind]
            if needed:
                self.lines.append(self._line(prices, capped, gains, tops, changes))

    def _line(self, prices, capped, gains, tops, changes):
        width = self.width
        best = 0
        for change in changes:
            best = max(best, _cost(prices, change))
        reach = _cost(prices, unpack(self.base, width)) + best + capped
        at = len(tops) - 1
        rest = [0] * len(tops)
        rest[at] = reach - _cost(prices, unpack(tops[at], width))
        for gain in gains:
            at -= 1
            reach += max(0, _cost(prices, gain))
            rest[at] = reach - _cost(prices, unpack(tops[at], width))
        return prices[0], prices[1], prices[2], rest


def _cost(prices, units):
    return prices[0] * units[0] + prices[1] * units[1] + prices[2] * units[2]
