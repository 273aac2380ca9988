"""Room: the five panel buttons as one bit mask, and the I2C bus of the panel; raw, the panel room debounces.

OK is wired to the Pico itself: it works without the expander, and boot.py knows it. The other four sit on the
expander; without it they read as released.
"""

import machine

from firmware import wiring
from firmware.compat import const
from firmware.drivers.mcp23017 import Mcp23017

OK = const(1)
BACK = const(2)
LEFT = const(4)
RIGHT = const(8)
AXIS = const(16)

# Expander pin -> button bit; wiring.py names the pins.
_EXPANDER = (
    (1 << wiring.EXPANDER_BACK, BACK),
    (1 << wiring.EXPANDER_LEFT, LEFT),
    (1 << wiring.EXPANDER_RIGHT, RIGHT),
    (1 << wiring.EXPANDER_AXIS, AXIS),
)
# Polls between two looks at an expander that is silent, or whose interrupt line has said nothing.
_LOOK = const(64)
# The port's own default of 50 ms would hold up every other task when the bus is stuck; a display page takes 3.2 ms.
_BUS_TIMEOUT_US = const(8_000)


def panel_bus():
    """The I2C bus of display and expander, 400 kHz (SSD1306 and MCP23017 both allow it)."""
    return machine.I2C(
        wiring.PANEL_I2C,
        scl=machine.Pin(wiring.PIN_I2C_SCL),
        sda=machine.Pin(wiring.PIN_I2C_SDA),
        freq=400_000,
        timeout=_BUS_TIMEOUT_US,
    )


class PanelButtons:
    """contracts.Buttons. A poll costs 0.1 ms on the bus when the interrupt line is low, otherwise nothing."""

    def __init__(self, bus, address=wiring.EXPANDER_ADDRESS):
        inputs = 0
        for pin, _button in _EXPANDER:
            inputs |= pin
        self._ok = machine.Pin(wiring.PIN_OK, machine.Pin.IN, machine.Pin.PULL_UP)
        self._irq = machine.Pin(wiring.PIN_PANEL_IRQ, machine.Pin.IN, machine.Pin.PULL_UP)
        self._chip = Mcp23017(bus, address, inputs)
        self._up = False
        self._held = 0
        self._quiet = _LOOK  # polls since the last look at the expander

    def poll(self):
        """Bit mask of the buttons held down: 1 OK, 2 BACK, 4 LEFT, 8 RIGHT, 16 AXIS."""
        self._quiet += 1
        if self._quiet > _LOOK:
            self._look()
        elif self._up and not self._irq.value():
            self._read()
        return self._held | (0 if self._ok.value() else OK)

    def _look(self):
        """Set the expander up if it is new or lost its settings, then read it."""
        self._quiet = 0
        try:
            if not (self._up and self._chip.started()):
                self._chip.start()
                self._up = True
        except OSError:
            self._lost()
            return
        self._read()

    def _read(self):
        try:
            pins = self._chip.held()
        except OSError:
            self._lost()
            return
        held = 0
        for pin, button in _EXPANDER:
            if pins & pin:
                held |= button
        self._held = held

    def _lost(self):
        self._up = False
        self._held = 0
