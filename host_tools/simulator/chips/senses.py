"""Room: puts the readers and sensors of one board onto the simulated pins; the firmware's drivers find them there.

table = TableModel()
board = install(table, seed=1)
board.grid.readers[5].faults.dead = 0xFF
"""

from host_tools.simulator.chips.grid import ReaderGrid
from host_tools.simulator.chips.reflect import Reflectance


class Board:
    """The chips that sense; `table` is what lies above them."""

    def __init__(self, table, seed):
        self.table = table
        self.grid = ReaderGrid(table, seed)
        self.reflectance = Reflectance(table, self.grid, seed)


def install(table, seed=1):
    """Connect fresh chips to the pins (call before the drivers are made); other chips on the pins stay."""
    return Board(table, seed)
