"""Room: firing one converter in every way, for hunt_native.py; in machine code as it is.

A stock is what is left at each supply, one byte each, below 128 (settle_moves.py of the Energy Matrix). `block` is the
address of what settle_tables.py there lays out.
"""

import micropython
from micropython import const

# Where in the block: see settle_tables.py.
_TAKERS = const(768)
_NEW = const(896)
_SHARED = const(1024)
_STATE = const(2144)
_MACHINE = const(48)
_MAKES = const(32)
_FEEDS = const(20)
_NONE = const(255)
_SIZE = const(0)
# Of each input that several suppliers share: how many, then their supplies, then what is taken of each.
_ROW = const(16)
_TAKEN = const(9)
_ROWS = const(48)  # so many such inputs


@micropython.viper
def fire(block: int, stock: int, at: int, fired: int) -> int:
    """Write the first stock that firing the place `at` can leave, as the new one; `stock` is the address of the old
    one. `fired`: bits of those that have fired then. Answers the bits of those whose supplies have changed."""
    machines = ptr8(block)
    takers = ptr16(block + _TAKERS)
    new = ptr8(block + _NEW)
    shared = ptr8(block + _SHARED)
    size = int(ptr32(block + _STATE)[_SIZE])
    source = ptr32(stock)
    target = ptr32(block + _NEW)
    i = 0
    while i < size:
        target[i] = source[i]
        i += 1
    touched = int(ptr16(block + _MACHINE * at)[_FEEDS])
    row = 0
    i = at * _MACHINE
    while int(machines[i]) != _NONE:
        units = int(machines[i])
        last = i + 2 + int(machines[i + 1])
        i += 2
        contested = 0
        while i < last:
            supply = int(machines[i])
            i += 1
            have = int(new[supply])
            others = int(takers[supply]) & ~fired
            if others:
                if have:
                    touched |= others
                    contested += 1
                    shared[row + contested] = supply
            else:
                # Nobody else can want what is here: it is taken first, and the rest forgotten.
                units -= have
                new[supply] = 0
        if units > 0:
            # The first split takes all it can from the first of them; the next ones shift units to later ones.
            shared[row] = contested
            j = 1
            while j <= contested:
                supply = int(shared[row + j])
                have = int(new[supply])
                taken = have
                if have > units:
                    taken = units
                shared[row + _TAKEN - 1 + j] = taken
                new[supply] = have - taken
                units -= taken
                j += 1
            if contested > 1:
                row += _ROW
    shared[_ROWS] = row
    i = at * _MACHINE + _MAKES
    while int(machines[i]) != _NONE:
        supply = int(machines[i])
        if int(takers[supply]) & ~fired:
            new[supply] = machines[i + 1]
        i += 2
    return touched


@micropython.viper
def another(block: int, stock: int) -> int:
    """Write the next stock that the machine fired last can leave; 0 where there is none left."""
    new = ptr8(block + _NEW)
    shared = ptr8(block + _SHARED)
    old = ptr8(stock)
    rows = int(shared[_ROWS])
    row = 0
    while row < rows:
        count = int(shared[row])
        supplies = row + 1
        amounts = row + _TAKEN
        units = int(shared[amounts])
        k = 1
        while k < count:
            taken = int(shared[amounts + k])
            if units and taken < int(old[shared[supplies + k]]):
                break
            units += taken
            k += 1
        more = 0
        if k < count:
            more = 1
            taken = int(shared[amounts + k]) + 1
            shared[amounts + k] = taken
            supply = int(shared[supplies + k])
            new[supply] = int(old[supply]) - taken
            units -= 1
        # Those before take anew what is left to take; where all splits have been, this is the first one again.
        j = 0
        while j < k:
            supply = int(shared[supplies + j])
            have = int(old[supply])
            taken = have
            if have > units:
                taken = units
            shared[amounts + j] = taken
            new[supply] = have - taken
            units -= taken
            j += 1
        if more:
            return 1
        row += _ROW
    return 0
