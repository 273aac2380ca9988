"""Room: the board as firmware/start.py makes it, with readers and sensors of table.py in front of the drivers' own."""

import asyncio
import os
import sys

import table


class _Nothing:
    """Stands in for `select` and its poll: nobody is at the other end of the USB line."""

    POLLIN = POLLOUT = 0

    def poll(self, *_):
        return ()

    def register(self, *_):
        pass


class _Select(_Nothing):
    def poll(self):
        return _Nothing()


class _Os:
    """The real module without chance, which this MicroPython has not."""

    stat, rename, remove, mkdir = os.stat, os.rename, os.remove, os.mkdir

    def urandom(count):
        return bytes(count)


def start(space):
    """(app, clock, watchdog), the app's tasks made. space: main.py's names."""
    sys.modules["select"] = _Select()
    sys.modules["os"] = _Os
    parts = __import__("firmware.drivers.parts", None, None, ("*",))
    real = parts.build

    def build(settings, clock):
        made = real(settings, clock)
        made.readers = table.Readers(made.readers)
        made.sensors = table.Sensors(made.sensors)
        return made

    parts.build = build
    kept = __import__("firmware.start", None, None, ("*",)).board()
    asyncio.create_task(kept[0].run())
    return kept
