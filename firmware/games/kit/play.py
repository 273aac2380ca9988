"""Room: the game at the table: what is seen and pressed becomes actions; what to show follows from the state.

Before: pictures of the board room (`seen` in firmware/games), presses of the panels. After: lights, panel, link. The
app calls see, slot, tap, lifted and press, then `work` until it is False, then view and screen. Players and boards are
counted from 0; positions are those of firmware/games.
"""

from firmware.games import (
    CELLS,
    CHOSEN,
    DARK,
    EDGE,
    EDGES,
    PUT_BACK,
    REFUSED,
    TAKE_OFF,
    TURN,
    UNKNOWN,
    Refusal,
)
from firmware.games.kit.journal import undone
from firmware.games.kit.screens import screen

_SIGNS = {
    "put_back": PUT_BACK,
    "take_off": TAKE_OFF,
    "turn": TURN,
    "turn_over": TURN,
    "unknown_card": UNKNOWN,
    "silent": UNKNOWN,
    "skew": UNKNOWN,
    "doubtful": UNKNOWN,
    "reader_fault": UNKNOWN,
}


def _nothing(*_):
    """What a step or a game does that says nothing else."""


class Step:
    """What the players are doing now: what buttons do, what display and LEDs say meanwhile.

    Each phase of a game has its step. Others may lie on it for a while, on top of each other: pointing at a place for
    a card, say. They go with the phase, unless they are `lasting`.
    """

    lasting = False
    alone = False  # takes every press: a long one means nothing else
    drafting = False  # cards are being laid: what is to be mended does not silence the LEDs of the account
    cursor = None  # position chosen with LEFT and RIGHT, or None

    def press(self, play, player, button):
        """A button: "ok", "back", "left", "right", "axis"; False leaves it to the step beneath."""
        if button == "ok" and play.state["phase"] == "over":
            play.finished = True
        return False

    def disagreements(self, play, player):
        """[[position, code, {args}], ...]: where a board does not lie as it should in this phase."""
        return []

    def prompt(self, play):
        """([MESSAGE, ...], MESSAGE): the lines of the display and its hint."""
        raise NotImplementedError

    lights = _nothing  # (play, player, cells, edges): set what LEDs of a board ask for, in these lists of ROLES
    seen = _nothing  # (play, player): that board has another picture: what lies there may be what the step waits for

    def pointing(self, play, player):
        """The position of a board at which the cursor stands, or None."""
        return self.cursor if player == play.board() else None

    def screen(self, play, player):
        """The screen of that board's display (firmware/games)."""
        return play.prompted(player)


