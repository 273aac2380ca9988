"""Room: `machine.I2C` of the Pico for the desktop: transfers go to chip models and cost virtual time.

A chip model offers `write(data)` (a whole write transfer after the address) and `read(count)` (bytes). An address
without a chip is not acknowledged, as on the bus; a chip may refuse by raising OSError itself.
"""

from host_tools.simulator.chips import pins
from host_tools.simulator.chips.vclock import CLOCK

_EIO = 5
_ETIMEDOUT = 110


def _number(pin):
    return pin if isinstance(pin, int) else pin._number


class I2C:
    """One hardware bus; checks pins as the port does (even pins SDA, odd SCL, pairs alternate between the buses)."""

    def __init__(self, number, *, scl, sda, freq=400000, timeout=50000):
        for name, pin, odd in (("SCL", _number(scl), 1), ("SDA", _number(sda), 0)):
            if pin & 1 != odd or (pin & 2) >> 1 != number:
                raise ValueError("bad %s pin" % name)
        self._chips = pins.I2C[number]
        self._freq = freq
        self._timeout_us = timeout

    def scan(self):
        return sorted(address for address in self._chips if 0x08 <= address < 0x78)

    def writeto(self, address, data, stop=True):
        self._chip(address, len(data)).write(bytes(data))
        return len(data)

    def readfrom(self, address, count, stop=True):
        return bytes(self._chip(address, count).read(count))

    def writeto_mem(self, address, register, data):
        self.writeto(address, bytes((register,)) + bytes(data))

    def readfrom_mem(self, address, register, count):
        self.writeto(address, bytes((register,)), False)
        return self.readfrom(address, count)

    def readfrom_mem_into(self, address, register, buffer):
        buffer[:] = self.readfrom_mem(address, register, len(buffer))

    def _chip(self, address, count):
        """Charge the time of a transfer: start, address and bytes with their acknowledge bits, stop."""
        chip = self._chips.get(address)
        bits = 2 + 9 * (1 + (count if chip else 0))
        us = (bits * 1000000 + self._freq - 1) // self._freq
        CLOCK.advance(us)
        if chip is None:
            raise OSError(_EIO)
        if us > self._timeout_us:
            raise OSError(_ETIMEDOUT)
        return chip
