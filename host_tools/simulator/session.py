"""Room: the live table behind the page: user commands change the world, virtual time runs, changes come out.

    session = Session(make_table, printed, seed=1)
    session.command({"do": "move", "cards": [5], "to": "cell:0:3"})     orders.Refused when it makes no sense
    session.run_ms(40)                                                  the boards live through 40 ms
    session.snapshot()                                                  everything a new page must know
    session.changes()                                                   what is new since the last call, or None

`make_table(world)` builds the boards (table.py). Nothing here knows a rule of a game: cards are moved as hands move
them, and what the boards light and report is passed on as it is. Times in milliseconds of virtual time.
"""

import base64
import os
import random

from firmware.wiring import CHAIN_PRIMARY, CHAIN_SATELLITE
from host_tools.cards.database import GAME
from host_tools.errors import UserError
from host_tools.simulator import orders
from host_tools.simulator.print_shop import PrintShop
from host_tools.simulator.printed import NAMES
from host_tools.simulator.world import World

SLOT_MS = 600  # how long a hand holds a card in the queue slot; readers need two agreeing reads
BUTTONS = {"ok": 1, "back": 2, "left": 4, "right": 8, "axis": 16}  # contracts.Buttons
DARK = base64.b64encode(bytes(1024)).decode()
LANGUAGES = ("zh", "en")


def open_session(seed, players=2, engine=None, readers="model", language=None, blank=False, game=GAME):
    """A session over the real firmware; engine None: micropython where it exists, else cpython.

    language: of the boards at first, "zh" or "en"; None: as this computer speaks. UserError for a wrong engine.
    """
    from firmware.panel.text import Words
    from host_tools import engines
    from host_tools.simulator.games import cartridge
    from host_tools.simulator.printed import printed
    from host_tools.simulator.table import VirtualTable

    if engine is None:
        engine = "micropython" if engines.micropython_path() else "cpython"
    engines.check_engine(engine)
    if language is None:
        spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
        language = "zh" if spoken.startswith("zh") else "en"
    session = Session(
        lambda world: VirtualTable(world, engine=engine, readers=readers, language=language),
        printed(game),
        seed=seed,
        players=players,
        engine=engine,
        say={name: Words(name, cartridge(game)).say for name in LANGUAGES},
        blank=blank,
        game=game,
    )
    if session.stopped:
        raise UserError(session.stopped)
    return session


