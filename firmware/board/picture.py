"""Room: the stacks of one board -> the picture that games get (`seen` of the contract of a game).

Before: room.py, which keeps the stacks. After: games. Positions as in wiring.py.
"""

from firmware.wiring import CELLS, EDGE, POSITIONS, QUEUE, TAP


def picture(stacks, recent, name, twice, slot):
    """`seen`: stacks of all positions; name(uid) -> token; twice: UIDs read at two places; slot: it has a queue."""
    cells = []
    edges = []
    doubtful = []
    faults = []
    for position in range(CELLS):
        stack = stacks[position]
        tokens = stack.tokens(name)
        cells.append([stack.shown_face(), tokens] if tokens else None)
        for uid in stack.doubtful():
            doubtful.append([position, name(uid)])
        _faults_of(position, stack, name, twice, faults)
    for position in range(EDGE, POSITIONS):
        edges.append(stacks[position].tokens(name))
        _faults_of(position, stacks[position], name, twice, faults)
    for position in (QUEUE, TAP):
        if stacks[position].fault and (slot or position == TAP):
            faults.append([position, "reader_fault", {"at": position}])
    return {"cells": cells, "edges": edges, "recent": list(recent), "doubtful": doubtful, "faults": faults}


def _faults_of(position, stack, name, twice, faults):
    if stack.fault:
        faults.append([position, "reader_fault", {"at": position}])
    for uid in stack.read_uids():
        if uid in twice:
            faults.append([position, "card_twice", {"at": position, "card": name(uid)}])
