"""Room: readers and sensors that see the table as it is, behind the contracts of the real ones; for mass runs."""

from firmware import wiring
from firmware.contracts import CLEAN, FACE_COL, FACE_NONE, FACE_ROW, FACE_UP, FAULT, GARBLED, HIT
from host_tools.simulator.chips.tag import ACTIVE, Tag

_FACES = {
    ("bright", "bright"): FACE_UP,
    ("bright", "dark"): FACE_ROW,
    ("dark", "bright"): FACE_COL,
    ("dark", "dark"): FACE_NONE,
    ("none", "none"): FACE_NONE,
}


class IdealReaders:
    """contracts.TagReader over a TableModel: every tag is read, always and at once."""

    rest_ms = 0

    def __init__(self, table):
        self._table = table
        self.dead = []  # positions
        self._health = [[0, 0, 0, 0] for _ in wiring.READERS]

    def poll(self, position, found):
        """contracts.TagReader.poll."""
        counters = self._health[position]
        counters[0] += 1
        found.clear()
        if position in self.dead:
            yield FAULT
            return
        for uid in self._table.uids(position):
            if uid not in found:
                found.append(uid)
        if found:
            counters[1] += 1
            yield HIT
        else:
            yield CLEAN

    def ahead(self, position):
        """contracts.TagReader.ahead; nothing takes time here."""

    def command(self, position, uid, data, answer, timeout_us):
        """contracts.TagReader.command."""
        if uid not in self._table.uids(position):
            yield CLEAN
            return
        tag = Tag(uid, self._table.memory[uid])
        tag.state = ACTIVE
        bits = tag.command(data, len(data))
        if len(answer) == 1 and bits == 4:
            answer[0] = tag.answer
            yield HIT
        elif bits == len(answer) * 8 + 16:
            answer[:] = (tag.answer & ((1 << len(answer) * 8) - 1)).to_bytes(len(answer), "little")
            yield HIT
        else:
            yield GARBLED

    def health(self, position):
        """contracts.TagReader.health."""
        return self._health[position]


class IdealSensors:
    """contracts.Sensors over a TableModel: no noise, no thresholds."""

    def __init__(self, table):
        self._table = table
        self._versions = [-1] * wiring.POSITIONS
        self._faces = [FACE_NONE] * wiring.POSITIONS

    def sweep(self):
        """contracts.Sensors.sweep."""
        versions = self._table.version
        if versions == self._versions:
            return
        for position in range(wiring.POSITIONS):
            if versions[position] != self._versions[position]:
                self._versions[position] = versions[position]
                sensed = position < wiring.CELLS or position >= wiring.EDGE
                self._faces[position] = _FACES[self._table.margins(position)] if sensed else FACE_NONE

    def face(self, position):
        """contracts.Sensors.face."""
        return self._faces[position]
