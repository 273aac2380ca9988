"""Room: a board at the other end of a line: its records, its prompt, its files. An adapter around mpremote 1.29.

mpremote's makers say that its library interface will change; what of it we use is used here and in phases.py only.
Addresses are those of ports.py. Times in seconds.
"""

import ast
import binascii
import contextlib
import io
import struct
import time
from collections.abc import Callable, Iterator
from typing import Any

import serial
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from host_tools.transport.phases import BOOTSEL, BoardError, busy, cannot_open, holders, phase
from host_tools.transport.ports import Place, now_at
from host_tools.transport.records import Splitter, encode

BAUD = 115_200  # USB ignores it
READ_TIMEOUT = 5.0
PROMPT_TRIES = 4
CHUNK = 2048  # bytes of a file in one exchange with the prompt: 2.7 KB of code, which a Pico at its prompt has room for


class _Line(SerialTransport):
    """mpremote's transport over a port that is open already (its own way of opening hides why it failed)."""

    def __init__(self, address: str, port: serial.SerialBase) -> None:
        self.in_raw_repl = False
        self.use_raw_paste = True
        self.device_name = address
        self.mounted = False
        self.serial = port
        self.is_pty = False


def open_port(place: Place) -> serial.SerialBase:
    """The opened port; NoBoard says who uses it or what permits it."""
    try:
        others = [] if place.kind != "serial" or place.address.startswith("/dev/pts/") else holders(place.address)
        if others:
            raise busy(place.address)
        more = {} if place.kind == "socket" else {"exclusive": True}
        return serial.serial_for_url(
            place.address, baudrate=BAUD, timeout=READ_TIMEOUT, write_timeout=READ_TIMEOUT, **more
        )
    except (OSError, ValueError) as problem:
        raise cannot_open(place.address, problem) from None


