"""Room: sends a card database to a table that runs, and fetches the one in use (firmware/cards/receive.py).

Before: database.py, transport/board_line.py. After: commands/cards.py.
"""

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any

from firmware.cards.catalogue import HEAD_SIZE, MOST_BYTES, Catalogue, DamagedCatalogue
from host_tools import files
from host_tools.errors import UserError
from host_tools.transport.board_line import BoardLine

Progress = Callable[[int, int], None]  # bytes done, bytes in all
CHECK_S = 60.0  # a large database is checked on the device before it answers
SAME = "same"


def read_file(path: Path) -> tuple[bytes, Catalogue]:
    """The bytes of a database file and the Catalogue in it; UserError when it is none."""
    data = files.read(path, "make it with ematrix cards build")
    if len(data) > MOST_BYTES:
        raise UserError(f"{path} has {len(data)} bytes, the table takes {MOST_BYTES}; use fewer tags")
    try:
        catalogue = Catalogue(lambda at, count: data[at : at + count])
    except DamagedCatalogue as problem:
        raise UserError(f"{path}: {problem}; make it anew with ematrix cards build") from None
    whole = HEAD_SIZE + len("\n".join("\t".join(row) for row in catalogue.rows()).encode()) + catalogue.tags * 13
    if len(data) != whole:
        raise UserError(f"{path} has {len(data) - whole} bytes too many; make it anew with ematrix cards build")
    return data, catalogue


def push(line: BoardLine, data: bytes, progress: Progress = lambda done, total: None) -> str:
    """Send a database; returns when it takes effect: "now", "turn", "game", or SAME. Refused: why the table says no."""
    crc = Catalogue(lambda at, count: data[at : at + count]).crc
    info = line.ask({"t": "cards_info"})
    if info["sum"] == crc and info["waits"] is None:
        return SAME
    head = base64.b64encode(data[:HEAD_SIZE]).decode()
    answer = line.ask({"t": "cards_begin", "head": head, "size": len(data)})
    at, chunk = answer["next"], answer["chunk"]
    progress(at, len(data))
    while at < len(data):
        piece = base64.b64encode(data[at : at + chunk]).decode()
        at = line.ask({"t": "cards_data", "at": at, "data": piece})["next"]
        progress(at, len(data))
    return line.ask({"t": "cards_commit"}, answer_s=CHECK_S, tries=1)["takes"]


def pull(line: BoardLine, progress: Progress = lambda done, total: None) -> bytes:
    """The database that the table uses now."""
    size = line.ask({"t": "cards_info"})["size"]
    if size < 0:
        raise UserError("the table has no card database yet; push one")
    data = b""
    while len(data) < size:
        answer: dict[str, Any] = line.ask({"t": "cards_read", "at": len(data), "count": 1024})
        data += base64.b64decode(answer["data"])
        progress(len(data), size)
    return data
