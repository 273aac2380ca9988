"""Room: one file for drag and drop: MicroPython and a file system with our firmware in one UF2, checked by reading it.

Where MicroPython (ports/rp2, RPI_PICO and RPI_PICO2) has its file system: of a Pico's 2 MB of flash the last 1408 KiB,
of a Pico 2's 4 MB the last 3 MB. Sizes in bytes.
Whatever was on the board is gone afterwards, saved games too; `ematrix flash` on a running board keeps them.
"""

from pathlib import Path
from typing import Any, NamedTuple

from littlefs import LittleFS, LittleFSError

from host_tools import files
from host_tools.errors import HonestNo, UserError
from host_tools.flashing import uf2
from host_tools.flashing.build import PICO2_MPY, PICO2_RISCV_MPY, PICO_MPY, Build, build
from host_tools.flashing.plan import sha

BASE = 0x100A0000  # of a Pico
BLOCK = 4096
BLOCKS = 352
PROGRAM = 256
DISK_VERSION = 0x00020000  # what MicroPython's littlefs reads and writes
SLOT = "a"


class Layout(NamedTuple):
    """Where the file system begins, its blocks, and the bytecode that the chip reads."""

    base: int
    blocks: int
    mpy: int

    @property
    def geometry(self) -> dict[str, Any]:
        """As littlefs takes it."""
        return {
            "block_size": BLOCK, "block_count": self.blocks, "prog_size": PROGRAM, "read_size": PROGRAM,
            "disk_version": DISK_VERSION,
        }  # fmt: skip


PICO = Layout(BASE, BLOCKS, PICO_MPY)
LAYOUTS = {
    uf2.RP2040: PICO,
    uf2.RP2350: Layout(0x10100000, 768, PICO2_MPY),
    uf2.RP2350_RISCV: Layout(0x10100000, 768, PICO2_RISCV_MPY),
}


def make_image(micropython: Path, out: Path, extra: dict[str, bytes] | None = None, source: bool = False) -> dict:
    """Write `out`; {"board", "files", "bytes", "firmware"}. extra: {absolute path on the board: bytes}."""
    given = uf2.content_of(micropython)
    layout = LAYOUTS[given.family]
    built = build(layout.mpy, source)
    placed = files_of(built, extra or {})
    image = file_system(placed, layout)
    whole = uf2.write(join(given.pages, image, layout), given.family, given.before)
    check(whole, given.pages, placed)
    files.write(out, whole, "choose another place")
    return {"board": given.board, "files": len(placed), "bytes": len(whole), "firmware": built.version}


def files_of(built: Build, extra: dict[str, bytes]) -> dict[str, bytes]:
    """{absolute path: bytes} of the whole file system."""
    files = {"/" + name: data for name, data in built.roots.items()}
    files.update({f"/fw_{SLOT}/{path}": data for path, data in built.slot.items()})
    files["/fw.slot"] = f"{SLOT}?".encode()
    files.update(extra)
    return files


def file_system(files: dict[str, bytes], layout: Layout = PICO) -> bytes:
    """The littlefs partition with these files; UserError if they do not fit."""
    disk = LittleFS(**layout.geometry)
    try:
        for path, data in sorted(files.items()):
            disk.makedirs(path.rpartition("/")[0] or "/", exist_ok=True)
            with disk.open(path, "wb") as file:
                file.write(data)
        disk.unmount()
    except LittleFSError as problem:
        raise UserError(f"the files do not fit on the board ({problem}); leave some away") from None
    return bytes(disk.context.buffer)


def join(pages: dict[int, bytes], image: bytes, layout: Layout = PICO) -> dict[int, bytes]:
    """MicroPython's pages, erased ones up to the file system, the file system up to its last used page."""
    base = layout.base
    last = max(pages)
    if last >= base:
        raise UserError(f"this MicroPython reaches to {last:#x}, into the file system; take the one for this board")
    whole = {address: b"\xff" * uf2.PAGE for address in range(uf2.FLASH_BASE, base, uf2.PAGE)}
    whole.update(pages)
    for at in range(0, len(image.rstrip(b"\xff")), uf2.PAGE):
        whole[base + at] = image[at : at + uf2.PAGE]
    return whole


def partition(pages: dict[int, bytes], layout: Layout = PICO) -> bytes:
    """The file system partition of a board's flash; what is not said is erased."""
    erased = b"\xff" * uf2.PAGE
    return b"".join(pages.get(layout.base + at, erased) for at in range(0, BLOCK * layout.blocks, uf2.PAGE))


def check(whole: bytes, micropython: dict[int, bytes], files: dict[str, bytes]) -> None:
    """Read the finished file back and mount it; HonestNo if anything differs."""
    found_again = uf2.content(whole, "the new image")
    pages, layout = found_again.pages, LAYOUTS[found_again.family]
    if any(pages.get(address) != data for address, data in micropython.items()):
        raise HonestNo("the new image does not hold MicroPython as given; report this")
    found = read_files(partition(pages, layout), layout)
    wrong = [path for path in {*files, *found} if sha(files.get(path, b"")) != sha(found.get(path, b"\x00"))]
    if wrong:
        raise HonestNo(f"{wrong[0]} is not in the new image as it should be; report this")


def read_files(image: bytes, layout: Layout = PICO) -> dict[str, bytes]:
    """{absolute path: bytes} of a littlefs partition."""
    disk = LittleFS(**layout.geometry, mount=False)
    disk.context.buffer = bytearray(image)
    disk.mount()
    found = {}
    for folder, _, names in disk.walk("/"):
        for name in names:
            path = folder.rstrip("/") + "/" + name
            with disk.open(path, "rb") as file:
                found[path] = file.read()
    return found
