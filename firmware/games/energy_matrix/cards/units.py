"""Room: amounts of A, B and C packed into one integer, so that one addition adds three; the solver reckons in these.

Each kind has `width` bits, A lowest. WIDTH leaves amounts below 512 and the whole within a small integer of 32-bit
MicroPython; the highest bit of each kind stays free, for the borrow of a comparison (plan/converters.py).
"""

from firmware.compat import const

WIDTH = const(10)
MOST = const(511)  # amounts, and sums of them, that WIDTH holds


def pack(units, width=WIDTH):
    """(a, b, c) as one integer; amounts may be negative as long as sums are unpacked in the end."""
    return units[0] + (units[1] << width) + (units[2] << 2 * width)


def unpack(packed, width=WIDTH):
    """(a, b, c) of a packed integer; each amount lies between -(1 << width - 1) and (1 << width - 1) - 1."""
    half = 1 << (width - 1)
    mask = 2 * half - 1
    a = ((packed + half) & mask) - half
    packed = (packed - a) >> width
    b = ((packed + half) & mask) - half
    return a, b, (packed - b) >> width


def width_for(most):
    """Bits a kind needs when no amount and no sum of amounts exceeds `most`."""
    width = WIDTH
    while most >> (width - 1):
        width += WIDTH
    return width
