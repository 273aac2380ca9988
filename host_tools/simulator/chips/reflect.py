"""Room: the reflective sensors of one board: IR LEDs behind one switch, phototransistors behind three 74HC4067.

Readings are those of ADC.read_u16, 0..65535: ambient light, plus the lit margin when the LEDs are on, plus noise.
"""

from firmware import wiring
from host_tools.simulator.chips.noise import Noise
from host_tools.simulator.chips.pins import PINS
from host_tools.simulator.chips.vclock import CLOCK

LED_SETTLE_US = 40  # phototransistor with its load resistor
MUX_SETTLE_US = 15  # load resistor and input of the ADC behind it
LIGHT = {"bright": 22000, "dark": 3200, "none": 1400}
SPREAD_PERCENT = 20  # sensors of one batch
NOISE = 160


class Reflectance:
    """`ambient` is the room's light, `flicker` how much of it swings at 100 Hz; `stuck[sensor]` pins a reading."""

    def __init__(self, table, grid, seed=1):
        self.table = table
        self.grid = grid
        self.noise = Noise(seed + 77)
        self.ambient = 9000
        self.flicker = 3000
        self.glitches = 0  # share of readings, per mille, that are anything at all
        self.stuck = {}  # (multiplexer, channel) -> reading whatever the light
        self.lit_us = 0
        self.at = {}  # (multiplexer, channel) -> (position, side)
        for cell, sensors in enumerate(wiring.IR_CELLS):
            self.at[sensors[0]] = (cell, 0)
            self.at[sensors[1]] = (cell, 1)
        for edge, sensor in enumerate(wiring.IR_EDGES):
            self.at[sensor] = (wiring.EDGE + edge, 0)
        self.gain = {}  # percent, the spread of the parts
        for sensor in sorted(self.at):
            self.gain[sensor] = 100 - SPREAD_PERCENT + self.noise.below(2 * SPREAD_PERCENT + 1)
        self._last = [(0, 0), (1, 0), (2, 0)]
        self._views = [(-1, None)] * wiring.POSITIONS  # version of the table, its margins
        PINS.watch[wiring.PIN_IR_LED] = self._led_switched
        PINS.analog[wiring.PIN_IR_ADC[0]] = lambda: self.read(0)
        PINS.analog[wiring.PIN_IR_ADC[1]] = lambda: self.read(1)
        PINS.analog[wiring.PIN_IR_ADC[2]] = lambda: self.read(2)

    def _led_switched(self):
        self.lit_us = CLOCK.now_us

    def read(self, multiplexer):
        """What the ADC behind that multiplexer sees now."""
        levels = PINS.levels
        pins = wiring.PIN_ADDRESS
        now = CLOCK.now_us
        sensor = (multiplexer, levels[pins[0]] | levels[pins[1]] << 1 | levels[pins[2]] << 2 | levels[pins[3]] << 3)
        if now - self.grid.address_us < MUX_SETTLE_US:
            sensor = self._last[multiplexer]  # still charged from the channel before
        self._last[multiplexer] = sensor
        if sensor in self.stuck:
            return self.stuck[sensor]
        phase = now % 10_000
        light = self.ambient + self.flicker * (phase if phase < 5000 else 10_000 - phase) // 5000
        lit = levels[wiring.PIN_IR_LED] == 1
        since = now - self.lit_us
        share = min(since, LED_SETTLE_US) if lit else LED_SETTLE_US - min(since, LED_SETTLE_US)
        if share and sensor in self.at:
            light += self._reflected(sensor) * share // LED_SETTLE_US
        light += self.noise.below(2 * NOISE + 1) - NOISE
        if self.glitches and self.noise.chance(self.glitches):
            light = self.noise.below(65536)
        return max(0, min(65535, light))

    def _reflected(self, sensor):
        position, side = self.at[sensor]
        version, margins = self._views[position]
        if version != self.table.version[position]:
            margins = self.table.margins(position)
            self._views[position] = (self.table.version[position], margins)
        return LIGHT[margins[side]] * self.gain[sensor] // 100
