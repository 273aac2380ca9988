"""Room: makes a 2 MB flash image: a MicroPython UF2 plus the project's files where `ematrix flash` would put them.

    python -m host_tools.emulator.play.make_image OUT.bin [--uf2 FILE] [--satellite | --boards 1] [--settings JSON]
        [--decks N | --cards FILE] [--file /on/board=FILE]... [--threshold BYTES] [--slots good|missing|short|hangs]
UF2: default PICO_UF2. PICO_ROMFS=1: that has a ROMFS partition (256 KiB; other numbers: its KiB) and the firmware runs
in it, else from /fw_a. --slots: two copies in /fw_a and /fw_b, the second on trial and whole, lacking a module, cut
short, or hanging. --threshold: main.py first calls gc.threshold(BYTES). Before: flashing, deploying. After: scenes.py.
"""

import argparse
import json
import os
from pathlib import Path

from host_tools.deploying import romfs
from host_tools.emulator.play.command import run
from host_tools.errors import UserError
from host_tools.flashing import image, uf2
from host_tools.flashing.build import PICO_MPY, Build, build
from host_tools.flashing.job import SETTINGS
from host_tools.flashing.stored import sealed
from host_tools.simulator.printed import printed
from host_tools.simulator.table import board_settings, database
from host_tools.simulator.world import World

FILES_AT = image.BASE - uf2.FLASH_BASE
SIZE = FILES_AT + image.BLOCK * image.BLOCKS
CARDS = "/data/cards.bin"
SEED = 12  # of the deck whose cards are in the database unless others are given
SLOTS = ("good", "missing", "short", "hangs")
# Modules of the second copy that --slots spoils.
MISSING = "firmware/app.mpy"
SHORT = "firmware/boards.mpy"
HANGS = "firmware/lights"


def deck(seed: int, copies: int = 1) -> World:
    """Every card of the game (so many decks of it), in the order that the seed gives; two players."""
    kinds = [(kind["code"], kind["copies"] * copies, kind["kind"] == "frame") for kind in printed()]
    return World(kinds, players=2, seed=seed)


def romfs_bytes() -> int:
    """Size of the ROMFS partition of the image given, 0 for none."""
    kib = int(os.environ.get("PICO_ROMFS") or 0)
    return (256 if kib == 1 else kib) << 10


def settings_of(satellite: bool = False, boards: int = 2) -> dict:
    """The settings of a board: a satellite, or the primary of `boards` boards."""
    return board_settings(int(satellite), boards, "en")


def make(  # noqa: PLR0913 - what may differ from image to image
    out: Path,
    uf2_file: str | None = None,
    settings: dict | None = None,
    cards: bytes | None = None,
    files: dict[str, bytes] | None = None,
    slots: str | None = None,
    threshold: int = 0,
    program: Path | None = None,
) -> Path:
    """Write the image `out`. cards: bytes of a card database; files: {path on the board: bytes} on top of all.

    program: for the prompt, so that it finds what it imports from the firmware."""
    programs = {program.name: program.read_bytes()} if program else None
    flash = bytearray(b"\xff" * SIZE)
    for address, data in _micropython(uf2_file).items():
        flash[address - uf2.FLASH_BASE : address - uf2.FLASH_BASE + len(data)] = data
    built = build(PICO_MPY, programs=programs)
    if slots:
        found = _roots(built) | two_copies(built, slots)
    elif romfs_bytes():
        flash[FILES_AT - romfs_bytes() : FILES_AT] = _partition(programs)
        found = _roots(built)
    else:
        found = image.files_of(built, {})
    found[SETTINGS] = sealed(json.dumps(settings or settings_of()).encode())
    if cards:
        found[CARDS] = cards
    if threshold:
        found["/main.py"] = f"import gc\ngc.threshold({threshold})\n".encode() + found["/main.py"]
    found |= files or {}
    flash[FILES_AT:] = image.file_system(found)
    out.write_bytes(flash)
    return out


def _micropython(name: str | None) -> dict[int, bytes]:
    """Its pages; they must leave room for the partition and the file system."""
    name = name or os.environ.get("PICO_UF2")
    if not name:
        raise UserError("name a MicroPython image for the Pico: PICO_UF2=firmware.uf2 or --uf2")
    pages = uf2.read(Path(name))
    free_from = uf2.FLASH_BASE + FILES_AT - romfs_bytes()
    if max(pages) >= free_from:
        raise UserError(
            f"{name} reaches to {max(pages):#x}, beyond {free_from:#x}; PICO_ROMFS is for images that have one"
        )
    return pages


def _partition(programs: dict[str, bytes] | None) -> bytes:
    part = romfs.firmware(programs)
    if len(part) > romfs_bytes():
        raise UserError(f"the firmware takes {len(part)} bytes, the ROMFS partition has {romfs_bytes()}")
    return part.ljust(romfs_bytes(), b"\xff")


def _roots(built: Build) -> dict[str, bytes]:
    return {"/" + name: data for name, data in built.roots.items()}


def two_copies(built: Build, what: str) -> dict[str, bytes]:
    """/fw_a whole, /fw_b on trial."""
    found = {"/fw.slot": b"b?a"}
    for path, data in built.slot.items():
        found["/fw_a/" + path] = found["/fw_b/" + path] = data
    if what == "missing":
        del found["/fw_b/" + MISSING]
    elif what == "short":
        found["/fw_b/" + SHORT] = found["/fw_b/" + SHORT][:700]
    elif what == "hangs":
        del found[f"/fw_b/{HANGS}.mpy"]
        found[f"/fw_b/{HANGS}.py"] = b"while True: pass\n"
    return found


def image_of(out: Path, world: World, satellite: bool = False, boards: int = 2, program: Path | None = None) -> Path:
    """An image out of PICO_UF2 and this project, with the cards of `world`; program: as of `make`."""
    cards = None if satellite else database(world)
    return make(out, settings=settings_of(satellite, boards), cards=cards, program=program)


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="make_image", description="Makes a 2 MB flash image; see the file.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--uf2")
    parser.add_argument("--satellite", action="store_true")
    parser.add_argument("--boards", type=int, default=2)
    parser.add_argument("--settings", type=json.loads)
    parser.add_argument("--decks", type=int, default=1)
    parser.add_argument("--cards", type=Path)
    parser.add_argument("--file", action="append", default=[])
    parser.add_argument("--slots", choices=SLOTS)
    parser.add_argument("--threshold", type=int, default=0)
    said = parser.parse_args(words)
    cards = said.cards.read_bytes() if said.cards else database(deck(SEED, said.decks))
    files = {place: Path(name).read_bytes() for place, name in (one.split("=", 1) for one in said.file)}
    settings = said.settings or settings_of(said.satellite, said.boards)
    make(said.out, said.uf2, settings, None if said.satellite else cards, files, said.slots, said.threshold)
    print(said.out, json.dumps(settings))
    return 0


if __name__ == "__main__":
    run(main, __doc__, least=1)
