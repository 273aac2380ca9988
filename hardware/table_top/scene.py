"""Room: what lies on the table and shines in its pictures: cards, colours of lights, words; before picture.py."""

from firmware import wiring
from hardware.table_top import places

BATTERY = "battery"
FRAMES = ("eco", "oc", "ext", "sun+", "rain+")
# The board of rules section 9, example 4: a player's, in the notation of section 8; two frames beside it.
BOARD = "- | . 2A@2 / - 2B@3 A@1 4A>2C@2 / - B@2 2A+B>2C@2[eco] A@1 / - C@3 2B@3 -"
EDGES = ("r1", "c2")
SAYS = ("玩家 1  构建", "A +3  B −2  C +1", "OK: 结算")
CAPS = {"ok": "#4caf6d", "back": "#c9544b", "left": "#e9e6df", "right": "#e9e6df", "axis": "#e0b64c"}

BLUE, GREEN, ORANGE, RED, WHITE = (70, 110, 255), (60, 220, 90), (255, 150, 40), (255, 60, 50), (255, 255, 255)
DIM, CYAN = (60, 80, 190), (60, 190, 255)


def _ruler(group, marker):
    limit = places.LIMITS[group]
    colours = [None] * (2 * limit + 1)
    colours[limit] = DIM
    colours[limit + marker] = WHITE
    return colours


LIGHTS = {
    "ruler_a": _ruler("ruler_a", 3),
    "ruler_b": _ruler("ruler_b", -2),
    "ruler_c": _ruler("ruler_c", 1),
    "cell": [
        BLUE,
        BLUE,
        None,
        ORANGE,
        BLUE,
        ORANGE,
        GREEN,
        ORANGE,
        BLUE,
        GREEN,
        GREEN,
        GREEN,
        BLUE,
        GREEN,
        ORANGE,
        BLUE,
    ],
    "edge": [None, CYAN, None, None, None, None, DIM, None],
    "queue": [CYAN] * 3 + [None] * 4,
    "point": [GREEN, GREEN, DIM, None],
    "life": [RED, RED, RED, None, RED, RED, DIM, None],
}


def cards(p):
    """[(code, x, y, quarter turns, cards below)] of everything that lies on the board."""
    found = []
    for cell, words in enumerate(BOARD.replace("/", " ").split()):
        x, y = places.at(p, *divmod(cell, 4))
        # Cards lie as people lay them: a little off the middle.
        x, y = x + (cell * 7 % 5 - 2) * 0.25, y + (cell * 3 % 5 - 2) * 0.25
        if words in "-|":
            found.append((BATTERY, x, y, 0 if words == "-" else 1, 0))
        elif words != ".":
            code, _, frames = words.rstrip("]").partition("[")
            found.append((code, x, y, 0, 0))
            found += [(frame, x, y, 0, level) for level, frame in enumerate(filter(None, frames.split(",")), 1)]
    for line in EDGES:
        x, y, along = places.sockets(p)[int(line[1]) + (0 if line[0] == "r" else 4)]
        reach = p.card / 2 + 0.6
        found.append(("ext", *((x - reach, y) if along == "x" else (x, y - reach)), 0, 0))
    found.append(("sun@event", *places.at(p, *wiring.PAD_PLACES[1]), 0, 0))
    return found


def row(code):
    """The card list's row of a code."""
    from pathlib import Path

    from host_tools.cards.sheets_command import rows_in

    rows = rows_in(Path(places.__file__).parents[2] / "firmware/games/energy_matrix/cards/cards.csv")
    return next(one for one in rows if one[0] == code.removesuffix("@event"))
