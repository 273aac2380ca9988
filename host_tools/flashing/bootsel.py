"""Room: MicroPython onto a board that runs an older one, or none: a UF2 file copied to the drive of its BOOTSEL mode.

The UF2 is a file of the user's, or a release fetched by address and accepted only with its SHA-256. Files on the board
stay as they are. Before: ports.py. After: job.py.
"""

import errno
import hashlib
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from host_tools.errors import UserError
from host_tools.flashing import uf2
from host_tools.transport.board import Board
from host_tools.transport.phases import BoardError, NoBoard
from host_tools.transport.ports import Place, drives, serial_places

RELEASES = "https://micropython.org/resources/firmware/RPI_PICO2-{date}-v{version}.uf2"
# (version, date) -> SHA-256 of that file. Only sums that somebody took from the file on micropython.org stand here.
KNOWN: dict[tuple[str, str], str] = {}
NO_PINNED = (
    "no MicroPython release is pinned with its checksum yet; fetch RPI_PICO2-….uf2 from "
    "https://micropython.org/download/RPI_PICO2/ (for a Pico: RPI_PICO) and name it: --micropython FILE.uf2"
)
# What a board says of its chip: its drive in BOOTSEL mode (INFO_UF2.TXT), and MicroPython at the prompt.
CHIPS = {"RP2350": "Pico 2", "RP2040": "Pico", "RPI-RP2": "Pico"}
COME_BACK_S = 20
_PIECE = 64 * 1024


def given_uf2(what: str, sha256: str | None, cache: Path) -> Path:
    """The UF2 file meant by a path, an address, or "pinned"; UserError if it is not whole or its sum is another."""
    if what == "pinned":
        if not KNOWN:
            raise UserError(f"micropython: {NO_PINNED}")
        (version, date), sha256 = max(KNOWN.items())
        what = RELEASES.format(version=version, date=date)
    if what.startswith(("http://", "https://")):
        if not sha256:
            raise UserError("micropython: a file from the net needs its checksum: --sha256 SUM")
        path = _fetched(what, cache)
    else:
        path = Path(what)
    pages = uf2.read(path)
    if sha256 and hashlib.sha256(path.read_bytes()).hexdigest() != sha256.lower():
        raise UserError(f"micropython: {path.name} has another SHA-256 than the one given; fetch it again")
    if min(pages) != uf2.FLASH_BASE:
        raise UserError(f"micropython: {path.name} does not begin at the start of the flash; it is no MicroPython")
    return path


def install(path: Path, place: Place, say: Callable[[str, str], None]) -> Place:
    """Put a UF2 on the board at `place` (its drive or its port); where the board is then."""
    before = serial_places()
    wanted = uf2.content_of(path).board
    if place.kind == "drive":
        _check(path, wanted, place.what)
    else:
        seen = drives()
        with Board(place) as board:
            say("prompt", "asking the table to stop")
            board.reach_prompt()
            try:
                _check(path, wanted, board.value("import sys", "getattr(sys.implementation, '_machine', '')"))
            except UserError:
                board.restart()
                raise
            say("bootsel", "sending the board to BOOTSEL mode")
            board.restart("import machine\nmachine.bootloader()")
        before = [port for port in before if port.address != place.address]
        place = wait_for_drive(seen)
    say("micropython", f"copying {path.name} to {place.address}")
    copy_uf2(path, place)
    return wait_for_serial(before)


def _check(path: Path, wanted: str, told: str) -> None:
    """UserError when the file is for the other chip: a board would take it and show nothing."""
    for chip, board in CHIPS.items():
        if chip in told and board != wanted:
            raise UserError(
                f"micropython: {path.name} is for the {wanted}, and this board is a {board}; take the one for it"
            )


def _fetched(address: str, cache: Path) -> Path:
    path = cache / address.rpartition("/")[2]
    try:
        with urllib.request.urlopen(address, timeout=30) as answer:
            path.write_bytes(answer.read())
    except (urllib.error.URLError, OSError, ValueError) as problem:
        reason = getattr(problem, "reason", problem)
        raise UserError(f"micropython: {address} cannot be fetched ({reason}); fetch it by hand") from None
    return path


def copy_uf2(path: Path, drive: Place) -> None:
    """Copy a UF2 to a BOOTSEL drive; the board takes it and restarts, and the drive is gone."""
    target = Path(drive.address) / "NEW.UF2"
    try:
        with open(path, "rb") as source, open(target, "wb") as out:
            while piece := source.read(_PIECE):
                out.write(piece)
            out.flush()
            os.fsync(out.fileno())
    except OSError as problem:
        if problem.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
            raise BoardError(
                "micropython",
                f"the drive {drive.address} is mounted read-only",
                "mount it for writing (on Linux: sudo mount -o remount,rw …), or drag the UF2 onto it by hand",
            ) from None
        if problem.errno == errno.ENOSPC:
            raise BoardError(
                "micropython", f"the drive {drive.address} is full", "replug the board with BOOTSEL held"
            ) from None
        if problem.errno in (errno.EIO, errno.ENODEV, errno.ENXIO) and not target.exists():
            return  # the board has all it needs and restarts before the last write is confirmed
        raise BoardError(
            "micropython",
            f"the drive {drive.address} went away ({problem.strerror})",
            "replug the board with BOOTSEL held and run it again",
        ) from None


def wait_for_drive(before: list[Place], seconds: float = COME_BACK_S) -> Place:
    """The BOOTSEL drive that appeared since `before` (drives seen then)."""
    known = {place.address for place in before}
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        new = [place for place in drives() if place.address not in known]
        if new:
            return new[0]
        time.sleep(0.3)
    raise NoBoard(
        "micropython: the board went to BOOTSEL mode but no drive appeared; mount it, or replug it with BOOTSEL held, "
        "and run it again"
    )


def wait_for_serial(before: list[Place], seconds: float = COME_BACK_S) -> Place:
    """The MicroPython port that appeared since `before` (ports seen then)."""
    known = {place.address for place in before}
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        new = [place for place in serial_places() if place.address not in known]
        if new:
            return new[0]
        time.sleep(0.3)
    raise BoardError(
        "micropython", "MicroPython is copied, but no serial port appeared", "replug the board and run it again"
    )
