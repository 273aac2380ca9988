"""Room: the clock of the device on a stand-in for the `time` of the port: ticks wrap, and each look takes 3 us."""

import asyncio  # noqa: F401 (loaded before `time` is replaced)
import sys

PERIOD = 1 << 30


class Time:
    """ticks_us that begin just before they wrap."""

    now_us = PERIOD - 40

    @classmethod
    def ticks_us(cls):
        cls.now_us += 3
        return cls.now_us % PERIOD

    @classmethod
    def ticks_ms(cls):
        return cls.now_us // 1000 % PERIOD

    @staticmethod
    def ticks_diff(later, earlier):
        return (later - earlier + PERIOD // 2) % PERIOD - PERIOD // 2


def device_clock():
    real = sys.modules.get("time")
    sys.modules["time"] = Time
    try:
        from firmware.drivers.clock import DeviceClock
    finally:
        if real is None:
            del sys.modules["time"]
        else:
            sys.modules["time"] = real
    return DeviceClock()


def test_a_wait_lasts_its_time_across_the_wrap_of_ticks():
    clock = device_clock()
    for us in (0, 1, 50, 5000, 10_000):
        before = Time.now_us
        clock.wait_us(us)
        assert us <= Time.now_us - before <= us + 12


def test_differences_survive_the_wrap():
    clock = device_clock()
    assert clock.diff_us(5, PERIOD - 5) == 10
    assert clock.diff_ms(PERIOD - 5, 5) == -10
    assert clock.ticks_ms() == Time.now_us // 1000 % PERIOD
