"""Room: what lies on each position of one board, as chip models see it: tags for readers, margins for sensors.

The world of the simulator fills it with `set_position`; field and reflectance models read it.
"""

from firmware import wiring

SIDES = ("up", "down")
SIZES = ("card", "frame")
MEMORY_PAGES = 45  # NTAG213 datasheet section 8.5


def blank_memory(uid):
    """Pages of a fresh NTAG213 with that UID (bytes) as one bytearray (datasheet section 8.5.6).

    UID, check bytes, capability container, and an empty NDEF message behind a note on the lock bytes.
    """
    memory = bytearray(MEMORY_PAGES * 4)
    if len(uid) == 7:
        memory[0:3] = uid[0:3]
        memory[3] = 0x88 ^ uid[0] ^ uid[1] ^ uid[2]
        memory[4:8] = uid[3:7]
        memory[8] = uid[3] ^ uid[4] ^ uid[5] ^ uid[6]
    memory[12:16] = b"\xe1\x10\x12\x00"
    memory[16:24] = b"\x01\x03\xa0\x0c\x34\x03\x00\xfe"
    return memory


class TableModel:
    """Cards on the positions of wiring.py; `version[position]` changes whenever the position does."""

    def __init__(self):
        self.stacks = [()] * wiring.POSITIONS
        self.version = [0] * wiring.POSITIONS
        self.memory = {}  # UID (bytes) -> bytearray of its tag's pages; stays when a card moves

    def set_position(self, position, cards):
        """Lay cards there, bottom to top: each [uid_hex, face, rotation, spot, size].

        uid_hex "" is an untagged card; face "up" or "down"; rotation 0, 90, 180, 270 or "skew" (lies so askew that
        no margin is over its sensor); spot: where the tag sits in the card, any int, equal spots couple weakly;
        size "card" or "frame". Raises ValueError with one sentence.
        """
        if not 0 <= position < wiring.POSITIONS:
            raise ValueError("position %s is not on the board: use 0 to %d" % (position, wiring.POSITIONS - 1))
        stack = []
        for uid, face, rotation, spot, size in cards:
            if face not in SIDES or size not in SIZES or rotation not in (0, 90, 180, 270, "skew"):
                raise ValueError(
                    "position %d: a card is [uid, up|down, 0|90|180|270|skew, spot, card|frame], not %s"
                    % (position, [uid, face, rotation, spot, size])
                )
            tag = bytes(int(uid[i : i + 2], 16) for i in range(0, len(uid), 2))
            if len(tag) not in (0, 4, 7, 10):
                raise ValueError("position %d: UID %s has %d bytes, not 4, 7 or 10" % (position, uid, len(tag)))
            if tag and tag not in self.memory:
                self.memory[tag] = blank_memory(tag)
            stack.append((tag, face, rotation, spot, size))
        stack = tuple(stack)
        if stack != self.stacks[position]:
            self.stacks[position] = stack
            self.version[position] += 1

    def clear(self):
        """Take every card off."""
        for position in range(wiring.POSITIONS):
            self.set_position(position, ())

    def uids(self, position):
        """UIDs (bytes) of the tags there, bottom to top."""
        return [card[0] for card in self.stacks[position] if card[0]]

    def margins(self, position):
        """(north, east) margin over the sensors: "bright", "dark" (print) or "none" (nothing above).

        Only the lowest card counts. hardware.md, "Cards": backs are bright all round; faces bright north and south.
        """
        stack = self.stacks[position]
        if not stack:
            return ("none", "none")
        _, face, rotation, _, _ = stack[0]
        if rotation == "skew":
            return ("dark", "dark")
        if face == "up" or position >= wiring.EDGE:
            return ("bright", "bright")
        return ("bright", "dark") if rotation in (0, 180) else ("dark", "bright")
