"""Room: stands in for `machine` while memory is measured: every part is there and does nothing; not part of the device.

On the Pico these objects lie in ROM or take a few words; the chip models of the simulator would be far larger.
"""

mem32 = {}
held = 0  # buttons as port A of the expander shows them; OK is a pin


class Pin:
    IN = OUT = PULL_UP = IRQ_FALLING = 0

    def __init__(self, number, *more, **words):
        pass

    def value(self, level=None):
        return 1

    on = off = irq = __call__ = init = value


class _Bus:
    def __init__(self, *more, **words):
        pass

    def _nothing(self, *more, **words):
        pass

    write = readinto = write_readinto = writeto = writeto_mem = readfrom_mem_into = init = read = _nothing

    def txdone(self):
        return True


SPI = I2C = UART = _Bus


class Timer:
    ONE_SHOT = 0

    def __init__(self, number):
        pass

    def init(self, **words):
        pass


class ADC(_Bus):
    def read_u16(self):
        return 0


class WDT(_Bus):
    feed = _Bus._nothing
