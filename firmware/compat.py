"""Room: where ports differ: names that MicroPython has built in and CPython has not, and machine code."""

import sys

try:
    from micropython import const
except ImportError:

    def const(value):
        """MicroPython folds constants at compile time; elsewhere the value itself."""
        return value


try:
    from time import ticks_add, ticks_diff
except ImportError:
    _PERIOD = 1 << 30

    def ticks_add(ticks, delta):
        """Ticks `delta` later, wrapped as on MicroPython (30 bits)."""
        return (ticks + delta) & (_PERIOD - 1)

    def ticks_diff(later, earlier):
        """Signed difference of two wrapped ticks, as MicroPython's."""
        return ((later - earlier + _PERIOD // 2) & (_PERIOD - 1)) - _PERIOD // 2


def machine_code(*names):
    """Generator: yields None between slices, at last the last of the modules firmware.drivers.<name> that are written
    in machine code, each named after those it imports; None where the port cannot run them or has no room for them. On
    the device they belong to who asked, and are gone when that one lets go; what a generator that was dropped half-way
    has loaded is left to the next."""
    module = None
    if sys.implementation.name == "micropython":
        names = ["firmware.drivers." + name for name in names]
        try:
            for name in names:
                module = __import__(name, None, None, ("*",))
                yield None
        except (ImportError, SyntaxError, ValueError, MemoryError):  # ValueError: compiled for another processor
            module = None
        for name in names:
            if name in sys.modules:
                forget(name)
    yield module


def forget(name):
    """Let go of a loaded module, so that it is gone once nobody holds it.

    A dict of MicroPython keeps the value of a deleted key until the place is used again: None goes there first."""
    package, part = name.rsplit(".", 1)
    package = sys.modules[package]
    sys.modules[name] = None
    del sys.modules[name]
    if hasattr(package, part):
        setattr(package, part, None)
        delattr(package, part)


__all__ = ("const", "forget", "machine_code", "ticks_add", "ticks_diff")
