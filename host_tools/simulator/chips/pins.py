"""Room: the pins of the Pico as the chip models see them: levels that the firmware drives, inputs that chips drive, and
what hangs on the I2C buses, UARTs and PIO pins.

The fake `machine` and `rp2` write and look here; chip models register what they want to hear about. One board per
process, so one PINS. Contracts of the chips: fakes/machine_i2c.py, fakes/machine_uart.py, fakes/rp2.py.
"""

COUNT = 30
I2C = ({}, {})  # per bus: {address: chip}
UART = [None, None]  # per port: what lies behind TX and RX
PIO = {}  # GPIO number: what a state machine drives


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


def attach_i2c(bus, address, chip):
    """Put a chip on a bus; ValueError if the address is taken."""
    if address in I2C[bus]:
        raise ValueError("two chips at address 0x%02X of I2C%d" % (address, bus))
    I2C[bus][address] = chip


def detach_i2c(bus, address):
    """Pull a chip off; nothing answers at the address any more."""
    I2C[bus].pop(address, None)


def reset_buses():
    """Nothing is connected to buses, ports and state machines."""
    for bus in I2C:
        bus.clear()
    UART[0] = UART[1] = None
    PIO.clear()
