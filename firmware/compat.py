"""Room: where ports differ: names that MicroPython has built in and CPython has not, and machine code."""

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


def machine_code(name):
    """The module firmware.drivers.<name> that is written in machine code, or None where the port cannot run it."""
    try:
        return __import__("firmware.drivers." + name, None, None, ("*",))
    except (ImportError, SyntaxError, ValueError):  # ValueError: compiled for another processor
        return None


__all__ = ("const", "machine_code", "ticks_add", "ticks_diff")
