"""Room: how much a position may still reach (settle_bound.py of the Energy Matrix), for hunt_native.py; in machine code
as it is. `block` is the address of what settle_tables.py there lays out."""

import micropython
from micropython import const

# Where in the block: see settle_tables.py.
_NEW = const(896)
_HAVE = const(960)
_FIXED = const(1088)
_TOLD = const(2112)
_STATE = const(2144)
_MACHINE = const(48)
_MAKES = const(32)
_FEEDS = const(20)
_NONE = const(255)
_BIAS = const(1 << 28)  # makes numbers positive: ptr32 reads without a sign where words have 64 bits
# Fixed words
_GUARDS = const(0)
_ROOM = const(1)
_FULL = const(2)  # then the weight, room and price of each kind
_LINES = const(10)  # prices of each of two lines
_DAMAGES = const(16)
_PLACES = const(1408)  # byte of the block where the words of the places begin
_PLACE = const(40)  # bytes of one, and its words: what it may add (packed, on two lines),
_CHANGE = const(3)  # then what it adds itself: packed, on two lines, its rank,
_GAIN = const(7)  # and of each kind
# Told: answers, then the set looked at
_ABLE = const(0)
_REACH = const(1)
_LINE = const(2)
_SET = const(3)
# State
_SIZE = const(0)  # words of a stock
_NODES = const(1)


@micropython.viper
def prime(block: ptr8, places: ptr32):
    """Work out what firing each place changes; `places`: three words of each, the packed change (biased), the rank
    (biased) and what it makes, packed: nobody can bring more to the others' totals."""
    fixed = ptr32(int(block) + _FIXED)
    nodes = int(ptr32(int(block) + _STATE)[_NODES])
    at = 0
    while at < nodes:
        place = ptr32(int(block) + _PLACES + _PLACE * at)
        rest = int(places[3 * at])
        place[_CHANGE] = rest
        place[_CHANGE + 3] = places[3 * at + 1]
        place[0] = places[3 * at + 2]
        rest -= _BIAS
        free = capped = 0
        kind = 0
        while kind < 3:
            units = rest
            if kind < 2:
                units = ((rest + 512) & 1023) - 512
            rest = (rest - units) >> 10
            place[_GAIN + kind] = units + _BIAS
            free += units * int(fixed[_LINES + kind])
            capped += units * int(fixed[_LINES + 3 + kind])
            kind += 1
        place[_CHANGE + 1] = free + _BIAS
        place[_CHANGE + 2] = capped + _BIAS
        if free < 0:
            free = 0
        if capped < 0:
            capped = 0
        place[1] = free
        place[2] = capped
        at += 1


@micropython.viper
def look(block: int, waiting: int, able: int, check: int, sleep: int) -> int:
    """The score that cannot be exceeded from the new stock, of the set told of; what else is known is told, too.

    Bits: waiting, of those that may still fire; able, of those that can, as far as known; check, of those of which it
    is not; sleep, of those passed over."""
    machines = ptr8(block)
    have = ptr8(block + _HAVE)
    told = ptr32(block + _TOLD)
    size = int(ptr32(block + _STATE)[_SIZE])
    source = ptr32(block + _NEW)
    target = ptr32(block + _HAVE)
    i = 0
    while i < size:
        target[i] = source[i]
        i += 1
    reach = joins = 0
    todo = check & waiting
    able &= waiting & ~check
    first = 1
    while True:
        # Who of `todo` finds its input in `have`?
        at = 0
        bit = 1
        while todo:
            if todo & 1:
                i = at
                fed = bit
                wanted = int(machines[i])
                while wanted != _NONE:
                    last = i + 2 + int(machines[i + 1])
                    i += 2
                    while i < last:
                        wanted -= int(have[machines[i]])
                        i += 1
                    if wanted > 0:
                        fed = 0
                        break
                    wanted = int(machines[i])
                joins |= fed
            todo >>= 1
            bit <<= 1
            at += _MACHINE
        if first:
            # A sleeper fires only once something has fired that may feed it.
            first = 0
            able |= joins
            joins = able & ~sleep
        if not joins:
            break
        # They give what they make to those they may feed, and so on.
        reach |= joins
        at = block
        while joins:
            if joins & 1:
                fed = int(ptr16(at)[_FEEDS])
                if fed:
                    todo |= fed
                    made = ptr8(at + _MAKES)
                    last = int(made[0])
                    while last != _NONE:
                        have[last] = int(have[last]) + int(made[1])
                        made = ptr8(int(made) + 2)
                        last = int(made[0])
            joins >>= 1
            at += _MACHINE
        todo &= waiting & ~reach
        joins = able & todo
        todo ^= joins
    told[_ABLE] = able
    told[_REACH] = reach
    return int(glance(block, reach))


@micropython.viper
def glance(block: int, waiting: int) -> int:
    """The score that the set told of cannot exceed even if all of `waiting` can fire; the line that is the tightest is
    told."""
    fixed = ptr32(block + _FIXED)
    told = ptr32(block + _TOLD)
    top = int(told[_SET])
    free = int(told[_SET + 1])
    capped = int(told[_SET + 2])
    i = block + _PLACES
    while waiting:
        if waiting & 1:
            place = ptr32(i)
            top += int(place[0])
            free += int(place[1])
            capped += int(place[2])
        i += _PLACE
        waiting >>= 1
    guards = int(fixed[_GUARDS])
    reached = (top + guards - int(fixed[_ROOM])) & guards
    i = _DAMAGES + 8 * (((reached >> 9) & 1) | ((reached >> 18) & 2) | ((reached >> 27) & 4))
    while free < int(fixed[i + 1]):
        i += 2
    full = int(fixed[_FULL])
    line = 0
    if full > capped:
        full = capped
        line = 2
    if full > free:
        full = free
        line = 1
    told[_LINE] = line
    return int(fixed[i]) + full
