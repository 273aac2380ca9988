"""Room: drives an SSD1306 display of 128x64 pixels over I2C, a page at a time; after panel, last before the pixels.

A page takes 3.2 ms at 400 kHz, a whole screen 25 ms: the panel sends only the pages that changed. The display is
optional: one that does not answer costs a few calls that return False, never the game.
"""

from firmware.compat import const

MYPY = False  # the type checker takes this name as true
if MYPY:
    from machine import I2C

WIDTH = const(128)
PAGES = const(8)
_COMMANDS = const(0x00)  # control byte: commands follow (SSD1306 data sheet 8.1.5.2)
_DATA = const(0x40)
# After a failure only every so many calls try again, so that a display pulled off does not slow the panel down.
_RETRY = const(32)

# Data sheet section 10 and application note 4.4: what a panel of 128x64 with its own charge pump needs.
_START = bytes(
    (
        _COMMANDS,
        0xAE,  # panel off while it is set up
        0xD5, 0x80,  # clock as after reset
        0xA8, PAGES * 8 - 1,  # 64 lines
        0xD3, 0x00,  # no vertical offset
        0x40,  # first line
        0x8D, 0x14,  # charge pump on
        0x20, 0x00,  # horizontal addressing
        0xA1, 0xC8,  # upright with the connector on top
        0xDA, 0x12,  # alternative COM pins, as panels of 64 lines are wired
        0x81, 0x7F,  # half contrast: bright enough at a table, and the panel lasts longer
        0xD9, 0xF1,  # precharge for the charge pump
        0xDB, 0x30,  # VCOMH deselect level
        0xA4, 0xA6,  # show memory, not inverted
    )
)  # fmt: skip
_PANEL_ON = bytes((_COMMANDS, 0xAF))


class _Whole:
    def __getitem__(self, key):
        return key


# The slice [:] made once: writing it in place would make a new slice object for every page.
_ALL = _Whole()[:]


class Ssd1306:
    """contracts.Display. `bus` is a machine.I2C; `buffer` is 1024 bytes, 8 pages of 128 columns, bit 0 on top."""

    def __init__(self, bus: "I2C", address):
        self.buffer = bytearray(WIDTH * PAGES)
        whole = memoryview(self.buffer)
        self._pages = tuple(whole[page * WIDTH : (page + 1) * WIDTH] for page in range(PAGES))
        self._bus = bus
        self._address = address
        self._window = bytearray((_COMMANDS, 0x21, 0, WIDTH - 1, 0x22, 0, 0))
        self._transfer = bytearray(1 + WIDTH)
        self._transfer[0] = _DATA
        self._body = memoryview(self._transfer)[1:]
        self._ready = False
        self._wait = 0  # calls to let pass before the next attempt
        self._stale = 0  # bit mask of pages whose memory in the display is not ours

    def show_page(self, page):
        """Send one 128-byte page (0..7); False if the display does not answer or is not whole yet: ask again later.

        After the display has come (back), each call sends one of the other pages too, at most 7 ms a call, and the
        panel is lit when all have arrived.
        """
        if self._wait:
            self._wait -= 1
            return False
        try:
            if not self._ready:
                self._bus.writeto(self._address, _START)
                self._stale = (1 << PAGES) - 1
                self._ready = True
            self._send(page)
            if self._stale:
                self._send_stale()
        except OSError:
            self._ready = False
            self._wait = _RETRY
            return False
        return self._stale == 0

    def _send(self, page):
        window = self._window
        window[5] = page
        window[6] = page
        self._bus.writeto(self._address, window)
        self._body[_ALL] = self._pages[page]
        self._bus.writeto(self._address, self._transfer)
        self._stale &= ~(1 << page)

    def _send_stale(self):
        """Send the lowest page still to be filled; the panel is lit once all are, so that no noise is ever seen."""
        for page in range(PAGES):
            if self._stale >> page & 1:
                self._send(page)
                break
        if not self._stale:
            self._bus.writeto(self._address, _PANEL_ON)
