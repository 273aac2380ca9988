"""Room: the voltages of the board being built as a map on the display, and where an announced machine would work.

A row of the display is a row of the board, a cell has four characters: the volts, then "/" and what the machine there
needs, or the axis of a battery. Loaded only when asked for: it takes heap. Before: building.py. After: the display.
"""

from firmware.games import CELLS, code_of
from firmware.games.energy_matrix.cards import kinds
from firmware.games.energy_matrix.matrix.machines import survey
from firmware.games.energy_matrix.matrix.voltage import voltages
from firmware.games.energy_matrix.rules.account import board_event
from firmware.games.kit.play import Step


class VoltageMap(Step):
    """Any button leads back; meanwhile cards may be laid and lifted, and the map follows."""

    def press(self, play, player, button):
        play.end(self)

    def screen(self, play, player):
        if player != play.state["active"]:
            return play.prompted(player)
        cells = texts(play, player)
        rows = [["map_row", {"cells": "".join(cells[at : at + 4])}] for at in range(0, CELLS, 4)]
        return {"title": rows[0], "lines": rows[1:3], "hint": rows[3], "plain": True}

    def prompt(self, play):
        return play.steps[0].prompt(play)


def texts(play, player):
    """What the map says of each cell of a board, four characters each."""
    board, event = play.draft(player).board, board_event(play.state, player)
    found = [str(volts) for volts in voltages(board, event)]
    for cell in range(CELLS):
        entry = board["cells"][cell]
        if entry is not None and entry[0] == "b":
            found[cell] += "-" if entry[1][0][0] == "row" else "|"
    for cell, _, _, demand, _, _, _, _ in survey(board, event, play.state["options"]["voltage_rule"]):
        found[cell] += "/%d" % demand
    return [text + " " * (4 - len(text)) for text in found]


def works_at(play, player, token):
    """Empty cells at which that machine would have its voltage now."""
    rated = kinds.CURRENT.get(code_of(token))[kinds.RATED]
    board = play.draft(player).board
    volts = voltages(board, board_event(play.state, player))
    exact = play.state["options"]["voltage_rule"] != "at_least"
    found = []
    for cell in range(CELLS):
        if board["cells"][cell] is None and (volts[cell] == rated or (volts[cell] > rated and not exact)):
            found.append(cell)
    return found
