"""Room: a board as it is built: the firmware's real drivers on the fake `machine`, over register-level chip models."""

from firmware import wiring
from firmware.drivers.parts import build
from host_tools.simulator.chips import panel, senses
from host_tools.simulator.chips.table import TableModel
from host_tools.simulator.chips.vclock import CLOCK, VirtualClock
from host_tools.simulator.sim_board import SimBoard


class ModelBoard(SimBoard):
    """Only USB and flash are stood in for here; everything else goes through pins and buses."""

    def __init__(self, settings, flash):
        super().__init__(TableModel())
        primary = settings["role"] == "primary"
        self._panel = panel.install(wiring.CHAIN_PRIMARY if primary else wiring.CHAIN_SATELLITE)
        self._senses = senses.install(self.table, seed=settings["address"] + 1)
        parts = build(settings, VirtualClock())
        self.power(parts, settings, flash)

    def hold(self, mask):
        self._panel.press(mask)

    def fault(self, position, name, value):
        setattr(self._senses.grid.readers[position].faults, name, value)

    def leds(self):
        pixels = self._panel.chain.pixels(CLOCK.now_us)
        flat = bytearray()
        for red, green, blue in pixels:
            flat.append(red)
            flat.append(green)
            flat.append(blue)
        return bytes(flat)

    def oled(self):
        return bytes(self._panel.display.picture())

    def link_leaves(self):
        return self._panel.link.take()

    def link_arrives(self, data):
        self._panel.link.give(data)
