"""Room: runs on the emulated Pico: prints what loops, an SPI register access and a collection take; for calibrate.mjs.

The figures of a real Pico with MicroPython 1.28 to compare with are in the README, under "Figures to compare with".
"""

import gc
import time

import machine
import micropython

LOOPS = 2000


class Thing:
    __slots__ = ("count", "numbers")

    def __init__(self):
        self.count = 1
        self.numbers = [0] * 16


def loop(passes):
    total = 0
    for number in range(passes):
        total = (total * 31 + number) & 0xFFFF
    return total


def mixed(passes):
    """Attributes, tuples, a dict and lists, as programs use them."""
    thing = Thing()
    counts = {}
    total = 0
    for number in range(passes):
        key = (number & 3, number & 7)
        counts[key] = counts.get(key, 0) + thing.count
        thing.numbers[number & 15] += 1
        total += len(thing.numbers)
        if thing.numbers[number & 15] > 5 and number % 3 == 0:
            total -= 1
    return total


spi = machine.SPI(0, baudrate=4_000_000, sck=machine.Pin(18), mosi=machine.Pin(19), miso=machine.Pin(16))
select = machine.Pin(17, machine.Pin.OUT, value=1)
sent = bytearray(2)
received = bytearray(2)


def registers(passes):
    for number in range(passes):
        sent[0] = 0x80 | (number << 1) & 0x7E
        select(0)
        spi.write_readinto(sent, received)
        select(1)


@micropython.native
def registers_native(passes):
    out = sent
    back = received
    pin = select
    exchange = spi.write_readinto
    for _ in range(passes):
        out[0] = 0x80
        pin(0)
        exchange(out, back)
        pin(1)


def us_a_pass(work, passes):
    began = time.ticks_us()
    work(passes)
    return time.ticks_diff(time.ticks_us(), began) / passes


print("loop", us_a_pass(loop, LOOPS), "us a pass; mixed", us_a_pass(mixed, LOOPS // 2))
print("SPI register", us_a_pass(registers, 200), "us, native", us_a_pass(registers_native, 200))
gc.collect()
began = time.ticks_us()
gc.collect()
print("collection", time.ticks_diff(time.ticks_us(), began), "us,", gc.mem_free(), "bytes free")
