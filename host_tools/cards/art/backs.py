"""Room: draws the back of a card as SVG: the battery along the card's east-west line, bright at all four sides.

All cards of a deck show the same back. A frame's window takes the middle away, so the axis is told by arrows in the
north and south strips as well. A wormhole is no battery and says so.
"""

from host_tools.cards.art import geometry as g
from host_tools.cards.art.icons import INK, SOFT, bolt, cell, fitted, number, path, picture
from host_tools.cards.art.svg import PAPER, outer, window_path

_FIELD = "#24485c"
_AXIS = "#9cc3d6"
_EDGE = g.BAND + g.STRIPE
_TEXTS = ("此面朝下", "this side down")


def _arrow(y, half, head, line):
    """A line with a head at each end, along the axis."""
    left, right = number(g.MIDDLE - half), number(g.MIDDLE + half)
    y, head = number(y), number(head)
    return path(
        f"M{left} {y}H{right}M{left} {y}m{head}-{head}l-{head} {head} {head} {head}"
        f"M{right} {y}m-{head}-{head}l{head} {head}-{head} {head}",
        _AXIS,
        line,
    )


def _battery():
    side = g.CARD - 2 * _EDGE
    place = f'x="{number(_EDGE)}" y="{number(_EDGE)}" width="{number(side)}" height="{number(side)}" rx="4"'
    return (
        f'<rect {place} style="fill:{_FIELD}"/>'
        + _arrow(11.6, 19.5, 1.25, 0.8)
        + _arrow(g.CARD - 11.6, 19.5, 1.25, 0.8)
        + _arrow(g.MIDDLE, 19, 4, 2.4)
        + cell(g.MIDDLE + 0.8, g.MIDDLE, 18, _FIELD)
        + cell(g.MIDDLE + 0.8, g.MIDDLE, 14.6, "#f2efe2")
        + bolt(g.MIDDLE - 1.4, g.MIDDLE, 10.5)
    )


def _wormhole():
    return (
        picture("wormhole", g.MIDDLE, 28, 30)
        + fitted(g.MIDDLE, 47.5, 4.2, _TEXTS[0], 40, INK)
        + fitted(g.MIDDLE, 52, 2.8, _TEXTS[1], 40, SOFT)
    )


def back_svg(kind="producer", sheet=False):
    """The back of a card of that kind as an SVG document; `sheet`: for printing, without paper, window uncut."""
    drawn = _wormhole() if kind == "wormhole" else _battery()
    if sheet:
        return outer(drawn)
    if kind == "frame":
        clip = f'<clipPath id="window"><path clip-rule="evenodd" d="{window_path(True)}"/></clipPath>'
        paper = f'<path fill-rule="evenodd" d="{window_path(True)}" style="{PAPER}"/>'
        return outer(f'{clip}{paper}<g clip-path="url(#window)">{drawn}</g>')
    return outer(f'<path d="{window_path(False)}" style="{PAPER}"/>{drawn}')
