"""Room: reads the table top's drawings and parts as a laser's or a printer's program would; helps the tests.

`*_faults` functions return sentences, none when all is well, so that a test can hand them a spoilt drawing as well.
"""

import itertools
import math
import re
import struct
from collections import Counter

import ezdxf
import ezdxf.path
from shapely import STRtree
from shapely.geometry import LinearRing, MultiPolygon, Polygon

from hardware.table_top import params

FOLDER = params.HERE
FINE = 0.005  # how far flattened arcs may deviate, mm


def paths(folder, suffix):
    return sorted((FOLDER / folder).glob("*" + suffix))


def dxf_loops(text):
    """([(x, y)] of every loop on layer CUT; [sentence] of those that are open or of an unknown kind)."""
    loops, faults = [], []
    for entity in ezdxf.read(_lines(text)).modelspace():
        if entity.dxf.layer != "CUT":
            continue
        if entity.dxftype() not in ("POLYLINE", "CIRCLE") or (entity.dxftype() == "POLYLINE" and not entity.is_closed):
            faults.append(f"an open or unknown {entity.dxftype()}")
            continue
        points = [(v.x, v.y) for v in ezdxf.path.make_path(entity).flattening(FINE)]
        loops.append(points)
    return loops, faults


def _lines(text):
    import io

    return io.StringIO(text)


def svg_loops(text):
    """[[(x, y)]] of the group CUT of an SVG drawing, y up."""
    group = re.search(r'<g id="CUT".*?</g>', text, re.DOTALL).group(0)
    return [_svg_path(data) for data in re.findall(r' d="([^"]+)"', group)]


def _svg_path(data):
    points = []
    for letter, numbers in re.findall(r"([MLAaZ])([^MLAaZ]*)", data):
        values = [float(number) for number in numbers.split()]
        if letter in "ML":
            points.append((values[0], values[1]))
        elif letter in "Aa":
            x, y = points[-1]
            end = (values[5], values[6]) if letter == "A" else (x + values[5], y + values[6])
            points += _arc((x, y), end, values[0], values[3], values[4])
    if not data.endswith("Z"):
        raise ValueError("an open path")
    return points


def _arc(start, end, radius, large, sweep):
    chord = math.hypot(end[0] - start[0], end[1] - start[1])
    rise = math.sqrt(max(0.0, radius**2 - chord**2 / 4)) * (1 if large == sweep else -1)
    along = ((end[0] - start[0]) / chord, (end[1] - start[1]) / chord)
    middle = ((start[0] + end[0]) / 2 + along[1] * rise, (start[1] + end[1]) / 2 - along[0] * rise)
    first = math.atan2(start[1] - middle[1], start[0] - middle[0])
    turn = (math.atan2(end[1] - middle[1], end[0] - middle[0]) - first) % (2 * math.pi)
    turn = turn if sweep else turn - 2 * math.pi
    steps = max(2, math.ceil(abs(turn) / 0.05))
    angles = [first + turn * step / steps for step in range(1, steps + 1)]
    return [(middle[0] + radius * math.cos(a), middle[1] + radius * math.sin(a)) for a in angles]


def pieces(loops):
    """([Polygon] with their holes, [sentence]): loops that cross themselves or each other are faults."""
    faults, rings = [], []
    for loop in loops:
        ring = LinearRing(loop)
        if not ring.is_simple or Polygon(ring).area < 0.5:
            faults.append(f"a loop near {loop[0][0]:.1f}, {loop[0][1]:.1f} crosses itself or is nothing")
        else:
            rings.append(Polygon(ring))
    if not rings:
        return [], faults
    tree = STRtree(rings)
    for one, other in tree.query(rings, predicate="intersects").T:
        if one < other and rings[one].boundary.intersects(rings[other].boundary):
            where = rings[other].centroid
            faults.append(f"two loops meet near {where.x:.1f}, {where.y:.1f}")
    outer = [ring for ring in rings if len(tree.query(ring, predicate="within")) == 1]
    found = []
    for shell in outer:
        inner = [rings[i] for i in tree.query(shell, predicate="contains") if rings[i] is not shell]
        if any(a.within(b) for a, b in itertools.permutations(inner, 2)):
            faults.append("a cut-out lies within another")
        found.append(Polygon(shell.exterior, [ring.exterior for ring in inner]))
    return found, faults


def web_faults(piece, least):
    """Where less than `least` mm of material stand between two cuts or ends of cuts."""
    eroded = piece.buffer(-least / 2)
    if isinstance(eroded, MultiPolygon) or eroded.is_empty:
        return [f"a web of less than {least} mm holds {piece.bounds} together"]
    lost = piece.difference(eroded.buffer(least / 2 * 1.02))
    slivers = [part for part in getattr(lost, "geoms", [lost]) if part.area > 0.3 * least * least]
    return [f"less than {least} mm near {s.centroid.x:.1f}, {s.centroid.y:.1f}" for s in slivers]


def size_faults(loops, width, height):
    xs, ys = [x for loop in loops for x, _ in loop], [y for loop in loops for _, y in loop]
    inside = min(xs) >= -0.01 and min(ys) >= -0.01 and max(xs) <= width and max(ys) <= height
    return [] if inside else [f"{max(xs):.1f} x {max(ys):.1f} mm do not fit {width} x {height}"]


def stl_triangles(data):
    """[(corner, corner, corner)] of a binary STL file."""
    (count,) = struct.unpack_from("<I", data, 80)
    rows = struct.iter_unpack("<12fH", data[84:])
    found = [(row[3:6], row[6:9], row[9:12]) for row in rows]
    return found if len(found) == count else []


def solid_faults(triangles):
    """A closed surface has every edge once in each direction, and a volume above 0."""
    edges = Counter()
    for a, b, c in triangles:
        edges.update([(a, b), (b, c), (c, a)])
    loose = [edge for edge, times in edges.items() if times != 1 or edges[edge[::-1]] != 1]
    faults = [f"{len(loose)} loose edges, one at {loose[0][0]}"] if loose else []
    return faults if volume(triangles) > 1.0 else [*faults, "it is empty or inside out"]


def volume(triangles):
    """In mm3."""
    return sum(
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
        for a, b, c in triangles
    ) / 6.0  # fmt: skip
