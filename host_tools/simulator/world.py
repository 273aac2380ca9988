"""Room: the physical world of a table: deck, discard, hands, life cards, and cards lying on boards. No rules here.

Cards are numbered 0..n-1 (`World.cards`). A card is always in exactly one place; places are strings:
"deck" (top first), "discard" (top first), "hand:P", "life:P", "cell:P:0..15", "edge:P:0..7" (rows, then columns),
"slot" (held in the queue slot), "queue" (pushed in, head first), "tap:P" (held to a tap pad), "floor" (lost).
"""

import random
import tempfile
from pathlib import Path

from host_tools.cards.database import GAME
from host_tools.cards.spots import spot_of
from host_tools.errors import UserError
from host_tools.simulator.tag_contents import tag_memory

ROTATIONS = (0, 90, 180, 270)
CASCADE_TAG = 0x88  # never the fourth byte of a UID of seven (ISO 14443-3 section 6.5.4)


class Card:
    """One physical card: its kind and copy as printed, and its tag."""

    __slots__ = ("_memory", "code", "copy", "face", "game", "id", "place", "rotation", "size", "spot", "uid")

    def __init__(self, number, code, copy, uid, spot, size, game):
        self.id = number
        self.game = game
        self.code = code
        self.copy = copy
        self.uid = uid
        self.spot = spot
        self.size = size
        self.face = "down"
        self.rotation = 0
        self.place = "deck"
        self._memory = None

    @property
    def token(self):
        return f"{self.code}#{self.copy}"

    @property
    def memory(self):
        """All pages of the card's tag."""
        if self._memory is None:
            self._memory = tag_memory(self.uid, self.code, self.copy, self.game)
        return self._memory

    @memory.setter
    def memory(self, pages):
        self._memory = pages


