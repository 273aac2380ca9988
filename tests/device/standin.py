"""Room: the host's end of a stand-in Pico (pico.py): power, a cable that can be pulled after any byte, its flash.

with Pico(folder) as pico:
    pico.address            socket://127.0.0.1:PORT, where its USB line ends
    pico.pull_after(900)    the cable comes out (and the power goes) when 900 more bytes have gone to the board
    pico.power_cycle()
"""

import contextlib
import os
import select
import signal
import socket
import subprocess
import sys
import termios
import threading
import tty
from pathlib import Path

from host_tools import engines
from tests.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parent.parent.parent
BLOCK = 4096
UP = b"\x16up\x16"  # pico.py says it when its flash is mounted


class Pico:
    """blocks: size of its flash; table: with the chip models behind it; ok_held: a finger at power on; rom: blocks of a
    ROMFS partition (0: MicroPython as published)."""

    def __init__(self, folder, blocks=352, table=False, ok_held=False, heap="16M", rom=0):  # noqa: PLR0913 (a board)
        self.image = Path(folder) / "flash.bin"
        if not self.image.exists():
            self.image.write_bytes(b"\xff" * BLOCK * blocks)
        self.partition = Path(folder) / "rom.bin"
        if rom and not self.partition.exists():
            self.partition.write_bytes(b"\xff" * BLOCK * rom)
        self.blocks = blocks
        self.rom = rom
        self.table = table
        self.ok_held = ok_held
        self.heap = heap
        self.said = b""  # everything the board ever said
        self.starts = 0
        self._left = None  # bytes to the board until the cable comes out
        self._power_goes = True
        self.heard = b""  # all that ever went to the board
        self.pulled = threading.Event()
        self._up = threading.Event()  # before that it has no line: what is sent waits, Ctrl-C would end the process
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._line = None
        self._process = self._master = None
        self._wake, self._waker = os.pipe()
        self._ended = False
        self._start()
        self._thread = threading.Thread(target=self._pump, daemon=True)
        self._thread.start()
        assert self._up.wait(PATIENCE_S), self._starting

    @property
    def address(self):
        return f"socket://127.0.0.1:{self._listener.getsockname()[1]}"

    @property
    def sent(self):
        """Bytes that ever went to the board."""
        return len(self.heard)

    def pull_after(self, count, power=True):
        """power: it goes as well; otherwise the board lives on from another supply."""
        self.pulled.clear()
        self._power_goes = power
        self._left = count

    def close(self):
        self._ended = True
        os.write(self._waker, b"x")
        self._thread.join(PATIENCE_S)
        self._stop()
        self._listener.close()
        os.close(self._wake)
        os.close(self._waker)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _start(self):
        master, slave = os.openpty()
        tty.setraw(slave)
        modes = termios.tcgetattr(slave)
        modes[3] |= termios.ISIG  # Ctrl-C interrupts what runs, as USB does
        termios.tcsetattr(slave, termios.TCSANOW, modes)
        program = [engines.need_micropython(), "-X", "heapsize=" + self.heap, "-i", str(ROOT / "tests/device/pico.py")]
        words = [str(self.image), str(self.blocks), "ok" if self.ok_held else "-", str(ROOT) if self.table else "-"]
        words.append(str(self.partition) if self.rom else "-")
        # A session of its own, whose terminal the line is: only so Ctrl-C finds the program.
        lead = [sys.executable, "-I", "-S", "-c", _LEAD]
        self._process = subprocess.Popen([*lead, *program, *words], stdin=slave, stdout=slave, stderr=slave)
        os.close(slave)
        self._master = master
        self._up.clear()
        self._starting = b""
        self.starts += 1

    def _stop(self):
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
            self._process.wait()
            os.close(self._master)
            self._process = self._master = None
        self._hang_up()

    def _hang_up(self):
        if self._line is not None:
            self._line.close()
            self._line = None

    def _pump(self):
        while not self._ended:
            ends = [self._wake, self._master]
            if self._up.is_set():
                ends += [self._listener] + ([self._line] if self._line else [])
            for end in select.select(ends, [], [])[0]:
                if end is self._listener:
                    self._hang_up()
                    self._line = self._listener.accept()[0]
                    at_once(self._line)
                elif end == self._master:
                    self._from_board()
                elif end is self._line:
                    self._to_board()

    def _from_board(self):
        try:
            data = os.read(self._master, 4096)
        except OSError:
            data = b""
        if not data:  # it was reset
            self._stop()
            self._start()
            return
        if not self._up.is_set():
            self._starting += data
            _, up, data = self._starting.partition(UP)
            if up:
                self._up.set()
        self.said += data
        if self._line is not None:
            with contextlib.suppress(OSError):
                self._line.sendall(data)

    def _to_board(self):
        try:
            data = self._line.recv(256)
        except OSError:
            data = b""
        if not data:
            self._hang_up()
            return
        at_once(self._line)
        if self._left is not None:
            data = data[: self._left]
            self._left -= len(data)
        if data:
            os.write(self._master, data)
            self.heard += data
        if self._left == 0:
            self._left = None
            if self._power_goes:
                self._stop()
                self._start()
            else:
                self._hang_up()
            self.pulled.set()


def at_once(line):
    """Let neither end of a socket collect bytes for 40 ms before they go or are acknowledged."""
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_QUICKACK"):  # Linux; it has to be said again after each read
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)


_LEAD = """
import fcntl, os, sys, termios
os.setsid()
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
