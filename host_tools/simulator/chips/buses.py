"""Room: what hangs on the Pico's I2C buses, UARTs and PIO pins; the fake `machine` and `rp2` look it up here.

One board per process, as with PINS. Contracts of the chips: fakes/machine_i2c.py, fakes/machine_uart.py, fakes/rp2.py.
"""

I2C = ({}, {})  # per bus: {address: chip}
UART = [None, None]  # per port: what lies behind TX and RX
PIO = {}  # GPIO number: what a state machine drives


def attach_i2c(bus, address, chip):
    """Put a chip on a bus; ValueError if the address is taken."""
    if address in I2C[bus]:
        raise ValueError("two chips at address 0x%02X of I2C%d" % (address, bus))
    I2C[bus][address] = chip


def detach_i2c(bus, address):
    """Pull a chip off; nothing answers at the address any more."""
    I2C[bus].pop(address, None)


def reset():
    """Nothing is connected."""
    for bus in I2C:
        bus.clear()
    UART[0] = UART[1] = None
    PIO.clear()
