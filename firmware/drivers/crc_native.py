"""Room: crc_a.py once more in native code; ports without a native emitter refuse this file as a syntax error."""

import micropython

from firmware.drivers.crc_a import TABLE as _TABLE


@micropython.native
def native_crc_a(data, count):
    """CRC_A of the first `count` bytes."""
    table = _TABLE
    crc = 0x6363
    for i in range(count):
        crc = (crc >> 8) ^ table[(crc ^ data[i]) & 0xFF]
    return crc
