"""Room: the game at the table: what is seen and pressed becomes actions; what to show follows from the state.

Pure: no time, no I/O. The app calls see, slot, tap and press, then work() until it is False, then view and screen.
"""

from firmware.games import Refusal
from firmware.games.energy_matrix import presses, prompts, settle, show
from firmware.games.energy_matrix.draft import draft
from firmware.games.energy_matrix.hand import Hand
from firmware.games.energy_matrix.ledger import board_event, board_of, rulers_for
from firmware.games.energy_matrix.modes import STEPS
from firmware.games.energy_matrix.turn import apply


class Play:
    """One game being played; `state` is its account, everything else can be lost without harm."""

    def __init__(self, state):
        self.state = state
        self.seen = [None] * len(state["players"])
        self.axes = {}  # token -> axis set by hand, where the sensors cannot know
        self.message = None  # why the last press was refused: [code, {args}], until something changes
        self.manual = False
        self.cursor = None  # position chosen with LEFT and RIGHT, or None
        self.unpushing = False  # the last pushed card must be shown to the slot to come out again
        self.plan_at = 0
        self.thoughts = 0
        self.finished = False  # the players are done with this game; the app asks for a new one
        self._announced = [None] * len(state["players"])
        self._orders = []
        self._cues = []
        self._drafts = {}
        self._plans = []
        self._solver = None
        self._solved = None
        self._hand = None  # manual firing worked out so far (hand.Hand)

    def see(self, player, seen):
        """A new stable picture of a player's board."""
        self.seen[player] = seen
        self.message = None
        token = self._announced[player]
        if token is not None and _lies_on(seen, token):
            self.order("forget", player, presses.TAP, token)
            self.forget_announced(player)
        self._touched()
        done = self.draft(player)
        if self.state["phase"] == "dismantle" and player == self.state["active"] and done.actions:
            self.act(done.actions[0])

    def slot(self, token):
        """A card was seen in the queue slot and is gone again: pushed in, or taken out after BACK."""
        verb = "push"
        if self.unpushing:
            verb = "unpush"
        if self.act([verb, token]):
            self.unpushing = False

    def tap(self, player, token):
        """A card is held to the tap pad (token) or taken away (None); it stays announced until it is placed."""
        if token is not None and token != self._announced[player]:
            self._announced[player] = token
            self.cursor = None
            self.message = None

    def press(self, player, button, held=False):
        """A button: "ok", "back", "left", "right", "axis"."""
        self.message = None
        presses.press(self, player, button, held)

    def act(self, action):
        """Apply one action; a refusal becomes the message and nothing changes. True when it was accepted."""
        try:
            self.adopt(apply(self.state, action))
        except Refusal as refusal:
            self.message = [refusal.code, refusal.details]
            return False
        if action[0] == "settle":
            for kind in self.state["hits"]:
                self._cues.append(["hit", kind])
        if self.state["phase"] == "over":
            self._cues.append(["win", self.state["winner"]])
        return True

    def adopt(self, state):
        """Go on from another state (after an action, or undo)."""
        if state["phase"] != self.state["phase"] or state["turn"] != self.state["turn"]:
            self.manual = False
            self.cursor = None
            self.unpushing = False
            self.plan_at = 0
            for player, token in enumerate(self._announced):
                if token is not None:
                    self.order("forget", player, presses.TAP, token)
            self._announced = [None] * len(state["players"])
        self.state = state
        self._touched()

    def _touched(self):
        self._drafts = {}
        self.plan_at = 0 if self.state["phase"] != "settle" else self.plan_at

    def draft(self, player):
        """That player's board held against the account (draft.Draft), computed once a change."""
        if player not in self._drafts:
            self._drafts[player] = draft(self.state, player, self.seen[player], self.axes)
        return self._drafts[player]

    def faults(self, player):
        """[[position, code, {args}]] of a player's board: rules, sensing, questions about doubtful cards."""
        found = list(self.draft(player).faults)
        seen = self.seen[player] or {}
        said = [fault[:2] for fault in found]
        found += [fault for fault in seen.get("faults", ()) if fault[:2] not in said]
        for place, token in seen.get("doubtful", ()):
            # Which card a battery is stays secret: every back is the same.
            battery = place < 16 and seen["cells"][place][0] != "up"
            found.append([place, "doubtful", {"at": place, "card": token, "battery": battery}])
        return found

    def all_faults(self):
        """(player, fault) of the active player's board first."""
        order = [self.state["active"]] + [p for p in range(len(self.seen)) if p != self.state["active"]]
        return [(player, fault) for player in order for fault in self.faults(player)]

    def _question(self):
        """What the solver should answer now: (board, event) of the active player, or None."""
        if self.state["phase"] not in ("build", "settle"):
            return None
        active = self.state["active"]
        board = self.draft(active).board if self.state["phase"] == "build" else board_of(self.state, active)
        return board, board_event(self.state, active), self.state["rulers"]

    def work(self):
        """One slice of thinking; True while more is due. `thoughts` grows when there is something new to show."""
        if self.manual:
            hand = self.hand()
            if not hand.asking():
                return False
            more = hand.work()
            self.thoughts += not more
            return more
        question = self._question()
        if question is None:
            self._solver = self._solved = None
            self._plans = []
            return False
        if question != self._solved:
            self._ask(question)
        if self._solver is None:
            self.plan_at = min(self.plan_at, max(0, len(self._plans) - 1))
            return False
        if len(self._plans) > self.plan_at:
            return False
        try:
            plan = next(self._solver)
        except StopIteration:
            self._solver = None
            self.plan_at = max(0, len(self._plans) - 1)
            self.thoughts += 1
            return False
        if plan is not None:
            self._found(plan)
        return len(self._plans) <= self.plan_at

    def _ask(self, question):
        """Begin to think about another board."""
        self._solved = question
        self._plans = []
        at, limits = rulers_for(self.state, self.state["active"])
        rule = self.state["options"]["voltage_rule"]
        self._solver = settle.plans(settle.problem(question[0], question[1], at, limits, STEPS, rule))

    def _found(self, plan):
        self._plans.append(plan)
        if len(self._plans) == self.plan_at + 1:
            self.thoughts += 1
            if self.state["phase"] == "settle":
                self._cues += show.flows(self.state, plan)

    def plan(self):
        """The plan on show, the manual firing so far included; None while it is being worked out."""
        if self.manual:
            return self.hand().plan
        question = self._question()
        if question is None or question != self._solved or len(self._plans) <= self.plan_at:
            return None
        return self._plans[self.plan_at]

    def hand(self):
        """Manual firing as it stands: what has fired and what may fire next."""
        if self._hand is None or self._hand.state is not self.state:
            self._hand = Hand(self.state)
        return self._hand

    def announced(self, player):
        """The card that player held to the tap pad and has not placed yet, or None."""
        return self._announced[player]

    def forget_announced(self, player):
        self._announced[player] = None
        self.cursor = None

    def cursor_of(self, player):
        return self.cursor if player == self.state["active"] and self.cursor != presses.DONE else None

    def order(self, verb, player, place, token):
        """Tell the board room what the players answered: "assign", "gone", "stays" or "forget"."""
        self._orders.append([verb, player, place, token])

    def take_orders(self):
        orders, self._orders = self._orders, []
        return orders

    def take_cues(self):
        cues, self._cues = self._cues, []
        return cues

    def view(self):
        """What the LEDs should say (contract of a game)."""
        return show.view(self)

    def screen(self, player):
        """What the display of that player's board should say (contract of a game)."""
        return prompts.screen(self, player)


def _lies_on(seen, token):
    """Whether a card is in a picture of a board."""
    for entry in seen["cells"]:
        if entry is not None and token in entry[1]:
            return True
    return any(token in edge for edge in seen["edges"])
