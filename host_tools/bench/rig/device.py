"""Room: the board as firmware/start.py makes it, with readers and sensors of table.py in front of the drivers' own."""

import os
import sys

import table


class _Nothing:
    """Stands in for `select` and its poll: nobody is at the other end of the USB line."""

    POLLIN = POLLOUT = 0

    def ipoll(self, *_):
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


def prepare():
    """Put the stand-ins in place, before anything of the firmware is loaded."""
    sys.modules["select"] = _Select()
    sys.modules["os"] = _Os


def start():
    """The App that firmware/start.py makes and starts."""
    begin = __import__("firmware.start", None, None, ("*",))
    build, app = begin.build, begin.App
    made = []

    def with_table(settings, clock):
        parts = build(settings, clock)
        parts.readers = table.Readers(parts.readers)
        parts.sensors = table.Sensors(parts.sensors)
        return parts

    def kept(parts, settings):
        made.append(app(parts, settings))
        return made[0]

    begin.build, begin.App = with_table, kept
    begin.start(dict, "")  # healthy() may be any function
    return made[0]
