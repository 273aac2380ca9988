"""Room: contracts.Clock on the microcontroller's own time. Nothing comes before it; every waiting room gets it."""

import asyncio
import time


class DeviceClock:
    """contracts.Clock. Ticks of the port (they wrap at 30 bits) and asyncio's sleep."""

    ticks_ms = staticmethod(time.ticks_ms)
    ticks_us = staticmethod(time.ticks_us)
    diff_ms = staticmethod(time.ticks_diff)
    diff_us = staticmethod(time.ticks_diff)

    @staticmethod
    def wait_us(us):
        """Block for at least `us` microseconds (at most 10_000); sleep_us may end early, so ticks_us decides."""
        start = time.ticks_us()
        while time.ticks_diff(time.ticks_us(), start) < us:
            pass

    @staticmethod
    async def sleep_ms(ms):
        await asyncio.sleep_ms(ms)
