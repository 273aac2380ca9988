"""Room: the output side of one board on the simulated pins: LEDs, display, buttons, board-to-board link.

panel = install(wiring.CHAIN_PRIMARY)   # before the firmware's drivers are made
panel.press(OK | LEFT)                  # button mask of contracts.Buttons.poll
panel.chain.pixels(now_us), panel.display.picture(), panel.link.take()
"""

from firmware import wiring
from host_tools.simulator.chips import pins
from host_tools.simulator.chips.mcp23017 import Mcp23017
from host_tools.simulator.chips.pins import PINS
from host_tools.simulator.chips.rs485 import Rs485
from host_tools.simulator.chips.ssd1306 import Ssd1306
from host_tools.simulator.chips.ws2812 import Chain

_OK = 1
# Button mask bit -> expander pin.
_EXPANDER = (
    (2, wiring.EXPANDER_BACK),
    (4, wiring.EXPANDER_LEFT),
    (8, wiring.EXPANDER_RIGHT),
    (16, wiring.EXPANDER_AXIS),
)


class Panel:
    """The chips of the output side."""

    def __init__(self, chain):
        self.chain = Chain(wiring.chain_starts(chain)[1])
        self.display = Ssd1306()
        self.expander = Mcp23017(self._interrupt)
        self.link = Rs485(wiring.PIN_LINK_ENABLE)
        pins.PIO[wiring.PIN_LEDS] = self.chain
        pins.UART[wiring.LINK_UART] = self.link
        self.plug_display(True)
        self.plug_expander(True)
        self.press(0)

    def press(self, mask):
        """Hold exactly these buttons down: 1 OK, 2 BACK, 4 LEFT, 8 RIGHT, 16 AXIS."""
        PINS.drive(wiring.PIN_OK, 0 if mask & _OK else 1)
        held = 0
        for button, pin in _EXPANDER:
            if mask & button:
                held |= 1 << pin
        self.expander.hold(held)

    def plug_display(self, there):
        """Plug the display in, freshly powered, or pull it off."""
        pins.detach_i2c(wiring.PANEL_I2C, wiring.DISPLAY_ADDRESS)
        if there:
            self.display.power_on()
            pins.attach_i2c(wiring.PANEL_I2C, wiring.DISPLAY_ADDRESS, self.display)

    def plug_expander(self, there):
        """Plug the expander in, freshly powered, or pull it off (its interrupt line then rests high)."""
        pins.detach_i2c(wiring.PANEL_I2C, wiring.EXPANDER_ADDRESS)
        self.expander.power_on()
        self._interrupt(1)
        if there:
            pins.attach_i2c(wiring.PANEL_I2C, wiring.EXPANDER_ADDRESS, self.expander)

    def _interrupt(self, level):
        PINS.drive(wiring.PIN_PANEL_IRQ, level)


def install(chain):
    """Connect fresh chips for an LED chain of wiring.py; other chips on the pins stay."""
    pins.reset_buses()
    return Panel(chain)
