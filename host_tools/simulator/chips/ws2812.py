"""Room: a chain of WS2812B LEDs as its data line sees it; pulses in ns, times in us; between fakes/rp2.py and the page.

Stricter than real LEDs: a pulse outside both data sheets is an error, and a pause that is neither "goes on at once"
nor a whole reset code spoils the frame, as it would on one LED batch or another.
"""

from array import array

# WS2812B-V5 data sheet, "Data transfer time", met with the older WS2812B sheet (0.4/0.8 us high, each +-150 ns).
T0H_NS = (250, 380)
T1H_NS = (650, 950)
T0L_NS = (700, 1000)
T1L_NS = (300, 600)
RESET_US = 280
# A pause between two bits that no LED takes for a reset code.
PAUSE_US = 5


class BadPulse(Exception):
    """The data line did something that no WS2812B is promised to understand."""


def _within(name, ns, limits):
    if not limits[0] <= ns <= limits[1]:
        raise BadPulse("%s of %d ns is outside %d..%d ns" % (name, ns, limits[0], limits[1]))


def check_pulse(high_ns, low_ns):
    """The bit (0 or 1) that a high and the low after it mean; raises BadPulse."""
    if high_ns < (T0H_NS[1] + T1H_NS[0]) // 2:
        _within("T0H", high_ns, T0H_NS)
        if low_ns < RESET_US * 1000:
            _within("T0L", low_ns, T0L_NS)
        return 0
    _within("T1H", high_ns, T1H_NS)
    if low_ns < RESET_US * 1000:
        _within("T1L", low_ns, T1L_NS)
    return 1


class Chain:
    """`count` LEDs in a row. Each keeps the first 24 bits after a reset code and passes on the rest."""

    def __init__(self, count):
        self.count = count
        self.frames = 0  # frames latched
        self.spoiled = 0  # frames lost to a pause of the wrong length
        self._shown = array("I", [0] * count)
        self._words = []
        self._broken = False
        self._end_us = -RESET_US
        self._bits = 0
        self._word = 0

    def pulse(self, high_ns, low_ns):
        """One bit on the line; a low of 280 us or more is the reset code. Colours go G, R, B, high bit first."""
        self._word = self._word << 1 | check_pulse(high_ns, low_ns)
        self._bits += 1
        if self._bits == 24:
            self._words.append(self._word)
            self._bits = self._word = 0
        if low_ns >= RESET_US * 1000:
            if self._bits:
                raise BadPulse("reset code after %d bits of an LED" % self._bits)
            self._latch()

    def burst(self, words, start_us, end_us):
        """24-bit words (G << 16 | R << 8 | B) sent back to back from `start_us` to `end_us`."""
        self._settle(start_us)
        if self._words and start_us - self._end_us > PAUSE_US:
            self._broken = True
        self._words.extend(words)
        self._end_us = end_us

    def pixels(self, now_us):
        """[(red, green, blue)] that the LEDs show at `now_us`."""
        self._settle(now_us)
        return [(word >> 8 & 255, word >> 16, word & 255) for word in self._shown]

    def _settle(self, now_us):
        if self._words and now_us - self._end_us >= RESET_US:
            self._latch()

    def _latch(self):
        if self._broken:
            self.spoiled += 1
        else:
            self.frames += 1
            for index in range(min(self.count, len(self._words))):
                self._shown[index] = self._words[index]
        self._words = []
        self._broken = False
