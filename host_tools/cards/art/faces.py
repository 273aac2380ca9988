"""Room: draws the face of a card as SVG from its row; after icons.py and words.py.

Machines show what they do above and the voltage that they need below, all of it inside what a frame's window leaves
free. Frames are named in their north border and say what they change in their south border.
"""

from collections import namedtuple

from firmware.games.energy_matrix.cards.effects import frame_effect
from host_tools.cards.art import geometry as g
from host_tools.cards.art.icons import (
    SOFT,
    amounts,
    bolt,
    breadth,
    cell,
    fitted,
    number,
    path,
    picture,
    product,
    text,
)
from host_tools.cards.art.svg import outer, paper, pierced, rounded
from host_tools.cards.art.words import KINDS, effect_of, effect_words, said

# A catalogue's row (firmware/games/energy_matrix/cards/kinds.py) with names for its fields.
Printed = namedtuple("Printed", "code kind volts inputs outputs copies zh en effect")
_NO = (0, 0, 0)
# The fifth kind stands in no deck: two teams of two players, one each (rules section 6).
WORMHOLE = Printed("wormhole", "wormhole", 0, _NO, _NO, 4, "虫洞", "wormhole", "wormhole")

# kind: (stripe and headings, tint of the panel)
TINTS = {
    "producer": ("#1f6f9f", "#eef6fb"),
    "converter": ("#6a3fa0", "#f4effb"),
    "event": ("#2d7d57", "#eef7f0"),
    "frame": ("#a67512", "#fbf0cc"),
    "wormhole": ("#4f6ac0", "#eef1fb"),
}
_INNER = g.CARD - 2 * (g.BAND + g.STRIPE) - 2
_MOST_BOLTS = 5
_RIM = 0.3  # the paper's edge as a page shows it


def _bands():
    """The dark margins of a card that is seen cut; on sheets sheet.typ prints them."""
    high = number(g.BAND_BOTTOM - g.BAND_TOP)
    size = f'y="{number(g.BAND_TOP)}" width="{number(g.BAND - _RIM)}" height="{high}" style="fill:#000"'
    return "".join(f'<rect x="{number(x)}" {size}/>' for x in (_RIM, g.CARD - g.BAND))


def _panel(kind, cut):
    stripe, tint = TINTS[kind]
    panel = rounded(g.BAND, g.BAND + 0.2, g.CARD - 2 * g.BAND, g.CARD - 2 * g.BAND - 0.4, 1.5)
    drawn = pierced(panel, f"fill:{tint}") if cut else path(panel, tint)
    high = number(g.BAND_BOTTOM - g.BAND_TOP)
    size = f'y="{number(g.BAND_TOP)}" width="{number(g.STRIPE)}" height="{high}" style="fill:{stripe}"'
    return drawn + "".join(f'<rect x="{number(x)}" {size}/>' for x in (g.BAND, g.CARD - g.BAND - g.STRIPE))


def _heading(kind, language):
    words = " · ".join(said(KINDS[kind], language)) if kind != "wormhole" else said(KINDS[kind], language)[0]
    return fitted(g.MIDDLE, 12, 2.7, words, _INNER, TINTS[kind][0])


def _names(row, language, y):
    """The name in one or two lines, the first base line at y when there are two."""
    lines = said((row.zh, row.en), language)
    if len(lines) == 1:
        return fitted(g.MIDDLE, y + 1.6, 4.2, lines[0], _INNER)
    return fitted(g.MIDDLE, y, 3.6, lines[0], _INNER) + fitted(g.MIDDLE, y + 3.3, 2.6, lines[1], _INNER, SOFT)


def _volts(volts, y):
    """The rated voltage: a bolt for each volt and the figure."""
    bolts = volts if 0 <= volts <= _MOST_BOLTS else 1
    words = f"{volts} V"
    step, size, gap = 3.6, 6.6, 1.2
    left = g.MIDDLE - (bolts * step + gap + size * breadth(words)) / 2
    drawn = "".join(bolt(left + step * (turn + 0.5), y, 6.2) for turn in range(bolts))
    return drawn + text(left + bolts * step + gap, y + 2.4, size, words, anchor="start")


def _machine(row, language):
    if any(row.inputs):
        flow = (
            amounts(row.inputs, g.MIDDLE, 19.6, 3.9, 42)
            + path("M31.5 25.2v2.6M29.3 26.5l2.2 2.4 2.2-2.4", SOFT, 1.3)
            + amounts(row.outputs, g.MIDDLE, 34.6, 4.3, 42)
        )
    else:
        flow = amounts(row.outputs, g.MIDDLE, 26.5, 7.4, 42)
    return _heading(row.kind, language) + flow + _volts(row.volts, 43.6) + _names(row, language, 50.8)


def _event(row, language):
    """Events and wormholes: picture, name, what happens."""
    lines = said((row.zh, row.en), language)
    name, count = effect_of(row.effect)
    drawn = _heading(row.kind, language) + picture(name, g.MIDDLE, 25.6, 24, count)
    if len(lines) == 1:
        drawn += fitted(g.MIDDLE, 45.6, 6, lines[0], _INNER)
    else:
        drawn += fitted(g.MIDDLE, 42.6, 5.2, lines[0], _INNER) + fitted(g.MIDDLE, 46.3, 3, lines[1], _INNER, SOFT)
    effects = said(effect_words(row.effect), language)
    y = 52 if len(effects) == 1 else 50.4
    for line in effects:
        drawn += fitted(g.MIDDLE, y, 2.5, line, _INNER, SOFT)
        y += 3
    return drawn


def _frame(row, language):
    """The name in the north border; in the south border what the frame changes."""
    name = fitted(g.MIDDLE, 12.6, 3.9, "  ".join(said((row.zh, row.en), language)), _INNER)
    y = g.CARD - 11.2
    volts, units, weather, edge = frame_effect(row.effect) or (0, 0, "", False)
    parts = []  # (width, drawn at x = 0)
    if edge:
        parts += [(9, cell(4, y, 4.6)), (10.5, _figure(0, y, "+1 V"))]
    if volts:
        parts.append((14, bolt(1.2, y, 4.8) + _figure(3.6, y, f"{volts:+d} V".replace("-", "−"))))
    if weather:
        parts.append((7, picture(weather, 3, y, 6)))
    if units:
        parts.append((9, product(1.8, y, 1.9) + _figure(4.2, y, f"+{units}")))
    left = g.MIDDLE - sum(width for width, _ in parts) / 2
    for width, drawn in parts:
        name += f'<g transform="translate({number(left)} 0)">{drawn}</g>'
        left += width
    return name


def _figure(x, y, words):
    return text(x, y + 1.6, 4.4, words, anchor="start")


def face_svg(row, language="both", sheet=False):
    """The face of a card as an SVG document of 63 x 63 mm.

    row: as in a catalogue, or WORMHOLE; language: both, zh or en. `sheet`: for printing, without paper, with the window
    uncut, and without the dark margins, which sheet.typ prints in pure black.
    """
    row = Printed(*row)
    draw = {"event": _event, "wormhole": _event, "frame": _frame}.get(row.kind, _machine)
    drawn = draw(row, language)
    if sheet:
        return outer(_panel(row.kind, False) + drawn)
    framed = row.kind == "frame"
    return outer(paper(framed) + _panel(row.kind, framed) + _bands() + drawn)
