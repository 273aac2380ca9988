"""Room: a board without our firmware for other people's tools: real MicroPython with its raw REPL behind a serial port.

    with ReplBoard(folder) as board:
        subprocess.run(["mpremote", "connect", board.port, ...])

The process is desktop MicroPython on a pseudo-terminal. A soft reset (Ctrl-D) ends it there; a board would start again
and stay in the raw REPL if it was in it, so this does that. Its flash is an image file that outlives resets.
"""

import os
import pty
import re
import select
import subprocess
import threading
import tty

from tests.conftest import ROOT, micropython_command
from tests.device.repl_boot import BLOCK, BLOCKS

_RAW = b"raw REPL; CTRL-B to exit\r\n>"


class ReplBoard:
    """port: name of the serial port; image: path of the flash."""

    def __init__(self, folder):
        self.image = folder / "flash.img"
        if not self.image.exists():
            self.image.write_bytes(b"\xff" * BLOCK * BLOCKS)
        self._raw = False
        self._stop = threading.Event()

    def __enter__(self):
        self._host, tool = pty.openpty()
        tty.setraw(tool)
        self._tool = tool  # stays open, so that the port lives on between two tools
        self.port = os.ttyname(tool)
        self._start()
        self._thread = threading.Thread(target=self._relay)
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()
        self._process.kill()
        self._process.wait()
        for end in (self._host, self._tool, self._mine):
            os.close(end)

    def _start(self):
        self._mine, inside = pty.openpty()
        tty.setraw(inside)
        self._process = subprocess.Popen(
            [micropython_command(), "-X", "heapsize=2M", "-i", str(ROOT / "tests/device/repl_boot.py"), self.image],
            stdin=inside, stdout=inside, stderr=inside, cwd=ROOT, env=dict(os.environ, MICROPYPATH=".frozen"),
        )  # fmt: skip
        os.close(inside)

    def _relay(self):
        """Bytes both ways until the end; a process that ended was reset."""
        tail = b""
        while not self._stop.is_set():
            ready, _, _ = select.select([self._host, self._mine], [], [], 0.05)
            if self._host in ready:
                data = os.read(self._host, 4096)
                self._raw = self._raw and b"\x02" not in data
                os.write(self._mine, data)
            if self._mine in ready:
                try:
                    data = os.read(self._mine, 4096)
                except OSError:
                    data = b""
                if not data:
                    self._reset()
                    tail = b""
                    continue
                data = _lines_ended(tail[-1:], data)
                tail = (tail + data)[-len(_RAW) :]
                self._raw = self._raw or tail.endswith(_RAW)
                os.write(self._host, data)

    def _reset(self):
        """The process has ended: switch the board on again."""
        self._process.wait()
        os.close(self._mine)
        os.write(self._host, b"MPY: soft reboot\r\n")
        self._start()
        if self._raw:
            greeting = b""
            while not greeting.endswith(b">>> "):
                greeting += os.read(self._mine, 4096)
            os.write(self._mine, b"\x01")


def _lines_ended(before, data):
    """A board ends its lines with CR LF, also those that print; `before`: the byte that was sent last."""
    skip = 1 if before == b"\r" and data[:1] == b"\n" else 0
    return data[:skip] + re.sub(rb"(?<!\r)\n", b"\r\n", data[skip:])
