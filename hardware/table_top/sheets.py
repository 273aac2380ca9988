"""Room: turns holes into build123d faces: whole sheets, walls, tiles for a small laser, kerf; after layout.py.

Needs build123d (the extra `cad`). Faces lie in the xy plane, mm, seen from above. A laser burns away `kerf` along its
line, half of it on each side: outlines are drawn half a kerf larger and holes half a kerf smaller than they will be.
"""

from build123d import Circle, Location, Rectangle, RectangleRounded

from hardware.table_top import layout

NEST_GAP = 6.0
FAR = 2000.0


def shape(hole, grown=0.0):
    """The Face of a Hole, each side moved out by `grown`."""
    width, height, radius = hole.width + 2 * grown, hole.height + 2 * grown, hole.radius + grown
    if hole.width == hole.height == 2 * hole.radius:
        made = Circle(radius)
    elif hole.radius > 0 and radius > 1e-6:
        made = RectangleRounded(width, height, radius)
    else:
        made = Rectangle(width, height)
    return made.face().moved(Location((hole.x, hole.y, 0)))


def outline(sheet, grown):
    """The Face of a sheet without holes."""
    middle = layout.Hole("outline", sheet.width / 2, sheet.height / 2, sheet.width, sheet.height, sheet.corner)
    return shape(middle, grown)


def only(made):
    """The one Face of a boolean operation's result; more or none of them is a mistake in the layout."""
    faces = made.faces()
    if len(faces) != 1:
        raise ValueError(f"A sheet fell into {len(faces)} pieces: holes of the layout meet where they must not.")
    return faces[0]


def whole(sheet, kerf=0.0):
    """The Face of a sheet with its holes, drawn for a laser of that kerf (0: as it will be)."""
    return only(outline(sheet, kerf / 2).cut(*[shape(hole, -kerf / 2) for hole in sheet.holes]).clean())


def tiles(sheet, cut, kerf=0.0):
    """[Face] of a sheet parted at `cut` (layout.cuts), each with its own kerf at the joint; west before east."""
    face = whole(sheet, kerf)
    x, west, east = cut
    grown = kerf / 2
    found = []
    for left, right, y in ((-FAR, x + grown, west), (x - grown, FAR, east)):
        for bottom, upper in ((-FAR, y + grown), (y - grown, FAR)):
            window = shape(layout.between("tile", left, bottom, right, upper))
            found.append(only(face.intersect(window)))
    return found


def wall(p, length, openings=(), kerf=0.0):
    """The Face of one wall, lying: tabs up and down, openings [(along, width, height)] that start at its lower edge."""
    grown = kerf / 2
    made = shape(layout.box("wall", 0, 0, length, p.void), grown)
    tall = p.void + p.bed + p.base
    tabs = [shape(layout.box("tab", over, 0, p.tab, tall), grown) for over in layout.tabs(p, length)]
    holes = [shape(layout.box("opening", over, -p.void / 2 + 6.0 + high / 2, wide, high, 1.0), -grown)
             for over, wide, high in openings]  # fmt: skip
    made = made.fuse(*tabs).clean()
    return only(made.cut(*holes) if holes else made)


def openings(p, name):
    """Where cables leave: USB, supply and link, all in the north wall."""
    if name != "north":
        return ()
    return (110.0, p.usb_width, p.usb_height), (138.0, 10.0, 10.0), (156.0, 10.0, 10.0)


def walls(p, variant, kerf=0.0, most=None):
    """[Face] of the four walls; longer ones than `most` come in two pieces."""
    found = []
    for name, length, *_ in layout.wall_runs(p, variant):
        face = wall(p, length, openings(p, name), kerf)
        if most is None or length + kerf <= most:
            found.append(face)
            continue
        # Parted a quarter of a tab's distance off the middle: neither in a tab nor in an opening.
        at = length / len(layout.tabs(p, length)) * (0.5 if len(layout.tabs(p, length)) % 2 else 0.0)
        for left, right in ((-FAR, at + kerf / 2), (at - kerf / 2, FAR)):
            found.append(only(face.intersect(shape(layout.between("half", left, -FAR, right, FAR)))))
    return found


def test_pieces(p, kerf=0.0):
    """[Face] to cut first, beside each other: a plate with one cell, a square to measure, a tab for its slot."""
    plate = layout.test_piece(p)
    beside = plate.width + NEST_GAP
    square = layout.between("square", beside, 0.0, beside + layout.TEST_SQUARE, layout.TEST_SQUARE)
    low = layout.TEST_SQUARE + NEST_GAP
    stub = layout.between("stub", beside, low, beside + p.tab + 10.0, low + 15.0)
    tab = layout.between("tab", beside + 5.0, low + 10.0, beside + 5.0 + p.tab, low + 15.0 + p.base)
    ending = only(shape(stub, kerf / 2).fuse(shape(tab, kerf / 2)).clean())
    return [whole(plate, kerf), shape(square, kerf / 2), ending]


def nested(faces, width, height):
    """[[Face]] of pieces laid below each other, as many as fit a laser of that size; each starts at 0, 0."""
    drawings, rise = [[]], 0.0
    for face in sorted(faces, key=lambda one: -one.bounding_box().size.X):
        box = face.bounding_box()
        if rise + box.size.Y > height:
            drawings.append([])
            rise = 0.0
        drawings[-1].append(face.moved(Location((-box.min.X, rise - box.min.Y, 0))))
        rise += box.size.Y + NEST_GAP
    return drawings


def to_origin(face):
    """(the Face with its lower left corner at 0, 0; how far it was moved)."""
    box = face.bounding_box()
    return face.moved(Location((-box.min.X, -box.min.Y, 0))), (-box.min.X, -box.min.Y)


def loops(face):
    """[[segment]] of a face, its outline first: ("line", x, y) and ("arc", x, y, bulge) from each point to the next.

    A segment names its start; a loop of one ("circle", x, y, radius). bulge: tangent of a quarter of the arc's angle,
    positive anticlockwise, as DXF has it.
    """
    return [_loop(wire) for wire in [face.outer_wire(), *_in_order(face.inner_wires())]]


def _in_order(wires):
    def key(wire):
        box = wire.bounding_box()
        return round(box.min.Y, 2), round(box.min.X, 2)

    return sorted(wires, key=key)


def _loop(wire):
    edges = wire.edges()
    if len(edges) == 1 and edges[0].geom_type.name == "CIRCLE":
        middle = edges[0].arc_center
        return [("circle", middle.X, middle.Y, edges[0].radius)]
    edges = wire.order_edges()
    ends = [(edge @ 0, edge @ 0.5, edge @ 1, edge.geom_type.name) for edge in edges]
    start = ends[0][0]
    if min((ends[1][0] - start).length, (ends[1][2] - start).length) < 1e-4:
        start = ends[0][2]
    found = []
    for first, half, last, kind in ends:
        if (first - start).length > 1e-4:
            first, last = last, first
        if (first - start).length > 1e-4 or kind not in ("LINE", "CIRCLE"):
            raise ValueError(f"An outline is broken at {start.X:.3f}, {start.Y:.3f} ({kind}).")
        start = last
        if kind == "LINE":
            found.append(("line", first.X, first.Y))
            continue
        chord, sag = last - first, half - (first + last) * 0.5
        side = chord.X * sag.Y - chord.Y * sag.X
        found.append(("arc", first.X, first.Y, (-1 if side > 0 else 1) * sag.length / (chord.length / 2)))
    return found
