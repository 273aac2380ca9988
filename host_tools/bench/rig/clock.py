"""Room: stands in for `time` while memory is measured: ticks of the virtual time in asyncio.py."""

import asyncio

_extra = 0


def ticks_ms():
    return asyncio.now


def ticks_us():
    """Every look takes a moment, so that a loop that waits comes to its end."""
    global _extra
    _extra += 50
    return (asyncio.now * 1000 + _extra) & 0x3FFFFFFF


def ticks_diff(later, earlier):
    return ((later - earlier + 0x20000000) & 0x3FFFFFFF) - 0x20000000


def ticks_add(ticks, more):
    return (ticks + more) & 0x3FFFFFFF
