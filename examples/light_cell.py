"""Room: an example: lights one cell green. `mpremote run examples/light_cell.py` runs it on a board.

The firmware must be on the board (docs/flashing.md), and the LED chain on its wire (hardware/README.md).
"""

from firmware import wiring
from firmware.drivers.clock import DeviceClock
from firmware.drivers.ws2812 import Ws2812

PIN = 12  # wiring.PIN_LEDS: a board is given the numbers of wiring.py without their names
CELL = 5  # 0 to 15 in reading order
starts, count = wiring.chain_starts(wiring.CHAIN_PRIMARY)  # of a second board: CHAIN_SATELLITE
strip = Ws2812(PIN, count, DeviceClock())
strip.set(starts["cell"] + CELL, 0, 40, 0)  # red, green, blue: 0 to 255 each
strip.show()
