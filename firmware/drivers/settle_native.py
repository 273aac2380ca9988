"""Room: the inner loop of settle_hunt.py of the Energy Matrix once more, in machine code.

No hardware here, but only drivers hold such code: ports without a native emitter refuse this file as a syntax error,
CPython for want of `micropython`; then the plain kind serves. tests/games/test_settle_native.py holds both to the same
answers. For at most 16 places, stocks of bytes below 128, packed units of 10 bits a kind.
"""

from array import array

import micropython
from micropython import const

from firmware.drivers.fire_native import WAYS, fire

ENOUGH = const(16)  # positions looked at, after which a call ends early
_BIAS = const(1 << 28)  # makes packed changes positive: ptr32 reads without a sign where words have 64 bits


def tables_of(moves, bound):
    """What the loops read, flat, and where they write."""
    needs, makes = bytearray(), bytearray()
    starts, outs = array("H", [0]), array("H", [0])
    for at in range(len(moves.nodes)):
        for units, supplies, _ in moves.needs[at]:
            needs.append(min(units, 255))
            needs.append(len(supplies))
            needs.extend(bytes(supplies))
        starts.append(len(needs))
        for supply, units in moves.makes[at]:
            makes.append(supply)
            makes.append(units)
        outs.append(len(makes))
    fixed = [bound.free, bound.capped] + list(bound.free_prices) + list(bound.capped_prices)
    fixed += [bound.top, bound.guards, bound.room, bound.full]
    bit = bound.guards & -bound.guards
    for choice in range(8):
        rows = bound.damages[(choice & 1) * bit + (choice >> 1 & 1) * (bit << 10) + (choice >> 2) * (bit << 20)]
        for damage, least in rows:
            fixed += [damage, least]
        fixed += [0, 0] * (4 - len(rows))
    size = len(moves.start)
    return (
        starts,  # 0: where the needs of each place begin
        bytes(needs),  # 1: units, how many supplies, these supplies
        outs,  # 2: where what each place makes begins
        bytes(makes),  # 3: supply, units
        array("H", moves.feeds),  # 4
        array("H", moves.takers),  # 5
        bytearray(16),  # 6: fire's supplies in a contest,
        bytearray(16),  # 7: and what it takes of them
        bytearray(size),  # 8: look's stock
        array("i", fixed),  # 9: what the bound starts from
        array("i", [add for adds in bound.adds for add in adds]),  # 10
        array("i", [number + _BIAS for gain in moves.gains for number in gain]),  # 11
        bytearray(2 * WAYS * size),  # 12: stocks that fire leaves
        array("i", [0] * 5 * (ENOUGH + WAYS)),  # 13: positions kept
        bytearray((ENOUGH + WAYS) * size),  # 14: their stocks
        array("i", [0] * 3),  # 15: further answers
        size,  # 16: supplies
    )


