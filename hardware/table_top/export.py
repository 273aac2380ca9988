"""Room: writes all drawings and parts beside itself: laser/, laser_small/, print/; after files.py and printed.py.

python -m hardware.table_top          # takes about half a minute; needs the extra `cad`
The repository keeps laser/ and print/; who has a small laser makes its tiles.
"""

import shutil

from build123d import Location

from hardware.table_top import files, layout, marks, params, places, printed, sheets

FOLDERS = ("laser", "laser_small", "print")


def title(what, thickness):
    return f"Energy Matrix table top, {what}, {thickness:g} mm"


def drawing(p, words, face, marked):
    """The Drawing of one piece: at the origin, its marks moved along and clipped to it."""
    box = face.bounding_box()
    left, low = box.min.X, box.min.Y
    cuts = sheets.loops(sheets.to_origin(face)[0])
    moved = marks.moved(marks.clipped(marked, left, low, box.max.X, box.max.Y), -left, -low)
    return files.Drawing(words, params.stamp(p), box.size.X, box.size.Y, cuts, moved)


def combined(p, words, faces):
    """The Drawing of several pieces that lie beside each other already."""
    low = [min(axis) for axis in zip(*((b.min.X, b.min.Y) for b in (face.bounding_box() for face in faces)))]
    faces = [face.moved(Location((-low[0], -low[1], 0))) for face in faces]
    boxes = [face.bounding_box() for face in faces]
    size = max(box.max.X for box in boxes), max(box.max.Y for box in boxes)
    return files.Drawing(words, params.stamp(p), *size, [loop for face in faces for loop in sheets.loops(face)], [])


def drawings(p, variant):
    """{(folder, name): Drawing} of a board, for both lasers."""
    found = {}
    for number, sheet in enumerate(layout.sheets(p, variant)):
        words = title(f"{variant}, {sheet.name}", sheet.thickness)
        marked = marks.of_sheet(p, variant, sheet.name)
        name = f"{variant}_{number + 1}_{sheet.name}"
        found["laser", name] = drawing(p, words, sheets.whole(sheet, p.kerf), marked)
        parts = sheets.tiles(sheet, layout.cuts(p, variant, number), p.kerf)
        for tile, face in enumerate(parts, 1):
            of = f", tile {tile} of {len(parts)}"
            found["laser_small", f"{name}_{tile}"] = drawing(p, words + of, face, marked)
    words = title(f"{variant}, walls", p.base)
    for folder, size in (
        ("laser", (p.laser_width, p.laser_height)),
        ("laser_small", (p.small_laser_width, p.small_laser_height)),
    ):
        pieces = sheets.walls(p, variant, p.kerf, size[0])
        for tile, faces in enumerate(sheets.nested(pieces, *size), 1):
            ending = "" if folder == "laser" else f"_{tile}"
            found[folder, f"{variant}_6_walls{ending}"] = combined(p, words, faces)
    return found


def write(folder=params.HERE):
    """Writes everything anew below `folder`; returns the paths."""
    p = params.load()
    for name in FOLDERS:
        shutil.rmtree(folder / name, ignore_errors=True)
        (folder / name).mkdir(parents=True)
    written = []
    made = {("laser", "test_piece"): combined(p, title("test piece", p.top), sheets.test_pieces(p, p.kerf))}
    for variant in places.VARIANTS:
        made.update(drawings(p, variant))
    for (place, name), drawn in made.items():
        # For tiles DXF is enough: they are many.
        for suffix, text in ((".dxf", files.dxf), (".svg", files.svg)):
            if suffix == ".dxf" or place == "laser":
                written.append(folder / place / (name + suffix))
                written[-1].write_text(text(drawn), encoding="ascii" if suffix == ".dxf" else "utf-8")
    for name, (make, *_) in printed.PARTS.items():
        written.append(folder / "print" / (name + ".stl"))
        written[-1].write_bytes(files.stl(name, params.stamp(p), printed.triangles(make(p))))
    return written
