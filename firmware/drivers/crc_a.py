"""Room: CRC_A of ISO/IEC 14443-3 annex B by table, in native code where the port has it; before iso14443a.py."""

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


def fastest_crc_a():
    """The function to use on this port."""
    try:
        from firmware.drivers.crc_native import native_crc_a
    except (ImportError, SyntaxError, ValueError):  # ValueError: compiled for another processor
        return plain_crc_a
    return native_crc_a


crc_a = fastest_crc_a()
