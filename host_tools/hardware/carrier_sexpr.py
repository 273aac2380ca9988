"""Room: reads and writes S-expressions, the text form of KiCad's files. No units. What reads or writes them uses it.

A list is a Python list, a bare word a `Word`, a quoted text a `str`, a number an `int` or `float`.
"""

import re
from collections.abc import Iterator
from typing import Any

_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([()])|([^\s()"]+)')


class Word(str):
    """A bare word: written without quotes."""

    __slots__ = ()


def parse(text: str) -> list[Any]:
    """The first expression of a text. Numbers stay words, so that a file written again is the same.

    Raises ValueError when brackets do not match."""
    stack: list[list[Any]] = [[]]
    for match in _TOKEN.finditer(text):
        quoted, bracket, word = match.groups()
        if bracket == "(":
            stack.append([])
        elif bracket:
            if len(stack) < 2:
                raise ValueError(f"a closing bracket too many at character {match.start()}")
            done = stack.pop()
            stack[-1].append(done)
        elif word is not None:
            stack[-1].append(Word(word))
        else:
            stack[-1].append(re.sub(r"\\(.)", r"\1", quoted))
    if len(stack) != 1 or len(stack[0]) != 1:
        raise ValueError("the text ends within an expression, or holds more than one")
    return list(stack[0][0])


def _atom(value: Any) -> str:
    if isinstance(value, Word):
        return str(value)
    if isinstance(value, float):
        return f"{value:.4f}".rstrip("0").rstrip(".") if round(value, 4) else "0"
    if isinstance(value, int):
        return str(value)
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _flat(node: Any, room: int) -> str | None:
    """An expression on one line; None when it is longer than `room` characters."""
    if not isinstance(node, list):
        return _atom(node)
    texts: list[str] = []
    length = 1  # a bracket, and a space or bracket after each part
    for part in node:
        text = _flat(part, room - length)
        if text is None or length + len(text) + 1 > room:
            return None
        length += len(text) + 1
        texts.append(text)
    return "(" + " ".join(texts) + ")"


def dump(node: Any, depth: int = 0, wide: int = 110) -> str:
    """The text of an expression; short lists on one line, others with a line for each inner list."""
    flat = _flat(node, wide - 2 * depth)
    if flat is not None:
        return flat
    if node[0] == "pts":  # many short ones: as many to a line as it holds
        return _packed(node, depth, wide)
    lines = []
    head = []
    for part in node:
        if isinstance(part, list):
            lines.append("  " * (depth + 1) + dump(part, depth + 1, wide))
        elif lines:
            lines[-1] += " " + _atom(part)
        else:
            head.append(_atom(part))
    return "(" + " ".join(head) + "\n" + "\n".join(lines) + "\n" + "  " * depth + ")"


def _packed(node: list[Any], depth: int, wide: int) -> str:
    lines = [f"({node[0]}"]
    for part in node[1:]:
        text = dump(part, depth, 10**9)
        if len(lines[-1]) + len(text) > wide or len(lines) == 1:
            lines.append("  " * (depth + 1) + text)
        else:
            lines[-1] += " " + text
    return "\n".join(lines) + ")"


def children(node: list[Any], name: str) -> Iterator[list[Any]]:
    """The inner lists that begin with that word."""
    for part in node:
        if isinstance(part, list) and part and part[0] == name:
            yield part


def child(node: list[Any], name: str) -> list[Any]:
    """The first inner list that begins with that word; raises KeyError if there is none."""
    for part in children(node, name):
        return part
    raise KeyError(f"no ({name} ...) in ({node[0]} ...)")


def word(*parts: Any) -> list[Any]:
    """A list whose first part is a bare word."""
    return [Word(parts[0]), *parts[1:]]
