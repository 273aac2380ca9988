"""Room: the simulator's page with a real table behind it: a session that only watches. Before: watch.py, server.py.

The table tells states, screens and boards; LEDs and displays are drawn here from them by the firmware's own code, so
they show what the table was told to show, not what a loose wire makes of it. Which card is a battery is the players'
secret: any card stands in for it, face down.
"""

import asyncio
import contextlib
import time

import uvicorn

from firmware import games
from firmware.games.energy_matrix.cards import kinds as deck_cards
from firmware.lights.frame import Frame
from firmware.panel.glyphs import Glyphs
from firmware.panel.screen import Screen
from firmware.panel.text import Words
from firmware.wiring import CHAIN_PRIMARY, CHAIN_SATELLITE
from host_tools.monitor.terminal import LINES, words_of
from host_tools.monitor.watch import Watch
from host_tools.simulator.live import Live
from host_tools.simulator.orders import Refused
from host_tools.simulator.printed import printed
from host_tools.simulator.server import LONGEST_MESSAGE, make_app
from host_tools.simulator.session import LANGUAGES, Session
from host_tools.simulator.world import World

FIRST_VIEW_S = 5.0
AXES = {"-": 0, "|": 90}  # rotation of a battery of the row and of the column axis


class Pixels:
    """contracts.Strip and contracts.Display of one mirrored board, in memory."""

    def __init__(self, player: int, language: str, cartridge: object) -> None:
        self.records: list[dict] = []
        self.oled = bytearray(1024)
        self.player = player
        self.frame = Frame(CHAIN_PRIMARY if player == 0 else CHAIN_SATELLITE, self)
        self.leds = [(0, 0, 0)] * self.frame.count
        self.screen = Screen(self.oled, Glyphs())
        self.languages = [Words(name, cartridge) for name in (language, *LANGUAGES)]
        self.words = self.languages[0]

    def set(self, index: int, red: int, green: int, blue: int) -> None:
        self.leds[index] = (red, green, blue)

    def draw(self, view: dict | None, told: dict | None, now_ms: int) -> None:
        """Bring LEDs and display up to what the table says; in the language that it says it in."""
        if view is not None and self.player < len(view["players"]):
            self.frame.render(view, self.player, now_ms)
        if told is not None:
            screen = told["screen"]
            messages = [screen["title"], *screen["lines"], screen["hint"]]
            for words in self.languages:
                if [words.say(message) for message in messages] == told["text"]:
                    self.words = words
                    break
            self.screen.show(screen, self.words, now_ms)
        for _ in range(400):  # a whole picture in slices
            if not self.screen.work(now_ms):
                break
        while self.screen.take() >= 0:
            pass


class Mirror:
    """What session.py expects of a table; time passes by itself."""

    def __init__(self, world: World, watch: Watch, language: str) -> None:
        self.world = world
        self.watch = watch
        cartridge = games.load("energy_matrix")
        self.boards = [Pixels(player, language, cartridge) for player in range(world.players)]
        self._told: list[str] = []
        self.first = True

    def board(self, player: int) -> Pixels:
        return self.boards[player]

    def run_ms(self, ms: int) -> None:
        self.watch.step(ms / 1000, self._take)
        self._catch_up()

    def _take(self, kind: str, item: dict) -> None:
        if kind == "record":
            self.boards[0].records.append(item)

    def _catch_up(self) -> None:
        state = self.watch.state
        now_ms = int(time.monotonic() * 1000) & 0x3FFFFFFF
        for board in self.boards:
            board.draw(state.view, state.screens.get(board.player), now_ms)
        told = (state.account or {}).get("boards", [])
        if told != self._told:
            self._told = list(told)
            for player, notation in enumerate(told[: self.world.players]):
                lay(self.world, player, notation)

    def hold(self, player: int, mask: int) -> None:
        """Nobody presses a real button from here."""

    def close(self) -> None:
        """The watch belongs to the command."""


