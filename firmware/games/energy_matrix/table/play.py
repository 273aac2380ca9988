"""Room: the game at the table: what is seen and pressed becomes actions; what to show follows from the state.

Pure: no time, no I/O. The app calls see, slot, tap and press, then work() until it is False, then view and screen.
"""

from firmware.games import Refusal
from firmware.games.energy_matrix.rules.turn import apply
from firmware.games.energy_matrix.table import keys, prompts, show
from firmware.games.energy_matrix.table.draft import draft
from firmware.games.energy_matrix.table.manual_firing import DONE, ManualFiring
from firmware.games.energy_matrix.table.plan_search import PlanSearch
from firmware.games.energy_matrix.table.told_places import ToldPlaces


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
        self.correcting = None  # the players tell what lies somewhere (correct.Correction)
        self.lifted_card = [None] * len(state["players"])  # held to that pad just now: it is gone from its stack
        self._announced = [None] * len(state["players"])
        self._answers = ToldPlaces()
        self._whole = [False] * len(state["players"])  # since it was found, that board has agreed with the account
        self._orders = []
        self._cues = []
        self._drafts = {}
        self._thinker = PlanSearch()
        self._hand = None  # manual firing worked out so far (manual_firing.py)

    def see(self, player, seen):
        """A new stable picture of a player's board."""
        self.seen[player] = seen
        self.message = None
        if seen is None:
            self._whole[player] = False
        token = self._announced[player]
        if token is not None and seen is not None and _lies_on(seen, token):
            self.order("forget", player, keys.TAP, token)
            self.forget_announced(player)
        self._touched()
        done = self.draft(player)
        answer = self.state["phase"] == "dismantle" and player == self.state["active"] and done.actions
        if answer and self._whole[player] and self.correcting is None:  # a board just found fills by and by
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
        if token is None:
            return
        if self.correcting is not None:
            self.correcting.tapped(self, player, token)
            return
        if self.dead(self.state["active"], keys.TAP):
            player = self.state["active"]  # any other pad stands in
        self.lifted_card[player] = None
        if token != self._announced[player]:
            self._announced[player] = token
            self.cursor = None
            self.message = None

    def lifted(self, player, token):
        """The card just tapped is one that lay on a stack: it is gone from there and nothing is announced."""
        if self.correcting is None:
            self.forget_announced(player)
            self.lifted_card[player] = token

    def dead(self, player, place):
        """Whether the reader at that place of a player's board does not work."""
        seen = self.seen[player]
        return seen is not None and [place, "reader_fault"] in [fault[:2] for fault in seen["faults"]]

    def press(self, player, button, held=False):
        """A button: "ok", "back", "left", "right", "axis"."""
        self.message = None
        self.lifted_card = [None] * len(self.seen)
        keys.press(self, player, button, held)

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
        step = state["phase"] != self.state["phase"] or state["turn"] != self.state["turn"]
        if step:
            self.manual = False
            self.cursor = None
            self.unpushing = False
            self.plan_at = 0
            for player in range(len(self._announced)):
                self.order("forget", player, keys.TAP, None)
            self._announced = [None] * len(state["players"])
            self.lifted_card = [None] * len(state["players"])
        self.state = state
        self._touched()
        plan = self.plan() if step else None
        if plan is not None:  # worked out while they built
            self.found(plan)

    def _touched(self):
        self._drafts = {}
        self.plan_at = 0 if self.state["phase"] != "settle" else self.plan_at

    def draft(self, player):
        """That player's board held against the account (draft.Draft), computed once a change."""
        if player not in self._drafts:
            waived = self._answers.waived(player, self.seen[player])
            done = draft(self.state, player, self.known(player), self.axes, waived)
            self._drafts[player] = done
            if not done.actions and not done.faults:
                self._whole[player] = True
        return self._drafts[player]

    def faults(self, player):
        """[[position, code, {args}]] of a player's board: rules, sensing, questions about doubtful cards."""
        found = list(self.draft(player).faults)
        seen = self.seen[player] or {}
        said = [fault[:2] for fault in found]
        waived = self._answers.waived(player, self.seen[player])
        for fault in seen.get("faults", ()):
            if fault[:2] not in said and (fault[1] == "reader_fault" or fault[0] not in waived):
                found.append(fault)
        for place, token in seen.get("doubtful", ()):
            # Which card a battery is stays secret: every back is the same.
            battery = place < 16 and seen["cells"][place][0] != "up"
            found.append([place, "doubtful", {"at": place, "card": token, "battery": battery}])
        return found

    def all_faults(self):
        """(player, fault) of the active player's board first. A dead reader is shown, but stops nobody: the tap pad
        stands in for it."""
        order = [self.state["active"]] + [p for p in range(len(self.seen)) if p != self.state["active"]]
        return [(p, fault) for p in order for fault in self.faults(p) if fault[1] != "reader_fault"]

    def waive(self, player, place):
        """The players accept what lies there although it is not known."""
        self._answers.waive(player, place, self.seen[player])
        self._touched()

    def tell_blank(self, player, place):
        """The players say that what lies there face down is one battery without a tag that answers."""
        self._answers.tell_blank(player, place, self.seen[player])
        self._touched()

    def known(self, player):
        """What is seen of a board, batteries without tags as such."""
        return self._answers.known(player, self.seen[player])

    def work(self):
        """One slice of thinking; True while more is due. `thoughts` grows when there is something new to show."""
        return self._thinker.work(self)

    def plan(self):
        """The plan on show, the manual firing so far included; None while it is being worked out."""
        return self._thinker.plan(self)

    def so_far(self):
        """The best plan found so far while the one looked for takes long to settle with; else None."""
        return None if self.manual or self.state["phase"] != "settle" else self._thinker.so_far

    def unplanned(self):
        """The word for why there is no plan to show."""
        return ["no_room" if self._thinker.gave_up else "thinking", {}]

    def found(self, plan):
        """The plan on show is there: it runs over the LEDs where it is to be settled."""
        self.thoughts += 1
        if self.state["phase"] == "settle":
            self._cues += show.flows(self.state, plan)

    def hand(self):
        """Manual firing as it stands: what has fired and what may fire next."""
        if self._hand is None or self._hand.state is not self.state:
            self._hand = ManualFiring(self.state)
        return self._hand

    def announced(self, player):
        """The card that player held to the tap pad and has not placed yet, or None."""
        return self._announced[player]

    def forget_announced(self, player):
        self._announced[player] = None
        self.cursor = None

    def announced_push(self):
        """The card at any tap pad that stands in for a dead reader of the queue slot, or None."""
        if not self.dead(0, keys.SLOT) or self.state["phase"] not in ("fill", "event"):
            return None
        return ([token for token in self._announced if token is not None] or [None])[0]

    def drop_announced(self):
        """No card is announced any more."""
        for player, token in enumerate(self._announced):
            if token is not None:
                self.order("forget", player, keys.TAP, token)
                self.forget_announced(player)

    def cursor_of(self, player):
        if self.correcting is not None:
            return self.correcting.at[1] if player == self.correcting.at[0] else None
        return self.cursor if player == self.state["active"] and self.cursor != DONE else None

    def order(self, verb, player, place, token):
        """Tell the board room what the players answered: "assign", "gone", "stays", "forget" or "here"."""
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
        return prompts.screen(self, player) if self.correcting is None else self.correcting.screen(self)


def _lies_on(seen, token):
    """Whether a card is in a picture of a board."""
    for entry in seen["cells"]:
        if entry is not None and token in entry[1]:
            return True
    return any(token in edge for edge in seen["edges"])
