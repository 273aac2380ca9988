"""Room: how single cards lie on the cells of a board, and what is to be mended; for games without stacks, in play.py's
`disagreements`. `seen` is a picture of the board room (firmware/games).
"""

from firmware.games import CELLS


def face(seen, cell):
    """How the card on a cell lies: "up" or "down"; None where none lies."""
    entry = None if seen is None else seen["cells"][cell]
    return None if entry is None else "up" if entry[0] == "up" else "down"


def token(seen, cell):
    """The token of the only card on a cell, else None."""
    entry = None if seen is None else seen["cells"][cell]
    return entry[1][0] if entry is not None and len(entry[1]) == 1 else None


def mend(seen, wanted):
    """[[cell, code, {"at"}], ...]: where the board is not as wanted; cards are not named: they may be secret.

    wanted: of each cell None, or (token, face), face None if both will do. Codes: "take_off", "put_back", "turn_over".
    """
    found = []
    for cell in range(CELLS):
        lies = face(seen, cell)
        if wanted[cell] is None:
            code = "take_off" if lies else None
        elif token(seen, cell) != wanted[cell][0]:
            code = "put_back"
        else:
            code = "turn_over" if wanted[cell][1] not in (None, lies) else None
        if code:
            found.append([cell, code, {"at": cell}])
    return found
