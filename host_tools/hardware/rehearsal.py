"""Room: a table half-built, rehearsed on register-level chips: what its display and the host tools say at each stage.

    with Rehearsal(readers=(0,)) as table:       one reader soldered so far; an absent one leaves MISO at its pull-up
        table.doctor("readers")                  lines of `ematrix doctor`
        table.press("AXIS"); table.display()     a long press (capitals); the words on the display
Time is virtual and the engine CPython, so it says the same every time.
Before: the simulator. After: assembly_outputs.py.
"""

from typing import Any

from firmware.wiring import CELLS, IR_EDGES, READERS
from host_tools.doctor.board import Patient
from host_tools.lab.rules import deck_kinds
from host_tools.simulator.table import VirtualTable
from host_tools.simulator.world import World
from host_tools.transport.board import Board
from host_tools.transport.board_line import BoardLine
from host_tools.transport.ports import Place

STEP_MS = 20
BOOT_MS = 4000
ABSENT = 0xFF
_PRESSES = 12  # of one button in the self test, at most: its LED chapter asks for each group of the chain
ALL_READERS = tuple(range(len(READERS)))
EDGES = len(IR_EDGES)


class UsbLine:
    """What pyserial would give: reading lets time pass at the table."""

    def __init__(self, table: VirtualTable, player: int = 0) -> None:
        self._table = table
        self._player = player
        self._arrived = bytearray()
        table.board(player).usb.append(self._arrived.extend)
        self.timeout = 0.0

    @property
    def in_waiting(self) -> int:
        return len(self._arrived)

    def read(self, count: int) -> bytes:
        if not self._arrived:
            self._table.run_ms(STEP_MS)
        data, self._arrived[:count] = bytes(self._arrived[:count]), b""
        return data

    def write(self, data: bytes) -> int:
        self._table.send_bytes(self._player, data)
        return len(data)

    def close(self) -> None:
        pass

    def now(self) -> float:
        """Seconds of the table's own time."""
        return self._table.now_us / 1_000_000


class _Line:
    def __init__(self, serial: UsbLine) -> None:
        self.serial = serial


class VirtualBoard(Board):
    """A Board whose line ends at a virtual table."""

    def __init__(self, usb: UsbLine) -> None:
        self._usb = usb
        self.now = usb.now
        super().__init__(Place("socket", "virtual", "rehearsed"))

    def open(self) -> None:
        self._line = _Line(self._usb)  # type: ignore[assignment]


class Rehearsal:
    """`boards` that are linked; `readers`: positions of board 1 that have one."""

    def __init__(self, boards: int = 1, readers: tuple[int, ...] = ALL_READERS, parts: str = "model") -> None:
        self.world = World(deck_kinds(), boards, seed=1)
        self.table = VirtualTable(self.world, "cpython", parts, "en")
        for position in ALL_READERS:
            if position not in readers:
                self.table.fault(0, position, "dead", ABSENT)
        self.asked: list[str] = []
        self.table.run_ms(BOOT_MS)

    def __enter__(self) -> "Rehearsal":
        return self

    def __exit__(self, *_: object) -> None:
        self.table.close()

    def line(self, player: int = 0) -> BoardLine:
        """A conversation with a board, as `cards push` and `doctor --bench` have it."""
        usb = UsbLine(self.table, player)
        return BoardLine("virtual", usb, usb.now)

    def doctor(self, *names: str) -> list[str]:
        """The lines of `ematrix doctor` about the board that have these names."""
        patient = Patient(VirtualBoard(UsbLine(self.table)), "rehearsed", stream_s=0)
        checks = {check.name: str(check) for check in patient.check()}
        return [checks[name] for name in names]

    def press(self, *buttons: str, player: int = 0) -> None:
        """Press buttons one after the other; in capitals: held."""
        for button in buttons:
            self.table.press(player, button.lower(), hold_ms=1000 if button.isupper() else 80)
            self.table.run_ms(400)

    def skip_to(self, words: str, button: str = "right") -> None:
        """Press a button in the self test until these words are on the display."""
        for _ in range(_PRESSES + 1):
            if words in " ".join(self.display()):
                return
            self.press(button)
        raise ValueError(f"the self test never says {words!r}")

    def wait_for(self, words: str, limit_ms: int) -> None:
        """Let time pass until these words are on the display."""
        for _ in range(limit_ms // 100 + 1):
            if words in " ".join(self.display()):
                return
            self.table.run_ms(100)
        raise ValueError(f"the display never says {words!r}, but {self.display()}")

    def wait(self, ms: int) -> None:
        self.table.run_ms(ms)

    def display(self, player: int = 0) -> list[str]:
        """What stands on a board's display, line by line."""
        text: list[str] = self.table.latest(player, "screen")["text"]
        return text

    def told(self, kind: str) -> dict[str, Any]:
        """The newest record of that kind."""
        return self.table.latest(0, kind)

    # Hands for the steps of host_tools/doctor/bench.py: cards on cell A1.

    def clear(self) -> None:
        """Everything off the board."""
        for card in self.world.cards:
            if card.place.startswith("cell"):
                self.world.move(card.id, "floor")

    def pile(self, count: int, aligned: bool = False) -> None:
        """So many cards on A1, tags on one spot or each on its own."""
        self.clear()
        free = [card for card in self.world.cards if card.size == "card" and card.place in ("deck", "floor")]
        spots: list[int] = []
        for card in free:
            if len(spots) < count and (card.spot == free[0].spot if aligned else card.spot not in spots):
                spots.append(card.spot)
                self.world.move(card.id, "cell:0:0", "up", 0)

    def lay_everywhere(self, face: str, rotation: int) -> None:
        """A card on every cell in this way, and one in every edge socket, in the slot and on the tap pad."""
        for cell in range(CELLS):
            self.world.move(cell, f"cell:0:{cell}", face, rotation)
        for edge in range(EDGES):
            self.world.move(CELLS + edge, f"edge:0:{edge}", "up", 0)
        for number, pad in enumerate(("slot", "tap:0")):
            self.world.move(CELLS + EDGES + number, pad, "up", 0)

    def hands(self, what: str) -> str:
        """Do what a step asks for."""
        self.asked.append(what)
        if "everything off" in what:
            self.clear()
        elif "dark margin" in what:
            self.pile(1)
            [card] = [card for card in self.world.cards if card.place == "cell:0:0"]
            self.world.move(card.id, "cell:0:0", "down", 90)
        elif "sensor" in what or "1 card" in what:
            self.pile(1)
        else:
            self.pile(3 if "third" in what else 2, "exactly above" in what)
        self.table.run_ms(50)
        return "done"
