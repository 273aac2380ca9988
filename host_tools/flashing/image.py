"""Room: one file for drag and drop: MicroPython and a file system with our firmware in one UF2, checked by reading it.

Layout of a Pico with 2 MB of flash (MicroPython, ports/rp2: the file system is the last 1408 KiB): sizes in bytes.
Whatever was on the board is gone afterwards, saved games too; `ematrix flash` on a running board keeps them.
"""

from pathlib import Path
from typing import Any

from littlefs import LittleFS, LittleFSError

from host_tools import files
from host_tools.errors import HonestNo, UserError
from host_tools.flashing import uf2
from host_tools.flashing.build import PICO_MPY, Build, build
from host_tools.flashing.plan import sha

BASE = 0x100A0000
BLOCK = 4096
BLOCKS = 352
PROGRAM = 256
DISK_VERSION = 0x00020000  # what MicroPython's littlefs reads and writes
GEOMETRY: dict[str, Any] = {
    "block_size": BLOCK, "block_count": BLOCKS, "prog_size": PROGRAM, "read_size": PROGRAM, "disk_version": DISK_VERSION
}  # fmt: skip
SLOT = "a"


def make_image(micropython: Path, out: Path, extra: dict[str, bytes] | None = None, source: bool = False) -> dict:
    """Write `out`; {"files", "bytes", "firmware"}. extra: {absolute path on the board: bytes}."""
    pages = uf2.read(micropython)
    built = build(PICO_MPY, source)
    placed = files_of(built, extra or {})
    image = file_system(placed)
    whole = uf2.write(join(pages, image))
    check(whole, pages, placed)
    files.write(out, whole, "choose another place")
    return {"files": len(placed), "bytes": len(whole), "firmware": built.version}


def files_of(built: Build, extra: dict[str, bytes]) -> dict[str, bytes]:
    """{absolute path: bytes} of the whole file system."""
    files = {"/" + name: data for name, data in built.roots.items()}
    files.update({f"/fw_{SLOT}/{path}": data for path, data in built.slot.items()})
    files["/fw.slot"] = f"{SLOT}?".encode()
    files.update(extra)
    return files


def file_system(files: dict[str, bytes]) -> bytes:
    """The littlefs partition with these files; UserError if they do not fit."""
    disk = LittleFS(**GEOMETRY)
    try:
        for path, data in sorted(files.items()):
            disk.makedirs(path.rpartition("/")[0] or "/", exist_ok=True)
            with disk.open(path, "wb") as file:
                file.write(data)
        disk.unmount()
    except LittleFSError as problem:
        raise UserError(f"the files do not fit on the board ({problem}); leave some away") from None
    return bytes(disk.context.buffer)


def join(pages: dict[int, bytes], image: bytes) -> dict[int, bytes]:
    """MicroPython's pages, erased ones up to the file system, the file system up to its last used page."""
    last = max(pages)
    if last >= BASE:
        raise UserError(f"this MicroPython reaches to {last:#x}, into the file system; take one for a Pico with 2 MB")
    whole = {address: b"\xff" * uf2.PAGE for address in range(uf2.FLASH_BASE, BASE, uf2.PAGE)}
    whole.update(pages)
    for at in range(0, len(image.rstrip(b"\xff")), uf2.PAGE):
        whole[BASE + at] = image[at : at + uf2.PAGE]
    return whole


def partition(pages: dict[int, bytes]) -> bytes:
    """The file system partition of a Pico's flash; what is not said is erased."""
    erased = b"\xff" * uf2.PAGE
    return b"".join(pages.get(BASE + at, erased) for at in range(0, BLOCK * BLOCKS, uf2.PAGE))


def check(whole: bytes, micropython: dict[int, bytes], files: dict[str, bytes]) -> None:
    """Read the finished file back and mount it; HonestNo if anything differs."""
    pages = uf2.parse(whole, "the new image")
    if any(pages.get(address) != data for address, data in micropython.items()):
        raise HonestNo("the new image does not hold MicroPython as given; report this")
    found = read_files(partition(pages))
    wrong = [path for path in {*files, *found} if sha(files.get(path, b"")) != sha(found.get(path, b"\x00"))]
    if wrong:
        raise HonestNo(f"{wrong[0]} is not in the new image as it should be; report this")


def read_files(image: bytes) -> dict[str, bytes]:
    """{absolute path: bytes} of a littlefs partition."""
    disk = LittleFS(**GEOMETRY, mount=False)
    disk.context.buffer = bytearray(image)
    disk.mount()
    found = {}
    for folder, _, names in disk.walk("/"):
        for name in names:
            path = folder.rstrip("/") + "/" + name
            with disk.open(path, "rb") as file:
                found[path] = file.read()
    return found