def lay(world: World, player: int, notation: str) -> None:
    """Lay a board's cards out as its notation says; cards that stay are not touched."""
    wanted = {f"cell:{player}:{at}": stack_of(word) for at, word in enumerate(words_of(notation))}
    edges = next((word[5:] for word in notation.split() if word.startswith("edge=")), "")
    ext = [kind["code"] for kind in printed() if deck_cards.CURRENT.is_edge(kind["code"])]
    for edge, line in enumerate(LINES):
        count = edges.split(",").count(line)
        wanted[f"edge:{player}:{edge}"] = [(ext[0], "up", 0)] * count if ext else []
    moves = []
    for place, stack in wanted.items():
        have = [world.cards[number] for number in world.pile(place)]
        if [_looks(card) for card in have] != [(code, face, rotation) for code, face, rotation in stack]:
            moves.append((place, stack))
            for card in have:
                world.move(card.id, "deck", face="down", rotation=0)
    for place, stack in moves:
        for code, face, rotation in stack:
            number = _card_for(world, code)
            if number is not None:
                world.move(number, place, face=face, rotation=rotation)


def _looks(card: object) -> tuple:
    code = card.code if card.face == "up" else None  # type: ignore[attr-defined]
    return (code, card.face, card.rotation)  # type: ignore[attr-defined]


def _card_for(world: World, code: str | None) -> int | None:
    deck = world.pile("deck")
    if code is None:
        return deck[-1] if deck else None
    return next((number for number in deck if world.cards[number].code == code), None)


def stack_of(word: str) -> list[tuple]:
    """[(code | None for a battery, face, rotation)] of one cell's word of notation, bottom first."""
    if word in ("", "*"):
        return []
    head, _, inside = word.partition("[")
    if head and all(sign in AXES for sign in head):
        stack: list[tuple] = [(None, "down", AXES[sign]) for sign in head]
    else:
        stack = [(head, "up", 0)]
    return stack + [(frame, "up", 0) for frame in inside.rstrip("]").split(",") if frame]


class MirrorSession(Session):
    """A session whose cards only the real table moves."""

    def __init__(self, watch: Watch, language: str = "en") -> None:
        self.watch = watch
        end = time.monotonic() + FIRST_VIEW_S
        while watch.state.view is None and time.monotonic() < end and watch.step(0.1):
            pass
        players = len(watch.state.view["players"]) if watch.state.view else 2
        cartridge = games.load("energy_matrix")
        super().__init__(
            lambda world: Mirror(world, watch, language),
            printed(),
            seed=0,
            players=players,
            engine="the table itself",
            say={name: Words(name, cartridge).say for name in LANGUAGES},
        )
        self._known()

    def _known(self) -> None:
        """What came in before the page was there."""
        state = self.watch.state
        self.view = state.view
        for player, told in state.screens.items():
            if player < self.players:
                self.texts[player] = self._spoken(told["screen"])

    def command(self, message: dict) -> None:
        raise Refused("this is a real table: move the cards there; the page only watches", "watching")

    def run_ms(self, ms: int) -> None:
        super().run_ms(ms)
        live = self.watch.source.status.startswith(("connected", "replay", "the recording"))
        self.stopped = None if live else self.watch.source.status
        if self.stopped:  # the session does not run a table that has stopped; the line has to be tried again
            self.table.run_ms(ms)


def serve(watch: Watch, listener, on_start=None, language: str = "en") -> None:
    """Serve the page until Ctrl-C; the stream is followed (and recorded) even while no page is open."""
    session = MirrorSession(watch, language)
    live = Live(session)
    port = listener.getsockname()[1]

    def started() -> None:
        live.join(watch)
        if on_start:
            on_start()

    async def main() -> None:
        config = uvicorn.Config(
            make_app(live, port, started), log_level="error", access_log=False, lifespan="on",
            timeout_graceful_shutdown=1, ws_max_size=LONGEST_MESSAGE,
        )  # fmt: skip
        await uvicorn.Server(config).serve(sockets=[listener])

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main())
