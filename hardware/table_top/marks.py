"""Room: what is engraved on each sheet: scales, words, signs and the numbers for assembly; after layout.py.

Two kinds of marks: ("fill", [(x, y)]) is a polygon to engrave (all of a sheet together by the even-odd rule),
("line", [(x, y)]) a line to score. Words stand in Chinese and English; what belongs to both players stands twice, once
turned round.
"""

import math

from firmware import wiring
from hardware.table_top import layout, lettering, places

MINUS = "−"
ROWS = "ABCD"


def text(words, x, y, size, angle=0.0):
    return [("fill", contour) for contour in lettering.outlines(words, x, y, size, angle)]


def line(*points):
    return [("line", list(points))]


def arrow(x, y, size, angle):
    """A triangle whose tip points at `angle` degrees."""
    return [("fill", [_turned(x, y, size * a, size * b, angle) for a, b in ((0.5, 0), (-0.5, 0.55), (-0.5, -0.55))])]


def _turned(x, y, along, across, angle):
    turn = math.radians(angle)
    return (
        x + along * math.cos(turn) - across * math.sin(turn),
        y + along * math.sin(turn) + across * math.cos(turn),
    )


def heart(x, y, size, angle=0.0):
    points = []
    for step in range(24):
        t = 2 * math.pi * step / 24
        wide = 16 * math.sin(t) ** 3
        tall = 13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)
        points.append(_turned(x, y, wide * size / 32, tall * size / 32, angle))
    return [("fill", points)]


def signed(value):
    """A ruler's number as printed: -12, 0, +12 with a true minus sign."""
    return "0" if value == 0 else ("+" if value > 0 else MINUS) + str(abs(value))


def ruler(p, group):
    """Scale of one ruler: a number for every LED on both sides, bars at the middle, a triangle at each threshold."""
    limit, found = places.LIMITS[group], []
    spots = places.scale(p, group)
    for value, x, y in spots:
        strong = value == 0 or abs(value) == limit
        size = p.digit * (1.25 if strong else 1.0)
        for side, angle in ((-1, 0.0), (1, 180.0)):
            found += line((x + side * 3.2, y), (x + side * (6.6 if strong else 4.8), y))
            found += text(signed(value), x + side * 11.2, y, size, angle)
        if abs(value) == limit:
            way = 1 if value > 0 else -1
            found += arrow(x, y + way * 6.0, 5.0, 90.0 * way)
    (_, x, low), (_, _, high) = spots[0], spots[-1]
    for side in (-1, 1):
        found += line((x + side * 3.2, low - 2.0), (x + side * 3.2, high + 2.0))
    name = group[-1].upper()
    return found + text(name, x, low - 17.0, p.title) + text(name, x, high + 17.0, p.title, 180.0)


def grid(p):
    """The line around each cell, open at finger notches and screws: a light belongs to the cell inside it."""
    first, reach, found = places.origin(p), p.pitch / 2, []
    for step in range(5):
        edge = first - reach + step * p.pitch
        for number in range(4):
            middle = first + number * p.pitch
            found += line((edge, middle - reach + 6.0), (edge, middle + reach - 6.0))
            notch = layout.FINGER if step < 4 else -1.0
            if notch < 0:
                found += line((middle - reach + 6.0, edge), (middle + reach - 6.0, edge))
                continue
            found += line((middle - reach + 6.0, edge), (middle - notch, edge))
            found += line((middle + notch, edge), (middle + reach - 6.0, edge))
    return found


