"""Room: draws the back of a card as SVG: the battery along the card's east-west line, bright at all four sides.

All cards of a deck show the same back. A frame's window takes the middle away, so the axis is told by arrows in the
north and south strips as well. A wormhole is no battery and says so.
"""

from host_tools.cards.art import geometry as g
from host_tools.cards.art.icons import FIELD, INK, SOFT, bolt, cell, fitted, number, path, picture
from host_tools.cards.art.svg import outer, paper, pierced, rounded
from host_tools.cards.art.words import BACK

_AXIS = "#9cc3d6"
_EDGE = g.BAND + g.STRIPE
_CORNER = 3.0
_STRIP = g.WINDOW_TOP + 1.0 - _EDGE  # of a frame's back: a little of it is cut away with the window


def _line(y):
    """A thin arrow from west to east, a head at each end."""
    left, right, y = number(g.MIDDLE - 19.5), number(g.MIDDLE + 19.5), number(y)
    heads = f"M{left} {y}m1.3-1.3l-1.3 1.3 1.3 1.3M{right} {y}m-1.3-1.3l1.3 1.3-1.3 1.3"
    return path(f"M{left} {y}H{right}{heads}", _AXIS, 0.8)


def _field(top, high):
    return rounded(_EDGE, top, g.CARD - 2 * _EDGE, high, _CORNER)


def _lines():
    return _line(11.6) + _line(g.CARD - 11.6)


def _battery():
    heads = path("M11.2 31.5l6-5v3.2h3.4v3.6h-3.4v3.2zM51.8 31.5l-6-5v3.2h-3.4v3.6h3.4v3.2z", _AXIS)
    body = cell(g.MIDDLE + 0.2, g.MIDDLE, 12.6, "#f2efe2") + bolt(g.MIDDLE - 1.6, g.MIDDLE, 9.4)
    return path(_field(_EDGE, g.CARD - 2 * _EDGE), FIELD) + _lines() + heads + body


def _framed(sheet):
    if not sheet:
        return pierced(_field(_EDGE, g.CARD - 2 * _EDGE), f"fill:{FIELD}") + _lines()
    strips = "".join(path(_field(top, _STRIP), FIELD) for top in (_EDGE, g.CARD - _EDGE - _STRIP))
    return strips + _lines()


def _wormhole():
    return (
        picture("wormhole", g.MIDDLE, 28, 30)
        + fitted(g.MIDDLE, 47.5, 4.2, BACK[0], 40, INK)
        + fitted(g.MIDDLE, 52, 2.8, BACK[1], 40, SOFT)
    )


def _plain():
    return path(_field(_EDGE, g.CARD - 2 * _EDGE), FIELD) + _lines()


def back_svg(kind="producer", sheet=False):
    """The back of a card of that kind as an SVG document ("plain": of a game without batteries); `sheet`: for printing,
    without paper, window uncut."""
    if kind == "frame":
        drawn = _framed(sheet)
    elif kind == "plain":
        drawn = _plain()
    else:
        drawn = _wormhole() if kind == "wormhole" else _battery()
    return outer(drawn if sheet else paper(kind == "frame") + drawn)
