"""Room: what totals are worth, and how much a position may still reach (rules section 3, best plan).

A score is damage * `weight` + value of the steps moved; `weight` exceeds any value, so scores compare as the rule says.
"""

from firmware.games.energy_matrix.cards.units import pack, unpack


class Worth:
    """The score of totals; `weight` is what one damage counts, `full` the value of a whole ruler's room."""

    def __init__(self, problem):
        self.width = problem.width
        self.room = problem.room
        self.steps = problem.steps
        a, b, c = problem.room
        self.full = (a * self.steps[0], b * self.steps[1], c * self.steps[2])
        self.weight = sum(self.full) + 1

    def rate(self, base, rank, outcomes):
        """[(score, rank, totals), ...] of these outcomes (change, rank), all added to `base` and `rank`."""
        width, weight = self.width, self.weight
        mask = (1 << width) - 1
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
    """Judges positions, once `draw` has drawn its lines."""

    def __init__(self, found, worth, moves):
        self.score = -1  # the best found so far; a position must beat it, or equal it with a better rank
        self.rank = 0
        self.moves = moves
        self.found = found
        self.width = width = worth.width
        most = (1 << (width - 1)) - 1
        self.guards = found.guards
        self.room = pack([min(units, most) for units in worth.room], width)
        self.full = sum(worth.full)
        self.damages = _damages(found.guards, worth)
        self._equals = {}
        self.worth = worth

    def draw(self, others):
        """Generator, yields between slices; `others` are the packed changes of what the groups left out may do."""
        found, worth, moves, width = self.found, self.worth, self.moves, self.width
        changes = [unpack(change, width) for change in others]
        self._others = [(change, 0) for change in others]
        self.top = found.base + pack([max([change[kind] for change in changes]) for kind in range(3)], width)
        peak = unpack(self.top + sum([found.problem.makes[node] for node in moves.nodes]), width)
        base = unpack(found.base, width)
        hopes = [unpack(found.hope[node], width) for node in moves.nodes]
        self.gains = hopes
        yield None
        lines = []
        for choice in range(1, 8):
            if choice & 1:
                yield None
            # Kinds of `choice` count without limit, the others as full: a bound, useful where they can be full.
            prices = [worth.steps[kind] if choice >> kind & 1 else 0 for kind in range(3)]
            capped = [kind for kind in range(3) if not choice >> kind & 1]
            if all([peak[kind] > worth.room[kind] for kind in capped]):
                reach = _cost(prices, base) + max([_cost(prices, change) for change in changes])
                reach += sum([worth.full[kind] for kind in capped])
                worths = [max(0, _cost(prices, hope)) for hope in hopes]
                lines.append((reach + sum(worths), reach, prices, worths))
        yield None
        free = lines.pop()
        capped = min(lines) if lines else free
        self.free, self.free_prices = free[1], free[2]
        self.capped, self.capped_prices = capped[1], capped[2]
        # What each place may add: packed units (all that it makes: others may live on it), linear value, capped value.
        self.adds = []
        for at, node in enumerate(moves.nodes):
            gratis = found.hope[node] - (found.problem.makes[node] - found.problem.wants[node])
            self.adds.append((found.problem.makes[node] + gratis, free[3][at], capped[3][at]))

    def score_of(self, change, stock, waiting, sleep):
        """(score that cannot be exceeded from here, bits of those that can fire now, of those that may ever fire, which
        bound was the tightest). Bits: waiting, of those that may still fire; sleep, of those passed over, who fire only
        once something has fired that may feed them (settle_moves.py)."""
        moves, adds = self.moves, self.adds
        needs, feeds, index = moves.needs, moves.feeds, moves.index
        units = unpack(change, self.width)
        free = self.free + _cost(self.free_prices, units)
        capped = self.capped + _cost(self.capped_prices, units)
        top = self.top + change
        able = reach = 0
        todo = waiting
        while todo:
            bit = todo & -todo
            todo ^= bit
            for wanted, supplies, _ in needs[index[bit]]:
                for supply in supplies:
                    wanted -= stock[supply]
                if wanted > 0:
                    break
            else:
                able |= bit
        # Then whoever can be fed by these, and so on; a sleeper only once something fires that may feed it.
        have = None
        joins = able & ~sleep
        while joins:
            bit = joins & -joins
            joins ^= bit
            reach |= bit
            at = index[bit]
            one, two, three = adds[at]
            top += one
            free += two
            capped += three
            joins |= able & feeds[at] & ~reach
            if feeds[at] & waiting & ~reach & ~joins:
                have = have or list(stock)
                for supply, made in moves.makes[at]:
                    have[supply] += made
                todo = feeds[at] & waiting & ~reach & ~joins
                while todo:
                    bit = todo & -todo
                    todo ^= bit
                    for wanted, supplies, _ in needs[index[bit]]:
                        for supply in supplies:
                            wanted -= have[supply]
                        if wanted > 0:
                            break
                    else:
                        joins |= bit
        for damage, least in self.damages[(top + self.guards - self.room) & self.guards]:
            if free >= least:
                break
        if self.full <= free and self.full <= capped:
            return damage + self.full, able, reach, 0
        return (damage + free, able, reach, 1) if free < capped else (damage + capped, able, reach, 2)

    def may_equal(self, change, rank, stock, reach, sleep):
        """Whether a position whose score may equal the best one's may do so with a better rank, as more fires of
        `reach`. The position itself has been judged already."""
        score, _, reach, line = self.score_of(change, stock, reach, sleep)
        if score != self.score or not reach:
            return score > self.score
        if line:
            # Only all that add to a linear bound can equal it; besides, only what neither adds nor takes may fire.
            total = self.found.base + change
            bit = 1
            for more, step in self._equal(line):
                if reach & bit:
                    total += more
                    rank += step
                bit <<= 1
            return rank > self.rank and max(self.worth.rate(total, 0, self._others))[0] >= score
        # The rulers may all be full once one more has fired, the best ranked at best.
        return rank + max([self.moves.gains[at][1] for at in range(len(self.gains)) if reach >> at & 1]) > self.rank

    def _equal(self, line):
        """[(packed change, rank), ...] of each place that may fire where a linear bound is to be equalled: what adds to
        it, whole; what neither adds nor takes, only what it makes; else nothing."""
        if line not in self._equals:
            prices = self.free_prices if line == 1 else self.capped_prices
            self._equals[line] = equals = []
            for at in range(len(self.gains)):
                value = _cost(prices, self.gains[at])
                if value > 0:
                    equals.append((pack(self.gains[at], self.width), self.moves.gains[at][1]))
                elif value:
                    equals.append((0, 0))
                else:
                    equals.append((pack([max(0, units) for units in self.gains[at]], self.width), 0))
        return self._equals[line]


def _damages(guards, worth):
    """Guards that survive -> [(damage in score, least linear value that so many full rulers need), ...]."""
    bit_a = guards & -guards
    bits = (bit_a, bit_a << worth.width, bit_a << 2 * worth.width)
    table = {}
    for choice in range(8):
        kinds = [kind for kind in range(3) if choice >> kind & 1]
        fulls = sorted([worth.full[kind] for kind in kinds])
        rows = [(worth.weight * count, sum(fulls[:count])) for count in range(len(kinds), 0, -1)]
        table[sum([bits[kind] for kind in kinds])] = rows + [(0, 0)]
    return table


def _cost(prices, units):
    return prices[0] * units[0] + prices[1] * units[1] + prices[2] * units[2]
