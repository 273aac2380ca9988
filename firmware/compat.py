"""Room: where ports differ: names that MicroPython has built in and CPython has not."""

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


__all__ = ("const", "ticks_add", "ticks_diff")
