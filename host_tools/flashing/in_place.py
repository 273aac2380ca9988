"""Room: the firmware into the ROMFS partition of a board, where it runs without being copied into the heap.

The partition has one copy, so first the board copies what it holds into its file system (keep), and while the partition
is written that one starts. A partition that is not whole has no header: MicroPython does not mount it. Block by block
only what differs is sent, so that a second try goes on where the first one stopped.
Before: plan.py, device.py. After: sync.py.
"""

import hashlib
from binascii import b2a_base64
from collections.abc import Callable

from host_tools.flashing import device
from host_tools.flashing.plan import Plan, folder_of
from host_tools.transport.board import CHUNK, Board
from host_tools.transport.phases import AGAIN, BoardError, phase

BLOCK = 4096

# Copies one file on the board.
_COPY = """
def c(s, t):
    b = bytearray(1024)
    m = memoryview(b)
    with open(s, 'rb') as f, open(t, 'wb') as g:
        while True:
            n = f.readinto(b)
            if not n:
                return
            g.write(m[:n])
"""

# `p` is the partition, as a block device and as bytes that lie in the flash; `h` prints the SHA-256 of its blocks.
_PARTITION = """
import vfs, hashlib
from binascii import a2b_base64 as d, hexlify
p = vfs.rom_ioctl(2, 0)
def h(n):
    m = memoryview(p)
    for i in range(n):
        print(hexlify(hashlib.sha256(m[i * 4096:(i + 1) * 4096]).digest()).decode())
"""
_UMOUNT = """
try:
    vfs.umount('/rom')
except OSError:
    pass
"""


def keep(board: Board, plan: Plan, progress: Callable[[str, int, int], None]) -> None:
    """Let the board copy what its partition holds into its file system, and see that it is the same."""
    assert plan.keep is not None
    there = folder_of(plan.keep.slot)
    with phase("keep"):
        device.remove(board, plan.delete, plan.delete_folders)
        device.make_folders(board, plan.folders)
        board.run(_COPY)
        for number, path in enumerate(plan.keep.copy):
            progress("keeping what runs", number, len(plan.keep.copy))
            board.run(f"c({device.ROM + path!r}, {there + path!r})", seconds=60)
        found = device.listing(board).files
        wrong = [path for path in plan.keep.copy if found.get(there + path) != found.get(device.ROM + path)]
        if wrong:
            raise BoardError("keep", f"{there + wrong[0]} is not what {device.ROM + wrong[0]} is", AGAIN)


def write(board: Board, content: bytes, progress: Callable[[str, int, int], None]) -> None:
    """Put `content` into the partition. The first block, with the header, goes first and comes last."""
    blocks = [content[at : at + BLOCK].ljust(BLOCK, b"\xff") for at in range(0, len(content), BLOCK)]
    with phase("partition"):
        board.run(_PARTITION)
        differ = _differing(board, blocks)
        if not differ:
            return
        board.run(_UMOUNT + "p.ioctl(6, 0)")
        order = [number for number in differ if number] + [0]
        for done, number in enumerate(order):
            progress("writing the partition", done, len(order))
            _write_block(board, number, blocks[number])
        if _differing(board, blocks):
            raise BoardError("verify", "the partition does not hold what was sent", AGAIN)


def _write_block(board: Board, number: int, data: bytes) -> None:
    board.run(f"p.ioctl(6, {number})")
    for at in range(0, BLOCK, CHUNK):
        piece = b2a_base64(data[at : at + CHUNK], newline=False).decode()
        board.run(f"p.writeblocks({number}, d('{piece}'), {at})")


def _differing(board: Board, blocks: list[bytes]) -> list[int]:
    """Numbers of the blocks that are not as they should be."""
    told = board.run(f"h({len(blocks)})", seconds=60).decode().split()
    return [number for number, data in enumerate(blocks) if told[number] != hashlib.sha256(data).hexdigest()]
