"""Room: one contactless tag by ISO 14443-3, with the memory of an NTAG213; answers are bits, the first one lowest.

Frames come parsed from the RF field (field.py), which asks every tag there; a tag that stays silent returns 0 bits.
States and transitions: ISO/IEC 14443-3 figure 7; a star marks a tag that was woken out of HALT and falls back to it.
"""

OFF = 0
IDLE = 1
READY = 2
ACTIVE = 3
HALT = 4

_CASCADE = 0x88  # CT, first byte of every level but the last
_ATQA = {4: 0x0004, 7: 0x0044, 10: 0x0084}  # ISO 14443-3 section 6.5.2: UID size in bits 7..8
_SAK = {4: 0x08, 7: 0x00, 10: 0x00}
_SAK_MORE = 0x04
ACK = 0x0A
NAK_ARGUMENT = 0x00
_LOCK_PAGE = 40  # dynamic lock bytes
WRITE_US = 4100  # NTAG213 datasheet section 10.4


def crc_a(data, count):
    """CRC_A over the first `count` bytes, ISO/IEC 14443-3 annex B; bit by bit, on purpose unlike the driver's."""
    crc = 0x6363
    for i in range(count):
        crc ^= data[i]
        for _ in range(8):
            crc = (crc >> 1) ^ 0x8408 if crc & 1 else crc >> 1
    return crc


def levels_of(uid):
    """The cascade levels of a UID (4, 7 or 10 bytes) as 40-bit integers: four bytes and BCC, first byte lowest."""
    rest = uid
    levels = []
    while rest:
        if len(rest) == 4:
            part, rest = rest, b""
        else:
            part, rest = bytes([_CASCADE]) + rest[:3], rest[3:]
        bcc = part[0] ^ part[1] ^ part[2] ^ part[3]
        levels.append(int.from_bytes(part, "little") | bcc << 32)
    return levels


class Tag:
    """`answer` (an int) holds what the tag sends when a method returns its number of bits."""

    writes = 0  # pages written on any tag: whoever keeps a copy of their memory compares when this has grown

    def __init__(self, uid, memory):
        self.uid = uid
        self.memory = memory
        self.levels = levels_of(uid)
        self.state = self.held = OFF
        self.star = False
        self.level = 0
        self.ready_us = 0
        self.answer = 0
        self.delay_us = 0  # what this answer takes beyond the frame delay time
        # ISO 14443-3 wants a tag ready 5 ms after the field; each needs its own share of that.
        self.power_up_us = 3000 + (uid[-1] * 7 + uid[-2]) * 1900 // 2040
        self._select_answers = [self._sak(i) for i in range(len(self.levels))]

    def _sak(self, level):
        sak = _SAK_MORE if level + 1 < len(self.levels) else _SAK[len(self.uid)]
        return sak | crc_a((sak,), 1) << 8

    def power(self, now_us):
        """The field came on (enough of it for this tag)."""
        self.state = IDLE
        self.star = False
        self.ready_us = now_us + self.power_up_us

    def drop(self):
        """Not for me, not now, or not understood: back to where the tag was woken."""
        if self.state == READY or self.state == ACTIVE:
            self.state = HALT if self.star else IDLE

    def request(self, wake):
        """REQA, or WUPA with `wake`. Returns bits of ATQA."""
        state = self.state
        if state == IDLE or (wake and state == HALT):
            self.star = state == HALT
            self.state = READY
            self.level = 0
            self.answer = _ATQA[len(self.uid)]
            return 16
        self.drop()
        return 0

    def anticollision(self, level, prefix, known):
        """ANTICOLLISION with `known` bits of the level: the rest of UID and BCC from the tags that match."""
        if self.state != READY:
            self.drop()
            return 0
        value = self.levels[level] if level == self.level else -1
        if value < 0 or (value ^ prefix) & ((1 << known) - 1):
            self.drop()
            return 0
        self.answer = value >> known
        return 40 - known

    def select(self, level, value):
        """SELECT with all 40 bits of a level: SAK and CRC."""
        if self.state != READY or level != self.level or self.levels[level] != value:
            self.drop()
            return 0
        self.answer = self._select_answers[level]
        if level + 1 < len(self.levels):
            self.level += 1
        else:
            self.state = ACTIVE
        return 24

    def halt(self):
        if self.state == ACTIVE:
            self.state = HALT
        else:
            self.drop()

    def command(self, data, count):
        """A command with good CRC (not counted): READ, WRITE, GET_VERSION of the NTAG213 (datasheet section 10)."""
        if self.state != ACTIVE:
            self.drop()
            return 0
        code = data[0]
        memory = self.memory
        if len(self.uid) == 7 and count == 2 and code == 0x30 and data[1] * 4 < len(memory):
            start = data[1] * 4
            return self._send((memory + memory)[start : start + 16])
        writes = len(self.uid) == 7 and count == 6 and code == 0xA2
        if writes and 2 <= data[1] and data[1] * 4 < len(memory) and not self.locked(data[1]):
            self._write(data[1], data)
            self.delay_us = WRITE_US
            self.answer = ACK
            return 4
        if len(self.uid) == 7 and count == 1 and code == 0x60:
            return self._send(b"\x00\x04\x04\x02\x01\x00\x0f\x03")
        self.drop()
        self.answer = NAK_ARGUMENT
        return 4

    def locked(self, page):
        """Whether a page is read-only by the static or dynamic lock bits (NTAG213 datasheet sections 8.5.2, 8.5.3)."""
        memory = self.memory
        if 3 <= page < 16:
            return bool((memory[10] | memory[11] << 8) >> page & 1)
        if 16 <= page < _LOCK_PAGE:
            return bool((memory[_LOCK_PAGE * 4] | memory[_LOCK_PAGE * 4 + 1] << 8) >> ((page - 16) // 2) & 1)
        return False

    def _write(self, page, data):
        Tag.writes += 1
        for i in range(4):
            if page == 3 or page == _LOCK_PAGE or (page == 2 and i >= 2):  # one-time programmable: bits are only set
                self.memory[page * 4 + i] |= data[2 + i]
            elif page != 2:  # the first half of page 2 is factory data
                self.memory[page * 4 + i] = data[2 + i]

    def _send(self, data):
        self.answer = int.from_bytes(bytes(data), "little") | crc_a(data, len(data)) << (8 * len(data))
        return 8 * len(data) + 16
