"""Room: a conversation with the firmware of one board: requests with their answers, over USB or a simulator's socket.

    with BoardLine.open("socket://127.0.0.1:8322") as line:
        line.ask({"t": "cards_info"})
Every error is a sentence that names the port and the next step. Before: ports, board (open_port). After: push,
enroll.
"""

import itertools
import time
from collections.abc import Callable
from typing import Any

import serial

from host_tools.errors import HonestNo, UserError
from host_tools.transport import ports
from host_tools.transport.board import open_port
from host_tools.transport.records import Splitter, encode

_SLICE_S = 0.02
_ANSWER_S = 5.0
_GREETING_S = 2.0
_TRIES = 3


class Refused(HonestNo):
    """The board does not do what was asked; `code` tells why to programs, the text to people."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class BoardLine:
    """One open line. `hello`: what the board said about itself. `now`: seconds of the clock that ends a wait."""

    def __init__(self, port: str, stream: Any, now: Callable[[], float] = time.monotonic) -> None:
        self.port = port
        self.now = now
        self.hello: dict[str, Any] = {}
        self.on_record: Callable[[dict[str, Any]], None] = lambda record: None
        self._stream = stream
        self._splitter = Splitter()
        self._ids = itertools.count(1)

    @classmethod
    def open(cls, port: str | None, now: Callable[[], float] = time.monotonic) -> "BoardLine":
        """Connect and greet; without a port the only board that is plugged in."""
        place = ports.choose(port, None if port else ports.serial_places())
        if place.kind == "drive":
            raise UserError(
                f"the board at {place.address} waits in BOOTSEL mode; put the firmware on it: ematrix flash"
            )
        port = place.address
        stream = open_port(place)
        stream.timeout = _SLICE_S
        line = cls(port, stream, now)
        try:
            line.hello = line.ask({"t": "hello"}, answer_s=_GREETING_S)
        except NoAnswer:
            line.close()
            raise UserError(
                f"no table answers on {port}; if MicroPython is on the board without the firmware, "
                "see 'Without the firmware' in docs/cards.md"
            ) from None
        except BaseException:
            line.close()
            raise
        return line

    def ask(self, request: dict[str, Any], answer_s: float = _ANSWER_S, tries: int = _TRIES) -> dict[str, Any]:
        """The answer to a request; it is sent again if none comes in time. Refused: the board says no.

        Requests must be such that doing them twice does no harm.
        """
        name = next(self._ids)
        for _ in range(tries):
            end = self.now() + answer_s
            self._write(encode(dict(request, id=name)))
            while self.now() < end:
                for record in self.read():
                    if record.get("id") == name:
                        return self._answer(record, request)
        raise NoAnswer(f"the board on {self.port} does not answer; check the cable, then repeat the command")

    def _answer(self, record: dict[str, Any], request: dict[str, Any]) -> dict[str, Any]:
        if record.get("t") != "refused":
            return record
        if record.get("why") == "unknown_request":
            role = self.hello.get("role")
            if role == "satellite":
                raise UserError(f"{self.port} is a satellite; connect the primary board, which runs the game")
            raise UserError(f"the firmware on {self.port} does not know {request['t']}; load this version of it")
        raise Refused(record.get("code", "refused"), str(record.get("why")))

    def read(self) -> list[dict[str, Any]]:
        """Records that have come in; waits a moment if there are none."""
        try:
            data = self._stream.read(max(1, self._stream.in_waiting))
        except (serial.SerialException, OSError) as problem:
            raise UserError(f"{self.port} was closed ({_short(problem)}); plug it in and repeat the command") from None
        records = [item for kind, item in self._splitter.feed(data) if kind == "record"]
        for record in records:
            self.on_record(record)
        return records

    def _write(self, data: bytes) -> None:
        try:
            self._stream.write(data)
        except (serial.SerialException, OSError) as problem:
            raise UserError(f"{self.port} was closed ({_short(problem)}); plug it in and repeat the command") from None

    def close(self) -> None:
        self._stream.close()

    def __enter__(self) -> "BoardLine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class NoAnswer(UserError):
    """Nothing came back in time."""


def _short(problem: Exception) -> str:
    return (getattr(problem, "strerror", None) or str(problem)).splitlines()[0].rstrip(".")
