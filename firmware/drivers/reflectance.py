"""Room: reads the reflective sensors of one board (contracts.Sensors); light in ADC.read_u16 units, 0..65535.

Shares the address bus with the readers (address_bus.py), so a sweep holds them all in reset. Sensing comes after.
"""

from array import array

from machine import ADC, Pin

from firmware import wiring
from firmware.compat import const
from firmware.contracts import FACE_COL, FACE_NONE, FACE_ROW, FACE_UP

_CHANNELS = const(16)
_SETTLE_US = const(80)  # IR LED and phototransistor, twice their measured 40
_MUX_SETTLE_US = const(20)  # load resistor and ADC input behind the multiplexer
_THRESHOLD = const(9000)  # between print (about 3000) and card back (about 22000, a fifth less for a weak sensor)
_FULL = const(65535)
_BLIND = const(-65536)  # instead of light: there was no room left for it above the ambient light
_FACES = (FACE_NONE, FACE_COL, FACE_ROW, FACE_UP)  # by (north bright) * 2 + (east bright)


class Reflectance:
    """contracts.Sensors. Sensors are numbered multiplexer * 16 + channel; `thresholds[sensor]` parts dark and bright.

    `levels[sensor]` holds the light of the last sweep with the dark frame subtracted; a sensor that was blinded keeps
    what it had.
    """

    def __init__(self, bus, clock):
        self.bus = bus
        self.clock = clock
        self.led = Pin(wiring.PIN_IR_LED, Pin.OUT, value=0)
        self.adcs = tuple(ADC(Pin(number)) for number in wiring.PIN_IR_ADC)
        count = _CHANNELS * len(self.adcs)
        self.levels = array("i", [0] * count)
        self.thresholds = array("i", [_THRESHOLD] * count)
        self._now = array("i", [0] * count)  # being measured
        self._off_us = clock.ticks_us()  # when the light went off
        self._used = tuple(  # channel -> its sensors
            tuple(sensor for sensor in range(channel, count, _CHANNELS) if divmod(sensor, _CHANNELS) in _WIRED)
            for channel in range(_CHANNELS)
        )

    def sweep(self):
        """contracts.Sensors.sweep; about 4 ms, at most twice that.

        A sensor that says something new is read a second time at once, so that a single disturbed reading counts for
        nothing. Sun or a flash that fills the dark frame hides a bright margin as well as a dark one, so that sensor
        says nothing new."""
        levels = self.levels
        measured = self._now
        thresholds = self.thresholds
        self.bus.hold()
        for channel in range(_CHANNELS):
            used = self._used[channel]
            if not used:
                continue
            self.bus.channel(channel)
            self._measure(used)
            again = 0  # multiplexers whose sensor says something new, a bit each
            for sensor in used:
                light = measured[sensor]
                limit = thresholds[sensor]
                if light == _BLIND:
                    continue
                if (light > limit) != (levels[sensor] > limit):
                    again |= 1 << sensor // _CHANNELS
                else:
                    levels[sensor] = light
            if not again:
                continue
            self._measure(used)
            for sensor in used:
                if again >> sensor // _CHANNELS & 1 and measured[sensor] != _BLIND:
                    levels[sensor] = measured[sensor]

    # MicroPython keeps the variables of a call on the heap if they and what it calculates with are more than eleven
    # words: the three functions that follow run 450 times a second and have no more.

    def _measure(self, used):
        """Light of these sensors; dark and lit follow at once, so that lamps at 100 Hz cancel out."""
        dark_us = self.clock.diff_us(self.clock.ticks_us(), self._off_us)
        # The light has mostly died away while the channel before was weighed.
        self.clock.wait_us(_SETTLE_US - dark_us if 0 <= dark_us < _SETTLE_US - _MUX_SETTLE_US else _MUX_SETTLE_US)
        self._take_dark(used)
        self.led.on()
        self.clock.wait_us(_SETTLE_US)
        self._take_lit(used)
        self.led.off()
        self._off_us = self.clock.ticks_us()

    def _take_dark(self, used):
        for sensor in used:
            self._now[sensor] = -self.adcs[sensor // _CHANNELS].read_u16()

    def _take_lit(self, used):
        for sensor in used:
            light = self.adcs[sensor // _CHANNELS].read_u16()
            light += self._now[sensor]
            if _FULL + self._now[sensor] <= self.thresholds[sensor]:
                light = _BLIND
            self._now[sensor] = light

    def bench(self):
        """The LightBench of light_bench.py. Loaded only when asked for: it takes heap."""
        from firmware.drivers.light_bench import LightBench

        return LightBench(self)

    def bright(self, sensor):
        """True if that sensor (multiplexer, channel) saw a bright margin in the last sweep."""
        number = sensor[0] * _CHANNELS + sensor[1]
        return self.levels[number] > self.thresholds[number]

    def face(self, position):
        """contracts.Sensors.face."""
        if position < wiring.CELLS:
            north, east = wiring.IR_CELLS[position]
            return _FACES[self.bright(north) * 2 + self.bright(east)]
        if position >= wiring.EDGE:
            return FACE_UP if self.bright(wiring.IR_EDGES[position - wiring.EDGE]) else FACE_NONE
        return FACE_NONE


_WIRED = frozenset([sensor for pair in wiring.IR_CELLS for sensor in pair] + list(wiring.IR_EDGES))
