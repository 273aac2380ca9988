"""Room: writes all drawings and parts beside itself: laser/, laser_small/, print/; after files.py and printed.py.

python -m hardware.table_top          # takes about half a minute; needs the extra `cad`
"""

import shutil

from hardware.table_top import files, layout, marks, params, places, printed, sheets

FOLDERS = ("laser", "laser_small", "print")


def drawing(p, title, face, marked):
    """The Drawing of one piece: at the origin, its marks moved along and clipped to it."""
    box = face.bounding_box()
    left, low = box.min.X, box.min.Y
    cuts = sheets.loops(sheets.to_origin(face)[0])
    moved = marks.moved(marks.clipped(marked, left, low, box.max.X, box.max.Y), -left, -low)
    return files.Drawing(title, params.stamp(p), box.size.X, box.size.Y, cuts, moved)


def combined(p, title, faces):
    """The Drawing of several pieces that lie beside each other already."""
    boxes = [face.bounding_box() for face in faces]
    size = max(box.max.X for box in boxes), max(box.max.Y for box in boxes)
    return files.Drawing(title, params.stamp(p), *size, [loop for face in faces for loop in sheets.loops(face)], [])


def drawings(p, variant):
    """{(folder, name): Drawing} of a board, for both lasers."""
    found = {}
    for number, sheet in enumerate(layout.sheets(p, variant)):
        title = f"Energy Matrix table top, {variant}, {sheet.name}, {sheet.thickness:g} mm"
        marked = marks.of_sheet(p, variant, sheet.name)
        name = f"{variant}_{number + 1}_{sheet.name}"
        found["laser", name] = drawing(p, title, sheets.whole(sheet, p.kerf), marked)
        parts = sheets.tiles(sheet, layout.cuts(p, variant, number), p.kerf)
        for tile, face in enumerate(parts, 1):
            of = f", tile {tile} of {len(parts)}"
            found["laser_small", f"{name}_{tile}"] = drawing(p, title + of, face, marked)
    title = f"Energy Matrix table top, {variant}, walls, {p.base:g} mm"
    for folder, size in (
        ("laser", (p.laser_width, p.laser_height)),
        ("laser_small", (p.small_laser_width, p.small_laser_height)),
    ):
        pieces = sheets.walls(p, variant, p.kerf, size[0])
        for tile, faces in enumerate(sheets.nested(pieces, *size), 1):
            ending = "" if folder == "laser" else f"_{tile}"
            found[folder, f"{variant}_6_walls{ending}"] = combined(p, title, faces)
    return found


def write(folder=params.HERE):
    """Writes everything anew below `folder`; returns the paths."""
    p = params.load()
    for name in FOLDERS:
        shutil.rmtree(folder / name, ignore_errors=True)
        (folder / name).mkdir(parents=True)
    written = []
    for variant in places.VARIANTS:
        for (place, name), made in drawings(p, variant).items():
            # For tiles one format is enough: they are many.
            for suffix, text in ((".dxf", files.dxf), (".svg", files.svg)):
                if suffix == ".dxf" or place == "laser":
                    written.append(folder / place / (name + suffix))
                    written[-1].write_text(text(made), encoding="ascii" if suffix == ".dxf" else "utf-8")
    for name, (make, *_) in printed.PARTS.items():
        written.append(folder / "print" / (name + ".stl"))
        written[-1].write_bytes(files.stl(name, params.stamp(p), printed.triangles(make(p))))
    return written
