"""Room: words as outlines to engrave: text, size and angle -> closed polygons in mm; before marks.py and files.py.

The letters are those of the cards (host_tools/cards/art/font, SIL Open Font License), so that a sheet looks the same
whatever fonts a computer has. Needs fontTools (it comes with the extra `cad`).
"""

import math
from functools import cache

from hardware.table_top.params import HERE

FONT = HERE.parents[1] / "host_tools/cards/art/font/EnergyMatrixSans-Bold.otf"
CAPITAL = 733.0  # height of a capital in the font's units, of which 1000 are an em
STEPS = 4  # straight pieces of a curve: a letter of 4 mm deviates by less than 0.03 mm


@cache
def _font():
    from fontTools.ttLib import TTFont

    font = TTFont(FONT)
    return font.getGlyphSet(), font.getBestCmap(), font["hmtx"]


@cache
def _letter(character):
    """(advance, [[(x, y)]]) of a character in font units."""
    from fontTools.pens.recordingPen import RecordingPen

    glyphs, characters, widths = _font()
    if ord(character) not in characters:
        raise ValueError(f"The card font has no {character!r}: choose another word in hardware/table_top/marks.py.")
    name = characters[ord(character)]
    pen = RecordingPen()
    glyphs[name].draw(pen)
    found = []
    for kind, points in pen.value:
        if kind == "moveTo":
            found.append([points[0]])
        elif kind == "lineTo":
            found[-1].append(points[0])
        elif kind == "curveTo":
            found[-1] += _curve(found[-1][-1], *points)
    return widths[name][0], [_trimmed(contour) for contour in found]


def _curve(a, b, c, d):
    points = []
    for step in range(1, STEPS + 1):
        t = step / STEPS
        s = 1 - t
        weights = (s**3, 3 * s * s * t, 3 * s * t * t, t**3)
        points.append(tuple(sum(w * point[axis] for w, point in zip(weights, (a, b, c, d))) for axis in (0, 1)))
    return points


def _trimmed(contour):
    return contour[:-1] if contour[0] == contour[-1] else contour


def width(text, size):
    """How long a text is, in mm; size: height of its capitals."""
    return sum(_letter(character)[0] for character in text) * size / CAPITAL


def outlines(text, x, y, size, angle=0.0):
    """[[(x, y)]] of a text whose middle is at x, y, turned anticlockwise by `angle` degrees."""
    scale, along = size / CAPITAL, -width(text, size) / 2
    turn = math.radians(angle)
    cos, sin = math.cos(turn), math.sin(turn)
    found = []
    for character in text:
        advance, contours = _letter(character)
        for contour in contours:
            flat = [(along + px * scale, (py - CAPITAL / 2) * scale) for px, py in contour]
            found.append([(x + px * cos - py * sin, y + px * sin + py * cos) for px, py in flat])
        along += advance * scale
    return found
