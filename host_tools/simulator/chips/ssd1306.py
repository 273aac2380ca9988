"""Room: an SSD1306 display of 128x64 pixels on I2C, from its data sheet; between fakes/machine_i2c.py and the page.

Stricter than the chip: unknown commands, windows outside the picture and data that runs out of its window are errors.
"""

WIDTH = 128
PAGES = 8
# Commands with arguments (data sheet section 9, table 9-1): first byte -> number of arguments.
_ARGUMENTS = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA3: 2, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
}  # fmt: skip
_PLAIN = (0x2E, 0xA0, 0xA1, 0xA4, 0xA5, 0xA6, 0xA7, 0xAE, 0xAF, 0xC0, 0xC8, 0xE3)


class BadTransfer(Exception):
    """Bytes that the display would take for something else than was meant."""


class Ssd1306:
    """The display's memory and registers. `ram`: 1024 bytes, 8 pages of 128 columns, bit 0 on top."""

    def __init__(self):
        self.power_on()

    def power_on(self):
        """State after power on: memory undefined (here a pattern), page addressing, panel off."""
        self.ram = bytearray(0xA5 if index & 1 else 0x5A for index in range(WIDTH * PAGES))
        self.registers = {0x20: (0x02,), 0x8D: (0x10,), 0xA8: (63,), 0xD3: (0,), 0xDA: (0x12,)}
        self.on = self.inverted = self.flipped_columns = self.flipped_rows = self.all_on = False
        self.start_line = 0
        self._window = [0, WIDTH - 1, 0, PAGES - 1]
        self._column = self._page = 0
        self._room = 0  # bytes that still fit into the window
        self._pending = []

    def write(self, data):
        """One transfer: control byte 0x00 = commands follow, 0x40 = data follows (section 8.1.5.2)."""
        if not data:
            return
        if data[0] == 0x00:
            for byte in data[1:]:
                self._command(byte)
        elif data[0] == 0x40:
            self._data(data[1:])
        else:
            raise BadTransfer("control byte 0x%02X" % data[0])

    def read(self, count):
        """Status byte: bit 6 is set while the panel is off (section 8.1.1)."""
        return bytes((0x00 if self.on else 0x40,) * count)

    def picture(self):
        """1024 bytes that the panel shows seen upright (both directions flipped by the driver), or all zero if off."""
        lit = self.on and self.registers[0x8D] == (0x14,) and self.registers[0xA8] == (63,)
        if not lit:
            return bytes(WIDTH * PAGES)
        if not (self.flipped_columns and self.flipped_rows):
            raise BadTransfer("the picture stands on its head")
        if self.start_line or self.registers[0xD3] != (0,) or self.registers[0xDA] != (0x12,):
            raise BadTransfer("the lines are out of order")
        if self.all_on:
            return b"\xff" * (WIDTH * PAGES)
        return bytes(byte ^ 255 for byte in self.ram) if self.inverted else bytes(self.ram)

    def _command(self, byte):
        self._pending.append(byte)
        first = self._pending[0]
        if len(self._pending) <= _ARGUMENTS.get(first, 0):
            return
        arguments = tuple(self._pending[1:])
        self._pending = []
        if first in (0x21, 0x22):
            self._set_window(first, arguments)
        elif first in _ARGUMENTS:
            self.registers[first] = arguments
        elif 0x40 <= first <= 0x7F:
            self.start_line = first - 0x40
        elif first in _PLAIN:
            self._switch(first)
        else:
            raise BadTransfer("command 0x%02X" % first)

    def _set_window(self, first, arguments):
        at, limit = (0, WIDTH) if first == 0x21 else (2, PAGES)
        start, end = arguments
        if not 0 <= start <= end < limit:
            raise BadTransfer("window %d..%d of %d" % (start, end, limit))
        self._window[at : at + 2] = [start, end]
        self._column, self._page = self._window[0], self._window[2]
        self._room = (self._window[1] - self._window[0] + 1) * (self._window[3] - self._window[2] + 1)

    def _switch(self, command):
        if command in (0xA0, 0xA1):
            self.flipped_columns = command == 0xA1
        elif command in (0xC0, 0xC8):
            self.flipped_rows = command == 0xC8
        elif command in (0xA4, 0xA5):
            self.all_on = command == 0xA5
        elif command in (0xA6, 0xA7):
            self.inverted = command == 0xA7
        elif command in (0xAE, 0xAF):
            self.on = command == 0xAF

    def _data(self, data):
        if self._pending:
            raise BadTransfer("data in the middle of command 0x%02X" % self._pending[0])
        if self.registers[0x20] != (0x00,):
            raise BadTransfer("data is expected in horizontal addressing mode only")
        if len(data) > self._room:
            raise BadTransfer("%d bytes for the %d left in the window" % (len(data), self._room))
        self._room -= len(data)
        for byte in data:
            self.ram[self._page * WIDTH + self._column] = byte
            self._column += 1
            if self._column > self._window[1]:
                self._column = self._window[0]
                self._page += 1
