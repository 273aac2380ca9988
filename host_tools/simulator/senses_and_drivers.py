"""Room: the reading half of a board for tests and benches: readers and light sensors as chips, the real drivers above.

Import it once the desktop `machine` (fakes/) is in front, and make it with the pins reset. Times in microseconds.
"""

from firmware.drivers.address_bus import AddressBus
from firmware.drivers.reader_grid import ReaderGrid
from firmware.drivers.reflectance import Reflectance
from host_tools.simulator.chips import senses
from host_tools.simulator.chips.table import TableModel
from host_tools.simulator.chips.vclock import VirtualClock


class SensesAndDrivers:
    """table and chips (`grid`, `light`) below; `clock`, `bus` and drivers (`readers`, `sensors`) above."""

    def __init__(self, seed=1, baudrate=4_000_000):
        self.table = TableModel()
        board = senses.install(self.table, seed)
        self.grid = board.grid
        self.light = board.reflectance
        self.clock = VirtualClock()
        self.bus = AddressBus()
        self.readers = ReaderGrid(self.bus, self.clock, baudrate)
        self.sensors = Reflectance(self.bus, self.clock)

    def faults(self, position):
        """The fault switches of a reader."""
        return self.grid.readers[position].faults
