"""Room: what a board at its prompt says of itself and its files, and the few steps that must not stop half way.

Code here runs on the board: plain MicroPython, small. Before: transport/board.py. After: plan.py, sync.py.
"""

import ast
import errno
from collections.abc import Sequence
from dataclasses import dataclass, field

from host_tools.transport.board import Board
from host_tools.transport.phases import BOOTSEL, BoardError, phase

OLDEST = (1, 24)  # the first whose bytecode is 6.3
ROM = "/rom"  # where MicroPython mounts its ROMFS partition
POINTER = "fw.slot"

_WHAT = """
import sys, os, gc
gc.collect()
i = sys.implementation
v = os.statvfs('/')
def u(d):
    m = n = 0
    for e in os.ilistdir(d or '/'):
        if len(e) < 4:
            continue
        m += 40 + len(e[0])
        if e[1] & 0x4000:
            n += u(d + '/' + e[0])
        elif e[3] > v[0] // 8:
            n += -(-e[3] // v[0])
        else:
            m += e[3]
    return n + 2 + m // (v[0] // 2) * 2
f = max(v[3] if v[3] < v[2] else 0, v[2] - u('') - 8, 0)
try:
    import vfs
    p = vfs.rom_ioctl(2, 0)
    p = len(memoryview(p)) if hasattr(p, 'ioctl') else 0
except (ImportError, AttributeError):
    p = 0
w = (i.name, tuple(i.version[:3]), getattr(i, '_mpy', 0), getattr(i, '_machine', ''), sys.platform, v[0], v[2], f,
     gc.mem_free(), gc.mem_free() + gc.mem_alloc(), p)
"""
# statvfs counts blocks of littlefs more than once (44 of 352 too many on a board with two copies) and may even fall
# below nothing, which shows as a huge number. So `u` counts what files and folders take: data in whole blocks, folders
# in pairs of blocks that are split when they are half full. What has no size is another file system, mounted.

# Prints one line a file: path, size, SHA-256. Folders of ours are walked whole, other things at / only named.
_LIST = """
import os, hashlib, binascii
b = bytearray(2048)
m = memoryview(b)
def h(p):
    s = hashlib.sha256()
    with open(p, 'rb') as f:
        while True:
            n = f.readinto(b)
            if not n:
                return binascii.hexlify(s.digest()).decode()
            s.update(m[:n])
def w(d):
    try:
        e = list(os.ilistdir(d or '/'))
    except OSError:
        return
    for i in e:
        p = d + '/' + i[0]
        if i[1] & 0x4000:
            if %s:
                print(repr((p, -1, '')))
                w(p)
            else:
                print(repr((p, -2, '')))
        else:
            print(repr((p, i[3], h(p) if %s else '')))
"""
_OURS = ("/fw_a", "/fw_b", ROM)


@dataclass(frozen=True)
class About:
    """What runs on the board; sizes in bytes. partition: of its ROMFS partition, 0 for none."""

    version: tuple[int, ...]
    mpy: int
    machine: str
    platform: str
    block: int
    flash: int
    flash_free: int
    heap_free: int
    heap: int
    partition: int

    @property
    def name(self) -> str:
        return f"MicroPython {'.'.join(map(str, self.version))} on {self.machine}"


@dataclass
class Listing:
    """`files`: {path: (size, sha256)}, hashes for ours; `folders`: ours; `others`: names at / that are not ours."""

    files: dict[str, tuple[int, str]] = field(default_factory=dict)
    folders: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    pointer: str = ""
    head: str = ""  # first line of the board's main.py


def about(board: Board, expect: str = "rp2") -> About:
    """What the board is; BoardError if it is not one this firmware is for."""
    with phase("board"):
        name, version, mpy, machine, platform, block, blocks, free, *heap = board.value(_WHAT, "w")
    if name != "micropython":
        raise BoardError("board", f"the board runs {name}, not MicroPython", BOOTSEL)
    if expect and platform != expect:
        raise BoardError(
            "board", f"this is {machine or platform}, not a Raspberry Pi Pico", "name the Pico with --board ADDRESS"
        )
    if version < OLDEST:
        old = ".".join(map(str, version))
        raise BoardError("board", f"MicroPython {old} is too old, {OLDEST[0]}.{OLDEST[1]} is needed", BOOTSEL)
    return About(version, mpy, machine, platform, block, block * blocks, block * free, *heap)


def listing(board: Board) -> Listing:
    """The board's files; ours with hashes. Takes a few seconds on a Pico."""
    found = Listing()
    code = _LIST % (f"p in {_OURS!r} or d.startswith({_OURS!r})", f"d == '' or d.startswith({_OURS!r})")
    with phase("list"):
        told = board.run(code + "w('')", seconds=60).decode()
        for line in told.splitlines():
            path, size, digest = _entry(line)
            if size == -1:
                found.folders.append(path)
            elif size == -2:
                found.others.append(path + "/")
            else:
                found.files[path] = (size, digest)
                if not is_ours(path):
                    found.others.append(path)
        if "/" + POINTER in found.files:
            found.pointer = board.read_file("/" + POINTER).decode("utf-8", "replace").strip()
        if "/main.py" in found.files:
            found.head = board.run("f=open('/main.py')\nprint(f.readline())\nf.close()").decode("utf-8", "replace")
    return found


def _entry(line: str) -> tuple[str, int, str]:
    path, size, digest = ast.literal_eval(line)
    return path, size, digest


def is_ours(path: str) -> bool:
    """Whether the flasher may replace or delete this file."""
    return path.startswith(tuple(folder + "/" for folder in _OURS)) or path in (
        "/" + POINTER, "/boot.py", "/main.py", "/boot_starts",
    )  # fmt: skip


def make_folders(board: Board, folders: list[str]) -> None:
    """Make folders; those that are there are no error."""
    _each(board, "mkdir", folders, errno.EEXIST)


def _each(board: Board, verb: str, paths: list[str], harmless: int) -> None:
    for at in range(0, len(paths), 16):
        board.run(
            f"import os\nfor p in {paths[at : at + 16]!r}:\n try:\n  os.{verb}(p)\n"
            f" except OSError as e:\n  if e.errno != {harmless}:\n   raise"
        )


def remove(board: Board, files: list[str], folders: Sequence[str] = ()) -> None:
    """Delete files, then folders (deepest first); what is gone already is no error."""
    _each(board, "remove", files, errno.ENOENT)
    _each(board, "rmdir", sorted(folders, reverse=True), errno.ENOENT)


def replace(board: Board, path: str, data: bytes) -> None:
    """Replace a file in one step: a cut leaves the old or the new one."""
    board.write_file(path + ".new", data)
    rename(board, path + ".new", path)


def rename(board: Board, old: str, new: str) -> None:
    board.run(f"import os\nos.rename({old!r}, {new!r})")
