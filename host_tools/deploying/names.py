"""Room: a traceback of a board -> names of the repository: functions of joined files have other, shorter ones there.

On the way to the board no definition is added, dropped or moved (prepare.py), so the n-th of a file there is the n-th
of the files that were joined in it. Lines are not told by a board. Before: prepare.py. After: doctor.
"""

import ast
import re

from host_tools.deploying import image
from host_tools.deploying.prepare import Steps, steps

_FRAME = re.compile(r'File "(?:/?\w*/)??firmware/([^"]+)\.mpy"(?:, line \d+)?, in ([\w<>]+)')
_QUOTED = re.compile(r"'(\w+)'")
_NAMING = ("AttributeError", "NameError")  # their sentences quote names
_MOST = 3  # functions of one name that are told


class Names:
    """Of the firmware in the repository as a board is given it."""

    def __init__(self, told: Steps) -> None:
        # Name of a file on the board, without its ending -> name there -> where it is defined.
        self._functions: dict[str, dict[str, list[str]]] = {}
        self._words: dict[str, set[str]] = {name: {word} for word, name in told.given.items()}
        joined = {member for members in told.members.values() for member in members}
        for path, data in told.files.items():
            if path.endswith(".py") and (path in told.members or path not in joined):
                self._add(path, data.decode(), told)

    def _add(self, path: str, text: str, told: Steps) -> None:
        members = told.members.get(path, [path])
        before = [(member, *found) for member in members for found in _defined(told.before[member])]
        after = _defined(text)
        if len(before) != len(after):
            raise ValueError(f"{path} does not define what its files define")
        known: dict[str, list[str]] = self._functions.setdefault(path.removesuffix(".py"), {})
        for (member, qualified, name), (_, short) in zip(before, after):
            known.setdefault(short, []).append(f"{member} {qualified}")
            if short != name:
                self._words.setdefault(short, set()).add(name)

    def translated(self, traceback: str) -> str:
        """The traceback with the repository's names; what is not known stays as it is."""
        lines = [_FRAME.sub(self._frame, line) for line in traceback.split("\n")]
        return "\n".join([_QUOTED.sub(self._word, line) if line.startswith(_NAMING) else line for line in lines])

    def _frame(self, found: re.Match) -> str:
        file, name = found[1], found[2]
        known = self._functions.get(file, self._functions.get(file + "/__init__", {})).get(name)
        if not known:
            return found[0]
        others = f" or {len(known) - _MOST} others" if len(known) > _MOST else ""
        return f"in firmware/{' or '.join(known[:_MOST])}{others}"

    def _word(self, found: re.Match) -> str:
        words = self._words.get(found[1], set())
        return f"'{' or '.join(sorted(words))}'" if words else found[0]


def names(root=image.ROOT) -> Names:
    """Those of a repository; ValueError in one sentence when that cannot be told."""
    return Names(steps(image.read_tree(root / "firmware"), image.programs_of(root)))


def _defined(text: str) -> list[tuple[str, str]]:
    """[(Class.function, function)] of a file, in their order; classes too."""
    found: list[tuple[str, str]] = []
    _walk(ast.parse(text), "", found)
    return found


def _walk(node, prefix: str, found: list[tuple[str, str]]) -> None:
    for part in ast.iter_child_nodes(node):
        inner = prefix
        if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.append((prefix + part.name, part.name))
            inner = prefix + part.name + "."
        _walk(part, inner, found)
