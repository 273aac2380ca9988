"""Room: names of the firmware -> names that MicroPython has in its own flash, because any other name takes heap.

A board keeps each name of all loaded files for good, about 20 bytes apiece, and a table of them that doubles in one
piece. MicroPython's own names, for example `acos`, lie in its flash: a function of the firmware that is called so takes
none. Last step of prepare.py. rom_names.txt: names that MicroPython 1.28 has on RP2040 and RP2350; on a version that
lacks one it takes heap as any other.
"""

import ast
import builtins
import keyword
from functools import cache
from pathlib import Path

from host_tools.deploying.shorten import names_in

# MicroPython asks objects for these by itself: exceptions, streams, block devices, generators.
_ASKED = frozenset(
    "args value errno read readline readinto write flush seek ioctl close send throw mount umount readblocks"
    " writeblocks ilistdir open stat format".split()
)


@cache
def given() -> frozenset[str]:
    """MicroPython's own names."""
    return frozenset(Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").split())


def rom_names(texts: dict[str, str], programs: dict[str, str]) -> dict[str, str]:
    """{name: a name of MicroPython that nobody uses} for the names of the files {path below firmware/: text}.

    Left alone: names that are MicroPython's already, that stand in a string or name an argument in a call, that are
    part of a module's name, constants that the compiler puts in place, and what `programs` say, which the board gets as
    they are."""
    used: set[str] = set()
    kept = set(keyword.kwlist) | set(dir(builtins))
    for path, text in texts.items():
        used |= identifiers(text)
        kept |= set(path.removesuffix(".py").split("/")) | _spoken(text)
    for text in programs.values():
        kept |= identifiers(text)
    wanted = sorted(name for name in used - kept - given() if not name.startswith("__"))
    free = sorted(given() - used - kept - _ASKED, key=lambda name: (len(name), name))
    return dict(zip(wanted, free, strict=False))


def identifiers(text: str) -> set[str]:
    """All names of a file."""
    return {name for name, _, _ in names_in(text)}


def _spoken(text: str) -> set[str]:
    """Strings, names of arguments in calls, and constants of a file."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
        elif isinstance(node, ast.keyword) and node.arg:
            found.add(node.arg)
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            if isinstance(node.value.func, ast.Name) and node.value.func.id == "const":
                found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return found