class Session:
    """One table, its world and what the watching pages have been told."""

    def __init__(  # noqa: PLR0913 - what may differ from table to table
        self, make_table, printed, seed=None, players=2, engine="", say=None, blank=False, game=GAME
    ):
        """printed: the cards as printed (printed.py); say: {language: function that puts a message into words}.

        blank: nothing stands on the cards' tags yet (ematrix cards enroll).
        """
        self.blank = blank
        self.game = game
        self.make_table = make_table
        self.printed = printed
        self.deck = printed  # what a new table is dealt from
        self.renewed = False  # other cards exist now: pages need a snapshot
        self.shop = PrintShop(self)
        self.players = players
        self.engine = engine
        self.say = say or {}
        self.chain = [CHAIN_PRIMARY, *[CHAIN_SATELLITE] * (players - 1)]
        self.table = None
        self.start(seed)

    def start(self, seed=None):
        """A new table: shuffled deck, empty boards, fresh firmware."""
        self.seed = random.SystemRandom().randrange(10**6) if seed is None else seed
        kinds = [(kind["code"], kind["copies"], kind["kind"] == "frame") for kind in self.deck]
        self.world = World(kinds, self.players, self.seed, self.game)
        self.world.rows = [tuple(kind[name] for name in NAMES) for kind in self.deck]
        if self.blank:
            self.world.blank_tags()
        self.world.listeners.append(lambda place: self.moved.add(place))
        self.now_ms = 0
        self.passing = []  # (due_ms, card, place it goes to, face): cards held in the queue slot
        self.moved = set()
        self.switch_on()

    def reprint(self, printed):
        """Another card list is in use: its cards were printed; those that it lacks stay as they are."""
        self.deck = printed
        codes = {kind["code"] for kind in printed}
        self.printed = printed + [kind for kind in self.printed if kind["code"] not in codes]
        self.renewed = True

    def switch_on(self):
        """Fresh firmware on all boards; the cards stay where they lie."""
        self.close()
        self.fingers = [0] * self.players  # bit mask of the buttons held down, see BUTTONS
        self.view = None  # the newest `view` record of the primary
        self.texts = [None] * self.players  # {language: lines} of each display
        self.told = {}
        self.stopped = None  # why the firmware does not run any more, one sentence
        try:
            self.table = self.make_table(self.world)
        except UserError as problem:
            self.stopped = str(problem)

    def close(self):
        """End the firmware processes."""
        if self.table is not None:
            table, self.table = self.table, None
            table.close()

    def command(self, message):
        """Carry out one message of a page (orders.py); returns an answer for that page or None.

        Raises orders.Refused, one sentence, if it makes no sense; then nothing has changed.
        """
        return orders.carry_out(self, message)

    def run_ms(self, ms):
        """Let the boards live on; cards held in the slot long enough go where their hand wants them."""
        if not self.stopped:
            self._on_boards(lambda: self.table.run_ms(ms))
            self._take_records()
        self.now_ms += ms
        for entry in [entry for entry in self.passing if entry[0] <= self.now_ms]:
            self.passing.remove(entry)
            _, card, place, face = entry
            if self.world.cards[card].place == "slot":
                self.world.move(card, place, face, rotation=0)

    def _on_boards(self, act):
        """Whatever kills a board, the page must live on to say so and to offer a restart."""
        try:
            act()
        except Exception as problem:
            self.stopped = str(problem) or type(problem).__name__

    def _take_records(self):
        for player in range(self.players):
            records = self.table.board(player).records
            for record in records:
                if player == 0 and self.game == GAME:
                    self.shop.take(record)
                if record.get("t") == "view" and player == 0:
                    self.view = record
                elif record.get("t") == "screen":
                    self.texts[record["player"]] = self._spoken(record["screen"])
            records.clear()

    def _spoken(self, screen):
        """{language: [line, ...]} of a `screen` record."""
        messages = [screen["title"], *screen["lines"], screen["hint"]]
        return {name: [say(message) for message in messages] for name, say in self.say.items()}

    def finger(self, player, button, down):
        """A finger comes down on a panel button or leaves it; the board feels how long."""
        bit = BUTTONS[button]
        self.fingers[player] = self.fingers[player] | bit if down else self.fingers[player] & ~bit
        if not self.stopped:
            self._on_boards(lambda: self.table.hold(player, self.fingers[player]))

    def hold_in_slot(self, card, place, face):
        """A hand holds a card in the queue slot, then lets it go to `place`, to lie there `face` "up" or "down"."""
        self.world.move(card, "slot", face="down", rotation=0)
        self.passing.append((self.now_ms + SLOT_MS, card, place, face))

    def place_state(self, place):
        """[[card, 1 face up | 0 down, rotation], ...] in the order of World.pile."""
        cards = (self.world.cards[number] for number in self.world.pile(place))
        return [[card.id, int(card.face == "up"), card.rotation] for card in cards]

    def board_state(self, player):
        """{"leds": hex, "oled": base64, "text": {language: lines}} of one board."""
        if self.table is None:
            return {"leds": "", "oled": DARK, "text": None}
        board = self.table.board(player)
        return {
            "leds": "".join(f"{red:02x}{green:02x}{blue:02x}" for red, green, blue in board.leds),
            "oled": base64.b64encode(bytes(board.oled)).decode(),
            "text": self.texts[player],
        }

    def snapshot(self):
        """Everything: {"type": "snapshot", cards, printed, chain, places, boards, view, ...}."""
        return {
            "type": "snapshot",
            "players": self.players,
            "seed": self.seed,
            "engine": self.engine,
            "printed": self.printed,
            "cards": [[card.code, card.copy] for card in self.world.cards],
            "chain": self.chain,
            "places": {place: self.place_state(place) for place in self.world.piles},
            "boards": [self.board_state(player) for player in range(self.players)],
            "view": self.view,
            "stopped": self.stopped,
        }

    def changes(self):
        """What is new since the last call, or None.

        {"type": "changes", "places"?, "boards"? {player: {...}}, "view"?, "stopped"?}; `snapshot` has the formats.
        A whole snapshot once other cards exist.
        """
        if self.renewed:
            self.renewed = False
            return self.snapshot()
        message = {}
        if self.moved:
            message["places"] = {place: self.place_state(place) for place in sorted(self.moved)}
            self.moved.clear()
        for player in range(self.players):
            news = self._news(player, self.board_state(player))
            if news:
                message.setdefault("boards", {})[str(player)] = news
        message.update(self._news("table", {"view": self.view, "stopped": self.stopped}))
        return {"type": "changes", **message} if message else None

    def _news(self, who, state):
        """What of `state` was not told before; from now on it is."""
        news = {name: value for name, value in state.items() if self.told.get((who, name), self) != value}
        self.told.update({(who, name): value for name, value in news.items()})
        return news
