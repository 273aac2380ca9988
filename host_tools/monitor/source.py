"""Room: a table's live stream: connects, asks for what is worth showing, and connects again when the cable is pulled.

Passive: it sends only questions (hello, state, health, about, log), never Ctrl-C and nothing that a game would feel.
Before: transport/board.py. After: state.py, recording.py.
"""

import time
from collections.abc import Callable
from typing import Any

from host_tools.errors import UserError
from host_tools.transport.board import Board
from host_tools.transport.ports import Place, now_at

AGAIN_S = 1.0
HEALTH_S = 5.0


class Live:
    """`items` for ever. `status`: one sentence about the line; `state`: the TableState that is being filled."""

    over = False

    def __init__(self, place: Place, state: Any, now: Callable[[], float] = time.monotonic) -> None:
        self.place = place
        self.state = state
        self.status = "connecting"
        self._now = now
        self._board: Board | None = None
        self._next_try = now()
        self._next_health = now()
        self._open()  # what is wrong at the start is the user's to mend

    def items(self, seconds: float) -> list:
        """("record" | "text" | "event", ...) that came within that time."""
        if self._board is None:
            return self._again(seconds)
        try:
            if self._now() >= self._next_health:
                self._next_health = self._now() + HEALTH_S
                self._ask({"t": "about"}, {"t": "health"}, {"t": "log", "from": self.state.log_next})
            found = self._board.read_items(seconds)
            for kind, item in found:
                if kind == "record" and item.get("t") == "health" and item.get("next") is not None:
                    self._ask({"t": "health", "from": item["next"]})
            return found
        except OSError:
            self.close()
            self.status = f"the cable of {self.place.address} is out; waiting for the board"
            self._next_try = self._now() + AGAIN_S
            return [("event", "lost")]

    def close(self) -> None:
        board, self._board = self._board, None
        if board is not None:
            board.close()

    def _again(self, seconds: float) -> list:
        wait = self._next_try - self._now()
        if wait > 0:
            time.sleep(min(wait, seconds))
            return []
        self._next_try = self._now() + AGAIN_S
        try:
            self.place = now_at(self.place)
            self._open()
        except (UserError, OSError):
            return []
        return [("event", "connected")]

    def _open(self) -> None:
        self._board = Board(self.place)
        self.status = f"connected to {self.place.address}"
        self._next_health = self._now()
        self._ask({"t": "hello"}, {"t": "state"})

    def _ask(self, *requests: dict) -> None:
        assert self._board is not None
        for request in requests:
            self._board.send(request)
