"""Room: runs asyncio on the virtual clock, on MicroPython and on CPython; nothing here sleeps for real.

Times in virtual microseconds. When no task is due, `pace.wait(until_us)` is asked to move the clock; the default
jumps there at once. One task switch costs SWITCH_US, as measured on the Pico, so that a loop of `sleep_ms(0)` moves
time too.
"""

import sys

from host_tools.simulator.chips.vclock import CLOCK

SWITCH_US = 200


class Jump:
    """The default pace: idle time passes at once."""

    def wait(self, until_us):
        if until_us > CLOCK.now_us:
            CLOCK.advance(until_us - CLOCK.now_us)


class Deadlock(Exception):
    """Every task waits for something that nobody will do."""


def _idle(pace, wait_us):
    """Nothing is due for `wait_us` (0: something is due, None: never)."""
    if wait_us is None:
        raise Deadlock("no task will ever run again")
    if wait_us <= 0:
        CLOCK.advance(SWITCH_US)
        pace.wait(CLOCK.now_us)
    else:
        pace.wait(CLOCK.now_us + wait_us)


if sys.implementation.name == "micropython":
    from host_tools.simulator import vtime_micropython

    def run(coroutine, pace=None):
        """Run a coroutine to its end on virtual time and return its value."""
        return vtime_micropython.run(coroutine, pace or Jump(), _idle)

else:
    import asyncio

    class _Selector:
        """Stands where the event loop waits for sockets: waiting moves the virtual clock instead."""

        def __init__(self, pace):
            self.pace = pace

        def select(self, timeout=None):
            _idle(self.pace, None if timeout is None else int(timeout * 1_000_000 + 0.5))
            return []

        def register(self, *_):
            pass

        unregister = modify = register

        def get_key(self, descriptor):
            raise KeyError(descriptor)

        def close(self):
            pass

        def get_map(self):
            return {}

    class _Loop(asyncio.SelectorEventLoop):
        def __init__(self, pace):
            super().__init__(_Selector(pace))

        def time(self):
            return CLOCK.now_us / 1_000_000

    def run(coroutine, pace=None):
        """Run a coroutine to its end on virtual time and return its value."""
        with asyncio.Runner(loop_factory=lambda: _Loop(pace or Jump())) as runner:
            return runner.run(coroutine)
