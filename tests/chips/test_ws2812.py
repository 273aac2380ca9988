"""Room: the WS2812 driver against the chain model: colours, order, latch gap, no allocation."""

import gc  # noqa: I001 (desk comes first: it puts the desktop `machine` in front)

from tests.chips import desk
import machine
import rp2

from firmware import wiring
from firmware.drivers import ws2812
from host_tools.simulator.chips import pins
from host_tools.simulator.chips.vclock import CLOCK, VirtualClock
from host_tools.simulator.chips.ws2812 import BadPulse, Chain
from tests.helpers import raises

LEDS = wiring.chain_starts(wiring.CHAIN_PRIMARY)[1]


def strip_and_chain(count=LEDS):
    desk.power_on()
    chain = Chain(count)
    pins.PIO[wiring.PIN_LEDS] = chain
    return ws2812.Ws2812(wiring.PIN_LEDS, count, VirtualClock()), chain


def after_latch():
    CLOCK.advance(4000)
    return CLOCK.now_us


def test_a_colour_arrives_at_its_led_and_nowhere_else():
    strip, chain = strip_and_chain()
    strip.set(0, 1, 2, 3)
    strip.set(94, 255, 128, 64)
    strip.show()
    shown = chain.pixels(after_latch())
    assert shown[0] == (1, 2, 3)
    assert shown[94] == (255, 128, 64)
    assert shown[1:94] == [(0, 0, 0)] * 93


def test_nothing_shows_before_the_frame_is_latched():
    strip, chain = strip_and_chain(3)
    strip.set(1, 9, 9, 9)
    strip.show()
    sent_us = 3 * 24 * 1280 // 1000
    assert chain.pixels(CLOCK.now_us + sent_us)[1] == (0, 0, 0)
    assert chain.pixels(CLOCK.now_us + sent_us + 281)[1] == (9, 9, 9)


def test_colours_set_while_a_frame_runs_belong_to_the_next_one():
    strip, chain = strip_and_chain()
    strip.set(50, 7, 0, 0)
    strip.show()
    strip.set(50, 0, 7, 0)
    assert chain.pixels(after_latch())[50] == (7, 0, 0)
    strip.show()
    assert chain.pixels(after_latch())[50] == (0, 7, 0)


def test_frames_shown_in_a_hurry_all_latch_and_wait_less_than_ten_milliseconds():
    strip, chain = strip_and_chain()
    for level in range(5):
        before = CLOCK.now_us
        strip.set(3, level, 0, 0)
        assert strip.show()
        assert CLOCK.now_us - before < 10000
    assert chain.pixels(after_latch())[3] == (4, 0, 0)
    assert (chain.frames, chain.spoiled) == (5, 0)


def test_show_after_a_pause_returns_at_once():
    strip, chain = strip_and_chain()
    strip.show()
    CLOCK.advance(10000)
    before = CLOCK.now_us
    strip.show()
    assert CLOCK.now_us == before


def test_show_after_minutes_of_silence_does_not_wait_for_the_wrapped_ticks():
    strip, chain = strip_and_chain()
    strip.show()
    for minutes in (8, 9, 10, 17, 18, 19):
        CLOCK.advance(minutes * 60000000)
        before = CLOCK.now_us
        strip.show()
        assert CLOCK.now_us - before < 10000


def test_a_gap_that_is_too_short_spoils_the_frame_in_the_model():
    chain = Chain(2)
    chain.burst([0x010203, 0x040506], 0, 61)
    chain.burst([0x0A0B0C, 0x0D0E0F], 200, 261)
    assert chain.pixels(1000) == [(0, 0, 0), (0, 0, 0)]
    assert (chain.frames, chain.spoiled) == (0, 1)
    chain.burst([0x0A0B0C, 0x0D0E0F], 1000, 1061)
    assert chain.pixels(1341) == [(0x0B, 0x0A, 0x0C), (0x0E, 0x0D, 0x0F)]


def test_the_chain_reads_pulses_green_red_blue_high_bit_first():
    chain = Chain(1)
    bits = "0000001" + "1" + "00000000" + "00000010"
    for index, bit in enumerate(bits):
        low = 300000 if index == 23 else (400 if bit == "1" else 900)
        chain.pulse(880 if bit == "1" else 320, low)
    assert chain.pixels(0) == [(0, 3, 2)]


def test_pulses_that_only_some_leds_understand_are_refused():
    chain = Chain(1)
    for high, low in ((200, 900), (450, 900), (600, 400), (880, 700), (320, 1200), (1000, 300)):
        with raises(BadPulse):
            chain.pulse(high, low)


def test_a_reset_code_within_an_led_is_refused():
    chain = Chain(1)
    with raises(BadPulse):
        chain.pulse(320, 300000)


def test_the_model_notices_a_frame_changed_under_the_dma_channel():
    strip, chain = strip_and_chain()
    strip.show()
    strip._sent[5] = 1
    with raises(RuntimeError):
        CLOCK.advance(4000)
        strip.show()


def test_the_model_notices_a_wrong_state_machine_frequency():
    desk.power_on()
    with raises(BadPulse):
        rp2.StateMachine(0, ws2812.program, freq=8000000, sideset_base=machine.Pin(wiring.PIN_LEDS))


class _Silent:
    """A DMA channel that takes everything: what is left is the driver itself."""

    def config(self, read=None, count=0, trigger=False):
        pass

    def active(self):
        return False


class _Still:
    """A clock that stands, late enough that no frame is on its way."""

    def ticks_us(self):
        return 1000000

    def diff_us(self, later, earlier):
        return 5000

    def wait_us(self, us):
        pass


def test_set_and_show_allocate_nothing():
    if not hasattr(gc, "mem_alloc"):
        return  # CPython counts no bytes; the MicroPython run of this file does
    import micropython

    strip, _chain = strip_and_chain()
    strip._dma = _Silent()
    strip._clock = _Still()
    strip.show()
    micropython.heap_lock()
    try:
        index = 0
        while index < LEDS:
            strip.set(index, 255, 255, 255)
            index += 1
        strip.show()
    finally:
        micropython.heap_unlock()
    assert strip._sent[LEDS - 1] == 0xFFFFFF
