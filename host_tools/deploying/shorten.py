"""Room: private names of the firmware -> short ones that files share, because names stay in the heap; for prepare.py.

MicroPython keeps each different name of all loaded files for good, about 20 bytes apiece. Names that begin with one
underscore mean nothing outside their own file and the classes built on it, so names of different files may become the
same short one. Lines stay where they are: a traceback names file and line as before, only such a function's name not.
"""

import ast
import io
import string
import tokenize

_LETTERS = string.ascii_lowercase + string.ascii_uppercase


def short_names(texts):
    """{name: short name} for all private names of the files {path: text}.

    Two names get different short ones if they stand in one file, or in files whose classes build on each other. Names
    that also stand in a string are left alone.
    """
    groups = _groups(texts)
    spoken = set()
    where = {}
    for path, text in texts.items():
        for node in ast.walk(ast.parse(text)):
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
    for token in reversed(_names(text)):
        if token.string in names:
            row, column = token.start
            line = lines[row - 1]
            lines[row - 1] = line[:column] + names[token.string] + line[column + len(token.string) :]
    return "".join(lines)


def _names(text):
    return [token for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type == tokenize.NAME]


def _private(text):
    return {token.string for token in _names(text) if token.string[0] == "_" and token.string[1:2] not in ("_", "")}


def _short(number):
    """_a, _b ... _Z, _aa, _ba ..."""
    found = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, len(_LETTERS))
        found += _LETTERS[letter]
    return "_" + found


def _groups(texts):
    """{path: name of its group}: files with a class and with its base class are one group; so are files with base
    classes of one name, since nobody looks which of them is meant."""
    group = {path: path for path in texts}
    homes = {}  # class name -> paths
    for path, text in texts.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(path)
    for path, text in texts.items():
        for node in ast.walk(ast.parse(text)):
            for base in node.bases if isinstance(node, ast.ClassDef) else ():
                name = base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", None)
                for home in homes.get(name, ()):
                    old, new = group[path], group[home]
                    group = {key: new if value == old else value for key, value in group.items()}
    return group
