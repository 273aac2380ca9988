"""Room: firing one converter in every way, for settle_native.py; in machine code as it is.

A stock is what is left at each supply, one byte each, below 128 (settle_moves.py of the Energy Matrix).
"""

import micropython
from micropython import const

WAYS = const(12)  # splits of one move


@micropython.viper
def fire(tables, stock, at: int, fired: int) -> int:
    """Write every stock that firing the place `at` can leave into tables[12], one after the other; how many, or -1
    where there are more than WAYS. `fired`: bits of those that have fired then."""
    starts = ptr16(tables[0])
    needs = ptr8(tables[1])
    outs = ptr16(tables[2])
    makes = ptr8(tables[3])
    takers = ptr16(tables[5])
    shared = ptr8(tables[6])
    taken = ptr8(tables[7])
    new = ptr8(tables[12])
    old = ptr8(stock)
    size = int(len(stock))
    # Half of the table each: the ways so far, and those that grow from them.
    here = 0
    there = WAYS * size
    count = 1
    i = 0
    while i < size:
        new[i] = old[i]
        i += 1
    i = int(starts[at])
    end = int(starts[at + 1])
    while i < end:
        units = int(needs[i])
        last = i + 2 + int(needs[i + 1])
        i += 2
        contested = 0
        while i < last:
            supply = int(needs[i])
            i += 1
            have = int(old[supply])
            if int(takers[supply]) & ~fired:
                if have:
                    shared[contested] = supply
                    contested += 1
            else:
                # Nobody else can want what is here: it is taken first, and the rest forgotten.
                units -= have
                way = 0
                while way < count:
                    new[here + way * size + supply] = 0
                    way += 1
        if units <= 0:
            continue
        # The first split takes all it can from the first of them; the next ones shift units to later ones.
        grown = 0
        k = contested  # so many, from the first on, are to take anew what `units` are left to take
        while contested:
            j = 0
            while j < k:
                have = int(old[shared[j]])
                if have > units:
                    have = units
                taken[j] = have
                units -= have
                j += 1
            if grown + count > WAYS:
                return -1
            way = 0
            while way < count:
                source = here + way * size
                target = there + (grown + way) * size
                j = 0
                while j < size:
                    new[target + j] = new[source + j]
                    j += 1
                j = 0
                while j < contested:
                    supply = int(shared[j])
                    new[target + supply] = int(old[supply]) - int(taken[j])
                    j += 1
                way += 1
            grown += count
            units = int(taken[0])
            k = 1
            while k < contested:
                if units and int(taken[k]) < int(old[shared[k]]):
                    break
                units += int(taken[k])
                k += 1
            if k >= contested:
                break
            taken[k] = int(taken[k]) + 1
            units -= 1
        count = grown
        j = here
        here = there
        there = j
    i = int(outs[at])
    end = int(outs[at + 1])
    while i < end:
        supply = int(makes[i])
        if int(takers[supply]) & ~fired:
            way = 0
            while way < count:
                new[here + way * size + supply] = makes[i + 1]
                way += 1
        i += 2
    if here:
        # The ways begin where the table begins.
        i = 0
        while i < count * size:
            new[i] = new[here + i]
            i += 1
    return count