class Board:
    """`with Board(place) as board:`. `say`: called with sentences worth showing."""

    now: Callable[[], float] = staticmethod(time.monotonic)  # seconds; the clock that ends a wait

    def __init__(self, place: Place, say: Callable[[str], None] = lambda text: None) -> None:
        self.place = place
        self.say = say
        self.splitter = Splitter()
        self._kept: list = []  # what came in behind the record that was waited for
        self.heard = ""  # the newest text between records: what the prompt says, tracebacks
        self._line: _Line | None = None
        self.open()

    def open(self) -> None:
        self._line = _Line(self.place.address, open_port(self.place))
        self.splitter = Splitter()
        self._kept = []

    @property
    def line(self) -> _Line:
        assert self._line is not None, "the board is closed"
        return self._line

    @property
    def closed(self) -> bool:
        return self._line is None

    def close(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            with contextlib.suppress(OSError, TransportError):
                line.serial.close()

    def __enter__(self) -> "Board":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Records, while the table runs.

    def read_items(self, seconds: float) -> list:
        """Records and text that come in within that time: as soon as there are any, late ones that lie here already."""
        items, self._kept = self._kept, []
        port = self.line.serial
        end = self.now() + seconds
        while not items:
            late = self.now() >= end
            port.timeout = max(0.01, min(0.1, end - self.now()))
            data = port.read(max(1, port.in_waiting))
            port.timeout = READ_TIMEOUT
            items = self.splitter.feed(data) if data else []
            self.heard = (self.heard + "".join(item for kind, item in items if kind == "text"))[-8192:]
            if late and not data:
                break
        return items

    def _each(self, seconds: float) -> Iterator[tuple[str, Any]]:
        """Items one by one for that time. What comes behind the last one taken is there for the next reader."""
        end = self.now() + seconds
        late = False
        while not late:
            late = self.now() >= end
            items = self.read_items(end - self.now())
            while items:
                item = items.pop(0)
                self._kept = items
                yield item

    def send(self, record: dict) -> None:
        self.line.serial.write(encode(record))

    def ask(self, request: dict, seconds: float = 2.0, tries: int = 2) -> dict | None:
        """The answer to a request, None if none comes; other records are passed over."""
        for _ in range(tries):
            self.send(request)
            for kind, item in self._each(seconds):
                if kind == "record" and _answers(item, request):
                    return item
        return None

    def wait_for(self, kind: str, seconds: float, also: Callable[[str], None] | None = None) -> dict | None:
        """The next record of that kind; text between records goes to `also`."""
        for what, item in self._each(seconds):
            if what == "text" and also:
                also(item)
            elif what == "record" and item.get("t") == kind:
                return item
        return None

    # The prompt.

    def reach_prompt(self) -> None:
        """Ask the table to stop, then Ctrl-C, then the raw prompt; BoardError if main.py holds on to it."""
        with phase("prompt"):
            self._leave_table()
            for attempt in range(PROMPT_TRIES):
                try:
                    with contextlib.redirect_stdout(io.StringIO()):  # mpremote prints what it does not expect
                        self.line.enter_raw_repl(soft_reset=False, timeout_overall=2 + attempt)
                    self.run("import gc\ngc.collect()")
                    self._kept = []
                    return
                except (TransportError, struct.error, IndexError):  # the last two: an answer that stops half-way
                    self.line.serial.write(b"\r\x03\x03\x02")  # a program that catches it once, a raw prompt left open
            raise self._no_prompt()

    def _leave_table(self) -> None:
        answer = self.ask({"t": "repl"}, seconds=0.5, tries=1)
        if answer is not None and answer["t"] == "repl":
            self.wait_text(">>> ", 3)

    def wait_text(self, text: str, seconds: float) -> bool:
        """Whether this text comes in that time."""
        seen = ""
        for kind, item in self._each(seconds):
            seen = (seen + item)[-4096:] if kind == "text" else seen
            if text in seen:
                return True
        return False

    def _no_prompt(self) -> BoardError:
        self.line.serial.write(b"\x03")
        talks = any(self.read_items(1.0))
        if talks:
            return BoardError(
                "prompt",
                "a program on the board (its main.py) holds the prompt and ignores Ctrl-C",
                "hold the table's OK button while you plug the cable in and run it again; if the program is not ours, "
                + BOOTSEL,
            )
        return BoardError("prompt", "the board says nothing at all: no MicroPython, or it hangs", BOOTSEL)

    def run(self, code: str, seconds: float = 10) -> bytes:
        """What this code prints on the board."""
        out, error = self.line.exec_raw(code, timeout=seconds)
        if error:
            raise TransportExecError(out, error.decode("utf-8", "replace"))
        return out

    def try_run(self, code: str, seconds: float = 10) -> str:
        """As `run`, but what the board prints, a traceback included; "" if the line fails."""
        try:
            out, error = self.line.exec_raw(code, timeout=seconds)
            return (out + error).decode("utf-8", "replace")
        except (TransportError, OSError, struct.error):
            return ""

    def value(self, code: str, expression: str, seconds: float = 10) -> Any:
        """The value of an expression after `code` has run: numbers, texts, lists, dicts."""
        return ast.literal_eval(self.run(f"{code}\nprint(repr({expression}))", seconds).decode().strip())

    def write_file(self, path: str, data: bytes, progress: Callable[[int], None] = lambda done: None) -> None:
        """Write a whole file; `progress` gets the bytes written so far. In base 64: a third of what literals take."""
        start = f"from binascii import a2b_base64 as d\nf=open({path!r},'wb')\n"
        for at in range(0, max(1, len(data)), CHUNK):
            piece = binascii.b2a_base64(data[at : at + CHUNK], newline=False).decode()
            last = at + CHUNK >= len(data)
            self.run(f"{start if at == 0 else ''}f.write(d('{piece}')){chr(10) + 'f.close()' if last else ''}")
            progress(min(at + CHUNK, len(data)))

    def read_file(self, path: str) -> bytes:
        return bytes(self.line.fs_readfile(path, chunk_size=CHUNK))

    def restart(self, code: str = "import machine\nmachine.reset()") -> None:
        """Run code that makes the board leave (reset, BOOTSEL) and close the line; `reopen` finds it again."""
        with contextlib.suppress(TransportError, OSError, struct.error):
            self.line.exec_raw_no_follow(code)
            self.read_items(0.3)
        self.close()

    def reopen(self, seconds: float = 15) -> None:
        """Open the line again once the board is back, wherever USB puts it now."""
        end = self.now() + seconds
        while True:
            try:
                self.place = now_at(self.place)
                self.open()
                return
            except Exception as problem:  # whatever the port says now, the board may come back
                if self.now() > end:
                    raise BoardError(
                        "restart", f"the board did not come back ({problem})", "replug its cable and run it again"
                    ) from None
                time.sleep(0.2)


def _answers(item: dict, request: dict) -> bool:
    return item.get("t") == request["t"] or item.get("t") == "refused" and item.get("request") == request["t"]
