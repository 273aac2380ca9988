"""Room: where boards are: USB serial ports, BOOTSEL drives, addresses given by hand; never a silent first choice.

Before: the operating system. After: board.py (serial, socket), flashing/bootsel.py (drives).
"""

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from serial.tools import list_ports

from host_tools.transport.phases import BOOTSEL, NoBoard

RASPBERRY_PI = 0x2E8A  # USB vendor number
MICROPYTHON = 0x0005  # product: MicroPython's serial port
OTHER_PRODUCTS = {0x000A: "a Pico with a program in C", 0x000C: "a debug probe", 0x0009: "a Pico SDK serial port"}
DRIVE_MARK = "INFO_UF2.TXT"


@dataclass(frozen=True)
class Place:
    """One place where a board may be. kind: "serial", "socket" or "drive"."""

    kind: str
    address: str
    what: str
    serial_number: str | None = None

    def __str__(self) -> str:
        return f"{self.address}  ({self.what})"


def find(ports: Iterable | None = None, roots: Iterable[Path] | None = None) -> list[Place]:
    """Everything plugged in that may be a board, best known first."""
    return serial_places(ports) + drives(roots)


def serial_places(ports: Iterable | None = None) -> list[Place]:
    """USB serial ports of boards that run MicroPython."""
    places = []
    for port in list_ports.comports() if ports is None else ports:
        if port.vid == RASPBERRY_PI and port.pid not in OTHER_PRODUCTS:
            what = f"MicroPython, USB number {port.serial_number or 'unknown'}"
            places.append(Place("serial", port.device, what, port.serial_number))
    return sorted(places, key=lambda place: place.address)


def now_at(place: Place) -> Place:
    """Where USB puts the board of that place now; the place itself for a board without a number, or not seen."""
    for other in serial_places() if place.serial_number else ():
        if other.serial_number == place.serial_number:
            place = other
    return place


def drives(roots: Iterable[Path] | None = None) -> list[Place]:
    """Mounted drives of boards in BOOTSEL mode (they show a file INFO_UF2.TXT)."""
    places = []
    for folder in mount_points() if roots is None else roots:
        told = drive_info(folder)
        if told:
            places.append(Place("drive", str(folder), f"waits in BOOTSEL mode, {told}"))
    return sorted(places, key=lambda place: place.address)


def drive_info(folder: Path) -> str | None:
    """The board's name from a BOOTSEL drive ("RPI-RP2"), None if the folder is none."""
    try:
        text = (folder / DRIVE_MARK).read_text(encoding="ascii", errors="replace")
    except OSError:
        return None
    for line in text.splitlines():
        name, _, value = line.partition(":")
        if name.strip().lower() == "board-id":
            return value.strip()
    return "unknown board"


def mount_points() -> list[Path]:
    """Folders where this system shows removable drives."""
    if sys.platform == "win32":
        return [Path(f"{letter}:\\") for letter in "DEFGHIJKLMNOPQRSTUVWXYZ" if os.path.exists(f"{letter}:\\")]
    found = []
    for root in ("/media", "/run/media", "/Volumes", "/mnt"):
        for pattern in ("*", "*/*"):
            found += [folder for folder in Path(root).glob(pattern) if folder.is_dir()]
    return found


def choose(given: str | None, places: list[Place] | None = None) -> Place:
    """The one board that is meant; NoBoard with the candidates if there is none or more than one."""
    if given:
        return named(given)
    places = find() if places is None else places
    if not places:
        raise NoBoard(
            "find: no board is plugged in; use a USB cable that carries data, or, for a board without MicroPython, "
            + BOOTSEL
        )
    if len(places) > 1:
        listed = "; ".join(str(place) for place in places)
        raise NoBoard(f"find: {len(places)} boards are plugged in: {listed}; name one with --board ADDRESS")
    return places[0]


def named(given: str) -> Place:
    """A place from an address given by hand: a port, socket://host:port, or a BOOTSEL drive's folder."""
    if "://" in given:
        if not given.startswith(("socket://", "rfc2217://")):
            raise NoBoard(f"find: {given!r} is no address; give a port, socket://HOST:PORT or the folder of a drive")
        return Place("socket", given, "over the network")
    if os.path.isdir(given):
        told = drive_info(Path(given))
        if told is None:
            raise NoBoard(f"find: {given} is a folder but no BOOTSEL drive (it has no {DRIVE_MARK}); {BOOTSEL}")
        return Place("drive", given, f"waits in BOOTSEL mode, {told}")
    for place in serial_places():
        if place.address == given:
            return place
    return Place("serial", given, "serial port")