@micropython.viper
def look(tables, way: int, ever: int, sleep: int, change: int) -> int:
    """The score that cannot be exceeded from the position whose stock is number `way` of tables[12]; what else is known
    of it goes into tables[15]: bits of those that can fire, of those that may ever fire, which bound was the tightest.

    ever: bits of those that may still fire; sleep: of those passed over; change: packed (settle_bound.py)."""
    starts = ptr16(tables[0])
    needs = ptr8(tables[1])
    outs = ptr16(tables[2])
    makes = ptr8(tables[3])
    feeds = ptr16(tables[4])
    have = ptr8(tables[8])
    fixed = ptr32(tables[9])
    adds = ptr32(tables[10])
    stocks = ptr8(tables[12])
    size = int(tables[16])
    i = 0
    while i < size:
        have[i] = stocks[way * size + i]
        i += 1
    able = reach = joins = 0
    a = ((change + 512) & 1023) - 512
    rest = (change - a) >> 10
    b = ((rest + 512) & 1023) - 512
    c = (rest - b) >> 10
    free = int(fixed[0]) + int(fixed[2]) * a + int(fixed[3]) * b + int(fixed[4]) * c
    capped = int(fixed[1]) + int(fixed[5]) * a + int(fixed[6]) * b + int(fixed[7]) * c
    top = int(fixed[8]) + change
    todo = ever
    first = True
    while True:
        # Who of `todo` finds its input in `have`?
        at = 0
        bit = 1
        while bit <= todo:
            if todo & bit:
                i = int(starts[at])
                end = int(starts[at + 1])
                fed = bit
                while i < end:
                    wanted = int(needs[i])
                    last = i + 2 + int(needs[i + 1])
                    i += 2
                    while i < last:
                        wanted -= int(have[needs[i]])
                        i += 1
                    if wanted > 0:
                        fed = 0
                        break
                joins |= fed
            bit <<= 1
            at += 1
        if first:
            # A sleeper fires only once something has fired that may feed it.
            first = False
            able = joins
            joins = able & ~sleep
        if not joins:
            break
        # One of those who may fire gives what it makes, and so on.
        at = 0
        bit = 1
        while not joins & bit:
            bit <<= 1
            at += 1
        joins ^= bit
        reach |= bit
        i = 3 * at
        top += int(adds[i])
        free += int(adds[i + 1])
        capped += int(adds[i + 2])
        joins |= able & int(feeds[at]) & ~reach
        i = int(outs[at])
        end = int(outs[at + 1])
        while i < end:
            have[makes[i]] = int(have[makes[i]]) + int(makes[i + 1])
            i += 2
        todo = int(feeds[at]) & ever & ~reach & ~joins
    guards = int(fixed[9])
    reached = (top + guards - int(fixed[10])) & guards
    i = 12 + 8 * (((reached >> 9) & 1) | ((reached >> 18) & 2) | ((reached >> 27) & 4))
    while free < int(fixed[i + 1]):
        i += 2
    score = int(fixed[i])
    full = int(fixed[11])
    line = 0
    if full > capped:
        full = capped
        line = 2
    if full > free:
        full = free
        line = 1
    score += full
    told = ptr32(tables[15])
    told[0] = able
    told[1] = reach
    told[2] = line
    return score


@micropython.viper
def children(tables, stock, bits: int, waiting: int, sleep: int, fired: int, change: int, spare: int, best: int) -> int:
    """Fire each place of `bits` in every way and keep what may reach the score `best`; how many, or -1 where there are
    too many ways. The bits of places still to be fired go into tables[15].

    waiting, sleep, fired: bits of the places that may still fire, were passed over, have fired. change: packed. spare:
    by how much the position outranks the best; what equals that score must outrank it, and firing only lowers the rank.
    Of each position kept, tables[13] tells its place, score, bits of those that can fire, of those that may ever fire,
    of the sleepers; tables[14] its stock."""
    feeds = ptr16(tables[4])
    gains = ptr32(tables[11])
    stocks = ptr8(tables[12])
    found = ptr32(tables[13])
    kept = ptr8(tables[14])
    told = ptr32(tables[15])
    size = int(tables[16])
    count = made = 0
    while bits and made < ENOUGH:
        bit = 1
        at = 0
        while not bits & bit:
            bit <<= 1
            at += 1
        ways = int(fire(tables, stock, at, fired | bit))
        if ways < 0:
            return -1
        bits ^= bit
        gain = change + int(gains[2 * at]) - _BIAS
        least = best
        if spare + int(gains[2 * at + 1]) <= _BIAS:
            least = best + 1
        sleepers = sleep & ~int(feeds[at])
        sleep |= bit
        way = 0
        while way < ways:
            score = int(look(tables, way, waiting & ~bit, sleepers, gain))
            if score >= least:
                i = 5 * count
                found[i] = at
                found[i + 1] = score
                found[i + 2] = told[0]
                found[i + 3] = told[1]
                found[i + 4] = sleepers
                i = 0
                while i < size:
                    kept[count * size + i] = stocks[way * size + i]
                    i += 1
                count += 1
            made += 1
            way += 1
    told[0] = bits
    return count


@micropython.viper
def compare(rivals, stock) -> int:
    """-1 - i when the i-th rival has as much at every supply; else the bits of those rivals that have no more than
    `stock` at any."""
    mine = ptr8(stock)
    size = int(len(stock))
    count = int(len(rivals))
    less = 0
    at = 0
    while at < count:
        theirs = ptr8(rivals[at])
        over = under = 0
        i = 0
        while i < size:
            if mine[i] > theirs[i]:
                over = 1
            elif mine[i] < theirs[i]:
                under = 1
            i += 1
        if not over:
            return -1 - at
        if not under:
            less |= 1 << at
        at += 1
    return less