class Play:
    """One game being played; `state` is its account, replaced and never changed in place. All else can be lost.

    It serves a game whose steps say everything; a game with more to say has a Play of its own.
    """

    STEPS = {}  # phase -> class of its Step, where the cartridge has none

    def __init__(self, cartridge, state):
        self.cartridge = cartridge
        self.state = state
        self.seen = [None] * cartridge.boards_of(state["mode"])  # the newest picture of each board
        self.steps = [self._step()]
        self.message = None  # why the last press was refused: [code, {args}], until something changes
        self.thoughts = 0  # grows whenever `work` has found something to show
        self.finished = False  # the players want a new game
        self.testing = None  # the player whose board is to be tested, until boards/game.py has taken note
        self.cues = []  # [[name, ...], ...] animations for the next view, which may be dropped (lights/cues.py)
        self._orders = []

    # What happens at the table.

    def see(self, player, seen):
        """A new stable picture of a board; None: it is not there."""
        self.seen[player] = seen
        self.message = None
        self.touched()
        self.step.seen(self, player)

    slot = _nothing  # (token): a card was seen in the queue slot and is gone again
    tap = _nothing  # (player, token): a card is held to a board's tap pad, or taken away (None)
    lifted = _nothing  # (player, token): that card lay on a stack: it is gone from there; `tap` did not announce it

    def press(self, player, button, held=False):
        """A button of a board's panel; held: a long press."""
        self.message = None
        if not self.step.alone and (held and self.hold(player, button) or self._answer_doubt(button)):
            return
        for step in reversed(self.steps):
            if step.press(self, player, button) is not False:
                break

    def hold(self, player, button):
        """A long press that means the same in every step; True if it is one."""
        if button == "back":
            if self.at_start():
                self.begin(self.cartridge.leaving())
            else:
                self.undo()
        return button == "back"

    def at_start(self):
        """Whether nothing of this turn has happened yet: undo would reach into another one, and is asked about."""
        return len(self.state["journal"]) < 2

    def work(self):
        """One slice (at most 10 ms on the device) of thinking; True while more is due."""
        return False

    # Actions.

    def act(self, action):
        """Apply one action; a refusal becomes the message and nothing changes. True when it was accepted."""
        try:
            self.adopt(self.cartridge.apply(self.state, action))
        except Refusal as refusal:
            self.message = [refusal.code, refusal.details]
            return False
        return True

    def undo(self):
        """Take the last step of the players back."""
        try:
            self.adopt(undone(self.cartridge, self.state))
        except Refusal as refusal:
            self.message = [refusal.code, refusal.details]

    def adopt(self, state):
        """Go on from another state; with another phase or turn another step begins."""
        old, self.state = self.state, state
        self.message = None
        self.touched()
        if state["phase"] != old["phase"] or state.get("turn") != old.get("turn"):
            self.steps = [self._step()] + [step for step in self.steps if step.lasting]
            self.begun()

    begun = _nothing  # (): another phase or turn has begun: forget what belonged to the last one
    touched = _nothing  # (): state or pictures have changed: forget what was worked out from them

    # Steps.

    def _step(self):
        """A new step of the phase."""
        return (self.cartridge.STEPS or self.STEPS)[self.state["phase"]]()

    @property
    def step(self):
        """The step on top."""
        return self.steps[-1]

    def begin(self, step):
        """From now on the players do that, until `end` or the next phase."""
        self.steps.append(step)

    def end(self, step):
        """They have done that."""
        if step in self.steps:
            self.steps.remove(step)

    def doing(self, kind):
        """The step of that class, on top or beneath, or None."""
        for step in self.steps:
            if isinstance(step, kind):
                return step
        return None

    def board(self):
        """The board of the player whose turn it is."""
        active = self.state.get("active", 0)
        return active if active < len(self.seen) else 0

    # Faults.

    def disagreements(self, player):
        """[[position, code, {args}], ...]: where a board does not lie as the account says."""
        return self.steps[0].disagreements(self, player)

    def faults(self, player):
        """[[position, code, {args}]] of a board: disagreements, sensing, questions about cards not read any more.

        When the game is over the cards may be cleared away: then only dead readers are told.
        """
        seen = self.seen[player]
        if self.state["phase"] == "over":
            return [fault for fault in seen["faults"] if fault[1] == "reader_fault"] if seen is not None else []
        if seen is None:
            return [[-1, "no_board", {"player": ["player", player]}]]
        found = list(self.disagreements(player))
        said = [fault[:2] for fault in found]
        found += [fault for fault in seen["faults"] if fault[:2] not in said]
        return found + [[place, "doubtful", {"at": place, "card": token}] for place, token in seen["doubtful"]]

    def all_faults(self):
        """(board, fault) of the active player's board first. A dead reader is shown, but stops nobody."""
        first = self.board()
        order = [first] + [player for player in range(len(self.seen)) if player != first]
        return [(player, fault) for player in order for fault in self.faults(player) if fault[1] != "reader_fault"]

    def blocked(self):
        """Whether there is something to mend; the first fault becomes the message."""
        faults = self.all_faults()
        if faults:
            self.message = faults[0][1][1:]
        return bool(faults)

    def _answer_doubt(self, button):
        """A covered cell has lost a tag: LEFT the card is still there, RIGHT it was taken off."""
        if button not in ("left", "right"):
            return False
        for player, fault in self.all_faults():
            if fault[1] == "doubtful":
                self.order("gone" if button == "right" else "stays", player, fault[0], fault[2]["card"])
                return True
        return False

    def order(self, verb, player, place, token):
        """Tell the board room what the players answered about cards that cannot be read.

        "assign" it lies there, "gone" it was taken off, "stays" it is still there, "forget" the card from the tap pad
        will not be placed (token None: nor do lifted cards count any more), "here" all that lies there: token is
        [[token, ...], face of the lowest card or None].
        """
        self._orders.append([verb, player, place, token])

    def take_orders(self):
        """[[verb, board, position, token], ...] since the last call."""
        orders, self._orders = self._orders, []
        return orders

    # What is shown.

    def view(self):
        """What the LEDs should say (firmware/games)."""
        shown = {"players": [self.board_view(player) for player in range(len(self.seen))]}
        shown.update({"rulers": [], "queue": [0, 0], "points": [0, 0, 0], "life": []})
        shown.update(self.counts())
        shown["cues"], self.cues = self.cues, []
        return shown

    def board_view(self, player):
        """One board's share of the view: the account, what is asked for, what is to be mended, the cursor."""
        cells, edges = [DARK] * CELLS, [DARK] * EDGES
        if self.steps[0].drafting or not self.all_faults():
            self.lights(player, cells, edges)
            for step in self.steps:
                step.lights(self, player, cells, edges)
        for fault in self.faults(player):
            light(cells, edges, fault[0], self.sign(player, fault))
        light(cells, edges, self.step.pointing(self, player), CHOSEN)
        return {"cells": "".join(cells), "edges": "".join(edges), "active": self.at_turn(player)}

    def at_turn(self, player):
        """Whether it is the turn of whoever sits at that board."""
        return player == self.board() and self.state["phase"] != "over"

    lights = _nothing  # (player, cells, edges): set what the LEDs of a board say of the account, in lists of ROLES

    def counts(self):
        """{"rulers", "queue", "points", "life"} of the view, those that the game has."""
        return {}

    def sign(self, player, fault):
        """The role that shows a fault, or None."""
        return _SIGNS.get(fault[1], REFUSED)

    def screen(self, player):
        """What the display of that board should say (firmware/games)."""
        return self.step.screen(self, player)

    def prompted(self, player):
        """The screen made of the step's prompt, a refusal, and what is to be mended."""
        return screen(self, player)

    # What others may know.

    def focus(self):
        """{board: [positions]} that the game waits for now: they are polled most."""
        return {}

    def report(self):
        """{"t": "account", ...}: what hosts may know of the game: nothing secret."""
        found = {name: self.state[name] for name in self.cartridge.PUBLIC}
        found.update({"t": "account", "phase": self.state["phase"]})
        return found

    def masked(self, action):
        """An action as hosts may see it: its verb, unless the game says that more of it is no secret."""
        return action[:1]


def light(cells, edges, place, role):
    """Show a role at a position that has an LED, for lists of ROLES; place or role may be None."""
    if place is None or role is None:
        return
    if 0 <= place < CELLS:
        cells[place] = role
    elif place >= EDGE:
        edges[place - EDGE] = role