def cell_name(cell):
    """What displays call a cell (firmware/panel/text.py): B3 is the second row, third column."""
    return ROWS[cell // 4] + str(cell % 4 + 1)


def line_name(line):
    """What displays call a row or column: rows A to D are lines 0 to 3, columns 1 to 4 are lines 4 to 7."""
    return ROWS[line] if line < 4 else str(line - 3)


def names(p):
    """[(name, x, y)] of cells and sockets, beside their lights."""
    found = []
    for cell in range(wiring.CELLS):
        x, y = places.at(p, *divmod(cell, 4))
        found.append((cell_name(cell), x + 24.0, y - p.recess / 2 - 3.6))
    for line, (x, y, along) in enumerate(places.sockets(p)):
        found.append((line_name(line), *((x + 3.3, y + 13.0) if along == "x" else (x + 27.0, y + 3.4))))
    return found


def _names(p):
    """Names of cells and sockets; a triangle at each socket's light points along the line which its battery feeds."""
    found = []
    for name, x, y in names(p):
        found += text(name, x, y, p.digit)
    for x, y, along in places.sockets(p):
        found += arrow(x + 3.6, y + 20.0, 3.6, 0.0) if along == "x" else arrow(x + 12.0, y + 3.6, 3.6, 90.0)
    return found


def top(p, variant):
    found = grid(p) + _names(p) + _panel(p)
    return found + (_primary(p) if variant == "primary" else _satellite(p))


def _panel(p):
    """What both kinds of boards have at the right: tap pad and buttons."""
    x, y = places.at(p, *wiring.PAD_PLACES[1])
    found = text("读牌  TAP", x, y + layout.tap_width(p) / 2 + 9.0, p.word)
    for name, (over, up) in places.buttons(p).items():
        found += _button(p, name, over, up + 11.5)
    return found


def _primary(p):
    lights = places.lights(p, "primary")
    x, y = places.at(p, *wiring.PAD_PLACES[1])
    found = text("能源矩阵  ENERGY MATRIX", x, y - layout.tap_width(p) / 2 - 16.0, p.word)
    for group in places.LIMITS:
        found += ruler(p, group)
    found += _counts(p, lights)
    x, y = places.queue_row(p)
    for index, (over, up) in enumerate(lights["queue"]):
        found += text(str(index + 1), over, up - 6.0, p.digit)
    found += text("事件队列  EVENTS", x, y + 7.4, p.digit)
    west, middle = places.at(p, *wiring.PAD_PLACES[0])
    return found + arrow(west - p.recess / 2 - 6.0, middle, 6.0, 0.0)


def _satellite(p):
    """The name of the game where the primary has its rulers, for both players."""
    x, y = places.carrier(p, "satellite")
    found = []
    for side, angle in ((-1, 0.0), (1, 180.0)):
        found += text("能源矩阵", x, y + side * 34.0, 2.4 * p.title, angle)
        found += text("ENERGY MATRIX", x, y + side * 56.0, p.title, angle)
    return found


def _button(p, name, x, y):
    if name in ("left", "right"):
        return arrow(x, y, 4.4, 180.0 if name == "left" else 0.0)
    return text(name.upper(), x, y, p.digit)


def _counts(p, lights):
    """Hearts beside the lives, words for both players beside lives and points."""
    found = []
    for index, (x, y) in enumerate(lights["life"]):
        mine = index < places.LIVES_OF_ONE
        found += heart(x - 8.0 if mine else x + 8.0, y, 5.0, 0.0 if mine else 180.0)
    for index, (x, y) in enumerate(lights["point"]):
        found += text(str(index + 1), x - 7.5, y, p.digit) + text(str(index + 1), x + 7.5, y, p.digit, 180.0)
    x, low = lights["life"][0]
    middle = (lights["point"][0][1] + lights["point"][-1][1]) / 2
    found += text("生命 LIVES", x, low - 10.0, p.digit)
    found += text("生命 LIVES", x, 2 * middle - low + 10.0, p.digit, 180.0)
    below = lights["point"][0][1] - 12.5
    found += text("行动 ACTIONS", x, below, p.digit)
    return found + text("行动 ACTIONS", x, 2 * middle - below, p.digit, 180.0)


def reader(p, variant):
    """For assembly: position numbers of firmware/wiring.py."""
    found = []
    for position, (x, y) in zip(places.readers(variant), places.antennas(p, variant)):
        found += text(str(position), x + 28.0, y + 13.0, 5.0)
    return found


def bed(p, variant):
    found = reader(p, variant)
    names = {"ruler_a": "A", "ruler_b": "B", "ruler_c": "C", "queue": "QUEUE", "point": "POINTS", "life": "LIVES"}
    for group, left, low, right, high in layout.strips(p, variant):
        if group in names:
            sideways = group == "queue"
            x, y = (left - 3.0, low - 5.0) if sideways else ((left + right) / 2 - 10.0, (low + high) / 2)
            found += text(names[group], x + (14.0 if sideways else 0.0), y, 4.0, 0.0 if sideways else 90.0)
    return found


def of_sheet(p, variant, name):
    """The marks of a sheet by its name; none on floor, base and walls."""
    return {"top": top, "reader": reader, "bed": bed}[name](p, variant) if name in ("top", "reader", "bed") else []


def moved(found, over, up):
    """The marks, shifted."""
    return [(kind, [(x + over, y + up) for x, y in points]) for kind, points in found]


def clipped(found, left, low, right, high):
    """The marks as far as they lie in a rectangle."""
    sides = ((0, 1, left), (0, -1, right), (1, 1, low), (1, -1, high))
    kept = []
    for kind, points in found:
        for axis, sign, limit in sides:
            points = _inside(points, axis, sign, limit, kind == "fill")
        if len(points) > 1:
            kept.append((kind, points))
    return kept


def _inside(points, axis, sign, limit, closed):
    """The part of a polygon, or of a line of two points, on one side of a line."""
    result = []
    pairs = zip(points, points[1:] + (points[:1] if closed else []))
    for one, other in pairs:
        here, there = sign * (one[axis] - limit), sign * (other[axis] - limit)
        if here >= 0:
            result.append(one)
        if (here < 0) != (there < 0):
            t = here / (here - there)
            result.append((one[0] + t * (other[0] - one[0]), one[1] + t * (other[1] - one[1])))
    if not closed and points and sign * (points[-1][axis] - limit) >= 0:
        result.append(points[-1])
    return result
