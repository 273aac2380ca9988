"""Room: plays the steps of a script on a virtual table and tells what happens as JSON-ready events.

Events: {"ms", "at", "do"} for a step; {"ms", "board", "record"} for what a board reports; {"ms", "board", "leds",
"oled"} with checksums whenever the lights or the display changed; {"at", "show": {...}} for all the table says.
Comes after `script.py` and `table.py`.
"""

import json
import zlib

from firmware.wiring import CHAIN_PRIMARY, CHAIN_SATELLITE
from host_tools import engines
from host_tools.cards.database import GAME
from host_tools.errors import HonestNo, UserError
from host_tools.simulator import dealing
from host_tools.simulator.games import cartridge
from host_tools.simulator.printed import printed
from host_tools.simulator.read_leds import CUE, read_leds
from host_tools.simulator.script import Reader
from host_tools.simulator.world import Card, World

STEP_MS = 40
SLOT_MS = 900  # how long a hand holds a card in the queue slot
LONG_PRESS_MS = 1000
QUIET_MS = 800  # no news for so long: the table is quiet
QUIET_LIMIT_MS = 10_000
READERS = ("model", "ideal")
FOREIGN_UID = "04f0e1d2c3b4a5"


def run(path, seed=None, engine=None, readers="model", game=GAME):
    """Play the file at `path` and print its transcript; UserError for a bad script, HonestNo for a failed expect."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"cannot read the script {path}: {error}; give a UTF-8 text file") from None
    play_script(text, path, seed, engine, readers, lambda event: print(json.dumps(event), flush=True), game)


def play_script(text, path, seed, engine, readers, tell, game=GAME):
    """Check and play a script; `tell(event)` gets every event. UserError: bad script; HonestNo: a failed expect."""
    from host_tools.simulator.table import VirtualTable

    if readers not in READERS:
        raise UserError(f"--readers {readers!r} is unknown; choose {' or '.join(READERS)}")
    if engine is None:
        engine = "micropython" if engines.micropython_path() else "cpython"
    engines.check_engine(engine)
    kinds = [(kind["code"], kind["copies"], kind["kind"] == "frame") for kind in printed(game)]
    boards = cartridge(game).MODES[0][1]
    script = Reader(World(kinds, boards), path.parent)
    script.read(text, path.name)
    if seed is None:
        seed = 1 if script.seed is None else script.seed
    world = World(kinds, boards, seed, game)
    with VirtualTable(world, engine=engine, readers=readers) as table:
        player = Player(table, world, tell)
        for step in script.steps:
            player.step(step)


class Player:
    """Does the steps one by one on a table."""

    def __init__(self, table, world, tell):
        self.table = table
        self.world = world
        self.tell = tell
        self.cards = {card.token: card.id for card in world.cards}
        self.newest = {}
        self.digests = {}
        self.last_news_ms = 0
        self.at = ""

    @property
    def now_ms(self):
        return self.table.now_us // 1000

    def step(self, step):
        """Do one step; UserError names the line if the world cannot."""
        self.at = f"{step.name}, line {step.line}"
        self.tell({"ms": self.now_ms, "at": self.at, "do": step.text})
        try:
            getattr(self, "_" + step.verb)(*step.arguments)
        except HonestNo:
            raise
        except UserError as problem:
            raise UserError(f"{self.at}: {problem}") from None

    def run(self, ms):
        """Let time pass and tell what the boards say."""
        self.table.run_ms(ms)
        self.take_in()

    def take_in(self):
        """Tell what the boards have reported since the last time."""
        for number in range(self.world.players):
            board = self.table.board(number)
            for record in board.records:
                self.newest[record.get("t"), record.get("player")] = record
                self.tell({"ms": self.now_ms, "board": number, "record": record})
                self.last_news_ms = self.now_ms
            board.records.clear()
            colours = bytes(level for colour in board.leds for level in colour)
            digest = (zlib.crc32(colours), zlib.crc32(board.oled))
            if digest != self.digests.get(number):
                self.digests[number] = digest
                event = {"leds": f"{digest[0]:08x}", "oled": f"{digest[1]:08x}"}
                self.tell({"ms": self.now_ms, "board": number, **event})

    def _wait(self, ms):
        end = self.now_ms + ms
        while self.now_ms < end:
            self.run(min(STEP_MS, end - self.now_ms))

    def _deal(self):
        dealing.deal(self.world)

    def _draw(self, player, count):
        dealing.draw(self.world, player, count)

    def _move(self, card, place, face, rotation):
        self.world.move(self.cards[card], place, face, rotation)

    def _flip(self, card):
        self.world.flip(self.cards[card])

    def _rotate(self, card):
        self.world.rotate(self.cards[card])

    def _push(self, card):
        self._pull(card, "queue")

    def _pull(self, card, place):
        self.world.move(self.cards[card], "slot", "down", 0)
        self._wait(SLOT_MS)
        self.world.move(self.cards[card], place, "down", 0)
        self._wait(SLOT_MS)

    def _press(self, player, button, held):
        self.table.press(player, button, **({"hold_ms": LONG_PRESS_MS} if held else {}))
        self.take_in()

    def _break(self, player, position):
        self.table.fault(player, position, "dead", 0xFF)

    def _mend(self, player, position):
        self.table.fault(player, position, "dead", None)

    def _unplug(self, player):
        self.table.unplug(player)

    def _plug(self, player):
        self.table.unplug(player, False)

    def _foreign(self, name, place, face, rotation):
        self._add_card(name, FOREIGN_UID[:-2] + f"{len(self.world.cards) % 256:02x}", place, face, rotation)

    def _twin(self, name, card, place, face, rotation):
        self._add_card(name, self.world.cards[self.cards[card]].uid, place, face, rotation)

    def _add_card(self, name, uid, place, face, rotation):
        """A card that is not in the card database comes onto the table."""
        number = len(self.world.cards)
        card = Card(number, "", number, uid, number % 6, "card", self.world.game)
        card.place = "floor"
        self.world.cards.append(card)
        self.world.piles["floor"].append(number)
        self.cards[name] = number
        self.world.move(number, place, face or "up", rotation)

    def _expect(self, path, has, value, limit_ms):
        end = self.now_ms + limit_ms
        while not _holds(self.look_up(path), has, value):
            if self.now_ms >= end:
                seen = self.look_up(path)
                raise HonestNo(
                    f"{self.at}: {'.'.join(path)} should {'have' if has else 'be'} {value!r} "
                    f"and is {seen!r} after {limit_ms} ms; compare the transcript above"
                )
            self.run(STEP_MS)

    def look_up(self, path):
        """What a path of `expect` leads to now, or None."""
        root, *rest = path
        if root == "leds":
            found = self.lights(int(rest.pop(0))) if rest and rest[0] in ("0", "1") else None
        elif root in ("screen", "faults"):
            player = int(rest.pop(0)) if rest and rest[0] in ("0", "1") else 0
            found = self.newest.get((root, player), {}).get(root)
        else:
            found = self.newest.get((root, None))
        for word in rest:
            if isinstance(found, list | str) and word.lstrip("-").isdigit() and -len(found) <= int(word) < len(found):
                found = found[int(word)]
            else:
                found = found.get(word) if isinstance(found, dict) else None
        return found

    def lights(self, player):
        """The LEDs of a board as a player reads them; None before they are lit."""
        colours = self.table.board(player).leds
        return read_leds(colours, CHAIN_SATELLITE if player else CHAIN_PRIMARY) if colours else None

    def _animated(self):
        """Whether an animation still covers an LED."""
        lights = [self.lights(player) for player in range(self.world.players)]
        return any(CUE in said["cells"] + said["edges"] or None in said.get("rulers", ()) for said in lights if said)

    def _show(self):
        end = self.now_ms + QUIET_LIMIT_MS
        self.last_news_ms = self.now_ms
        while self.now_ms < end and (self.now_ms < self.last_news_ms + QUIET_MS or self._animated()):
            self.run(STEP_MS)
        said = {"account": self.look_up(["account"])}
        for player in range(self.world.players):
            said[f"screen {player}"] = self.look_up(["screen", str(player)])
            said[f"faults {player}"] = self.look_up(["faults", str(player)])
            said[f"leds {player}"] = self.lights(player)
        self.tell({"at": self.at, "show": said})


def _holds(found, has, value):
    if not has:
        return found == value
    try:
        return value in found
    except TypeError:
        return False
