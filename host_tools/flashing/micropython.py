"""Room: MicroPython onto a board that runs an older one, or none: over its BOOTSEL drive. Files stay as they are.

Before: bootsel.py. After: the command.
"""

from collections.abc import Callable
from pathlib import Path

from host_tools.flashing import bootsel
from host_tools.transport.board import Board
from host_tools.transport.ports import Place, drives, serial_places


def install(path: Path, place: Place, say: Callable[[str, str], None]) -> Place:
    """Put a UF2 on the board at `place` (its drive or its port); where the board is then."""
    before = serial_places()
    if place.kind != "drive":
        seen = drives()
        with Board(place) as board:
            say("prompt", "asking the table to stop")
            board.reach_prompt()
            say("bootsel", "sending the board to BOOTSEL mode")
            board.restart("import machine\nmachine.bootloader()")
        before = [port for port in before if port.address != place.address]
        place = bootsel.wait_for_drive(seen)
    say("micropython", f"copying {path.name} to {place.address}")
    bootsel.copy_uf2(path, place)
    return bootsel.wait_for_serial(before)
