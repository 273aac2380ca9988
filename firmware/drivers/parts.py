"""Room: builds the real parts of a board from its pins: the one place where all drivers are made."""

from firmware import wiring
from firmware.contracts import Parts
from firmware.drivers.address_bus import AddressBus
from firmware.drivers.panel import PanelButtons, panel_bus
from firmware.drivers.reader_grid import ReaderGrid
from firmware.drivers.reflectance import Reflectance
from firmware.drivers.serial import LinkStream
from firmware.drivers.ssd1306 import Ssd1306
from firmware.drivers.ws2812 import Ws2812


def build(settings, clock):
    """Parts with everything that hangs on pins; store, host and cards are the caller's. clock: contracts.Clock."""
    parts = Parts()
    bus = AddressBus()
    panel = panel_bus()
    chain = wiring.CHAIN_PRIMARY if settings["role"] == "primary" else wiring.CHAIN_SATELLITE
    parts.clock = clock
    parts.readers = ReaderGrid(bus, clock, settings["reader_hz"])
    parts.sensors = Reflectance(bus, clock)
    parts.strip = Ws2812(wiring.PIN_LEDS, wiring.chain_starts(chain)[1], clock)
    parts.display = Ssd1306(panel, wiring.DISPLAY_ADDRESS)
    parts.buttons = PanelButtons(panel)
    parts.link = LinkStream(clock)
    return parts
