"""Room: the simulator's VirtualTable on emulated Picos: its script player and the lab's bots play on real MicroPython.

`EmulatedTable(world, images)` starts boards on these flash images and offers what VirtualTable does; besides, records
asked of a board (`about`, `ask_host`), the heap as it lies in RAM (`heap_map`), the meters (`stats`, `link`).
Before: make_image.py. After: scenes.py. Time in ms of the table.
"""

import contextlib
import json
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self

from firmware.link.peers import GUARD_MS
from firmware.link.records import encode
from host_tools.errors import UserError
from host_tools.simulator.table import BUTTONS, BoardView
from host_tools.simulator.world import World, place_position

FOLDER = Path(__file__).resolve().parent.parent
TAP_MS = 160  # a short press of a hand that takes its time


def need_node() -> str:
    """Path of Node; UserError that says what is missing for the emulator."""
    node = shutil.which("node")
    if node is None:
        raise UserError("node is not on PATH; install Node 20 or newer")
    for name in ("node_modules", "generated/decoder.mjs", "generated/bootrom.mjs"):
        if not (FOLDER / name).exists():
            raise UserError(f"{name} is missing beside the emulator; set it up as host_tools/emulator/README.md says")
    return node


class NodeServer:
    """tableserver.mjs in a process of its own."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [need_node(), str(FOLDER / "play/tableserver.mjs")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._process.stdin and self._process.stdout
        self._to, self._from = self._process.stdin, self._process.stdout

    def put(self, request: dict) -> None:
        self._to.write(json.dumps(request).encode() + b"\n")

    def get(self) -> dict:
        self._to.flush()
        line = self._from.readline()
        if not line:
            raise UserError("the emulator ended; its last words are above")
        answer: dict = json.loads(line)
        return answer

    def close(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self.put({"op": "quit"})
            self._to.flush()
        self._process.wait(10)


open_server: Callable[[], Any] = NodeServer


class EmulatedTable:
    """images: flash images of the primary and perhaps of a satellite; step: ms in which boards take turns; table:
    options of the models (table/table.mjs)."""

    def __init__(
        self, world: World, images: Sequence[str | Path], step: float = 0.25, table: dict | None = None
    ) -> None:
        self.world = world
        self.now_us = 0
        self.ms = 0.0
        self.step = step
        self.boards = len(images)
        self.wall = time.time()
        self._views = [BoardView() for _ in range(max(world.players, len(images)))]
        self._held = [0] * len(images)
        self._dirty: dict[tuple[int, int], bool] = {}
        self._tags: dict[tuple[int, str], bytes] = {}
        self._server = open_server()
        boards = [
            {"image": str(Path(image).resolve()), "role": "satellite" if at else "primary", "seed": 3 + at}
            for at, image in enumerate(images)
        ]
        self.ask(op="boot", boards=[board | {"table": table or {}} for board in boards])
        world.listeners.append(self._moved)
        for place in world.piles:
            self._moved(place)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def put(self, **request: Any) -> None:
        """A request to tableserver.mjs that has no answer."""
        self._server.put(request)

    def ask(self, **request: Any) -> dict:
        """The answer to a request; UserError with the emulator's own words if it failed."""
        self.put(**request)
        answer: dict = self._server.get()
        if "error" in answer:
            raise UserError(f"the emulator: {answer['error']}")
        return answer

    # What VirtualTable has.
    def board(self, player: int) -> BoardView:
        return self._views[player]

    def latest(self, player: int, kind: str) -> dict | None:
        about = self._views[0].latest.get((kind, player))
        return about if about is not None else self._views[player].latest.get(kind)

    def run_ms(self, ms: float) -> None:
        self._send_changes()
        answer = self.ask(op="run", ms=ms, step=self.step)
        self.now_us += round(ms * 1000)
        for view, news in zip(self._views, answer["boards"], strict=False):
            view.take(news)
        self.ms = answer["ms"]

    def press(self, player: int, button: str, hold_ms: int = TAP_MS) -> None:
        self.hold(player, self._held[player] | BUTTONS[button])
        self.run_ms(hold_ms)
        self.hold(player, self._held[player] & ~BUTTONS[button])
        self.run_ms(TAP_MS)

    def hold(self, player: int, mask: int) -> None:
        self._held[player] = mask
        self.put(op="hold", board=player, buttons=mask)

    def fault(self, player: int, position: int, name: str, value: int | None) -> None:
        self.put(op="fault", board=player, pos=position, name=name, value=value)

    def unplug(self, player: int, out: bool = True) -> None:
        self.put(op="unplug", board=player, out=out)

    def send(self, player: int, record: dict) -> None:
        self.send_bytes(player, encode(record))

    def send_bytes(self, player: int, data: bytes) -> None:
        self.put(op="host", board=player, data=data.hex())

    def close(self) -> None:
        if self._moved in self.world.listeners:
            self.world.listeners.remove(self._moved)
        self._server.close()

    # More.
    def wait_for(self, holds: Callable[[], Any], limit_ms: float, step: float = 40) -> bool:
        """Run until `holds()`; whether it did within the limit."""
        end = self.now_us + limit_ms * 1000
        while not holds():
            if self.now_us >= end:
                return False
            self.run_ms(step)
        return True

    def ask_host(self, player: int, record: dict, wait_ms: int = 3000, step: float = 40) -> dict | None:
        """The board's answer to a record, None if there is none."""
        kind = record["t"]
        latest = self._views[player].latest
        latest.pop(kind, None)
        self.send(player, record)
        self.wait_for(lambda: kind in latest, wait_ms, step)
        return latest.get(kind)

    def about(self, player: int = 0, step: float = 40) -> dict:
        """What the board says of itself (firmware/report/board_report.py), {} without an answer; it collects first."""
        return self.ask_host(player, {"t": "about"}, 2000, step) or {}

    def heap_map(self, player: int = 0) -> dict:
        """{"total", "free", "largest": sizes of the largest free blocks, "holes"} as MicroPython's map says now."""
        return self.ask(op="heapmap", board=player)

    def stats(self, last: int = 20, stalls: int = 40) -> list[dict]:
        """What the meters of each board know (play/unit.mjs)."""
        told: list[dict] = self.ask(op="stats", last=last, stalls=stalls, guard=GUARD_MS)["stats"]
        return told

    def link(self) -> dict:
        """How the pair between the boards behaved since the start.

        polls, answers: bursts of the primary and of satellites; collisions: bursts that a board was deaf to because it
        still drove the pair; cut_bytes: bytes that left with the driver off; hold_ms: of each board from its last stop
        bit until its driver was off."""
        boards = self.stats(last=0, stalls=0)
        links = [board["link"] for board in boards]
        polls = links[0]["bursts"]
        collisions = sum(link["collisions"] for link in links)
        return {
            "polls": polls,
            "answers": sum(link["bursts"] for link in links[1:]),
            "collisions": collisions,
            "collisions_per_poll": round(collisions / polls, 5) if polls else None,
            "lost_bytes": sum(link["lostBytes"] for link in links),
            "cut_bytes": sum(board["violations"].get("link-driver-off", 0) for board in boards),
            "hold_ms": [link["hold"] for link in links],
            "guard_ms": GUARD_MS,
        }

    def screen(self, player: int = 0) -> list[str]:
        """The lines of text that a player's display shows, as its newest record says."""
        record = self.board(0).latest.get(("screen", player)) or {}
        return record.get("text") or [""]

    def account(self) -> dict:
        return self.board(0).latest.get("account") or {}

    def stopped(self) -> bool:
        """Whether a board has printed a traceback that nobody has taken yet."""
        return any(b"Traceback" in bytes(view.decoder.text) for view in self._views)

    def text_of(self, player: int = 0) -> str:
        """What the board printed besides records since the last call."""
        text: bytes = self.board(player).decoder.take_text()
        return text.decode("utf-8", "replace")

    def _moved(self, place: str) -> None:
        at = place_position(place)
        if at is not None:
            self._dirty[at] = True

    def _send_changes(self) -> None:
        places, self._dirty = self._dirty, {}
        for player, position in places:
            if player >= self.boards:
                continue
            cards = self.world.position(player, position)
            for uid in [card[0] for card in cards]:
                self._show_tag(player, uid)
            self.put(op="set", board=player, pos=position, cards=cards)

    def _show_tag(self, player: int, uid: str) -> None:
        """A board gets to know the memory of a tag before its card is laid there."""
        card = next((card for card in self.world.cards if card.uid == uid), None)
        if card is not None and self._tags.get((player, uid)) != card.memory:
            self._tags[player, uid] = card.memory
            self.put(op="tag", board=player, uid=uid, data=card.memory.hex())
