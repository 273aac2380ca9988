"""Room: a program for test_power_cut: real littlefs on a block device whose supply goes at the n-th flash operation.

Runs on MicroPython: `micropython tests/device/power_cut.py push|inbox`. Prints one JSON line: how many operations the
update takes, and what a board finds after a cut at each of them. Erased flash is 0xFF, programming only clears bits;
the operation at which the supply goes is done by half.
"""

import json
import os
import sys

import vfs

from firmware.cards.slots import INBOX, CardSlots
from firmware.drivers.flash import FolderFiles, FolderStore
from host_tools.cards.database import GAME
from tests.cards.databases import NEW_FILE, OLD_FILE, receive

BLOCK = 4096
BLOCKS = 24
PROGRAM = 256
_DEAD = -5  # EIO: what a chip without supply answers


class Flash:
    """A block device of the Pico's kind; `left`: operations until the supply goes, None for a good one."""

    def __init__(self, data):
        self.data = data
        self.left = None
        self.operations = 0

    def readblocks(self, block, buffer, offset=0):
        if self.left == 0:
            return _DEAD
        start = block * BLOCK + offset
        buffer[:] = self.data[start : start + len(buffer)]
        return 0

    def writeblocks(self, block, buffer, offset=0):
        if self.left == 0:
            return _DEAD
        start = block * BLOCK + offset
        for at in range(self._operation(len(buffer))):
            self.data[start + at] &= buffer[at]
        return _DEAD if self.left == 0 else 0

    def ioctl(self, operation, argument):
        if operation == 4:
            return BLOCKS
        if operation == 5:
            return BLOCK
        if operation == 6:
            if self.left == 0:
                return _DEAD
            count = self._operation(BLOCK)
            start = argument * BLOCK
            self.data[start : start + count] = b"\xff" * count
            return _DEAD if self.left == 0 else 0
        return 0

    def _operation(self, size):
        """How many bytes of it still come about."""
        self.operations += 1
        if self.left is not None:
            self.left -= 1
            if self.left == 0:
                return size // 2
        return size


def mounted(flash):
    system = vfs.VfsLfs2(flash, progsize=PROGRAM, readsize=PROGRAM, lookahead=32)
    vfs.mount(system, "/flash")


def board():
    files = FolderFiles("/flash/data")
    slots = CardSlots(files, FolderStore("/flash/data"), GAME)
    catalogue = slots.start()
    files.close()
    return slots, catalogue


def fresh():
    """A board that has the old database in use."""
    flash = Flash(bytearray(b"\xff" * BLOCK * BLOCKS))
    vfs.VfsLfs2.mkfs(flash, progsize=PROGRAM, readsize=PROGRAM, lookahead=32)
    mounted(flash)
    os.mkdir("/flash/data")
    put(OLD_FILE)
    board()
    return flash


def put(data):
    with open("/flash/data/" + INBOX, "wb") as file:
        file.write(data)


def push():
    slots, _ = board()
    receive(slots, NEW_FILE, 300)
    slots.close()


def inbox():
    """Another tool has put the file there; the board starts, perhaps twice."""
    put(NEW_FILE)
    board()


def found():
    """What a start finds: "old", "new" or a fault."""
    slots, catalogue = board()
    if catalogue is None:
        return "none"
    data = slots.read(0, len(NEW_FILE) + 1)
    slots.close()
    return "old" if data == OLD_FILE else "new" if data == NEW_FILE else "mixed"


def trial(update, cut):
    """(found after a cut, found after the update was repeated, operations)."""
    flash = fresh()
    flash.operations = 0
    flash.left = cut
    try:
        update()
        vfs.umount("/flash")
    except OSError:
        vfs.umount("/flash")
    operations = flash.operations
    flash.left = 0  # what is still open on it stays dead
    mounted(Flash(flash.data))
    first = found()
    update()
    again = found()
    vfs.umount("/flash")
    return first, again, operations


def main(update):
    whole = trial(update, None)
    outcomes = []
    for cut in range(1, whole[2] + 1):
        first, again, _ = trial(update, cut)
        outcomes.append([first, again])
    print(json.dumps({"operations": whole[2], "uncut": whole[0], "outcomes": outcomes}))


main({"push": push, "inbox": inbox}[sys.argv[1]])