class World:
    """All cards and where they are. `listen` callbacks get (place) for every place that changed."""

    def __init__(self, kinds, players=2, seed=0, game=GAME):
        """kinds: iterable of (code, copies, is_frame) of that game; the deck is shuffled by `seed`."""
        self.game = game
        self.players = players
        self.rows = None  # the card list (games' cards.py) that the database is made of; None: the firmware's own
        self.enrolled = True  # the primary's card database knows every card
        self._flash = None
        self.random = random.Random(seed)
        self.cards = []
        self.piles = {"deck": [], "discard": [], "queue": [], "slot": [], "floor": []}
        for player in range(players):
            for pile in ("hand", "life", "tap"):
                self.piles[f"{pile}:{player}"] = []
            for cell in range(16):
                self.piles[f"cell:{player}:{cell}"] = []
            for edge in range(8):
                self.piles[f"edge:{player}:{edge}"] = []
        self.listeners = []
        for code, copies, is_frame in kinds:
            for copy in range(1, copies + 1):
                self._add_card(code, copy, is_frame)
        self.random.shuffle(self.piles["deck"])

    def _add_card(self, code, copy, is_frame):
        number = len(self.cards)
        serial = 0x5A0000 + number * 257
        if serial & 0xFF == CASCADE_TAG:
            serial ^= 0x80
        uid = "04" + f"{serial:06x}" + f"{self.random.getrandbits(24):06x}"
        spot = spot_of(code, copy, is_frame)
        self.cards.append(Card(number, code, copy, uid, spot, "frame" if is_frame else "card", self.game))
        self.piles["deck"].append(number)

    def blank_tags(self):
        """All cards are fresh from the printer: nothing stands on their tags, and no database knows them."""
        self.enrolled = False
        for card in self.cards:
            card.memory = tag_memory(card.uid, "", card.copy)

    @property
    def flash(self):
        """Folder with what the boards keep when they are switched off; it goes with the world."""
        if self._flash is None:
            self._flash = tempfile.TemporaryDirectory(prefix="energy_matrix_")
        return Path(self._flash.name)

    def print_card(self, code, copy, is_frame, uid=None, blank=False):
        """A new card is printed and lies face up on the floor; its tag names it unless it is blank. Returns the Card.

        uid: of the tag that is glued on (hex), None for a new one.
        """
        self._add_card(code, copy, is_frame)
        card = self.cards[-1]
        card.uid = uid or card.uid
        if blank:
            card.memory = tag_memory(card.uid, "", copy)
        self.move(card.id, "floor", face="up")
        return card

    def pile(self, place):
        """Card numbers at a place: top (or head) first for deck, discard and queue, bottom first for stacks."""
        if place not in self.piles:
            raise UserError(
                f"there is no place {place!r} on this table; places are deck, discard, queue, slot, floor, hand:P, "
                "life:P, tap:P, cell:P:0 to cell:P:15 and edge:P:0 to edge:P:7"
            )
        return self.piles[place]

    def move(self, card, to, face=None, rotation=None, index=None):
        """Put a card (number) at a place; stacks get it on top. Returns the place it came from."""
        if not 0 <= card < len(self.cards):
            raise UserError(f"there is no card number {card!r}; cards are 0 to {len(self.cards) - 1}")
        if face not in (None, "up", "down") or rotation not in (None, *ROTATIONS):
            raise UserError(f"a card lies up or down, turned by 0, 90, 180 or 270; not {face!r}, {rotation!r}")
        target = self.pile(to)
        thing = self.cards[card]
        source = thing.place
        self.piles[source].remove(card)
        if index is None:
            index = 0 if to in ("deck", "discard") else len(target)
        target.insert(index, card)
        thing.place = to
        thing.face = face or thing.face
        thing.rotation = thing.rotation if rotation is None else rotation
        self._changed(source)
        if to != source:
            self._changed(to)
        return source

    def flip(self, card):
        """Turn a card over where it lies."""
        thing = self.cards[card]
        thing.face = "down" if thing.face == "up" else "up"
        self._changed(thing.place)

    def rotate(self, card):
        """Turn a card by a quarter where it lies."""
        thing = self.cards[card]
        thing.rotation = (thing.rotation + 90) % 360
        self._changed(thing.place)

    def draw(self, player, count=1, to="hand"):
        """Cards taken from the deck into a hand (or "life"); an empty deck is the shuffled discard pile."""
        drawn = []
        for _ in range(count):
            if not self.piles["deck"]:
                self.shuffle_discards()
            if not self.piles["deck"]:
                break
            card = self.piles["deck"][0]
            self.move(card, f"{to}:{player}", face="down", rotation=0)
            drawn.append(card)
        return drawn

    def shuffle_discards(self):
        """The deck runs out: shuffle the discards into a new deck."""
        cards = list(self.piles["discard"])
        self.random.shuffle(cards)
        for card in cards:
            self.move(card, "deck", face="down", rotation=0)

    def position(self, player, position):
        """What the chips of a board have over a position (wiring.py numbering), bottom first.

        A list of [uid, face, rotation, spot, size].
        """
        if position < 16:
            place = f"cell:{player}:{position}"
        elif position == 16:
            place = "slot" if player == 0 else None
        elif position == 17:
            place = f"tap:{player}"
        else:
            place = f"edge:{player}:{position - 18}"
        stack = self.piles[place] if place else ()
        cards = [self.cards[number] for number in stack]
        return [[card.uid, card.face, card.rotation, card.spot, card.size] for card in cards]

    def _changed(self, place):
        for listener in self.listeners:
            listener(place)


def place_position(place):
    """(player, position) of a place on a board, or None: "cell:1:5" -> (1, 5), "slot" -> (0, 16)."""
    parts = place.split(":")
    if place == "slot":
        return 0, 16
    if parts[0] == "tap":
        return int(parts[1]), 17
    if parts[0] == "cell":
        return int(parts[1]), int(parts[2])
    if parts[0] == "edge":
        return int(parts[1]), 18 + int(parts[2])
    return None
