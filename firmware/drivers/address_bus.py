"""Room: the address bus that readers and reflectance sensors share, with its two enables.

74HC238 (row reset) and 74HC138 (column select) hang on A0..A5, three 74HC4067 (sensors) on A0..A3; the pins are in
wiring.py. reader_grid.py and reflectance.py come after.
"""

from machine import Pin

from firmware import wiring


class AddressBus:
    """`row` is the released row or -1. `epoch` counts releases: a reader set up in an older one was reset since."""

    def __init__(self):
        self._pins = tuple(Pin(number, Pin.OUT, value=0) for number in wiring.PIN_ADDRESS)
        self._lines = 0
        self._row_enable = Pin(wiring.PIN_ROW_ENABLE, Pin.OUT, value=0)
        self.select = Pin(wiring.PIN_COLUMN_ENABLE, Pin.OUT, value=0)
        self.row = -1
        self.epoch = 0

    def _set(self, value, mask):
        change = (self._lines ^ value) & mask
        if not change:
            return
        self._lines ^= change
        at = 0
        while change:
            if change & 1:
                self._pins[at].value((value >> at) & 1)
            change >>= 1
            at += 1

    def release(self, row):
        """Let one row of readers out of reset; the row before is reset. False if it already was out."""
        if row == self.row:
            return False
        self.hold()
        self._set(row << 3, 0x38)
        self._row_enable.on()
        self.row = row
        self.epoch += 1
        return True

    def hold(self):
        """Hold every reader in reset, so that the bus is free for the sensors."""
        self.select.off()
        self._row_enable.off()
        self.row = -1

    def column(self, column):
        """Choose the column that `select` will switch (A0..A2; the released row stays)."""
        self._set(column, 0x07)

    def channel(self, channel):
        """Choose a channel 0..15 of the sensor multiplexers; only after `hold`, since A3 belongs to the row too."""
        self._set(channel, 0x0F)
