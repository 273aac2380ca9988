"""Room: ISO/IEC 14443-3 type A as pure protocol: frames, CRC_A, and the steps SELECT and HLTA.

A protocol is a generator: each `yield` means "exchange `frame` now"; the reader fills in the outcome and goes on. The
steps here describe one exchange, the `yield` after them does it: a generator for each would take heap at every step.
Nothing here waits or knows a chip. Section numbers are those of ISO/IEC 14443-3. anticollision.py and tag_access.py
build on this; mfrc522.py does the exchanges.
"""

from firmware.compat import const

try:
    from firmware.drivers.crc_native import native_crc_a as crc_a
except (ImportError, SyntaxError, ValueError):  # the port has no native code, or it was compiled for another processor
    from firmware.drivers.crc_a import plain_crc_a as crc_a

# Outcomes of one exchange (Frame.outcome).
WHOLE = const(1)  # an answer without error
NOTHING = const(2)  # a clean timeout
BROKEN = const(3)  # something, but not whole
COLLIDED = const(4)  # several answers that differ from bit `collision` on

REQA = const(0x26)  # section 6.4.1
WUPA = const(0x52)
CASCADE_TAG = const(0x88)  # CT, section 6.5.4: never the first byte of a UID
CASCADE_BIT = const(0x04)  # SAK bit 3: the UID goes on
SELECT_CODES = b"\x93\x95\x97"
_SELECT_ALL = const(0x70)  # NVB of a complete SELECT, section 6.5.3.3
_HALT = b"\x50\x00\x57\xcd"  # HLTA with its CRC, section 6.4.3

# Longest wait for an answer after the last bit: these commands take 1236/fc = 91 us (section 6.2.1.1), clones longer.
ANSWER_US = const(250)


class Frame:
    """One exchange: what to send, and what came back. Buffers are made once.

    Bits count in the order of the air: bit 0 is the lowest of the first byte. `align`: where in its first byte an
    answer to a split byte begins. `collision`: first differing bit, counted in `rx` from 0.
    """

    def __init__(self):
        self.tx = bytearray(32)
        self.tx_len = 0
        self.tx_bits = 0  # valid bits of the last byte, 0: all
        self.align = 0
        self.answer_bits = 0  # expected, for the reader to plan its wait; 0: no answer comes
        self.timeout_us = ANSWER_US
        self.outcome = 0
        self.rx = bytearray(32)
        self.rx_len = 0
        self.rx_bits = 0
        self.collision = 0

    def load(self, length, answer_bits, bits=0, align=0, timeout_us=ANSWER_US):
        """Describe the exchange; the bytes stand in `tx` already."""
        self.tx_len = length
        self.tx_bits = bits
        self.align = align
        self.answer_bits = answer_bits
        self.timeout_us = timeout_us
        self.outcome = 0
        self.rx_len = 0

    def append_crc(self):
        crc = crc_a(self.tx, self.tx_len)
        self.tx[self.tx_len] = crc & 0xFF
        self.tx[self.tx_len + 1] = crc >> 8
        self.tx_len += 2

    def crc_good(self):
        """True when the answer ends with its own CRC."""
        end = self.rx_len - 2
        return end > 0 and self.rx_bits == 0 and crc_a(self.rx, end) == self.rx[end] | self.rx[end + 1] << 8


def request(frame, code):
    """REQA or WUPA: who is there? (7 bits, answered by ATQA)"""
    frame.tx[0] = code
    frame.load(1, 16, bits=7)


def select(frame, level):
    """SELECT the tag whose level stands in tx[2:6] (the BCC is put behind it); `sak` tells its answer."""
    tx = frame.tx
    tx[0] = SELECT_CODES[level]
    tx[1] = _SELECT_ALL
    tx[6] = tx[2] ^ tx[3] ^ tx[4] ^ tx[5]
    frame.load(7, 24)
    frame.append_crc()


def sak(frame):
    """The SAK that answered `select`, or -1."""
    if frame.outcome != WHOLE or frame.rx_len != 3 or not frame.crc_good():
        return -1
    return frame.rx[0]


def halt(frame):
    """HLTA: the selected tag sleeps until WUPA; it does not answer."""
    frame.tx[0:4] = _HALT
    frame.load(4, 0)
