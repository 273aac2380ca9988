"""Room: the steps of a settlement: looking at plans, best first, and firing by hand instead.

Before: plan_search.py. After: play.py.
"""

from firmware.compat import const
from firmware.games import code_of
from firmware.games.energy_matrix.plan import firing
from firmware.games.energy_matrix.rules.account import board_event, board_of, rulers_for
from firmware.games.energy_matrix.rules.settlement import fire_code
from firmware.games.energy_matrix.rules.turn import machines_on
from firmware.games.energy_matrix.table.building import stepped
from firmware.games.kit.play import Step

DONE = const(99)  # the cursor's place after the last machine: "that is all"


class Settling(Step):
    """LEFT and RIGHT look at plans, OK takes the one on show, AXIS fires by hand."""

    def __init__(self):
        self._by_hand = FiringByHand()  # keeps what it has found out

    def press(self, play, player, button):
        if button == "axis":
            self._by_hand.cursor = None
            play.begin(self._by_hand)
            _take_back(play)
        elif button == "right":
            play.plans.at += 1
        elif button == "left":
            play.plans.at = max(0, play.plans.at - 1)
        elif button == "ok":
            accept(play)

    def prompt(self, play):
        plan = play.plan()
        if plan is None and play.so_far() is not None:
            return [["so_far", {}]] + _moves(play, play.so_far()), ["h_so_far", {}]
        if plan is None:
            return [play.plans.word()], ["h_settle", {}]
        return [["plan", {"n": play.plans.at + 1}]] + _moves(play, plan), ["h_settle", {}]


class FiringByHand(Step):
    """LEFT and RIGHT choose a machine or "done"; OK fires it; BACK takes it back; AXIS leaves firing by hand.

    `plan`: what has fired and what it leaves, in the form of best.plans.
    """

    def __init__(self):
        self.plan = None
        self._state = None  # for which the rest was found out
        self._asked = []  # machines that are still to be asked whether they may fire
        self._fireable = []

    def look(self, state):
        """Find out how firing stands in that state, once."""
        if self._state is state:
            return
        self._state = state
        player = state["active"]
        board = board_of(state, player)
        fired = state["fired"]
        left, flows = firing.outcome(board, board_event(state, player), fired, state["options"]["voltage_rule"])
        self.plan = {"order": list(fired), "net": left, "converters": [], "flows": flows, "damage": 0, "value": 0}
        self._asked = machines_on(board)
        self._fireable = []

    def work(self, play):
        """Ask about one more machine (about 5 ms on the device); True while more are to be asked."""
        self.look(play.state)
        if not self._asked:
            return False
        self._ask(play.state)
        play.thoughts += not self._asked
        return bool(self._asked)

    def _ask(self, state):
        cell = self._asked.pop(0)
        if fire_code(state, state["fired"], cell) is None:
            self._fireable.append(cell)

    def fireable(self, state):
        """Cells that may fire next, in reading order."""
        self.look(state)
        while self._asked:
            self._ask(state)
        return self._fireable

    def press(self, play, player, button):
        places = self.fireable(play.state) + [DONE]
        if self.cursor not in places:
            self.cursor = None
        if button == "axis":
            play.end(self)
            _take_back(play)
        elif button in ("left", "right"):
            self.cursor = stepped(places, self.cursor, button)
        elif button == "back":
            play.act(["unfire"])
        elif button == "ok":
            chosen = places[0] if self.cursor is None else self.cursor
            if chosen == DONE:
                accept(play)
            elif play.act(["fire", chosen]):
                self.cursor = None

    def pointing(self, play, player):
        return None if self.cursor == DONE else super().pointing(play, player)

    def prompt(self, play):
        self.look(play.state)
        if self._asked:
            return [["thinking", {}]], ["h_manual", {}]
        plan = play.plan()
        places = self._fireable
        chosen = self.cursor
        if chosen is None or (chosen not in places and chosen != DONE):
            chosen = places[0] if places else DONE
        if chosen == DONE:
            return [["manual_done", {"n": len(play.state["fired"])}]] + _moves(play, plan), ["h_manual", {}]
        entry = board_of(play.state, play.state["active"])["cells"][chosen]
        card = ["card", code_of(entry[1])]
        return [["manual", {"at": ["cell", chosen], "card": card}]] + _moves(play, plan), ["h_manual", {}]


def _take_back(play):
    """Nothing has been fired yet."""
    while play.state["fired"]:
        play.act(["unfire"])


def accept(play):
    """Settle by the plan on show, the best one so far, or by what was fired by hand."""
    plan = play.plan() or play.so_far()
    if not play.blocked() and plan is not None:  # without one the display says why, as long as that is so
        play.act(["settle", list(plan["order"])])


def _moves(play, plan):
    """One line for each ruler that moves: how far, to where, and whether it is hit."""
    at, limits = rulers_for(play.state, play.state["active"])
    lines = []
    for kind in range(3):
        if plan["net"][kind]:
            to = min(limits[kind], at[kind] + plan["net"][kind])
            code = "moves_hit" if to >= limits[kind] else "moves"
            lines.append([code, {"kind": ["kind", kind], "n": plan["net"][kind], "to": to}])
    return lines or [["moves_none", {}]]
