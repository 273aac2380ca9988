"""Room: puts the desktop `machine` and `rp2` in front of the drivers and starts each test from power on."""

import errno
import os
import sys
import time

FAKES = __file__.replace("\\", "/").rsplit("/", 3)[0] + "/host_tools/simulator/fakes"
if FAKES not in sys.path:
    sys.path.insert(0, FAKES)

import machine_misc  # noqa: E402 (the path above makes it importable)

from host_tools.simulator.chips import pins  # noqa: E402
from host_tools.simulator.chips.pins import PINS  # noqa: E402


def power_on():
    """Nothing is connected and no level is driven, as after plugging in."""
    PINS.reset()
    machine_misc.POWER.power_on()
    pins.reset_buses()


class scratch:  # noqa: N801 (reads like a function)
    """A folder of its own, which goes with everything in it; `with scratch() as folder`."""

    def __enter__(self):
        while True:
            self._folder = "/tmp/energy_matrix_" + str(time.time_ns())
            try:
                os.mkdir(self._folder)
                return self._folder
            except OSError as problem:  # another process of the suite took the same moment
                if problem.errno != errno.EEXIST:
                    raise

    def __exit__(self, kind, value, trace):
        _remove(self._folder)
        return False


def _remove(folder):
    for name in os.listdir(folder):
        path = folder + "/" + name
        try:
            os.remove(path)
        except OSError:
            _remove(path)
    os.rmdir(folder)
