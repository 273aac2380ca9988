"""Room: the hunt of settle_hunt.py of the Energy Matrix once more, in machine code.

No hardware here, but only drivers hold such code: ports without a native emitter refuse this file as a syntax error,
and CPython is never asked (firmware/compat.py); there the plain kind serves. tests/games/test_settle_native.py holds
both to the same answers. `block` and `pool` are addresses of what settle_tables.py there lays out.

The pool holds records of one size, a number of words; one is known by the number of the word where it begins, and 0 is
none. A record is a set of places that have fired, or a position of such a set. Lists of records end with 0.
"""

import micropython
from micropython import const

from firmware.drivers.equal_native import equal
from firmware.drivers.fire_native import another, fire
from firmware.drivers.keep_native import drop, keep, narrow
from firmware.drivers.look_native import glance, look, prime

# Where in the block: see settle_tables.py.
_NEW = const(896)
_CHANGES = const(1420)  # of the first place
_PLACE = const(40)
_TOLD = const(2112)
_STATE = const(2144)
_MACHINE = const(48)
_FEEDS = const(20)
_BIAS = const(1 << 28)
_SET = const(3)
# Half words of a record: the next one of its list, then of a position
_LINK = const(0)
_SCORE = const(1)  # what it may reach; of a set what it is worth itself
_CAN = const(2)  # bits of those that can fire,
_EVER = const(3)  # of those that may ever fire,
_SLEEP = const(4)  # of the sleepers
_STOCK_BYTE = const(12)  # where its stock begins
# and of a set
_FIRED = const(2)
_HEAD = const(3)  # list of its positions
_WORDS = const(2)  # word where its packed top, both lines and its rank begin
# State
_SIZE = const(0)  # words of a stock
_BEST = const(2)  # score to beat
_RANK = const(3)  # rank to beat at that score
_WIDTH = const(4)  # in a dive: sets of a layer that it follows
_RECORD = const(5)  # words of a record
_USED = const(7)  # words of the pool used so far
_SPARE = const(8)  # list of records no longer used
_GROWN = const(9)  # the layer that grows
_COUNT = const(10)  # its sets
_JUDGE = const(11)  # set to be judged
_WORK = const(12)  # set at work
_POSITION = const(13)  # its position at work
_BITS = const(14)  # places still to be fired in it
_AT = const(15)  # place being fired
_NOBODY = const(16)
_TOUCHED = const(17)  # those whose supplies have changed
_LEAST = const(18)  # score that what comes of it must reach
_PASSED = const(19)  # sleepers of the position at work
_LEVEL = const(20)
_LAYERS = const(21)  # of each level the sets not yet expanded
_CHUNK = const(16)  # sets of a layer that are followed to the end before the others, so that layers stay small
# Answers of `walk`
_DONE = const(0)
_MORE = const(1)
_FULL = const(2)
_JUDGED = const(3)


@micropython.viper
def begin(block: ptr8, pool: ptr8, everyone: int, width: int):
    """Begin anew with the position before anything fires, whose stock is the new one and whose set is told. `width`: in
    a dive, so many sets of each layer are followed; else 0."""
    state = ptr32(int(block) + _STATE)
    i = _SPARE
    while i <= _LEVEL:
        state[i] = 0
        i += 1
    state[_USED] = state[_RECORD]
    state[_WIDTH] = width
    state[_AT] = _NOBODY
    score = int(look(int(block), everyone, 0, everyone, 0))
    keep(int(block), int(pool), 0, score, 0)
    state[_LAYERS] = state[_GROWN]
    state[_GROWN] = 0
    state[_COUNT] = 0


