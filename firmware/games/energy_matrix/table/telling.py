"""Room: "what is here?": the players tell what lies on a place that the table cannot know, with panel and tap pad.

A long AXIS begins it, in every step of the game. Where: LEFT and RIGHT, or AXIS to the next place that asks; OK takes
it. What: the cards of its stack are held to a tap pad from the lowest on; LEFT takes the last one back, AXIS turns a
battery whose axis the sensors cannot know; OK is the answer, an order to the board room. BACK leaves: nothing changed.
"""

from firmware.games import CELLS, EDGE, POSITIONS, TAP, code_of
from firmware.games.energy_matrix.cards import kinds
from firmware.games.energy_matrix.matrix.proposals import UNSEEN
from firmware.games.energy_matrix.rules.account import board_of
from firmware.games.energy_matrix.table.messages import place_of
from firmware.games.kit.play import Step

PLACES = tuple(range(CELLS)) + tuple(range(EDGE, POSITIONS))
_FACES = ("up", "row", "col")


class Telling(Step):
    """at: (player, position); told: tokens, lowest first; axes: of cards above the lowest; face: of the lowest card
    where the sensors cannot tell, else None; telling: a place is chosen."""

    lasting = True
    alone = True

    def __init__(self, at):
        self.at = at
        self.telling = False
        self.told = []
        self.axes = {}
        self.face = None

    def tapped(self, play, player, token):
        """A card is held to a player's tap pad: it is told, not announced for the next place that changes."""
        play.order("forget", player, TAP, None)
        if not self.telling or token in self.told:
            return
        if kinds.CURRENT.get(code_of(token)) is None:
            play.message = ["tap_unknown", {}]
            return
        if not self.told and _blind(play, self.at):
            self.face = _likely(play, self.at, token)
        self.told.append(token)
        play.message = None

    def press(self, play, player, button):
        """A press of any player's panel while the players tell what lies somewhere."""
        if button == "back":
            play.end(self)
            if self.telling:
                play.begin(Telling(self.at))
        elif self.telling:
            _tell(play, self, button)
        elif button == "ok":
            self.telling = True
        elif button == "axis":
            asking = _asking(play)
            if asking:
                at = asking.index(self.at) + 1 if self.at in asking else 0
                self.at = asking[at % len(asking)]
        else:
            places = [(p, place) for p, seen in enumerate(play.seen) if seen is not None for place in PLACES]
            at = places.index(self.at) if self.at in places else 0
            self.at = places[(at + (1 if button == "right" else -1)) % len(places)]

    def pointing(self, play, player):
        return self.at[1] if player == self.at[0] else None

    def screen(self, play, player):
        """The same on every board."""
        at = {"at": place_of(play, *self.at)}
        if not self.telling:
            lines, hint = [["tell_where", at]], "h_tell_where"
        else:
            lines, hint = [["tell_what", at]], "h_tell_what"
            if _is_blank(play, self):
                lines.append(["tell_blank", {}])
            face = self.face or _face(play, self.at)
            for number, token in enumerate(self.told):
                if face in ("row", "col"):
                    axis = face if number == 0 else self.axes.get(token, face)
                    lines.append(["told_battery", {"n": number + 1, "axis": ["axis_" + axis, {}]}])
                else:
                    lines.append(["told_card", {"n": number + 1, "card": ["card", code_of(token)]}])
            if len(lines) > 3:
                lines = lines[:1] + lines[-2:]
        if play.message is not None:
            lines = [[play.message[0], play.message[1]]] + lines
        return {"title": ["t_tell", {}], "lines": lines, "hint": [hint, {}]}


def begin(play, player):
    """Choose a place, first the one that asks most; boards that are not there cannot be told about."""
    asking = _asking(play)
    if not asking:
        asking = [(p, PLACES[0]) for p in [player] + list(range(len(play.seen))) if play.seen[p] is not None]
    if asking:
        play.begin(Telling(asking[0]))


def _tell(play, work, button):
    player, place = work.at
    if button == "ok":
        play.axes.update(work.axes)
        play.end(work)
        if _is_blank(play, work):
            play.tell_blank(player, place)
            return
        play.order("here", player, place, [list(work.told), work.face])
    elif button == "left" and work.told:
        work.axes.pop(work.told.pop(), None)
    elif button == "axis" and work.told:
        _turn(play, work)


def _is_blank(play, work):
    """Nothing is told of a battery that no tag answers for: which card it is does not matter to the rules."""
    entry = _entry(play, work.at)
    return not work.told and entry is not None and entry[0] in ("row", "col") and entry[1] == ["~"]


def _turn(play, work):
    """Another axis for the card tapped last; the lowest card's is what the sensors say, if they say anything."""
    face = work.face or _face(play, work.at)
    token = work.told[-1]
    if len(work.told) == 1 and work.face is not None:
        work.face = _FACES[(_FACES.index(work.face) + 1) % 3]
    elif len(work.told) > 1 and face != "up":
        work.axes[token] = "row" if work.axes.get(token, face) == "col" else "col"
    else:
        play.message = ["axis_is_seen", {}]


def _entry(play, at):
    player, place = at
    seen = play.seen[player]
    return seen["cells"][place] if seen is not None and place < CELLS else None


def _face(play, at):
    """What the sensors of a place say: "up", "row", "col", "skew", "none"."""
    entry = _entry(play, at)
    if at[1] >= EDGE:
        return "up"
    return "none" if entry is None else entry[0]


def _blind(play, at):
    return _face(play, at) in UNSEEN


def _likely(play, at, token):
    """How a card lies that no sensor tells: as the account has it, else as its kind does."""
    account = board_of(play.state, at[0])["cells"][at[1]]
    if account is not None and account[0] == "m":
        return "up"
    if account is not None and account[0] == "b":
        return account[1][0][0]
    return "up" if kinds.CURRENT.kind(token) in ("producer", "converter") else "row"


def _asking(play):
    """Places with a fault, those first that the table cannot know."""
    unknown, others = [], []
    for player, (place, code, _) in play.all_faults():
        if place in PLACES and play.seen[player] is not None:
            at = (player, place)
            if at not in unknown and at not in others:
                (unknown if code in ("silent", "doubtful", "unknown_card", "skew") else others).append(at)
    return unknown + others
