"""Room: the solver's machine code on the emulated processor of the Pico, in place of the module that the device would
load (firmware/games/energy_matrix/settle_fast.py); for tests and `bench settle`."""

import contextlib
import functools
import tempfile
from pathlib import Path

from firmware.games.energy_matrix import settle_fast, settle_tables
from host_tools.bench.cortex import Cortex
from host_tools.deploying import image

_POOL_BYTES = 1 << 15


@functools.cache
def parts():
    """The .mpy files of the solver's machine code, as they lie on a board."""
    with tempfile.TemporaryDirectory(prefix="energy_matrix_") as folder:
        target = Path(folder) / "image"
        image.build(target)
        return [(target / "firmware/drivers" / f"{part}.mpy").read_bytes() for part in settle_fast.PARTS]


class Solver:
    """prime, begin and walk as hunt_native.py has them. What they read and write is carried over and back, byte by
    byte. strict: as of Cortex."""

    def __init__(self, strict=False):
        self.cortex = cortex = Cortex(parts(), strict)
        self._block = cortex.buffer(settle_tables.END)
        self._pool = cortex.buffer(_POOL_BYTES)
        self._places = cortex.buffer(4 * 3 * settle_tables.PLACES)
        self._tables = cortex.tuple_of([self._block, self._pool])

    def prime(self, block, places):
        """As of look_native.py."""
        self.cortex.write(self._block, block)
        self.cortex.write(self._places, places)
        self.cortex.call("prime", [self._block], [self._places])
        block[:] = self.cortex.read(self._block, len(block))

    def begin(self, block, pool, everyone, width):
        """As of hunt_native.py."""
        with self._carried(block, pool):
            self.cortex.call("begin", [self._block], [self._pool], everyone, width)

    def walk(self, tables, limit, best, rank, budget):
        """As of hunt_native.py."""
        with self._carried(*tables):
            return self.cortex.call("walk", [self._tables], limit, best, rank, budget)

    @contextlib.contextmanager
    def _carried(self, block, pool):
        self.cortex.write(self._block, block)
        self.cortex.write(self._pool, pool)
        yield
        block[:] = self.cortex.read(self._block, len(block))
        pool[:] = self.cortex.read(self._pool, len(pool))


@contextlib.contextmanager
def instead(solver):
    """While this lasts, boards are hunted by that Solver; None: by plain Python."""
    kept = settle_fast.native, settle_fast.wanted
    settle_fast.native, settle_fast.wanted = solver, False
    try:
        yield
    finally:
        settle_fast.native, settle_fast.wanted = kept
