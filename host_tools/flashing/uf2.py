"""Room: UF2 files (https://github.com/microsoft/uf2): blocks of 512 bytes that carry 256 bytes of flash each.

Used to check a MicroPython file before it goes on a board, and to join it with a file system (image.py).
"""

import struct
from pathlib import Path

from host_tools import files
from host_tools.errors import UserError

RP2040 = 0xE48BFF56  # family number
PAGE = 256
FLASH_BASE = 0x10000000
_HEAD = struct.Struct("<8I")
_MAGIC = (0x0A324655, 0x9E5D5157)
_END = struct.pack("<I", 0x0AB16F30)
_NOT_MAIN = 0x00000001
_HAS_FAMILY = 0x00002000


def read(path: Path) -> dict[int, bytes]:
    """{flash address: 256 bytes} of a UF2 for the RP2040; UserError if it is not one or not whole."""
    return parse(files.read(path, "name a UF2 file for the Pico"), path.name)


def parse(data: bytes, name: str = "the file") -> dict[int, bytes]:
    """As `read`, from bytes."""
    if not data or len(data) % 512:
        raise UserError(f"{name} is no whole UF2 file ({len(data)} bytes, not a multiple of 512); fetch it again")
    pages: dict[int, bytes] = {}
    total = len(data) // 512
    seen = set()
    for at in range(0, len(data), 512):
        block = data[at : at + 512]
        first, second, flags, address, size, number, count, family = _HEAD.unpack_from(block)
        if (first, second) != _MAGIC or block[508:] != _END:
            raise UserError(f"{name} is no UF2 file (block {at // 512} has other marks); fetch it again")
        if flags & _NOT_MAIN:
            continue
        if not flags & _HAS_FAMILY or family != RP2040:
            raise UserError(f"{name} is not for the RP2040 (family {family:08x}); take the one for the Pico")
        if size != PAGE or address % PAGE:
            raise UserError(f"{name} has a block of {size} bytes at {address:#x}; the Pico takes pages of 256")
        if count != total or number in seen or number >= total:
            raise UserError(f"{name} is not whole: {total} blocks of {count}; fetch it again")
        seen.add(number)
        pages[address] = block[32 : 32 + PAGE]
    if not pages:
        raise UserError(f"{name} carries no flash content; fetch it again")
    return pages


def write(pages: dict[int, bytes]) -> bytes:
    """The UF2 file of these pages, numbered in the order of their addresses."""
    blocks = []
    for number, address in enumerate(sorted(pages)):
        head = _HEAD.pack(*_MAGIC, _HAS_FAMILY, address, PAGE, number, len(pages), RP2040)
        blocks.append(head + pages[address] + bytes(512 - 32 - PAGE - 4) + _END)
    return b"".join(blocks)
