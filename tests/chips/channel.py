"""Room: runs protocol generators of the drivers against tags without a reader between: frame in, answer out."""

from firmware.drivers.anticollision import Walk
from firmware.drivers.iso14443a import COLLIDED, NOTHING, WHOLE, Frame
from host_tools.simulator.chips.field import Field
from host_tools.simulator.chips.noise import Noise
from host_tools.simulator.chips.table import TableModel

READY_US = 5000


class Channel:
    """A field over position 0 with tags on spots of their own. `spoil(frame, number)` may change an answer."""

    def __init__(self, *uids):
        self.table = TableModel()
        self.lay(*uids)
        self.field = Field(self.table, 0, Noise(1))
        self.field.on(0)
        self.frame = Frame()
        self.walk = Walk(self.frame)
        self.exchanges = 0
        self.sent = []
        self.spoil = None

    def lay(self, *uids):
        self.table.set_position(0, [[uid, "up", 0, spot, "card"] for spot, uid in enumerate(uids)])

    def tags(self):
        return self.field.listeners(READY_US)

    def run(self, steps):
        """Exchange every frame of a protocol; returns the generator's value."""
        while True:
            try:
                next(steps)
            except StopIteration as end:
                return end.value
            assert self.exchanges < 1000, "the protocol never ends"
            self.exchange()

    def exchange(self):
        """Exchange the frame as it is described now."""
        self._exchange(self.frame)
        self.exchanges += 1
        if self.spoil is not None:
            self.spoil(self.frame, self.exchanges)

    def _exchange(self, frame):
        field = self.field
        self.sent.append(bytes(frame.tx[: frame.tx_len]))
        bits = field.exchange(self.tags(), frame.tx, frame.tx_len, frame.tx_bits, READY_US)
        frame.rx_len = 0
        frame.outcome = NOTHING
        if not bits or not frame.answer_bits:
            return
        value = field.value
        frame.outcome = WHOLE
        if field.collision >= 0:
            frame.outcome = COLLIDED
            frame.collision = field.collision + frame.align
            value &= (1 << field.collision) - 1
        value <<= frame.align
        bits += frame.align
        frame.rx_len = (bits + 7) // 8
        frame.rx_bits = bits & 7
        for i in range(frame.rx_len):
            frame.rx[i] = (value >> 8 * i) & 0xFF

    def enumerate(self):
        """UIDs in hex, sorted."""
        found = []
        self.run(self.walk.tags(found))
        return sorted(uid.hex() for uid in found)
