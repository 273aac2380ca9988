"""Room: every action that `apply` accepts now; for bots and tests, a board that plays never asks. After turn.py."""

from firmware.games import CELLS, EDGES
from firmware.games.energy_matrix.cards import kinds
from firmware.games.energy_matrix.rules.account import board_of
from firmware.games.energy_matrix.rules.building import AXES
from firmware.games.energy_matrix.rules.settlement import fire_code
from firmware.games.energy_matrix.rules.turn import PHASES, machines_on


def legal_actions(state):
    """Actions that `apply` accepts now; pushes and placements name kinds, since hands are not sensed."""
    phase = state["phase"]
    verbs = PHASES[phase]
    found = [["next"]] if "next" in verbs else []
    if "push" in verbs:
        found += [["push", code] for code in kinds.CURRENT.codes()]
        if state["pushed"]:
            found.append(["unpush", state["queue"][-1]])
    if phase == "event":
        found.append(["reveal"] if state["pushed"] else ["pass"])
    elif phase == "dismantle":
        found += [["dismantle", cell] for cell in machines_on(board_of(state, state["active"]))]
    elif phase == "build" and state["points"]:
        found += _building(state, board_of(state, state["active"]))
    elif phase == "settle":
        cells = machines_on(board_of(state, state["active"]))
        found += [["fire", cell] for cell in cells if fire_code(state, state["fired"], cell) is None]
        found.append(["settle", list(state["fired"])])
        if state["fired"]:
            found.append(["unfire"])
    return found


def _placeable():
    """(codes of frames for machines, codes of machines) of the cards in use."""
    frames, machines = [], []
    for code in kinds.CURRENT.codes():
        kind = kinds.CURRENT.kind(code)
        if kind == "frame" and not kinds.CURRENT.is_edge(code):
            frames.append(code)
        elif kind in ("producer", "converter"):
            machines.append(code)
    return frames, machines


def _building(state, board):
    """Every build action possible on this board; placements name kinds, not copies ("" an unknown battery card)."""
    found = []
    frames, machines = _placeable()
    for cell in range(CELLS):
        entry = board["cells"][cell]
        if entry is None:
            found += [["battery", cell, axis, ""] for axis in AXES]
            found += [["machine", cell, code] for code in machines]
        elif entry[0] == "m":
            found.append(["take", cell])
            found += [["take_frame", cell, token] for token in entry[2]]
            most = state["options"]["frames_per_machine"]
            if not most or len(entry[2]) < most:
                found += [["frame", cell, code] for code in frames]
        elif entry[0] == "b":
            found += [["take_battery", cell, axis, token] for axis, token in entry[1]]
            if state["options"]["stack_batteries"]:
                found += [["battery", cell, axis, ""] for axis in AXES]
    for edge in range(EDGES):
        found.append(["ext", edge, ""])
        found += [["take_ext", edge, token] for token in board["edges"][edge]]
    return found
