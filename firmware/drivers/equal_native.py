"""Room: what units are worth, and whether a position may still equal the best one (settle_bound.py of the Energy
Matrix), for hunt_native.py; in machine code as it is."""

import micropython
from micropython import const

from firmware.drivers.look_native import look

# Where in the block: see settle_tables.py. The rest as in look_native.py.
_FIXED = const(1088)
_TOLD = const(2112)
_BIAS = const(1 << 28)
_WEIGHT = const(3)
_KINDS = const(4)  # room and price of each kind
_LINES = const(10)
_PLACES = const(1408)
_PLACE = const(40)
_CHANGE = const(3)
_GAIN = const(7)
_REACH = const(1)
_LINE = const(2)
_SET = const(3)


@micropython.viper
def worth(block: int, a: int, b: int, c: int) -> int:
    """The score of these units."""
    fixed = ptr32(block + _FIXED)
    weight = int(fixed[_WEIGHT])
    score = 0
    i = _KINDS
    while i < _LINES:
        room = int(fixed[i])
        price = int(fixed[i + 1])
        if a >= room:
            score += weight + room * price
        else:
            score += a * price
        a = b
        b = c
        i += 2
    return score


@micropython.viper
def equal(block: int, waiting: int, able: int, sleep: int, best: int, rank: int) -> int:
    """1 where a position as for `look`, whose score may equal `best`, may do so with a rank above `rank`, as more fires
    of `waiting`; else 0."""
    score = int(look(block, waiting, able, 0, sleep))
    told = ptr32(block + _TOLD)
    reach = int(told[_REACH])
    line = int(told[_LINE])
    mine = int(told[_SET + 3])
    if score != best or not reach:
        return int(score > best)
    top = int(told[_SET])
    a = top & 1023
    b = (top >> 10) & 1023
    c = top >> 20
    if line:
        # Only all that add to a linear bound can equal it; besides, only what neither adds nor takes may fire.
        line += _CHANGE  # where a place tells what it adds to that line
        i = block + _PLACES
        while reach:
            place = ptr32(i)
            value = int(place[line]) - _BIAS
            if reach & 1 and value >= 0:
                more_a = int(place[_GAIN]) - _BIAS
                more_b = int(place[_GAIN + 1]) - _BIAS
                more_c = int(place[_GAIN + 2]) - _BIAS
                if value > 0:
                    mine += int(place[_CHANGE + 3]) - _BIAS
                if value > 0 or more_a > 0:
                    a += more_a
                if value > 0 or more_b > 0:
                    b += more_b
                if value > 0 or more_c > 0:
                    c += more_c
            i += _PLACE
            reach >>= 1
        return int(mine > rank and int(worth(block, a, b, c)) >= score)
    # The rulers may all be full once one more has fired, the best ranked at best.
    best = 0
    i = block + _PLACES
    while reach:
        place = ptr32(i)
        if reach & 1 and int(place[_CHANGE + 3]) > best:
            best = int(place[_CHANGE + 3])
        i += _PLACE
        reach >>= 1
    return int(mine + best - _BIAS > rank)
