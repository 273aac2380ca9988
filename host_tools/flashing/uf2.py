"""Room: UF2 files (https://github.com/microsoft/uf2): blocks of 512 bytes that carry 256 bytes of flash each.

Used to check a MicroPython file before it goes on a board, and to join it with a file system (image.py). Family numbers
say which chip takes a file: boot/uf2.h of the Pico SDK.
"""

import struct
from dataclasses import dataclass
from pathlib import Path

from host_tools import files
from host_tools.errors import UserError

RP2040 = 0xE48BFF56  # family numbers
RP2350 = 0xE48BFF59
RP2350_RISCV = 0xE48BFF5A
BOARDS = {RP2040: "Pico", RP2350: "Pico 2", RP2350_RISCV: "Pico 2"}  # the board with that chip
_ABSOLUTE = 0xE48BFF57
PAGE = 256
FLASH_BASE = 0x10000000
_HEAD = struct.Struct("<8I")
_MAGIC = (0x0A324655, 0x9E5D5157)
_END = struct.pack("<I", 0x0AB16F30)
_NOT_MAIN = 0x00000001
_HAS_FAMILY = 0x00002000


@dataclass(frozen=True)
class Content:
    """pages: {flash address: 256 bytes}; family: of the chip; before: a block for the boot ROM of an early RP2350
    (erratum E10) that says nothing about the flash, b"" if there is none."""

    pages: dict[int, bytes]
    family: int
    before: bytes = b""

    @property
    def board(self) -> str:
        """The board that takes this file."""
        return BOARDS[self.family]


def read(path: Path) -> dict[int, bytes]:
    """{flash address: 256 bytes} of a UF2 for a Pico or Pico 2; UserError if it is not one or not whole."""
    return content_of(path).pages


def content_of(path: Path) -> Content:
    """As `read`, and for which chip."""
    return content(files.read(path, "name a UF2 file for the Pico 2 or the Pico"), path.name)


def parse(data: bytes, name: str = "the file") -> dict[int, bytes]:
    """As `read`, from bytes."""
    return content(data, name).pages


def content(data: bytes, name: str = "the file") -> Content:
    """As `content_of`, from bytes."""
    if not data or len(data) % 512:
        raise UserError(f"{name} is no whole UF2 file ({len(data)} bytes, not a multiple of 512); fetch it again")
    blocks = [data[at : at + 512] for at in range(0, len(data), 512)]
    before = b""
    if _HEAD.unpack_from(blocks[0])[7] == _ABSOLUTE:
        before = blocks.pop(0)
    pages: dict[int, bytes] = {}
    seen: set[int] = set()
    family = 0
    for place, block in enumerate(blocks):
        first, second, flags, address, size, number, count, kind = _HEAD.unpack_from(block)
        if (first, second) != _MAGIC or block[508:] != _END:
            raise UserError(f"{name} is no UF2 file (block {place} has other marks); fetch it again")
        if flags & _NOT_MAIN:
            continue
        family = family or kind
        if not flags & _HAS_FAMILY or kind not in BOARDS or kind != family:
            raise UserError(
                f"{name} is not for the RP2350 or the RP2040 (family {kind:08x}); take the one for your Pico 2 or Pico"
            )
        if size != PAGE or address % PAGE:
            raise UserError(f"{name} has a block of {size} bytes at {address:#x}; the Pico takes pages of 256")
        if count != len(blocks) or number in seen or number >= count:
            raise UserError(f"{name} is not whole: {len(blocks)} blocks of {count}; fetch it again")
        seen.add(number)
        pages[address] = block[32 : 32 + PAGE]
    if not pages:
        raise UserError(f"{name} carries no flash content; fetch it again")
    return Content(pages, family, before)


def write(pages: dict[int, bytes], family: int = RP2040, before: bytes = b"") -> bytes:
    """The UF2 file of these pages, numbered in the order of their addresses; as in Content."""
    blocks = [before]
    for number, address in enumerate(sorted(pages)):
        head = _HEAD.pack(*_MAGIC, _HAS_FAMILY, address, PAGE, number, len(pages), family)
        blocks.append(head + pages[address] + bytes(512 - 32 - PAGE - 4) + _END)
    return b"".join(blocks)
