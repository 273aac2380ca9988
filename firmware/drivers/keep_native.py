"""Room: the sets and positions of a layer, for hunt_native.py, which tells what a record holds; in machine code as it
is."""

import micropython
from micropython import const

from firmware.drivers.equal_native import worth

# Where in the block: see settle_tables.py. The rest as in hunt_native.py.
_NEW = const(896)
_TOLD = const(2112)
_STATE = const(2144)
_ABLE = const(0)
_REACH = const(1)
_SET = const(3)
_LINK = const(0)
_SCORE = const(1)
_CAN = const(2)
_EVER = const(3)
_SLEEP = const(4)
_STOCK = const(3)
_FIRED = const(2)
_HEAD = const(3)
_WORDS = const(2)
_SIZE = const(0)
_BEST = const(2)
_RANK = const(3)
_WIDTH = const(4)
_RECORD = const(5)
_USED = const(7)
_SPARE = const(8)
_GROWN = const(9)
_COUNT = const(10)
_JUDGE = const(11)


@micropython.viper
def keep(block: int, pool: int, fired: int, score: int, sleep: int) -> int:
    """Add the position just looked at to the layer that grows, unless another stands for it; where it is the first of
    its set and the set may beat the best one, 1, and the set is to be judged."""
    new = ptr32(block + _NEW)
    told = ptr32(block + _TOLD)
    state = ptr32(block + _STATE)
    size = int(state[_SIZE])
    ever = int(told[_REACH])
    judge = 0
    # The set: it is there, or a new one.
    here = int(state[_GROWN])
    one = ptr16(pool)
    while here:
        one = ptr16(pool + 4 * here)
        if int(one[_FIRED]) == fired:
            break
        here = int(one[_LINK])
    if not here:
        here = int(_take(block, pool))
        one = ptr16(pool + 4 * here)
        one[_LINK] = state[_GROWN]
        state[_GROWN] = here
        state[_COUNT] = int(state[_COUNT]) + 1
        top = int(told[_SET])
        own = int(worth(block, top & 1023, (top >> 10) & 1023, top >> 20))
        one[_SCORE] = own
        one[_FIRED] = fired
        one[_HEAD] = 0
        words = ptr32(pool + 4 * here)
        words[_WORDS] = top
        words[_WORDS + 1] = told[_SET + 1]
        words[_WORDS + 2] = told[_SET + 2]
        rank = int(told[_SET + 3])
        words[_WORDS + 3] = rank
        own -= int(state[_BEST])
        if own > 0 or (own == 0 and rank > int(state[_RANK])):
            judge = 1
            state[_JUDGE] = fired
    # Of two positions the one with more at every supply stands for both; a guard survives where an amount is as much.
    guards = 0x808080
    guards = guards << 8 | 0x80
    before = ptr16(int(one) + 2 * _HEAD)  # the link that leads to the next position
    here = int(before[0])
    while here:
        one = ptr16(pool + 4 * here)
        theirs = ptr32(pool + 4 * here)
        i = 0
        while i < size and ((int(theirs[_STOCK + i]) | guards) - int(new[i])) & guards == guards:
            i += 1
        if i == size:
            if int(one[_SCORE]) < score:
                one[_SCORE] = score
            one[_EVER] = int(one[_EVER]) | ever
            one[_SLEEP] = int(one[_SLEEP]) & sleep
            return judge
        i = 0
        while i < size and ((int(new[i]) | guards) - int(theirs[_STOCK + i])) & guards == guards:
            i += 1
        if i == size:
            if int(one[_SCORE]) > score:
                score = int(one[_SCORE])
            ever |= int(one[_EVER])
            sleep &= int(one[_SLEEP])
            before[0] = one[_LINK]
            drop(block, pool, here)
        else:
            before = one
        here = int(before[0])
    here = int(_take(block, pool))
    before[0] = here
    one = ptr16(pool + 4 * here)
    one[_LINK] = 0
    one[_SCORE] = score
    one[_CAN] = told[_ABLE]
    one[_EVER] = ever
    one[_SLEEP] = sleep
    theirs = ptr32(pool + 4 * here)
    i = 0
    while i < size:
        theirs[_STOCK + i] = new[i]
        i += 1
    return judge


@micropython.viper
def _take(block: int, pool: int) -> int:
    """A record for new use."""
    state = ptr32(block + _STATE)
    here = int(state[_SPARE])
    if here:
        state[_SPARE] = ptr16(pool + 4 * here)[_LINK]
        return here
    here = int(state[_USED])
    state[_USED] = here + int(state[_RECORD])
    return here


@micropython.viper
def drop(block: int, pool: int, here: int):
    """A record is no longer used."""
    state = ptr32(block + _STATE)
    ptr16(pool + 4 * here)[_LINK] = state[_SPARE]
    state[_SPARE] = here


@micropython.viper
def narrow(block: int, pool: int):
    """In a dive: leave only the most promising sets of the layer that has grown."""
    state = ptr32(block + _STATE)
    width = int(state[_WIDTH])
    chosen = 0
    while int(state[_GROWN]):
        # The one whose first position may reach most, then the one that is worth most itself.
        best = link = before = 0
        here = int(state[_GROWN])
        while here:
            one = ptr16(pool + 4 * here)
            promise = (int(ptr16(pool + 4 * int(one[_HEAD]))[_SCORE]) << 14) + int(one[_SCORE]) + 1
            if promise > best:
                best = promise
                link = before
            before = here
            here = int(one[_LINK])
        if link:
            one = ptr16(pool + 4 * link)
            here = int(one[_LINK])
            one[_LINK] = ptr16(pool + 4 * here)[_LINK]
        else:
            here = int(state[_GROWN])
            state[_GROWN] = ptr16(pool + 4 * here)[_LINK]
        one = ptr16(pool + 4 * here)
        if width:
            width -= 1
            one[_LINK] = chosen
            chosen = here
        else:
            before = int(one[_HEAD])
            drop(block, pool, here)
            while before:
                here = int(ptr16(pool + 4 * before)[_LINK])
                drop(block, pool, before)
                before = here
    state[_GROWN] = chosen
