"""Room: CRC_A of ISO/IEC 14443-3 annex B by table, on every port; before crc_native.py and iso14443a.py."""

from array import array


def _make_table():
    table = array("H")
    for byte in range(256):
        for _ in range(8):
            byte = (byte >> 1) ^ 0x8408 if byte & 1 else byte >> 1
        table.append(byte)
    return table


TABLE = _make_table()


def plain_crc_a(data, count):
    """CRC_A of the first `count` bytes."""
    table = TABLE
    crc = 0x6363
    for i in range(count):
        crc = (crc >> 8) ^ table[(crc ^ data[i]) & 0xFF]
    return crc
