"""Room: the voltage of every cell (rules section 2), in volts; reads a board, machines.py comes next.

board = {"cells": [16 entries], "edges": [8 lists of tokens]}: edges 0-3 are rows, 4-7 columns; an entry is None,
["m", token, [frame tokens]], ["b", [[axis, token], ...]] with axis "row" or "col", or ["w"].
"""

from firmware.games import CELLS


def lines(board):
    """Volts of the four rows, then of the four columns: batteries on cells and working edge batteries."""
    volts = [0, 0, 0, 0, 0, 0, 0, 0]
    cell = 0
    for entry in board["cells"]:
        if entry is not None and entry[0] == "b":
            for axis, _ in entry[1]:
                volts[cell >> 2 if axis == "row" else 4 + (cell & 3)] += 1
        cell += 1
    edge = 0
    for tokens in board["edges"]:
        # An edge battery works only on a line with a battery of its own; thunder does not start it.
        if tokens and volts[edge]:
            volts[edge] += len(tokens)
        edge += 1
    return volts


def voltages(board, event="none"):
    """Volts of the 16 cells in reading order; `event` is "none", "sun", "rain" or "thunder"."""
    row0, row1, row2, row3, col0, col1, col2, col3 = lines(board)
    if event == "thunder":
        col0, col1, col2, col3 = col0 + 1, col1 + 1, col2 + 1, col3 + 1
    volts = []
    for row in (row0, row1, row2, row3):
        volts += [row + col0, row + col1, row + col2, row + col3]
    return volts


def ext_works(board, edge):
    """Whether an edge battery at that line (0-7) works: the line has a battery of its own on a cell."""
    if edge < 4:
        wanted, cells = "row", range(4 * edge, 4 * edge + 4)
    else:
        wanted, cells = "col", range(edge - 4, CELLS, 4)
    for cell in cells:
        entry = board["cells"][cell]
        if entry is not None and entry[0] == "b":
            for axis, _ in entry[1]:
                if axis == wanted:
                    return True
    return False
