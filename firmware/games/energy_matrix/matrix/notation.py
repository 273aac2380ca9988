"""Room: matrix notation (rules section 8), text to board and event and back; the command line and tests come next.

    row / row / row / row [edge=LINES] [event=EVENT]

Rows and cells are counted from 0 as in the rules. The board is as in voltage.py; tokens carry no copy number and
batteries have the token "", because the notation does not say which card lies there.
"""

from firmware.games.energy_matrix.cards import kinds
from firmware.games.energy_matrix.matrix.write_notation import LINES, write

__all__ = ("EVENTS", "LINES", "NotationError", "parse", "write")

EVENTS = ("none", "sun", "rain", "thunder")
_AXES = {"-": "row", "|": "col"}


class NotationError(ValueError):
    """One sentence that names row, cell and token. `code`: "malformed" (no notation) or "illegal" (no such board)."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


def parse(text, catalogue=None):
    """(board, event) of one line of notation; NotationError."""
    if not isinstance(text, str):
        raise NotationError("malformed", "a board is one line of text, not %s" % type(text).__name__)
    rows = text.strip().split("/")
    if len(rows) != 4:
        raise NotationError("malformed", "a board has 4 rows separated by /, this one has %d" % len(rows))
    edges, event = [[] for _ in LINES], "none"
    cells = []
    for row in range(4):
        words = [word for word in rows[row].split(" ") if word]
        if row == 3:
            words, edges, event = _options(words)
        if len(words) != 4:
            raise NotationError("malformed", "row %d has %d cells instead of 4%s" % (row, len(words), _listed(words)))
        for column in range(4):
            cells.append(_cell(words[column], "row %d, cell %d" % (row, column), catalogue or kinds.CURRENT))
    return {"cells": cells, "edges": edges}, event


def _options(words):
    """The last row's cells, the edges and the event."""
    edges, event = [[] for _ in LINES], "none"
    end = len(words)
    while end and "=" in words[end - 1]:
        end -= 1
    seen = ""
    for word in words[end:]:
        name, _, value = word.partition("=")
        if name not in ("edge", "event"):
            _bad("row 3", word, "only edge=LINES and event=EVENT may follow the cells")
        if name == seen:
            _bad("row 3", word, "%s= stands twice" % name)
        if name == "edge" and seen:
            _bad("row 3", word, "edge= goes before event=")
        seen = name
        if name == "event":
            if value not in EVENTS:
                _bad("row 3", word, "event= takes " + ", ".join(EVENTS))
            event = value
            continue
        for line in value.split(","):
            if line not in LINES:
                _bad("row 3", word, "edge= takes names from r0-r3 and c0-c3 separated by commas")
            edges[LINES.index(line)].append("ext")
    return words[:end], edges, event


def _cell(word, place, catalogue):
    """The board entry of one cell's word."""
    head, bracket, inside = word.partition("[")
    if not bracket and "]" in word:
        _bad(place, word, "] without [")
    if bracket and (not inside.endswith("]") or "[" in inside or "]" in inside[:-1]):
        _bad(place, word, "frames stand once, in one pair of brackets at the end")
    frames = inside[:-1].split(",") if bracket else []
    for frame in frames:
        if not frame:
            _bad(place, word, "a frame's name is missing in the brackets")
        kind = catalogue.kind(frame) if "#" not in frame else None
        if kind is None:
            _bad(place, word, "%s is no card" % _quoted(frame))
        if kind != "frame":
            _illegal(place, word, "%s is no frame but a card of kind %s" % (frame, kind))
        if catalogue.is_edge(frame):
            _illegal(place, word, "%s lies at the board's edge, write edge= behind the cells" % frame)
    entry = _piece(head, place, word, catalogue)
    if not frames:
        return entry
    if entry is None or entry[0] != "m":
        _illegal(place, word, "a frame lies only on a machine")
    entry[2] += frames
    return entry


def _piece(head, place, word, catalogue):
    if head == ".":
        return None
    if head == "*":
        return ["w"]
    if head and all([sign in _AXES for sign in head]):
        return ["b", [[_AXES[sign], ""] for sign in head]]
    kind = catalogue.kind(head) if "#" not in head else None
    if kind is None:
        _bad(place, word, "no machine, battery (- |), wormhole (*) or empty cell (.) is written so")
    if kind == "frame":
        _illegal(place, word, "a frame lies on a machine, in brackets behind its code")
    if kind == "event":
        _illegal(place, word, "an event card does not lie on a cell")
    return ["m", head, []]


def _bad(place, word, why):
    raise NotationError("malformed", "%s: %s is malformed: %s" % (place, _quoted(word), why))


def _illegal(place, word, why):
    raise NotationError("illegal", "%s: %s is illegal: %s" % (place, _quoted(word), why))


def _quoted(word):
    return "'" + (word if len(word) <= 40 else word[:37] + "...") + "'"


def _listed(words):
    return ": " + _quoted(" ".join(words)) if words else ""
