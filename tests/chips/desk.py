"""Room: puts the desktop `machine` and `rp2` in front of the drivers and starts each test from power on."""

import sys

FAKES = __file__.replace("\\", "/").rsplit("/", 3)[0] + "/host_tools/simulator/fakes"
if FAKES not in sys.path:
    sys.path.insert(0, FAKES)

import machine_misc  # noqa: E402 (the path above makes it importable)

from host_tools.simulator.chips import buses  # noqa: E402
from host_tools.simulator.chips.pins import PINS  # noqa: E402


def power_on():
    """Nothing is connected and no level is driven, as after plugging in."""
    PINS.reset()
    machine_misc.POWER.power_on()
    buses.reset()
