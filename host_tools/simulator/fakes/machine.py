"""Room: stands in for MicroPython's `machine` module on the desktop; the parts come from one file each."""

from machine_pins import ADC, Pin
from machine_spi import SPI

__all__ = ["ADC", "SPI", "Pin"]

try:
    from machine_i2c import I2C

    __all__.append("I2C")
except ImportError:
    pass
try:
    from machine_uart import UART

    __all__.append("UART")
except ImportError:
    pass
try:
    from machine_misc import *  # noqa: F403 (PWM, WDT, Timer, reset and whatever else a board has)
except ImportError:
    pass
