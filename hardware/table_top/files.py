"""Room: writes laser drawings as DXF and SVG, and solids as STL; after sheets.py and marks.py.

A drawing holds cuts (loops as sheets.loops gives them) and marks (as marks.py gives them), in mm. DXF is R12, which
every laser program reads: layers CUT, ENGRAVE (closed outlines to fill) and SCORE. The SVG says the same by colour:
cuts red, engraving black, scoring blue. Both carry the model's stamp: a drawing of an older model is found out.
"""

import math
import struct
from collections import namedtuple

# width, height: the sheet's; cuts: [loop]; marks: [mark]; title and stamp: text
Drawing = namedtuple("Drawing", "title stamp width height cuts marks")
COLOURS = (("CUT", 1), ("ENGRAVE", 7), ("SCORE", 5))


def _pairs(*values):
    return "".join(f"{code}\n{value}\n" for code, value in values)


def _number(value):
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _polyline(layer, points, closed=True):
    """points: [(x, y, bulge)]"""
    text = _pairs((0, "POLYLINE"), (8, layer), (66, 1), (70, int(closed)))
    for x, y, bulge in points:
        values = [(0, "VERTEX"), (8, layer), (10, _number(x)), (20, _number(y))]
        text += _pairs(*values, *([(42, f"{bulge:.6f}")] if bulge else []))
    return text + _pairs((0, "SEQEND"))


def _cut(loop):
    kind, x, y, *more = loop[0]
    if kind == "circle":
        return _pairs((0, "CIRCLE"), (8, "CUT"), (10, _number(x)), (20, _number(y)), (40, _number(more[0])))
    return _polyline("CUT", [(one[1], one[2], one[3] if one[0] == "arc" else 0) for one in loop])


def dxf(drawing):
    """The text of a DXF file."""
    layers = "".join(_pairs((0, "LAYER"), (2, name), (70, 0), (62, n), (6, "CONTINUOUS")) for name, n in COLOURS)
    text = _pairs((999, drawing.title), (999, "stamp " + drawing.stamp), (0, "SECTION"), (2, "HEADER"))
    text += _pairs((9, "$ACADVER"), (1, "AC1009"), (9, "$EXTMIN"), (10, 0), (20, 0))
    text += _pairs((9, "$EXTMAX"), (10, _number(drawing.width)), (20, _number(drawing.height)), (0, "ENDSEC"))
    text += _pairs((0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LAYER"), (70, len(COLOURS))) + layers
    text += _pairs((0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES"))
    text += "".join(_cut(loop) for loop in drawing.cuts)
    for kind, points in drawing.marks:
        flat = [(x, y, 0) for x, y in points]
        text += _polyline("ENGRAVE" if kind == "fill" else "SCORE", flat, closed=kind == "fill")
    return text + _pairs((0, "ENDSEC"), (0, "EOF"))


def path(loop):
    """SVG path data of a loop; y runs north, so the drawing is mirrored by the group it stands in."""
    kind, x, y, *more = loop[0]
    if kind == "circle":
        radius = _number(more[0])
        way = f"a{radius} {radius} 0 1 1 "
        return f"M{_number(x - more[0])} {_number(y)}{way}{_number(2 * more[0])} 0{way}{_number(-2 * more[0])} 0Z"
    text = f"M{_number(x)} {_number(y)}"
    for one, following in zip(loop, loop[1:] + loop[:1]):
        start, end = one[1:3], following[1:3]
        if one[0] == "line":
            text += f"L{_number(end[0])} {_number(end[1])}"
        else:
            text += "".join(_arc(*half) for half in _halves(start, end, one[3]))
    return text + "Z"


def _halves(start, end, bulge):
    """An arc as two arcs of half the angle: near half a circle, rounding an end would shift the middle."""
    over, up = end[0] - start[0], end[1] - start[1]
    top = (start[0] + end[0]) / 2 + up * bulge / 2, (start[1] + end[1]) / 2 - over * bulge / 2
    half = math.tan(math.atan(bulge) / 2)
    return (start, top, half), (top, end, half)


def _arc(start, end, bulge):
    radius = math.hypot(end[0] - start[0], end[1] - start[1]) / 2 / math.sin(2 * math.atan(abs(bulge)))
    way = f"{_number(radius)} {_number(radius)} 0 0 {int(bulge > 0)}"
    return f"A{way} {_number(end[0])} {_number(end[1])}"


def polygon(points, closed=True):
    text = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points)
    return text + "Z" if closed else text


def svg(drawing):
    """The text of an SVG file in mm."""
    width, height = _number(drawing.width), _number(drawing.height)
    fills = "".join(polygon(points) for kind, points in drawing.marks if kind == "fill")
    lines = "".join(polygon(points, closed=False) for kind, points in drawing.marks if kind == "line")
    cuts = "\n".join(f'<path d="{path(loop)}"/>' for loop in drawing.cuts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}">\n'
        f"<title>{drawing.title}</title>\n<desc>stamp {drawing.stamp}</desc>\n"
        f'<g transform="matrix(1 0 0 -1 0 {height})">\n'
        f'<g id="ENGRAVE" fill="#000" fill-rule="evenodd"><path d="{fills}"/></g>\n'
        f'<g id="SCORE" fill="none" stroke="#00f" stroke-width="0.1"><path d="{lines}"/></g>\n'
        f'<g id="CUT" fill="none" stroke="#f00" stroke-width="0.1">\n{cuts}\n</g>\n</g>\n</svg>\n'
    )


def stl(title, stamp, triangles):
    """The bytes of a binary STL file; triangles: [((x, y, z), ...)] in mm, anticlockwise from outside."""
    head = f"{title} stamp {stamp}".encode("ascii").ljust(80, b" ")
    body = [head, struct.pack("<I", len(triangles))]
    for a, b, c in triangles:
        u, v = [b[i] - a[i] for i in range(3)], [c[i] - a[i] for i in range(3)]
        normal = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        length = math.sqrt(sum(part * part for part in normal)) or 1.0
        body.append(struct.pack("<12fH", *[part / length for part in normal], *a, *b, *c, 0))
    return b"".join(body)
