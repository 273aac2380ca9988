"""Room: spi_access.py once more in native code: the same accesses in half the time (13 us instead of 28 on the Pico).

Ports without a native emitter refuse this file as a syntax error, CPython for want of `micropython`; then the plain
ones serve. tests/chips/test_spi_access.py holds both to the same transfers.
"""

import micropython

from firmware.drivers.spi_access import Access


class NativeAccess(Access):
    """The methods of Access that every exchange calls."""

    @micropython.native
    def write(self, register, value):
        """Write one register."""
        pair = self._pair
        pair[0] = register << 1
        pair[1] = value
        self._on()
        self._write(pair)
        self._off()

    @micropython.native
    def read(self, register):
        """Read one register."""
        pair = self._pair
        pair[0] = 0x80 | register << 1
        pair[1] = 0
        self._on()
        self._transfer(pair, self._pair_in)
        self._off()
        return self._pair_in[1]

    @micropython.native
    def gather(self, addresses, into):
        """Read several registers in one transaction; `addresses` as of `address_bytes`, values from into[1] on."""
        self._on()
        self._transfer(addresses, into)
        self._off()

    @micropython.native
    def push(self, data, count):
        """Write the first `count` bytes of `data` into the FIFO."""
        out = self._out
        for i in range(count):
            out[i + 1] = data[i]
        self._on()
        self._write(self._outs[count + 1])
        self._off()

    @micropython.native
    def pull(self, data, count):
        """Read `count` bytes from the FIFO into `data`."""
        self._on()
        self._transfer(self._reads[count], self._intos[count + 1])
        self._off()
        into = self._into
        for i in range(count):
            data[i] = into[i + 1]
