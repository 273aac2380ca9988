"""Room: times a start, from the first import to the menu on the display; started by bench/boot.py.

Prints one JSON line: times in us, `loop_ns` of the calibration loop.
"""

import asyncio
import sys
import time as real

import clock

sys.modules["time"] = clock
_LOOPS = 200_000


def loop_ns():
    """One pass of the simple loop that takes 7.4 us on the Pico."""
    began = real.ticks_us()
    total = 0
    for number in range(_LOOPS):
        total += number & 1
    return real.ticks_diff(real.ticks_us(), began) * 1000 // _LOOPS


def _refuse(*_):
    raise OSError(30)


def run():
    import json

    import device

    device._Os.mkdir = _refuse  # nothing is written outside the image
    pace = loop_ns()
    began = real.ticks_us()
    app = device.start()
    loaded = real.ticks_us()
    while not (app.screen._parts[0][0] and not app.screen.work(asyncio.now)):
        asyncio.run_for(10)
    shown = real.ticks_us()
    print(
        json.dumps(
            {"load_us": real.ticks_diff(loaded, began), "menu_us": real.ticks_diff(shown, loaded), "loop_ns": pace}
        )
    )


run()
