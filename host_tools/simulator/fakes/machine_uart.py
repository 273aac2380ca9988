"""Room: `machine.UART` of the Pico for the desktop: bytes leave one after the other in virtual time.

What is attached offers `send(data, start_us, byte_us)` and `receive()` (bytes that have come in), as
chips/rs485.py does.
"""

from host_tools.simulator.chips import pins
from host_tools.simulator.chips.vclock import CLOCK

_FIFO = 32
# RP2040 data sheet 1.4.3: GPIOs with UART function, per port.
_TX = ((0, 12, 16, 28), (4, 8, 20, 24))
_RX = ((1, 13, 17, 29), (5, 9, 21, 25))


class UART:
    """One port, 8N1. `write` takes what fits its buffer and never waits (timeout 0, the port's default)."""

    def __init__(self, number, baudrate=115200, *, tx, rx, txbuf=256, rxbuf=256, timeout=0):
        for name, pin, allowed in (("TX", tx, _TX), ("RX", rx, _RX)):
            if (pin if isinstance(pin, int) else pin._number) not in allowed[number]:
                raise ValueError("bad %s pin" % name)
        self._number = number
        self._byte_us = (10 * 1000000 + baudrate - 1) // baudrate
        self._room = txbuf + _FIFO
        self._rxbuf = rxbuf
        self._received = b""
        self._end_us = 0

    def any(self):
        if pins.UART[self._number] is not None:
            self._received = (self._received + pins.UART[self._number].receive())[: self._rxbuf]
        return len(self._received)

    def read(self, count=-1):
        if not self.any():
            return None
        count = len(self._received) if count < 0 else count
        data, self._received = self._received[:count], self._received[count:]
        return data

    def write(self, data):
        start_us = max(CLOCK.now_us, self._end_us)
        waiting = (start_us - CLOCK.now_us + self._byte_us - 1) // self._byte_us
        taken = min(len(data), self._room - waiting)
        if taken <= 0:
            return None
        self._end_us = start_us + taken * self._byte_us
        if pins.UART[self._number] is not None:
            pins.UART[self._number].send(bytes(data[:taken]), start_us, self._byte_us)
        return taken

    def txdone(self):
        """True once the last stop bit has left."""
        return CLOCK.now_us >= self._end_us

    def flush(self):
        CLOCK.now_us = max(CLOCK.now_us, self._end_us)
