"""Room: the best plan, exact, and the next ones in rule order (rules section 3); the entrance to the solver.

Plans are worked out in slices of at most 10 ms on the Pico. Comes after machines.py; plan_search.py asks while players
look on and shows the plans, lights draw their flows. How and why it is exact: docs/best_plan.md.
"""

from firmware.games.energy_matrix.cards.units import unpack
from firmware.games.energy_matrix.plan.converters import Converters
from firmware.games.energy_matrix.plan.problem import LIMITS, graph, problem
from firmware.games.energy_matrix.plan.search import Search

__all__ = ("LIMITS", "Memory", "best", "graph", "plans", "problem")

BATCH = 6  # plans looked for at once after the first
KEPT = 16  # conflicts left to the next board at most


def best(board, event="none", rulers=(0, 0, 0), limits=LIMITS, rule="exact"):
    """The best plan of a board; see `Plans` for its shape."""
    for plan in plans(problem(board, event, rulers, limits, rule)):
        if plan is not None:
            return plan


def plans(asked, memory=None):
    """The Plans of a Problem."""
    return Plans(asked, memory)


class Memory:
    """What one board leaves to the next, nodes as bits: `won`, the converters of its best plan, which are tried first;
    `conflicts`, [(ins, outs, about, how those looked), ...], which hold while all that feeds them looks the same."""

    def __init__(self):
        self.won = 0
        self.conflicts = []

    def find(self, converters, found):
        """Generator, yields between slices: adds those that hold for these converters, (ins, outs, about) as bits of
        places, to the list `found`."""
        for number, (ins, outs, about, looks) in enumerate(self.conflicts):
            if number % 2:
                yield None
            chosen = converters.among(about)
            if converters.nodes_of(chosen) == about and converters.looks(chosen) == looks:
                found.append((converters.among(ins), converters.among(outs), chosen))

    def keep(self, converters, order, conflicts):
        """Generator, yields between slices: a board is solved, and what it did not ask for is forgotten."""
        yield None
        self.won = sum([1 << node for node in order])
        self.conflicts = []
        for ins, outs, about in conflicts[-KEPT:]:
            row = (
                converters.nodes_of(ins),
                converters.nodes_of(outs),
                converters.nodes_of(about),
                converters.looks(about),
            )
            self.conflicts.append(row)
            if len(self.conflicts) % 2 == 0:
                yield None


class Plans:
    """Iterator: None after each slice of work, and plans in rule order, each outcome once.

    A plan is {"converters": [cells, reading order], "order": [cells fired, in order], "flows": [[from, to, kind 0-2,
    units], ...], "net": [a, b, c], "damage": rulers brought to their threshold, "value": of the steps moved}."""

    def __init__(self, asked, memory):
        self._memory = memory or Memory()
        self._search = None
        self._given = 0  # of the entries that the search has found
        self._so_far = (None, None)
        self._steps = self._work(asked)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._steps)

    def so_far(self):
        """The best plan known of those not given yet, the same dict until there is a better one, or None."""
        found = self._search.found if self._search else ()
        entry = found[self._given] if len(found) > self._given else None
        if entry is not self._so_far[0]:
            self._so_far = entry, self._plan(entry)
        return self._so_far[1]

    def _work(self, asked):
        yield None
        converters = Converters(asked, described=False)
        yield None
        converters.describe()
        yield None
        memory = self._memory
        known = []
        for _ in memory.find(converters, known):
            yield None
        search = self._search = Search(converters, known)
        for _ in search.next(1, converters.among(memory.won)):
            yield None
        for _ in memory.keep(converters, search.found[0][3], search.conflicts):
            yield None
        most = 1
        while True:
            while self._given < len(search.found):
                self._given += 1
                yield self._plan(search.found[self._given - 1])
            if self._given < most:
                return
            most = BATCH
            looking = search.next(most)
            self._given = 0
            for _ in looking:
                yield None

    def _plan(self, entry):
        if entry is None:
            return None
        score, _, totals, order, _ = entry
        worth = self._search.worth
        return {
            "converters": sorted(order),
            "order": self._search.converters.problem.producers + order,
            "flows": self._search.flows(entry),
            "net": list(unpack(totals, worth.width)),
            "damage": score // worth.weight,
            "value": score % worth.weight,
        }
