"""Room: a virtual table: the world, one firmware process per board, and the time they share.

    table = VirtualTable(world, engine="micropython", readers="model")
    table.run_ms(500)                 every board lives through 500 ms of virtual time
    table.press(0, "ok", hold_ms=100) a finger on a button of player 0's panel, for that long in virtual time
    table.hold(0, 1)                  fingers as they are: bit mask 1 OK, 2 BACK, 4 LEFT, 8 RIGHT, 16 AXIS
    table.board(0).leds               latest LED colours, list of (r, g, b) in chain order
    table.board(0).oled               latest display, 1024 bytes (8 pages x 128 columns, bit 0 on top)
    table.board(0).records            records its firmware sent to the host, oldest first (the caller clears them)
    table.latest(0, "view")           the newest record of that type from that board, or None
    table.board(0).usb                list of functions that get every byte a board sends to the host, as it comes
    table.fault(0, 5, "dead", 0xFF)   a fault of a reader from now on (chips/mfrc522_faults.py); ideal: only "dead"
    table.unplug(1)                   that board's link cable is out, or in again: table.unplug(1, False)
    table.send_bytes(0, data)         bytes to a board's USB line; table.send(0, record) a record
Moving cards is done on `world`; the boards see it within the next step.
"""

from firmware.cards.slots import INBOX
from firmware.link.records import Decoder, encode
from host_tools.cards.database import GAME
from host_tools.simulator.process import BoardProcess
from host_tools.simulator.world import place_position

BUTTONS = {"ok": 1, "back": 2, "left": 4, "right": 8, "axis": 16}
# Boards in separate processes exchange link bytes between steps: short enough for the link's answer times.
STEP_US = 8_000
TAP_MS = 80  # a short press


class BoardView:
    """What is known of one board: LEDs, display, records."""

    def __init__(self):
        self.leds = []
        self.oled = bytes(1024)
        self.records = []
        self.latest = {}
        self.decoder = Decoder()
        self.changes = 0  # counts changes of LEDs and display
        self.usb = []

    def take(self, news):
        if "leds" in news:
            raw = bytes.fromhex(news["leds"])
            self.leds = [tuple(raw[at : at + 3]) for at in range(0, len(raw), 3)]
            self.changes += 1
        if "oled" in news:
            self.oled = bytes.fromhex(news["oled"])
            self.changes += 1
        if "host" in news:
            data = bytes.fromhex(news["host"])
            for listener in self.usb:
                listener(data)
            for record in self.decoder.feed(data):
                self.records.append(record)
                self.latest[record.get("t"), record.get("player")] = record
                self.latest[record.get("t")] = record


