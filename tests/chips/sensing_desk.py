"""Room: the reading half of a board on the simulated pins, from power on, with the real drivers over it."""

from tests.chips import desk  # noqa: I001 (first: it puts the desktop `machine` in front)

from host_tools.simulator.chips.vclock import CLOCK
from host_tools.simulator.senses_and_drivers import SensesAndDrivers


class Desk(SensesAndDrivers):
    """SensesAndDrivers, and what tests do with them."""

    def __init__(self, seed=1, baudrate=4_000_000):
        desk.power_on()
        super().__init__(seed, baudrate)
        self.longest_slice_us = 0
        self.result = 0

    def lay(self, position, *uids):
        """Face-up cards there, each tag on a spot of its own."""
        self.table.set_position(position, [[uid, "up", 0, spot, "card"] for spot, uid in enumerate(uids)])

    def poll(self, position):
        """(result, UIDs in hex, sorted) of one poll; notes the longest slice."""
        found = []
        self._finish(self.readers.poll(position, found))
        return self.result, sorted(uid.hex() for uid in found)

    def command(self, position, uid, data, size):
        """(result, answer) of one command to one tag."""
        answer = bytearray(size)
        raw = bytes(int(uid[i : i + 2], 16) for i in range(0, len(uid), 2))
        self._finish(self.readers.command(position, raw, data, answer, 10_000))
        return self.result, bytes(answer)

    def _finish(self, steps):
        start = CLOCK.now_us
        for result in steps:
            self.longest_slice_us = max(self.longest_slice_us, CLOCK.now_us - start)
            start = CLOCK.now_us
            self.result = result