@micropython.viper
def walk(tables, limit: int, best: int, rank: int, budget: int) -> int:
    """Go on with the hunt, looking at `budget` positions at most. `tables`: block and pool; `limit`: words of the pool;
    `best`, `rank`: what is to be beaten.

    0 when all is done, 1 when there is more, 2 when the pool must grow first, and 3 plus four times the bits of a set
    that is to be judged."""
    block = int(ptr8(tables[0]))
    pool = int(ptr8(tables[1]))
    told = ptr32(block + _TOLD)
    state = ptr32(block + _STATE)
    state[_BEST] = best
    state[_RANK] = rank
    limit -= 2 * int(state[_RECORD])
    while budget > 0:
        at = int(state[_AT])
        here = pool + 4 * int(state[_POSITION])
        one = ptr16(here)
        layers = ptr32(block + _STATE + 4 * (_LAYERS + int(state[_LEVEL])))
        if at != _NOBODY:
            # What comes of one split of firing a place.
            spare = int(state[_SPARE])
            if int(state[_USED]) > limit and (not spare or not ptr16(pool + 4 * spare)[_LINK]):
                return _FULL
            budget -= 1
            bit = 1 << at
            sleep = int(state[_PASSED]) & ~int(ptr16(block + _MACHINE * at)[_FEEDS])
            score = int(look(block, int(one[_EVER]) & ~bit, int(one[_CAN]), int(state[_TOUCHED]), sleep))
            judge = 0
            if score >= int(state[_LEAST]):
                bit |= int(ptr16(pool + 4 * int(state[_WORK]))[_FIRED])
                judge = int(keep(block, pool, bit, score, sleep))
            if not int(another(block, here + _STOCK_BYTE)):
                state[_AT] = _NOBODY
                state[_PASSED] = int(state[_PASSED]) | 1 << at
            if judge:
                return _JUDGED + 4 * int(state[_JUDGE])
        elif int(state[_BITS]) and int(one[_SCORE]) >= best:
            # The next place.
            bit = int(state[_BITS])
            at = 0
            while not (bit >> at) & 1:
                at += 1
            state[_BITS] = bit & (bit - 1)
            bit = 1 << at
            fired = int(ptr16(pool + 4 * int(state[_WORK]))[_FIRED]) | bit
            words = ptr32(pool + 4 * (int(state[_WORK]) + _WORDS))
            changes = ptr32(block + _CHANGES + _PLACE * at)
            i = 0
            while i < 4:
                told[_SET + i] = int(words[i]) + int(changes[i]) - _BIAS
                i += 1
            # What equals the best score must outrank it, and firing more only lowers the rank.
            least = best + int(int(told[_SET + 3]) <= rank)
            if int(glance(block, int(one[_EVER]) & ~bit)) >= least:
                state[_LEAST] = least
                state[_AT] = at
                state[_TOUCHED] = int(fire(block, here + _STOCK_BYTE, at, fired))
            else:
                state[_PASSED] = int(state[_PASSED]) | bit
        elif int(state[_POSITION]):
            # The next position.
            at = int(one[_LINK])
            drop(block, pool, int(state[_POSITION]))
            state[_POSITION] = at
            budget -= int(_open(block, pool))
        elif int(layers[0]) and (int(state[_WIDTH]) or int(state[_COUNT]) < _CHUNK):
            # The next set of this layer.
            state[_WORK] = layers[0]
            one = ptr16(pool + 4 * int(layers[0]))
            layers[0] = one[_LINK]
            state[_POSITION] = one[_HEAD]
            budget -= int(_open(block, pool))
        elif int(state[_GROWN]):
            if int(state[_WIDTH]):
                narrow(block, pool)
            layers[1] = state[_GROWN]
            state[_GROWN] = 0
            state[_COUNT] = 0
            state[_LEVEL] = int(state[_LEVEL]) + 1
        elif int(state[_LEVEL]):
            state[_LEVEL] = int(state[_LEVEL]) - 1
        else:
            return _DONE
    return _MORE


@micropython.viper
def _open(block: int, pool: int) -> int:
    """Begin with the position at work: which places are to be fired in it. 1 when it was looked at anew, else 0. After
    the last position its set is dropped."""
    told = ptr32(block + _TOLD)
    state = ptr32(block + _STATE)
    here = pool + 4 * int(state[_POSITION])
    one = ptr16(here)
    state[_BITS] = 0
    if here == pool:
        drop(block, pool, int(state[_WORK]))
        return 0
    score = int(one[_SCORE]) - int(state[_BEST])
    ever = int(one[_EVER])
    sleep = int(one[_SLEEP])
    bits = int(one[_CAN]) & ~sleep
    state[_PASSED] = sleep
    if score > 0:
        state[_BITS] = bits
    if score or not ever:
        return 0
    words = ptr32(pool + 4 * (int(state[_WORK]) + _WORDS))
    i = 0
    while i < 4:
        told[_SET + i] = words[i]
        i += 1
    new = ptr32(block + _NEW)
    words = ptr32(here + _STOCK_BYTE)
    size = int(state[_SIZE])
    i = 0
    while i < size:
        new[i] = words[i]
        i += 1
    if int(equal(block, ever, int(one[_CAN]), sleep, int(state[_BEST]), int(state[_RANK]))):
        state[_BITS] = bits
    return 1


__all__ = ("begin", "prime", "walk")
