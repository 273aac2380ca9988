"""Room: Energy Matrix at the table: what is seen and pressed becomes actions; what to show follows from the state.

Before: the steps of this folder, which say what buttons do and what is shown; draft.py. After: the kit's Play.
"""

from firmware.games import CELLS, QUEUE, TAKE_OFF, TAP, TURN
from firmware.games.energy_matrix.matrix.voltage import voltages
from firmware.games.energy_matrix.rules.account import board_event
from firmware.games.energy_matrix.table import messages, show
from firmware.games.energy_matrix.table.building import Building, Placing, would_work
from firmware.games.energy_matrix.table.draft import accepted, draft
from firmware.games.energy_matrix.table.plan_search import PlanSearch
from firmware.games.energy_matrix.table.settling import FiringByHand, Settling
from firmware.games.energy_matrix.table.settling import accept as accept_plan
from firmware.games.energy_matrix.table.steps import Confirming, Dismantling, Pushing, Unpushing
from firmware.games.energy_matrix.table.told_places import ToldPlaces
from firmware.games.kit.play import Play


class MatrixPlay(Play):
    """One game being played; only `state` counts, everything else can be lost without harm."""

    STEPS = {
        "deal": Confirming,
        "fill": Pushing,
        "discard": Confirming,
        "draw": Confirming,
        "event": Pushing,
        "reveal": Confirming,
        "dismantle": Dismantling,
        "build": Building,
        "settle": Settling,
        "end": Confirming,
        "over": Confirming,
    }

    def __init__(self, cartridge, state):
        super().__init__(cartridge, state)
        boards = len(self.seen)
        self.axes = {}  # token -> axis set by hand, where the sensors cannot know
        self.plans = PlanSearch()
        self.lifted_card = [None] * boards  # held to that pad just now: it is gone from its stack
        self.whole = [False] * boards  # since it was found, that board has agreed with the account
        self.announced = [None] * boards  # the card that player held to the tap pad and has not placed yet
        self.needs = None  # what the machines of the board on show need while it is being built (show.py)
        self._answers = ToldPlaces()
        self._drafts = {}

    # What happens at the table.

    def see(self, player, seen):
        if seen is None:
            self.whole[player] = False
        token = self.announced[player]
        if token is not None and seen is not None and _lies_on(seen, token):
            self.order("forget", player, TAP, token)
            self.forget_announced(player)
        super().see(player, seen)
        self.draft(player)  # a board just found fills by and by: has it agreed once?

    def slot(self, token):
        """Pushed in, or taken out after BACK."""
        taking_out = self.doing(Unpushing)
        if self.act(["push" if taking_out is None else "unpush", token]):
            self.end(taking_out)

    def tap(self, player, token):
        """A card stays announced until it is placed."""
        if token is None:
            return
        if self.step.alone:
            self.step.tapped(self, player, token)
            return
        if self.dead(self.state["active"], TAP):
            player = self.state["active"]  # any other pad stands in
        self.lifted_card[player] = None
        if token != self.announced[player]:
            self.forget_announced(player)
            self.announced[player] = token
            self.message = None
            if self.state["phase"] == "build" and player == self.state["active"]:
                self.begin(Placing())

    def lifted(self, player, token):
        if not self.step.alone:
            self.forget_announced(player)
            self.lifted_card[player] = token

    def dead(self, player, place):
        """Whether the reader at that place of a player's board does not work."""
        seen = self.seen[player]
        return seen is not None and [place, "reader_fault"] in [fault[:2] for fault in seen["faults"]]

    def press(self, player, button, held=False):
        self.lifted_card = [None] * len(self.seen)
        super().press(player, button, held)

    def hold(self, player, button):
        """AXIS: what is here? OK: overrule."""
        if button == "axis" and self.state["phase"] != "over":
            from firmware.games.energy_matrix.table.telling import begin  # loaded only when asked for: it takes heap

            begin(self, player)
            return True
        if button == "ok":
            self._hold_ok()
            return True
        return super().hold(player, button)

    def _hold_ok(self):
        """In the event phase: my hand is empty. Firing by hand: that is all. Else overrule what is to be mended."""
        if self.state["phase"] == "over":
            self.press(self.state["active"], "ok")
        elif self.state["phase"] == "event" and not self.all_faults():
            self.act(["pass"])
        elif self.doing(FiringByHand) is not None and not self.all_faults():
            accept_plan(self)
        else:
            self._overrule()

    def _overrule(self):
        """The account follows the boards as they lie; with nothing to overrule it is a short press."""
        building = self.state["phase"] == "build"
        for player, fault in self.all_faults():
            if fault[1] == "no_board":
                self.message = fault[1:]
                return
            if fault[1] == "doubtful":
                self.order("gone", player, fault[0], fault[2]["card"])
        disagreeing = [player for player in range(len(self.seen)) if self.draft(player).faults]
        for player in disagreeing:
            if not self.act(accepted(self.state, player, self._known(player), self.axes)):
                return
        waived = [(player, fault) for player, fault in self.all_faults() if fault[1] != "doubtful"]
        for player, fault in waived:
            self._answers.waive(player, fault[0], self.seen[player])
            self.touched()
        if not disagreeing and not waived:
            self.press(self.state["active"], "ok")
        elif building:
            self.act(["next"])

    # Actions.

    def act(self, action):
        if not super().act(action):
            return False
        if action[0] == "settle":
            for kind in self.state["hits"]:
                self.cues.append(["hit", kind])
        if self.state["phase"] == "over":
            self.cues.append(["win", self.state["winner"]])
        return True

    def at_start(self):
        return self.state["phase"] == "draw" or super().at_start()

    def undo(self):
        before = self.state
        super().undo()
        if self.message is None:
            from firmware.games.energy_matrix.table.undoing import to_move_back  # only when asked for: it takes heap

            self.message = to_move_back(before, self.state)

    def begun(self):
        self.plans.at = 0
        for player in range(len(self.seen)):
            self.order("forget", player, TAP, None)
        self.announced = [None] * len(self.seen)
        self.lifted_card = [None] * len(self.seen)
        plan = self.plan()
        if plan is not None:  # worked out while they built
            self.found(plan)

    def touched(self):
        self._drafts = {}
        if self.state["phase"] != "settle":
            self.plans.at = 0

    # Boards and cards.

    def draft(self, player):
        """That player's board held against the account (draft.Draft), computed once a change."""
        if player not in self._drafts:
            waived = self._answers.waived(player, self.seen[player])
            done = draft(self.state, player, self._known(player), self.axes, waived)
            self._drafts[player] = done
            if not done.actions and not done.faults:
                self.whole[player] = True
        return self._drafts[player]

    def cost(self):
        """Action points that what lies there but is not accounted for yet would take."""
        return len(self.draft(self.state["active"]).actions) if self.state["phase"] == "build" else 0

    def disagreements(self, player):
        return self.draft(player).faults

    def faults(self, player):
        """Places accepted as they are ask no more; which card a battery is stays secret: every back is the same."""
        seen = self.seen[player]
        waived = self._answers.waived(player, seen)
        found = []
        for fault in super().faults(player):
            place, code, details = fault
            if code == "doubtful":
                entry = seen["cells"][place] if place < CELLS else ["up", []]
                details["battery"] = entry[0] != "up"
                if len(entry[1]) > 1 and details["card"] in entry[1]:
                    details["n"] = 1 + entry[1].index(details["card"])
            elif code != "reader_fault" and place in waived:
                continue
            found.append(fault)
        return found

    def tell_blank(self, player, place):
        """The players say that what lies there face down is one battery without a tag that answers."""
        self._answers.tell_blank(player, place, self.seen[player])
        self.touched()

    def _known(self, player):
        """What is seen of a board, batteries without tags as such."""
        return self._answers.known(player, self.seen[player])

    def forget_announced(self, player):
        """No card is announced at that pad any more, and no place is pointed at."""
        self.announced[player] = None
        for step in self.steps:
            step.cursor = None
        if player == self.state["active"]:
            self.end(self.doing(Placing))

    def announced_push(self):
        """The card at any tap pad that stands in for a dead reader of the queue slot, or None."""
        if not self.dead(0, QUEUE) or self.state["phase"] not in ("fill", "event"):
            return None
        return ([token for token in self.announced if token is not None] or [None])[0]

    def drop_announced(self):
        """No card is announced any more."""
        for player, token in enumerate(self.announced):
            if token is not None:
                self.order("forget", player, TAP, token)
                self.forget_announced(player)

    # Plans.

    def work(self):
        firing = self.doing(FiringByHand)
        return self.plans.work(self) if firing is None else firing.work(self)

    def plan(self):
        """The plan on show, the firing by hand so far included; None while it is being worked out."""
        firing = self.doing(FiringByHand)
        if firing is None:
            return self.plans.plan(self)
        firing.look(self.state)
        return firing.plan

    def so_far(self):
        """The best plan found so far while the one looked for takes long to settle with; else None."""
        by_hand = self.doing(FiringByHand) is not None
        return None if by_hand or self.state["phase"] != "settle" else self.plans.so_far

    def found(self, plan):
        """The plan on show is there: it runs over the LEDs where it is to be settled."""
        self.thoughts += 1
        if self.state["phase"] == "settle":
            self.cues += show.flows(self.state, plan)

    # What is shown, and what others may know.

    def board_view(self, player):
        self.needs = None
        shown = super().board_view(player)
        shown["volts"] = voltages(self.draft(player).board, board_event(self.state, player))
        if self.needs is not None:
            shown["needs"] = self.needs
        works = would_work(self, player) if self.doing(Placing) is not None else None
        if works is not None:
            shown["works"] = works
        return shown

    def at_turn(self, player):
        return player == self.state["active"] and self.state["phase"] not in ("deal", "over")

    prompted = messages.screen
    lights = show.lights
    counts = show.counts
    focus = show.focus
    report = show.report

    def sign(self, player, fault):
        place, code, _ = fault
        if code in ("belongs", "queue_card"):
            return TAKE_OFF
        if code == "flip":
            return TURN
        if code == "reader_fault" and place < CELLS and self.draft(player).board["cells"][place] is not None:
            return None  # the tap pad has told what lies there
        return super().sign(player, fault)

    def masked(self, action):
        """Batteries keep the secret of which card they are, so does the queue."""
        if action[0] in ("battery", "take_battery"):
            return action[:3] + [""]
        if action[0] in ("push", "unpush"):
            return [action[0], ""]
        return action[:2] if action[0] == "overrule" else action


def _lies_on(seen, token):
    """Whether a card is in a picture of a board."""
    for entry in seen["cells"]:
        if entry is not None and token in entry[1]:
            return True
    return any(token in edge for edge in seen["edges"])
