"""Room: the reader grid of one board: a 74HC238 releases the reset of one row, a 74HC138 selects a column on SPI.

The pins are those of firmware/wiring.py. Both enables are active high; a disabled decoder holds every reader in
reset (row) or deselected (column). `readers[position]` are the chips, with their `faults`.
"""

from firmware import wiring
from host_tools.simulator.chips.mfrc522 import Mfrc522
from host_tools.simulator.chips.noise import Noise
from host_tools.simulator.chips.pins import PINS
from host_tools.simulator.chips.vclock import CLOCK

_COLUMN_PINS = wiring.PIN_ADDRESS[:3]
_ROW_PINS = wiring.PIN_ADDRESS[3:]


class ReaderGrid:
    """The SPI device behind the decoders; made once for each board."""

    def __init__(self, table, seed=1):
        self.noise = Noise(seed)
        self.fields = []  # RF fields that are on now
        self.baud = 1_000_000
        self.transfers = 0
        self.readers = []
        self.rows = [[None] * 8 for _ in range(8)]
        for position, (row, column) in enumerate(wiring.READERS):
            reader = Mfrc522(table, position, self.noise, self.fields)
            self.readers.append(reader)
            self.rows[row][column] = reader
        self.row = -1
        self.column = 0
        self.selected = None
        self.loud = []  # released readers that drive MISO without being asked
        for pin in _COLUMN_PINS:
            PINS.watch[pin] = self._column_moved
        for pin in _ROW_PINS:
            PINS.watch[pin] = self._row_moved
        PINS.watch[wiring.PIN_ROW_ENABLE] = self._row_moved
        PINS.watch[wiring.PIN_COLUMN_ENABLE] = self._select
        PINS.spi[wiring.READER_SPI] = self
        self.address_us = 0  # when an address line last moved (the sensors share them)

    def _address(self, pins):
        levels = PINS.levels
        return levels[pins[0]] | levels[pins[1]] << 1 | levels[pins[2]] << 2

    def _column_moved(self):
        self.address_us = CLOCK.now_us
        self.column = self._address(_COLUMN_PINS)
        if PINS.levels[wiring.PIN_COLUMN_ENABLE]:
            self._select()

    def _row_moved(self):
        self.address_us = CLOCK.now_us
        row = self._address(_ROW_PINS) if PINS.levels[wiring.PIN_ROW_ENABLE] else -1
        if row == self.row:
            return
        if self.row >= 0:
            for reader in self.rows[self.row]:
                if reader is not None:
                    reader.hold()
        self.row = row
        self.loud = []
        if row >= 0:
            for reader in self.rows[row]:
                if reader is not None:
                    reader.release(CLOCK.now_us)
                    if reader.faults.drives_miso:
                        self.loud.append(reader)

    def _select(self):
        if PINS.levels[wiring.PIN_COLUMN_ENABLE] and self.row >= 0:
            self.selected = self.rows[self.row][self.column]
            if self.selected is not None:
                self.selected.fresh = True
        else:
            self.selected = None

    def transfer(self, out, into):
        """One SPI call of the firmware; nobody selected reads as 0xFF (MISO has a pull-up)."""
        self.transfers += 1
        reader = self.selected
        if reader is not None:
            reader.transfer(out, into, self.baud)
        elif into is not None:
            for i in range(len(into)):
                into[i] = 0xFF
        if self.loud and into is not None and self.loud != [reader]:
            for i in range(len(into)):  # two outputs fight: the low one mostly wins
                into[i] &= self.noise.next() & 0xFF
