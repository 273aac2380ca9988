"""Room: a virtual table in a test's hands: its USB line for host tools, and a duel played step by step."""

from contextlib import contextmanager

from firmware.games.energy_matrix.cards import database_rows, kinds
from host_tools.cards.database import build
from host_tools.hardware.rehearsal import UsbLine
from host_tools.simulator.printed import printed
from host_tools.simulator.table import VirtualTable
from host_tools.simulator.world import World
from host_tools.transport.board_line import BoardLine

STEP_MS = 20
KINDS = [database_rows.fields_of(row) for row in kinds.CARDS]
NEW = ["6A@1", "producer", "1", "", "6A", "", "2", "产出 6A", "makes 6A"]


def database(*more, left_out=(), tags=()):
    """The first card list with these kinds more, as a database."""
    return build([kind for kind in KINDS if kind[0] not in left_out] + list(more), tags)


class Desk:
    """table, world, and `line`: the primary's BoardLine."""

    def __init__(self, engine, readers):
        self.world = World([(kind["code"], kind["copies"], kind["kind"] == "frame") for kind in printed()], seed=1)
        self.table = VirtualTable(self.world, engine, readers, "en")
        self.line = self.connect()

    def connect(self, player=0):
        usb = UsbLine(self.table, player)
        return BoardLine("virtual", usb, usb.now)

    def restart(self, engine, readers):
        """All boards are switched off and on."""
        self.table.close()
        self.table = VirtualTable(self.world, engine, readers, "en")
        self.line = self.connect()

    def until(self, wanted, what, limit_ms=15_000):
        """Let time pass until `wanted()` is true."""
        for _ in range(limit_ms // STEP_MS):
            if wanted():
                return
            self.table.run_ms(STEP_MS)
        raise AssertionError(f"it never came to {what}: {self.account}, {self.table.latest(0, 'screen')}")

    @property
    def account(self):
        return self.table.latest(0, "account") or {}

    def phase(self, name):
        self.until(lambda: self.account.get("phase") == name, f"the phase {name}")

    def press(self, player=0, button="ok"):
        self.table.press(player, button)

    def card(self, code):
        """A card of that kind that is not on the table."""
        for card in self.world.cards:
            if card.code == code and card.place.split(":")[0] in ("deck", "floor"):
                return card.id
        raise AssertionError(f"no {code} is left")

    def push(self, code):
        """Push a card into the queue."""
        before = self.account["queue"]
        card = self.card(code)
        self.world.move(card, "slot", "down", 0)
        self.table.run_ms(900)
        self.world.move(card, "queue", "down", 0)
        self.until(lambda: self.account["queue"] == before + 1, f"{code} in the queue")

    def begin(self):
        """From power on to the first turn's draw."""
        self.until(lambda: self.table.latest(0, "screen"), "a screen")
        self.until(lambda: ["boards", {"n": 2, "of": 2}] in self.table.latest(0, "screen")["screen"]["lines"], "boards")
        while not self.account:
            self.press()
        self.press()
        self.phase("fill")
        for _ in range(4):
            self.push("sun")
        self.phase("discard")
        self.press()
        self.phase("draw")

    def to_build(self, event="dismantle"):
        """From the draw of a turn to its build phase."""
        self.press(self.account["active"])
        self.phase("event")
        self.push(event)
        self.press(self.account["active"])
        self.phase("reveal")
        self.press(self.account["active"])
        self.phase("build")

    def lay(self, code, place, face="up"):
        self.world.move(self.card(code), place, face, 0)

    def to_next_turn(self):
        """From the build phase to the draw of the next turn."""
        turn, player = self.account["turn"], self.account["active"]
        self.press(player)
        self.phase("settle")
        self.until(lambda: self.account["plan"], "a plan")
        self.press(player)
        while self.account["turn"] == turn:
            self.table.run_ms(STEP_MS)
            if self.account["phase"] == "end":
                self.press(player)
        self.phase("draw")

    def board(self, player=0):
        return self.account["boards"][player]

    def faults(self, player=0):
        return (self.table.latest(player, "faults") or {}).get("faults", [])


@contextmanager
def desk(engine="micropython", readers="ideal"):
    """A table that is switched off when the block ends."""
    made = Desk(engine, readers)
    try:
        yield made
    finally:
        made.table.close()
