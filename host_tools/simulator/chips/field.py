"""Room: the RF field over one antenna: which tags it powers, what it tells them, and how their answers overlay.

Times in microseconds of the virtual clock. The reader chip (mfrc522.py) above hands in frames; tags below answer.
"""

from host_tools.simulator.chips.tag import OFF, Tag, crc_a

_LEVEL_OF = {0x93: 0, 0x95: 1, 0x97: 2}

# Tags of one stack on the same spot detune each other: how often one gets power, per mille (hardware.md, "Cards":
# aligned stacks of two read sometimes, of three rarely).
PAIR_PER_MILLE = 400
MORE_PER_MILLE = 60
HOLD_US = 800  # so long a tag's own capacitor may keep its state after the field has gone


class Field:
    """Tags above one antenna. After `exchange`, `value` and `collision` describe the overlaid answer."""

    def __init__(self, table, position, noise):
        self.table = table
        self.position = position
        self.noise = noise
        self.powered = False
        self.lingers = False
        self.tags = []  # those with enough power to take part
        self.value = 0
        self.collision = -1
        self.delay_us = 0
        self._known = {}  # UID -> Tag, of what lay here at the last look
        self._version = -1
        self._off_us = -HOLD_US

    def on(self, now_us):
        if not self.powered:
            self.powered = True
            held = not self.lingers and now_us - self._off_us < HOLD_US
            if held:
                for tag in self._known.values():
                    tag.state = tag.held
            self._look(now_us, not self.lingers and not held)
            self.lingers = False

    def off(self, lingers=False, now_us=-HOLD_US):
        """The tags forget their states (if it stays off for a while), unless something else powers them (`lingers`)."""
        if self.powered:
            self.powered = False
            self.lingers = lingers
            self._off_us = now_us
            if not lingers:
                for tag in self._known.values():
                    tag.held = tag.state
                    tag.state = OFF

    def _look(self, now_us, fresh):
        """Compare with what lies there now; a tag that comes into the field powers up, one that leaves is gone."""
        self._version = self.table.version[self.position]
        known = {}
        spots = {}
        stack = self.table.stacks[self.position]
        for card in stack:
            if card[0]:
                spots[card[3]] = spots.get(card[3], 0) + 1
        self.tags = []
        for card in stack:
            uid = card[0]
            if not uid:
                continue
            key = (uid, len(known)) if uid in known else uid
            tag = self._known.get(key)
            if tag is None:
                tag = Tag(uid, self.table.memory[uid])
            if fresh:
                tag.state = OFF
            known[key] = tag
            crowd = spots[card[3]]
            if crowd == 1 or self.noise.chance(PAIR_PER_MILLE if crowd == 2 else MORE_PER_MILLE):
                if tag.state == OFF:
                    tag.power(now_us)
                self.tags.append(tag)
            else:
                tag.state = OFF
        self._known = known

    def listeners(self, now_us):
        """The tags that hear a frame now."""
        if self._version != self.table.version[self.position]:
            self._look(now_us, False)
        return self.tags

    def exchange(self, tags, data, count, last_bits, now_us):
        """Send a frame (bytes, number of bytes, valid bits of the last one or 0 for all); returns answer bits, 0: none.

        `tags`: who hears it (`listeners`, of this field and of any other that is on as well).
        """
        self.value = 0
        self.collision = -1
        self.delay_us = 0
        first = data[0] if count else 0
        if last_bits == 7 and count == 1:
            if first != 0x26 and first != 0x52:
                return self._error(tags)
            return self._each(tags, now_us, _request, first == 0x52, 0, 0)
        level = _LEVEL_OF.get(first, -1)
        if level >= 0 and count >= 2:
            return self._cascade(tags, now_us, level, data, count, last_bits)
        if last_bits or count < 3 or crc_a(data, count - 2) != data[count - 2] | data[count - 1] << 8:
            return self._error(tags)
        if first == 0x50 and data[1] == 0 and count == 4:
            for tag in tags:
                if tag.ready_us <= now_us:
                    tag.halt()
            return 0
        return self._each(tags, now_us, _command, data, count - 2, 0)

    def _cascade(self, tags, now_us, level, data, count, last_bits):
        nvb = data[1]
        if nvb == 0x70:
            if count != 9 or last_bits or crc_a(data, 7) != data[7] | data[8] << 8:
                return self._error(tags)
            return self._each(tags, now_us, _select, level, int.from_bytes(data[2:7], "little"), 0)
        whole = (nvb >> 4) - 2
        part = nvb & 7
        if not 0 <= whole < 5 or part != last_bits or count != 2 + whole + (1 if part else 0):
            return self._error(tags)
        known = whole * 8 + part
        prefix = int.from_bytes(data[2:count], "little") & ((1 << known) - 1) if known else 0
        return self._each(tags, now_us, _anticollision, level, prefix, known)

    def _error(self, tags):
        for tag in tags:
            tag.drop()
        return 0

    def _each(self, tags, now_us, ask, a, b, c):
        """Ask every tag that is awake; overlay the answers and find the first bit where they differ."""
        bits = 0
        for tag in tags:
            if tag.ready_us > now_us:
                continue
            count = ask(tag, a, b, c)
            if not count:
                continue
            if bits:
                differ = (self.value ^ tag.answer) & ((1 << min(bits, count)) - 1)
                if differ:
                    at = 0
                    while not (differ >> at) & 1:
                        at += 1
                    if self.collision < 0 or at < self.collision:
                        self.collision = at
            self.value |= tag.answer
            bits = max(bits, count)
            if tag.delay_us:
                self.delay_us = max(self.delay_us, tag.delay_us)
                tag.delay_us = 0
        return bits


def _request(tag, wake, _b, _c):
    return tag.request(wake)


def _anticollision(tag, level, prefix, known):
    return tag.anticollision(level, prefix, known)


def _select(tag, level, value, _c):
    return tag.select(level, value)


def _command(tag, data, count, _c):
    return tag.command(data, count)
