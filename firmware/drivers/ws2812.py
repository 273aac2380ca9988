"""Room: drives one WS2812B chain by PIO and DMA; colours 0..255, times in us; after lights, last before the LEDs.

Sending 95 LEDs takes 2.9 ms on the wire and none of the processor: `show` copies the frame, starts the DMA channel
and returns. Not `neopixel`, which keeps interrupts off for the whole time.
"""

from array import array

import machine
import rp2

from firmware.compat import const

MYPY = False  # the type checker takes this name as true; MicroPython has the names below only inside asm_pio
if MYPY:
    from rp2.asm_pio import jmp, label, nop, not_x, out, wrap, wrap_target, x

# 16 cycles of 80 ns a bit; 12.5 MHz divides 125 MHz exactly, so no bit is longer than another.
FREQUENCY = const(12_500_000)
_BIT_CYCLES = const(16)
_LED_BITS = const(24)
# WS2812B-V5 data sheet: reset code at least 280 us; a little more for the slowest oscillator.
_LATCH_US = const(300)
# TX FIFOs of PIO0 and PIO1 (RP2040 data sheet 2.5.3.1): DREQ 0..3 and 8..11.
_DREQ_PIO1 = const(8)


class _Whole:
    def __getitem__(self, key):
        return key


# The slice [:] made once: writing it in place would make a new slice object at every frame.
_ALL = _Whole()[:]


@rp2.asm_pio(
    sideset_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=24,
    fifo_join=rp2.PIO.JOIN_TX,
)
def program():
    """High 320 ns for 0 and 880 ns for 1, in 1280 ns; the line rests low while the FIFO is empty."""
    wrap_target()
    label("bit")
    out(x, 1).side(0)[4]
    jmp(not_x, "zero").side(1)[3]
    jmp("bit").side(1)[6]
    label("zero")
    nop().side(0)[6]
    wrap()


class Ws2812:
    """contracts.Strip on one pin. `count` LEDs; `clock` is a contracts.Clock; `number` a free state machine, 0..7."""

    def __init__(self, pin, count, clock, number=0):
        self.count = count
        self._clock = clock
        self._next = array("I", [0] * count)  # what `set` writes
        self._sent = array("I", [0] * count)  # what DMA reads; never touched while it does
        self._frame_us = count * _LED_BITS * _BIT_CYCLES * 1000 // (FREQUENCY // 1000) + _LATCH_US
        self._started = clock.ticks_us()
        out_pin = machine.Pin(pin, machine.Pin.OUT, value=0)
        self._machine = rp2.StateMachine(number, program, freq=FREQUENCY, sideset_base=out_pin)
        self._machine.active(1)
        self._dma = rp2.DMA()
        pace = (number >> 2) * _DREQ_PIO1 + (number & 3)
        # Byte swap: a word B << 16 | R << 8 | G leaves as G, R, B, 0 with G first. Kept that way round it is a small
        # integer on the Pico; with G on top it would be a big one, and every `set` would allocate.
        control = self._dma.pack_ctrl(size=2, inc_read=True, inc_write=False, treq_sel=pace, bswap=True)
        self._dma.config(read=self._sent, write=self._machine, count=count, ctrl=control)

    def set(self, index, red, green, blue):
        """Colour of LED `index` from the next `show` on; allocates nothing."""
        self._next[index] = blue << 16 | red << 8 | green

    def show(self):
        """Start sending; returns at once, or first waits out the frame before (at most its 3.3 ms). Allocates nothing.

        False if the channel is still busy after that: the frame is dropped, the next one carries the same colours.
        """
        rest_us = self._frame_us - self._clock.diff_us(self._clock.ticks_us(), self._started)
        # After a pause of many minutes the tick difference wraps and says nothing; the frame is over by then.
        if 0 < rest_us <= self._frame_us:
            self._clock.wait_us(rest_us)
        if self._dma.active():
            return False
        self._sent[_ALL] = self._next
        self._started = self._clock.ticks_us()
        self._dma.config(read=self._sent, count=self.count, trigger=True)
        return True
