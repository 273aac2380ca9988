"""Room: a MAX3485 between UART and the board-to-board pair: half duplex, one enable line; times in us.

Data sheet 19-0333, function table: DE and RE tied together, high = the driver talks and the receiver is off.
"""

from host_tools.simulator.chips.pins import PINS
from host_tools.simulator.chips.vclock import CLOCK


class Rs485:
    """One transceiver. `take` gives what reached the pair, `give` lets the others' bytes arrive."""

    def __init__(self, enable_pin):
        self._pin = enable_pin
        self._talking = PINS.levels[enable_pin]
        self._leaving = []  # [byte, start_us, end_us]
        self._bus = bytearray()
        self._incoming = bytearray()
        self.lost = 0  # bytes sent or received while the enable line said otherwise
        self.collisions = 0  # times that another board talked into this one's driver
        PINS.watch[enable_pin] = self._switched

    def send(self, data, start_us, byte_us):
        """UART side: bytes that leave back to back from `start_us`."""
        CLOCK.ring()
        for index, byte in enumerate(data):
            self._leaving.append((byte, start_us + index * byte_us, start_us + (index + 1) * byte_us))

    def receive(self):
        """UART side: bytes that have come in."""
        CLOCK.ring()
        data = bytes(self._incoming)
        self._incoming = bytearray()
        return data

    def take(self):
        """Bytes that have reached the pair since the last call."""
        CLOCK.ring()
        self._drive()
        data = bytes(self._bus)
        self._bus = bytearray()
        return data

    def give(self, data):
        """Another board's bytes arrive; lost while this one's driver is on."""
        CLOCK.ring()
        if self._talking:
            self.lost += len(data)
            self.collisions += 1
        else:
            self._incoming.extend(data)

    def _switched(self):
        self._drive()
        if self._talking:
            # A byte cut off on the wire is no byte; what has not started is sent to a closed driver below.
            kept = [entry for entry in self._leaving if entry[1] >= CLOCK.now_us]
            self.lost += len(self._leaving) - len(kept)
            self._leaving = kept
        self._talking = PINS.levels[self._pin]

    def _drive(self):
        """Move every byte whose stop bit has passed to the pair, if the driver was on."""
        while self._leaving and self._leaving[0][2] <= CLOCK.now_us:
            byte = self._leaving.pop(0)[0]
            if self._talking:
                self._bus.append(byte)
            else:
                self.lost += 1
