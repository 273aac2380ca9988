"""Room: the cards for a duel under measurement: two well-filled boards and a queue; for rig/duel.py.

scene = {"mine": [[position, face, [uid as list of bytes]]], "theirs": [report], "queue": [uid ...]}
"""

from firmware.contracts import FACE_COL, FACE_ROW, FACE_UP
from firmware.games.energy_matrix.matrix import notation
from host_tools.lab.rules import deck_kinds
from host_tools.simulator.table import database
from host_tools.simulator.world import World

_DECKS = 2  # two boards as full as these need more copies than one deck has
# Twelve machines, four batteries and eight frames each: about as much as a long duel brings to a table.
BOARDS = (
    "- 3A@3 2A+B>2C@2[eco] C@3 / 2B@3[oc] | C>3B@1 A+B>2C@3[eco] / "
    "5A@4[eco] 2A@2[sun+] - 4A>2C@2 / B@2[rain+] 2A+2B>2C@1[sun+] | C>4A+2B@3[eco,oc] edge=r0,c2",
    "3A@3[oc] - C@3 A+B>2C@3 / 2A+B>2C@2[eco] B@2[rain+] | 2B@3 / "
    "4A>2C@2[sun+] C>3B@1 2C@4[eco,eco] - / | A@1[rain+] 2A+2B>2C@1 5A@4[oc] edge=r1,c3",
)
_EVENT = "sun"  # pushed all the time: it takes no card off the table
_PUSHES = 40
_FACES = {"row": FACE_ROW, "col": FACE_COL}


def scene():
    """(scene, bytes of the card database)."""
    kinds = [(code, copies * _DECKS, frame) for code, copies, frame in deck_kinds()]
    world = World(kinds)
    left = {}
    for card in world.cards:
        left.setdefault(card.code, []).append(card.uid)
    mine, theirs = [_lying(notation.parse(text)[0], left) for text in BOARDS]
    made = {
        "mine": [[at, face, [list(bytes.fromhex(uid)) for uid in uids]] for at, face, uids in mine],
        "theirs": [_report(at, face, uids) for at, face, uids in theirs],
        "queue": [list(bytes.fromhex(uid)) for uid in _pushes(left)],
    }
    return made, database(world)


def _lying(board, left):
    """[[position, face, [uid, ...]], ...]: any card can be a battery, so events are."""
    found = []
    for cell, entry in enumerate(board["cells"]):
        if entry is None:
            continue
        if entry[0] == "b":
            found.append([cell, _FACES[entry[1][0][0]], [left["dismantle"].pop() for _ in entry[1]]])
        else:
            found.append([cell, FACE_UP, [left[code].pop() for code in [entry[1], *entry[2]]]])
    for edge, tokens in enumerate(board["edges"]):
        if tokens:
            found.append([18 + edge, FACE_UP, []])
    return found


def _report(position, face, uids):
    """What the other board's scanner says of a position (firmware/sensing/debounce.py)."""
    status = "card" if uids else "silent"
    return {"pos": position, "status": status, "face": ("none", "up", "row", "col")[face], "uids": uids, "missing": []}


def _pushes(left):
    return (left[_EVENT] * _PUSHES)[:_PUSHES]
