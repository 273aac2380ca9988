"""Room: contracts.Clock on the microcontroller's own time. Nothing comes before it; every waiting room gets it."""

import asyncio
import time

_core = getattr(asyncio, "core", None)  # MicroPython's scheduler; stand-ins have no such part
_ONCE = (None,)  # awaited, it hands control back once


def _sleep_ms(ms):
    """The running task comes again after `ms`.

    asyncio.sleep_ms does the same and raises an exception each time, which takes 48 bytes of heap: at 200 a second the
    collector comes 10 % more often.
    """
    if _core is None:
        return asyncio.sleep_ms(ms)
    # Names of others are said as strings, else they would be shortened like the firmware's own.
    getattr(_core, "_task_queue").push(asyncio.current_task(), time.ticks_add(time.ticks_ms(), ms))  # noqa: B009
    return _ONCE


class DeviceClock:
    """contracts.Clock. Ticks of the port (they wrap at 30 bits) and asyncio's sleep."""

    ticks_ms = staticmethod(time.ticks_ms)
    ticks_us = staticmethod(time.ticks_us)
    diff_ms = staticmethod(time.ticks_diff)
    diff_us = staticmethod(time.ticks_diff)
    sleep_ms = staticmethod(_sleep_ms)

    @staticmethod
    def wait_us(us):
        """Block for at least `us` microseconds (at most 10_000); sleep_us may end early, so ticks_us decides."""
        start = time.ticks_us()
        while time.ticks_diff(time.ticks_us(), start) < us:
            pass
