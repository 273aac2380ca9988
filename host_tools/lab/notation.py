"""Room: matrix notation (rules, section 8) to and from the lab's `Layout`; for tests, transcripts and messages."""

import re

from host_tools.errors import UserError
from host_tools.lab.rules import FRAMES, MACHINES, Layout

_MACHINE = re.compile(r"^([^\[\]]+)(?:\[([^\[\]]+)\])?$")
_LINES = {name: line for line, name in enumerate(("r0", "r1", "r2", "r3", "c0", "c1", "c2", "c3"))}


def read_notation(text):
    """(Layout, event or None) of one line of notation; UserError names the row, the cell and the token."""
    layout, event = Layout(), None
    (*tokens,) = text.replace("/", " / ").split()
    while tokens and "=" in tokens[-1]:
        key, _, value = tokens.pop().partition("=")
        if key == "event" and value in ("sun", "rain", "thunder", "none"):
            event = None if value == "none" else value
        elif key == "edge" and all(name in _LINES for name in value.split(",")):
            for name in value.split(","):
                layout.edges[_LINES[name]] += 1
        else:
            raise UserError(f"{key}={value} is neither edge=LINES nor event=EVENT; see the notation in the rules")
    rows = " ".join(tokens).split(" / ")
    if len(rows) != 4 or any(len(row.split()) != 4 for row in rows):
        raise UserError(f"a matrix has four rows of four cells separated by '/'; got {text!r}")
    for cell, token in enumerate(token for row in rows for token in row.split()):
        _read_cell(layout, cell, token)
    return layout, event


def _read_cell(layout, cell, token):
    if token == ".":
        return
    if set(token) <= {"-", "|"}:
        layout.batteries[cell] = token
        return
    match = _MACHINE.match(token)
    frames = tuple(match.group(2).split(",")) if match and match.group(2) else ()
    if not match or match.group(1) not in MACHINES or any(f not in FRAMES or f == "ext" for f in frames):
        row, column = divmod(cell, 4)
        raise UserError(f"row {row}, cell {column}: {token!r} is no battery, machine or empty cell; mend the token")
    layout.machines[cell] = (match.group(1), frames)


def write_notation(layout, event=None):
    """One line of notation."""
    cells = []
    for cell in range(16):
        if cell in layout.machines:
            code, frames = layout.machines[cell]
            cells.append(code + ("[" + ",".join(frames) + "]" if frames else ""))
        else:
            cells.append(layout.batteries.get(cell) or ".")
    text = " / ".join(" ".join(cells[row * 4 : row * 4 + 4]) for row in range(4))
    edges = [name for name, line in _LINES.items() for _ in range(layout.edges[line])]
    if edges:
        text += " edge=" + ",".join(edges)
    return text + (f" event={event}" if event in ("sun", "rain", "thunder") else "")
