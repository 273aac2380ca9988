"""Room: a stand-in for a Pico on desktop MicroPython: littlefs on a file is /, then boot.py, main.py and the prompt.

Started by standin.py as `micropython -i pico.py IMAGE BLOCKS OK TABLE ROM`. IMAGE is the flash, TABLE the repository
whose chip models stand in for the table's hardware, or "-" for a bare board, ROM the file of a ROMFS partition, or "-".
Every change of the flash is in its file at once, so killing the process is a power cut.
"""

import os
import sys
import time

import vfs

BLOCK = 4096
UP = "\x16up\x16"  # to standin.py: from here on this is a board, and its line may be used


class FileFlash:
    """A block device of the Pico's kind on a file of this computer."""

    def __init__(self, path, blocks):
        self._file = open(path, "r+b")
        self._blocks = blocks

    def readblocks(self, block, buffer, offset=0):
        self._file.seek(block * BLOCK + offset)
        self._file.readinto(buffer)
        return 0

    def writeblocks(self, block, buffer, offset=0):
        self._file.seek(block * BLOCK + offset)
        self._file.write(buffer)
        self._file.flush()
        return 0

    def ioctl(self, operation, argument):
        if operation == 4:
            return self._blocks
        if operation == 5:
            return BLOCK
        if operation == 6:
            self.writeblocks(argument, b"\xff" * BLOCK)
        return 0


class Partition(bytearray):
    """What `vfs.rom_ioctl(2, 0)` gives on the Pico (ports/rp2/rp2_flash.c): a block device whose bytes lie open.

    Stricter than the chip: only erased pages are written, whole ones, and nothing of a mounted file system."""

    def keep_in(self, file):
        self._file = file

    def writeblocks(self, block, buffer, offset=None):
        if offset is None:  # as the port does: it erases as much as it writes
            if len(buffer) % BLOCK:
                raise ValueError("not whole blocks")
            for at in range(len(buffer) // BLOCK):
                self.ioctl(6, block + at)
        start = block * BLOCK + (offset or 0)
        if start % 256 or len(buffer) % 256:
            raise ValueError("not whole pages")
        if start + len(buffer) > len(self):
            raise ValueError("beyond the partition")
        for at in range(start, start + len(buffer)):
            if self[at] != 0xFF:
                raise ValueError("not erased")
        self._put(start, buffer)

    def ioctl(self, operation, argument):
        if operation == 4:
            return len(self) // BLOCK
        if operation == 5:
            return BLOCK
        if operation == 6:
            if not 0 <= argument < len(self) // BLOCK:
                raise ValueError("beyond the partition")
            self._put(argument * BLOCK, b"\xff" * BLOCK)
        return 0

    def _put(self, start, data):
        if mounted():
            raise ValueError("mounted")
        self[start : start + len(data)] = data
        self._file.seek(start)
        self._file.write(data)
        self._file.flush()


def mounted():
    """Whether the partition is in use as a file system."""
    return "rom" in os.listdir("/")


class Vfs:
    """The module `vfs` of a MicroPython with a partition."""

    def __init__(self, partition):
        for name in ("VfsLfs2", "VfsRom", "mount", "umount"):
            setattr(self, name, getattr(vfs, name))
        self._partition = partition

    def rom_ioctl(self, operation, number=0, *more):
        if operation == 1:
            return 1
        if operation == 2:
            return self._partition
        return -22


def furnish_partition(file):
    """As the port does before boot.py: the partition is mounted if there is a file system in it."""
    partition = Partition(file.read())
    partition.keep_in(file)
    sys.modules["vfs"] = Vfs(partition)
    try:
        vfs.mount(vfs.VfsRom(partition), "/rom")
    except OSError:
        return
    sys.path[:] = ["", ".frozen", "/rom", "/rom/lib", "/lib"]


class Bare:
    """The `machine` of a board on which nothing but the OK button is connected."""

    def __init__(self, ok_held):
        level = 0 if ok_held else 1

        class Pin:
            IN = PULL_UP = 0

            def __init__(self, *words):
                pass

            def value(self):
                return level

        self.Pin = Pin

    def reset(self):
        leave()

    def bootloader(self):
        leave()


def leave():
    """End this process at once, as a reset does; standin.py starts the next one."""
    os.system("kill -9 $PPID")


def furnish(repository, ok_held):
    """Put the table's chip models behind `machine`; their clock is the real one. The firmware stays unloaded."""
    sys.path.insert(0, repository)
    sys.path.insert(0, repository + "/host_tools/simulator/fakes")
    from host_tools.simulator.chips import vclock

    class RealClock(type(vclock.CLOCK)):
        """What is advanced by the models comes on top of the time that passes."""

        def __init__(self):
            self._start = time.time_ns() // 1000
            self._more = 0
            self.alarms = []  # of the link to other boards, which are not there

        @property
        def now_us(self):
            return time.time_ns() // 1000 - self._start + self._more

        @now_us.setter
        def now_us(self, value):
            self._more = max(self._more, value - (time.time_ns() // 1000 - self._start))

    vclock.CLOCK = RealClock()
    import machine
    import rp2  # noqa: F401 (kept loaded: its folder is gone from the path later)

    from firmware import wiring
    from host_tools.simulator.chips import panel, senses
    from host_tools.simulator.chips.pins import PINS
    from host_tools.simulator.chips.table import TableModel

    panel.install(wiring.CHAIN_PRIMARY)
    senses.install(TableModel(), seed=1)
    if ok_held:
        PINS.drive(wiring.PIN_OK, 0)
    for name in list(sys.modules):
        if name.split(".")[0] == "firmware":
            del sys.modules[name]

    machine.reset = leave


def run(name):
    """As the port does after power on: no file, no harm; a traceback leads to the prompt."""
    try:
        with open("/" + name) as file:
            source = file.read()
    except OSError:
        return True
    try:
        exec(source, globals())
    except Exception as problem:
        sys.print_exception(problem)
        return False
    return True


def power_on():
    image, blocks, ok_held, repository, rom = sys.argv[1:6]
    flash = FileFlash(image, int(blocks))
    if repository != "-":
        furnish(repository, ok_held == "ok")
    else:
        sys.modules["machine"] = Bare(ok_held == "ok")
    partition = None if rom == "-" else open(rom, "r+b")
    vfs.umount("/")
    try:
        system = vfs.VfsLfs2(flash, progsize=256, readsize=256)
    except OSError:  # an erased flash: the port makes a file system
        vfs.VfsLfs2.mkfs(flash, progsize=256, readsize=256)
        system = vfs.VfsLfs2(flash, progsize=256, readsize=256)
    vfs.mount(system, "/")
    os.chdir("/")
    sys.path[:] = ["", ".frozen", "/lib"]
    if partition:
        furnish_partition(partition)
    sys.stdout.write(UP)
    if run("boot.py"):
        run("main.py")


power_on()
