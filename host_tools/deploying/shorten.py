"""Room: private names of the firmware -> short ones that files share, because names stay in the heap; for prepare.py.

MicroPython keeps each different name of all loaded files for good, about 20 bytes apiece. Names that begin with one
underscore mean nothing outside their own file and the classes built on it, so names of different files may become the
same short one. Lines stay where they are: a traceback names file and line as before, only such a function's name not.
"""

import ast
import io
import string
import tokenize
from functools import lru_cache

_LETTERS = string.ascii_lowercase + string.ascii_uppercase


def short_names(texts):
    """{name: short name} for all private names of the files {path: text}.

    Two names get different short ones if they stand in one file, or in files whose classes build on each other. Names
    that also stand in a string are left alone.
    """
    nodes = {path: list(ast.walk(ast.parse(text))) for path, text in texts.items()}
    groups = _groups(nodes)
    spoken = set()
    where = {}
    for path, text in texts.items():
        for node in nodes[path]:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                spoken.add(node.value)
        for name in _private(text):
            where.setdefault(name, set()).add(groups[path])
    taken = {}  # group -> short names in use
    chosen = {}
    for name in sorted(where, key=lambda name: (-len(where[name]), name)):
        if name in spoken:
            continue
        number = 0
        while any(number in taken.setdefault(group, set()) for group in where[name]):
            number += 1
        for group in where[name]:
            taken[group].add(number)
        chosen[name] = _short(number)
    clash = set(chosen.values()) & (set(where) - set(chosen))
    if clash:
        raise ValueError(f"the name {sorted(clash)[0]} is as short as a made one: choose a longer one")
    return chosen


def shortened(text, names):
    """The text with these names replaced, every line where it was."""
    lines = text.splitlines(keepends=True)
    for name, row, column in reversed(names_in(text)):
        if name in names:
            line = lines[row - 1]
            lines[row - 1] = line[:column] + names[name] + line[column + len(name) :]
    return "".join(lines)


@lru_cache(256)  # each file is asked more than once
def names_in(text):
    """[(name, line from 1, column from 0)] of all names of a file."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return [(token.string, *token.start) for token in tokens if token.type == tokenize.NAME]


def _private(text):
    return {name for name, _, _ in names_in(text) if name[0] == "_" and name[1:2] not in ("_", "")}


def _short(number):
    """_a, _b ... _Z, _aa, _ba ..."""
    found = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, len(_LETTERS))
        found += _LETTERS[letter]
    return "_" + found


def _groups(nodes):
    """{path: name of its group}: files with a class and with its base class are one group; so are files with base
    classes of one name, since nobody looks which of them is meant. nodes: of each file."""
    group = {path: path for path in nodes}
    classes = [(path, node) for path, found in nodes.items() for node in found if isinstance(node, ast.ClassDef)]
    homes = {}  # class name -> paths
    for path, node in classes:
        homes.setdefault(node.name, []).append(path)
    for path, node in classes:
        for base in node.bases:
            name = base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", None)
            for home in homes.get(name, ()):
                old, new = group[path], group[home]
                group = {key: new if value == old else value for key, value in group.items()}
    return group
