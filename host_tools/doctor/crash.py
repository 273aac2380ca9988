"""Room: a crash report of a board in the repository's names, where the board has this very firmware; for board.py."""

import re

from host_tools.deploying.names import names
from host_tools.errors import UserError
from host_tools.flashing.build import MANIFEST, build
from host_tools.flashing.device import ROM

_FILE = re.compile(r'File "(?:/rom/)?(firmware/[^"]+)"')
_WHERE = re.compile(r"^\s+(in firmware/.*)$", re.MULTILINE)


def readable(text: str, mpy: int, slot: str, sizes: dict[str, int]) -> str:
    """The text with names of the repository, or as it is where a file that it names is not the repository's.

    mpy: of the board's MicroPython; slot: the copy that runs; sizes: {path below it: bytes} of its files."""
    try:
        ours = build(mpy, place=ROM + "/" if slot == "r" else "").slot
        named = set(_FILE.findall(text))
        if set(sizes) != set(ours) - {MANIFEST} or any(len(ours.get(path, b"")) != sizes.get(path) for path in named):
            return text
        return names().translated(text)
    except (UserError, ValueError):
        return text


def in_one_line(text: str) -> str:
    """What happened, and in which function if that is known."""
    what = text.strip().rpartition("\n")[2]
    where = _WHERE.findall(text)
    return f"{what}, {where[-1]}" if where else what
