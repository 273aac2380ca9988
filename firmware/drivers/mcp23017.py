"""Room: drives the inputs of an MCP23017 port expander (port A, active low); before panel.py, after the I2C bus.

Registers as in the data sheet (DS20001952C) with IOCON.BANK = 0, section 3.2.
"""

from firmware.compat import const

MYPY = False  # the type checker takes this name as true
if MYPY:
    from machine import I2C

_IOCON_BANKED = const(0x05)  # where IOCON lies with BANK = 1; with BANK = 0 it is GPINTENB, zero as well
_IODIRA = const(0x00)  # 1 = input (3.5.1)
_IPOLA = const(0x02)  # 1 = read inverted (3.5.2): a button held down reads 1
_GPINTENA = const(0x04)  # 1 = interrupt on change (3.5.3)
_IOCON = const(0x0A)  # 3.5.6
_IOCON_OPEN_DRAIN = const(0x04)  # ODR: the INT pin only pulls down, so that the Pico's own pull-up sets the level
_GPPUA = const(0x0C)  # 1 = 100 kOhm pull-up (3.5.7)
_GPIOA = const(0x12)  # 3.5.10


class Mcp23017:
    """`inputs` is the bit mask of port A pins with a switch to ground; all others are left alone."""

    def __init__(self, bus: "I2C", address, inputs):
        self._bus = bus
        self._address = address
        self._inputs = inputs
        self._one = bytearray(1)

    def start(self):
        """Set the chip up; OSError if it does not answer."""
        everything = b"\xff"
        mask = bytes((self._inputs,))
        # The chip keeps its registers through a reset of the Pico: whatever ran before may have left BANK = 1.
        self._bus.writeto_mem(self._address, _IOCON_BANKED, b"\x00")
        self._bus.writeto_mem(self._address, _IOCON, bytes((_IOCON_OPEN_DRAIN,)))
        self._bus.writeto_mem(self._address, _IODIRA, everything)
        self._bus.writeto_mem(self._address, _IPOLA, mask)
        self._bus.writeto_mem(self._address, _GPPUA, mask)
        self._bus.writeto_mem(self._address, _GPINTENA, mask)

    def started(self):
        """Whether the set-up still stands; False after a power dip of the chip. OSError if it does not answer."""
        self._bus.readfrom_mem_into(self._address, _GPPUA, self._one)
        return self._one[0] == self._inputs

    def held(self):
        """Bit mask of the inputs pulled to ground; releases the interrupt line. OSError if it does not answer."""
        self._bus.readfrom_mem_into(self._address, _GPIOA, self._one)
        return self._one[0] & self._inputs
