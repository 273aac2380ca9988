"""Room: the plans of a settlement, worked out in slices while the players look on (rules section 5).

Before: plan/best.py, which finds them best first. After: play.py, settling.py. While the search for it takes long the
players see the best plan found so far, and may take it.
"""

from firmware.compat import const
from firmware.games.energy_matrix.plan import best
from firmware.games.energy_matrix.rules.account import board_event, board_of, rulers_for

_LONG = const(40)  # slices without a plan, after which the best one so far is shown


class PlanSearch:
    """Plans for the board of the active player as it lies now; another board begins anew. `at`: which is looked at."""

    def __init__(self):
        self.at = 0
        self._plans = []
        self._solver = None
        self._solved = None
        self._memory = best.Memory()
        self._slices = 0  # since the last plan
        self.so_far = None  # the best plan that is known of those looked for, once this takes long
        self.gave_up = False  # there was no room to find even one plan

    def _question(self, play):
        """What the solver should answer now: (board, event) of the active player, or None."""
        state = play.state
        if state["phase"] not in ("build", "settle"):
            return None
        active = state["active"]
        board = play.draft(active).board if state["phase"] == "build" else board_of(state, active)
        return board, board_event(state, active), state["rulers"]

    def work(self, play):
        """One slice; True while more is due."""
        question = self._question(play)
        if question is None:
            self._solver = self._solved = None
            self._plans = []
            self._wait_anew()
            return False
        if question != self._solved:
            self._ask(play.state, question)
        if self._solver is None:
            self._come_back(play)
            return False
        return len(self._plans) <= self.at and self._think(play)

    def _think(self, play):
        """One slice of the search; True while more is due."""
        try:
            plan = next(self._solver)
            if plan is None:
                self._wait(play)
        except (StopIteration, MemoryError) as end:
            if isinstance(end, MemoryError):
                # A board beyond what the heap holds: the players fire by hand, which needs no search.
                self._memory = best.Memory()
                self.gave_up = not self._plans
            self._solver = None
            self._wait_anew()
            play.thoughts += 1
            self._come_back(play)
            return False
        if plan is None:
            return True
        self._wait_anew()
        self._plans.append(plan)
        if len(self._plans) == self.at + 1:
            play.found(plan)
        return len(self._plans) <= self.at

    def _wait(self, play):
        """A slice without a plan: when there have been many, the best one so far is there to see."""
        self._slices += 1
        if self._slices >= _LONG:
            plan = self._solver.so_far()
            if plan is not self.so_far:
                self.so_far = plan
                play.thoughts += 1

    def _wait_anew(self):
        self._slices = 0
        self.so_far = None

    def _come_back(self, play):
        """There are no more plans than these: whoever looks beyond the last one sees it again."""
        last = max(0, len(self._plans) - 1)
        if self.at > last:
            self.at = last
            play.thoughts += 1

    def _ask(self, state, question):
        """Begin to think about another board."""
        self._solved = question
        self._plans = []
        self._wait_anew()
        self.gave_up = False
        at, limits = rulers_for(state, state["active"])
        rule = state["options"]["voltage_rule"]
        self._solver = best.plans(best.problem(question[0], question[1], at, limits, rule), self._memory)

    def plan(self, play):
        """The plan on show; None while it is being worked out."""
        question = self._question(play)
        if question is None or question != self._solved or len(self._plans) <= self.at:
            return None
        return self._plans[self.at]

    def word(self):
        """The word for why there is no plan to show."""
        return ["no_room" if self.gave_up else "thinking", {}]
