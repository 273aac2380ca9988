"""Room: `machine.SPI` on the simulated board; every call costs virtual time as it does on the Pico."""

from host_tools.simulator.chips.pins import PINS
from host_tools.simulator.chips.vclock import CLOCK

CALL_US = 28  # one register access from Python on the Pico, without the bits on the wire


class SPI:
    """A bus master; the chips behind PINS.spi[id] see every byte."""

    MSB = 0
    LSB = 1

    def __init__(self, id, baudrate=1_000_000, **more):  # polarity, phase, bits, firstbit, sck, mosi, miso
        self._id = id
        self.init(baudrate)

    def init(self, baudrate=1_000_000, **more):
        self._byte_ns = 8_000_000_000 // baudrate
        device = PINS.spi[self._id]
        if device is not None:
            device.baud = baudrate

    def _move(self, out, into):
        CLOCK.now_us += CALL_US + len(out) * self._byte_ns // 1000
        device = PINS.spi[self._id]
        if device is not None:
            device.transfer(out, into)

    def write(self, out):
        self._move(out, None)

    def write_readinto(self, out, into):
        if len(out) != len(into):
            raise ValueError("buffers must be the same length")
        self._move(out, into)

    def readinto(self, into, write=0):
        self._move(bytes([write]) * len(into), into)

    def read(self, count, write=0):
        into = bytearray(count)
        self.readinto(into, write)
        return bytes(into)
