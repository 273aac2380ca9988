"""Room: the antenna of one reader: its own field, what couples over from others, and what spoils an answer on its way.

The chip (mfrc522.py) switches it and sends through it; tags hear through field.py. Times in microseconds.
"""

from firmware import wiring
from host_tools.simulator.chips.field import Field
from host_tools.simulator.chips.vclock import CLOCK

_PARITY_ERROR = 0x02  # ErrorReg of the MFRC522
_REACH = 4  # square of the distance in pitches from which the tags of another field are not heard any more


def near(one, other):
    """Whether the fields over two positions overlap so much that each reader hears the tags of the other."""
    row, column = wiring.reader_place(one)
    other_row, other_column = wiring.reader_place(other)
    return (row - other_row) ** 2 + (column - other_column) ** 2 < _REACH


class Antenna:
    """`fields`: all fields of the board that are on now, kept together by the antennas."""

    def __init__(self, table, position, noise, fields, faults):
        self.field = Field(table, position, noise)
        self.noise = noise
        self.fields = fields
        self.faults = faults
        self.leaks = {}  # position -> Field of a neighbour's tags that this antenna can feed
        self.error = 0  # of the last answer

    def switch(self, on):
        """The drivers of the chip go on or off."""
        field = self.field
        if on and not self.faults.antenna_dead:
            if not field.powered:
                self.fields.append(field)
            field.on(CLOCK.now_us)
        elif field.powered:
            self.fields.remove(field)
            field.off(self.faults.tags_stay_powered, CLOCK.now_us)
        for leak in self.leaks.values():
            leak.off()
        if on:
            self._feed_neighbours()

    def _feed_neighbours(self):
        for position in self.faults.hears:
            if position not in self.leaks:
                self.leaks[position] = Field(self.field.table, position, self.noise)
            if self.noise.chance(self.faults.hears_share):
                self.leaks[position].on(CLOCK.now_us)

    def ask(self, data, count, last_bits, gain):
        """Send a frame as in Field.exchange; returns the bits that reach the receiver at that gain (0..7)."""
        now = CLOCK.now_us
        field = self.field
        faults = self.faults
        tags = field.listeners(now)
        if len(self.fields) > 1 or faults.hears:
            tags = list(tags)
            for other in self.fields:  # two fields at once: each reader hears the tags of both
                if other is not field and near(field.position, other.position):
                    tags += other.listeners(now)
            for leak in self.leaks.values():
                if leak.powered:
                    tags += leak.listeners(now)
        bits = field.exchange(tags, data, count, last_bits, now)
        self.error = 0
        if gain >= faults.deaf_from_gain or gain < faults.deaf_below_gain:
            return 0
        if bits and self.noise.chance(faults.answers_lost):
            return 0
        if bits and self.noise.chance(faults.answers_garbled):
            field.value ^= 1 << self.noise.below(bits)
            self.error = _PARITY_ERROR
        return bits
