"""Room: byte streams to the host (USB) and between boards (UART, RS-485); before link, which makes records of them.

The USB line is also the REPL's: Ctrl-C keeps its meaning because nobody here switches it off, and records never
hold that byte (JSON escapes control characters).
"""

import select
import sys

import machine

from firmware import wiring
from firmware.compat import const

# Bytes taken from USB in one call: each costs a poll and a read, together about 60 us.
_READ_SLICE = const(64)
# The port waits up to 0.5 s for room when a write is longer than the room left. The host takes 64 bytes at a time, so
# after slices that divide 64 a poll that says "writable" means a whole slice fits.
_WRITE_SLICE = const(16)
_WRITE_MOST = const(256)

_TX_BUFFER = const(1024)
_RX_BUFFER = const(1024)
_BYTE_US = 10 * 1_000_000 // wiring.LINK_BAUD + 1  # start bit, eight, stop bit
_AGAIN_HZ = const(20_000)  # the last stop bit was late: look again 50 us later


def _ready(poller):
    """Whether the one stream of a select.poll() is ready now. Allocates nothing, as its poll() would."""
    for _ in poller.ipoll(0):
        return True
    return False


class UsbStream:
    """contracts.Stream on the USB serial line."""

    def __init__(self):
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)

    def read(self):
        """Bytes that have come in since the last call, at most 64 (b'' if none)."""
        return self._read() if _ready(self._readable) else b""

    def _read(self):
        data = bytearray()
        while len(data) < _READ_SLICE:
            # One byte at a time: a longer read would wait until it is complete.
            byte = self._in.read(1)
            data.extend(byte)
            if not byte or not _ready(self._readable):
                break
        return bytes(data)

    def write(self, data):
        """Send what the host takes now, at most 256 bytes; returns how many (0 if it does not read)."""
        sent = 0
        end = min(len(data), _WRITE_MOST)
        while sent < end and _ready(self._writable):
            taken = self._out.write(data[sent : min(sent + _WRITE_SLICE, end)])
            if not taken:
                break
            sent += taken
        return sent


class LinkStream:
    """contracts.Stream on the board-to-board pair: half duplex, the driver is on only while this board sends.

    A timer counts the bytes off and releases the driver in its interrupt, within some 0.1 ms of the last stop bit:
    whoever is next may talk before any task of this board has its turn."""

    def __init__(self, clock):
        self._clock = clock
        self._enable = machine.Pin(wiring.PIN_LINK_ENABLE, machine.Pin.OUT, value=0)
        self._uart = machine.UART(
            wiring.LINK_UART,
            wiring.LINK_BAUD,
            tx=machine.Pin(wiring.PIN_LINK_TX),
            rx=machine.Pin(wiring.PIN_LINK_RX),
            txbuf=_TX_BUFFER,
            rxbuf=_RX_BUFFER,
        )
        self._sending = False
        self._writing = False  # the pair is taken, the bytes are not in the buffer yet: not to be released
        self._since_us = 0  # ticks; the last stop bit leaves _takes_us later
        self._takes_us = 0
        # Bound once: an interrupt must not allocate.
        self._timer = machine.Timer(-1)
        self._arm = self._timer.init
        self._all_sent = self._uart.txdone
        self._on_end = self._release

    def read(self):
        """Bytes that have come in since the last call (b'' if none)."""
        return self._uart.read() or b""

    def write(self, data):
        """Queue bytes to send; returns how many fitted (the buffer holds 1 KiB). Takes the pair."""
        now_us = self._clock.ticks_us()
        left_us = self._takes_us - self._clock.diff_us(now_us, self._since_us) if self._sending else 0
        self._writing = self._sending = True
        self._enable.value(1)
        taken = self._uart.write(data) or 0
        self._since_us = now_us
        self._takes_us = max(left_us, 0) + taken * _BYTE_US
        self._writing = False
        self._wait(1_000_000 / self._takes_us if self._takes_us else _AGAIN_HZ)
        return taken

    def _wait(self, hz):
        """One period of this frequency: periods themselves are whole milliseconds."""
        self._arm(mode=machine.Timer.ONE_SHOT, freq=hz, callback=self._on_end, hard=True)

    def _release(self, _):
        """In the timer's interrupt: let go of the pair once the last stop bit has left (UART.txdone)."""
        if not self._writing and self._all_sent():
            self._enable.value(0)
            self._sending = False
        else:
            self._wait(_AGAIN_HZ)

    def sending(self):
        """Whether this board holds the pair."""
        return self._sending
