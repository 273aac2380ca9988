"""Room: a board as matrix notation (rules section 8), for hosts and referees; notation.py reads it again."""

from firmware.games import CELLS, EDGES, code_of

LINES = ("r0", "r1", "r2", "r3", "c0", "c1", "c2", "c3")


def write(board, event="none"):
    """The notation of a board; parse(write(board, event)) is the same board but for copy numbers."""
    words = [_word(entry) for entry in board["cells"]]
    text = " / ".join([" ".join(words[row : row + 4]) for row in range(0, CELLS, 4)])
    names = []
    for edge in range(EDGES):
        names += [LINES[edge]] * len(board["edges"][edge])
    if names:
        text += " edge=" + ",".join(names)
    return text if event == "none" else text + " event=" + event


def _word(entry):
    if entry is None:
        return "."
    if entry[0] == "w":
        return "*"
    if entry[0] == "b":
        return "".join(["-" if axis == "row" else "|" for axis, _ in entry[1]])
    frames = ",".join([code_of(token) for token in entry[2]])
    return code_of(entry[1]) + ("[" + frames + "]" if frames else "")
