"""Room: register accesses of the MFRC522 on the SPI bus, on buffers made once; nothing here allocates.

Before: machine.SPI and the select pin. After: mfrc522.py. Section numbers are those of the MFRC522 datasheet.
spi_native.py has the same in native code, for the ports that can.
"""

from firmware.compat import const

LONGEST = const(32)  # bytes of one frame or answer
FIFO_DATA = const(0x09)


def address_bytes(*registers):
    """What to send to read these registers in one transaction: each byte names the next one (section 8.1.2.3)."""
    return bytes([0x80 | register << 1 for register in registers]) + b"\x00"


class Access:
    """Access to whichever reader is selected; `select` is the pin that enables its chip select."""

    def __init__(self, spi, select):
        self._on = select.on
        self._off = select.off
        self._write = spi.write
        self._transfer = spi.write_readinto
        self._pair = bytearray(2)
        self._pair_in = bytearray(2)
        self._out = bytearray(1 + LONGEST)
        self._out[0] = FIFO_DATA << 1
        self._into = bytearray(1 + LONGEST)
        # Windows of every length, made once: slicing allocates.
        self._outs = tuple(memoryview(self._out)[:n] for n in range(2 + LONGEST))
        self._reads = tuple(memoryview(bytes([0x80 | FIFO_DATA << 1]) * n + b"\x00") for n in range(1 + LONGEST))
        self._intos = tuple(memoryview(self._into)[:n] for n in range(2 + LONGEST))

    def write(self, register, value):
        """Write one register."""
        pair = self._pair
        pair[0] = register << 1
        pair[1] = value
        self._on()
        self._write(pair)
        self._off()

    def read(self, register):
        """Read one register."""
        pair = self._pair
        pair[0] = 0x80 | register << 1
        pair[1] = 0
        self._on()
        self._transfer(pair, self._pair_in)
        self._off()
        return self._pair_in[1]

    def gather(self, addresses, into):
        """Read several registers in one transaction; `addresses` as of `address_bytes`, values from into[1] on."""
        self._on()
        self._transfer(addresses, into)
        self._off()

    def push(self, data, count):
        """Write the first `count` bytes of `data` into the FIFO."""
        out = self._out
        for i in range(count):
            out[i + 1] = data[i]
        self._on()
        self._write(self._outs[count + 1])
        self._off()

    def pull(self, data, count):
        """Read `count` bytes from the FIFO into `data`."""
        self._on()
        self._transfer(self._reads[count], self._intos[count + 1])
        self._off()
        into = self._into
        for i in range(count):
            data[i] = into[i + 1]

    def listen(self):
        """With nobody selected: True if the bus rests high, as the pull-up of MISO wants it."""
        pair = self._pair
        pair[0] = pair[1] = 0xFF
        self._transfer(pair, self._pair_in)
        return self._pair_in[0] == 0xFF and self._pair_in[1] == 0xFF
