"""Room: stands in for MicroPython's `machine` module on the desktop; the parts come from one file each."""

from machine_i2c import I2C
from machine_misc import *  # noqa: F403 (WDT, Timer, reset and whatever else a board has)
from machine_pins import ADC, Pin
from machine_spi import SPI
from machine_uart import UART

__all__ = ["ADC", "I2C", "SPI", "UART", "Pin"]