class VirtualTable:
    """`world.players` boards; player 0's is the primary. What they keep when switched off is in `world.flash`."""

    def __init__(self, world, engine="micropython", readers="model", language="zh", settings=None):
        """settings: of each board those that differ from the usual ones (firmware/settings.py), None for nothing."""
        self.world = world
        self.now_us = 0
        self._boards = [BoardView() for _ in range(world.players)]
        self._held = [0] * world.players
        self._dirty = {}
        self._unplugged = set()
        self._tags = {}  # (player, uid): memory of the tag as that board knows it
        folders = flash_folders(world)
        settings = [
            {**board_settings(player, world.players, language, world.game), **(settings[player] if settings else {})}
            for player in range(world.players)
        ]
        groups = (
            [(settings, folders)]
            if readers == "ideal"
            else [([s], [f]) for s, f in zip(settings, folders, strict=True)]
        )
        self._shared = readers == "ideal"
        self._processes = []
        try:
            for group, folder in groups:
                self._processes.append(BoardProcess(engine, readers, group, folder))
        except BaseException:
            self.close()
            raise
        world.listeners.append(self._moved)
        for place in world.piles:
            self._moved(place)

    def board(self, player):
        return self._boards[player]

    def latest(self, player, kind):
        """The newest record of that kind: of that board, or, for records about a player, the primary's about them."""
        about = self._boards[0].latest.get((kind, player))
        if about is not None:
            return about
        return self._boards[player].latest.get(kind)

    def run_ms(self, ms):
        """Let `ms` of virtual time pass on every board."""
        self.run_until(self.now_us + ms * 1000)

    def run_until(self, until_us, eager=False):
        """Let virtual time pass; eager (ideal readers only): come back at the first record a board sends."""
        while self.now_us < until_us:
            target = until_us if self._shared else min(until_us, self.now_us + STEP_US)
            self._send_changes()
            for process in self._processes:
                process.start_run(target, eager and self._shared)
            answers = [process.end_run() for process in self._processes]
            self.now_us = max(target, 0) if not (eager and self._shared) else answers[0]["us"]
            told = False
            board = 0
            for answer in answers:
                for news in answer["boards"]:
                    self._boards[board].take(news)
                    for uid, memory in news.get("tags", {}).items():
                        self._written(board, uid, memory)
                    told = told or "host" in news
                    if "link" in news:
                        self._relay(board, news["link"])
                    board += 1
            if eager and told:
                return

    def press(self, player, button, hold_ms=TAP_MS):
        """Press and release a button; virtual time passes."""
        self.hold(player, self._held[player] | BUTTONS[button])
        self.run_ms(hold_ms)
        self.hold(player, self._held[player] & ~BUTTONS[button])
        self.run_ms(TAP_MS)

    def hold(self, player, mask):
        """Fingers on a panel from now on: bit mask as in the docstring of this file."""
        self._held[player] = mask
        self._command(player, op="hold", buttons=mask)

    def fault(self, player, position, name, value):
        """A fault of a board's reader, or its end (the value that stands in mfrc522_faults.py)."""
        self._command(player, op="fault", pos=position, name=name, value=value)

    def unplug(self, player, out=True):
        """Pull a board's link cable out, or plug it in again."""
        if out:
            self._unplugged.add(player)
        else:
            self._unplugged.discard(player)
        self._command(player, op="unplug", out=out)

    def send(self, player, record):
        """A record from the host to a board."""
        self.send_bytes(player, encode(record))

    def send_bytes(self, player, data):
        """Bytes from the host on a board's USB line."""
        self._command(player, op="host", data=data.hex())

    def close(self):
        """End all processes."""
        for process in self._processes:
            process.close()
        if self._moved in self.world.listeners:
            self.world.listeners.remove(self._moved)

    def _relay(self, sender, data):
        for player in range(self.world.players):
            if player != sender and not {player, sender} & self._unplugged:
                self._command(player, op="link", data=data)

    def _command(self, player, **words):
        process = self._processes[0 if self._shared else player]
        process.command(board=player if self._shared else 0, **words)

    def _moved(self, place):
        at = place_position(place)
        if at is not None:
            self._dirty[at] = True

    def _send_changes(self):
        dirty, self._dirty = self._dirty, {}
        for player, position in dirty:
            cards = self.world.position(player, position)
            for uid in [card[0] for card in cards]:
                self._show_tag(player, uid)
            self._command(player, op="set", pos=position, cards=cards)

    def _show_tag(self, player, uid):
        """A board gets to know the memory of a tag before its card is laid there."""
        card = next((card for card in self.world.cards if card.uid == uid), None)
        if card is not None and self._tags.get((player, uid)) != card.memory:
            self._tags[player, uid] = card.memory
            self._command(player, op="tag", uid=uid, data=card.memory.hex())

    def _written(self, player, uid, memory):
        """A board has written on a tag."""
        self._tags[player, uid] = bytes.fromhex(memory)
        for card in self.world.cards:
            if card.uid == uid:
                card.memory = bytes.fromhex(memory)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def board_settings(player, players, language="zh", game=GAME):
    """Settings of one board of a table (firmware/settings.py)."""
    role = "primary" if player == 0 else "satellite"
    return {"role": role, "address": player, "boards": players, "language": language, "game": game}


def flash_folders(world):
    """The folder /data of every board; a primary without a card database finds one in its inbox."""
    folders = [world.flash / f"board{player}" for player in range(world.players)]
    for folder in folders:
        folder.mkdir(parents=True, exist_ok=True)
    if not any(folders[0].iterdir()):
        (folders[0] / INBOX).write_bytes(database(world))
    return [str(folder) for folder in folders]


def database(world):
    """The card database of a world's cards; foreign tags (without a code) are left out."""
    from host_tools.cards.database import build

    known = [card for card in world.cards if card.code and world.enrolled]
    return build(card_texts(world), [(card.uid, card.code, card.copy) for card in known], world.game)


def card_texts(world):
    """The kinds of card of a world's game as texts for a card database."""
    from firmware.games.energy_matrix.cards import database_rows, kinds
    from host_tools.simulator.games import cartridge

    if world.game != GAME:
        return cartridge(world.game).CARDS
    return [database_rows.fields_of(row) for row in world.rows or kinds.CARDS]
