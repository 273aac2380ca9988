"""Room: the pins of the Pico as the chip models see them: levels that the firmware drives, and inputs that chips drive.

The fake `machine` writes here; chip models register what they want to hear about. One board per process, so one PINS.
"""

COUNT = 30


class PinNet:
    """Levels of GP0..GP29 and who watches them."""

    def __init__(self):
        self.levels = bytearray(COUNT)
        self.driven = bytearray(COUNT)  # 1: a chip or a finger sets this input, stronger than the Pico's pulls
        # Each list below is indexed by pin (or bus) number; None: nobody.
        self.watch = [None] * COUNT  # chips: called without arguments after an output changed
        self.handlers = [None] * COUNT  # firmware: called without arguments after an input changed
        self.analog = [None] * COUNT  # chips: called for the voltage at an ADC pin, 0..65535
        self.spi = [None, None]  # chips: transfer(out, into | None), and a `baud` attribute

    def reset(self):
        """Power on: every level low, nobody connected."""
        for pin in range(COUNT):
            self.levels[pin] = self.driven[pin] = 0
            self.watch[pin] = self.handlers[pin] = self.analog[pin] = None
        self.spi[0] = self.spi[1] = None

    def drive(self, pin, level):
        """A chip or a finger sets an input of the Pico."""
        self.driven[pin] = 1
        if self.levels[pin] != level:
            self.levels[pin] = level
            handler = self.handlers[pin]
            if handler is not None:
                handler()


PINS = PinNet()
