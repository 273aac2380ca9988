"""Room: the printed parts as build123d solids, in the position in which they are printed; after layout.py.

Needs build123d (the extra `cad`). z is up, mm; no part needs support.
"""

from build123d import Align, Axis, Box, Cylinder, Location, Part, chamfer

from hardware.table_top import layout

LOW = (Align.CENTER, Align.CENTER, Align.MIN)


def _box(x, y, z, width, depth, height):
    return Location((x, y, z)) * Box(width, depth, height, align=LOW)


def sensor_holder(p):
    """Holds one reflective sensor flush below the floor, in the reader sheet; its flange stands in the bed."""
    length, width = layout.holder(p, "")
    body = _box(0, 0, 0, length + 2 * p.flange, width + 2 * p.flange, p.flange_thickness)
    body += _box(0, 0, 0, length - 2 * p.fit, width - 2 * p.fit, p.flange_thickness + p.reader)
    return body - _box(0, 0, -1, p.sensor_length + 0.2, p.sensor_width + 0.2, 20)


def clip(p, depth):
    """A bar over an open socket or the queue's channel; its tongue ends `socket_gap` above the floor."""
    thick = p.wall + 0.4
    bar = _box(0, 0, 0, p.pitch - 1.0, depth, thick)
    tongue = _box(0, 0, 0, p.recess - 1.0, depth, thick + p.top - p.socket_gap)
    rim = tongue.faces().sort_by(Axis.Z)[-1].edges().filter_by(Axis.X)
    return bar + chamfer(rim, p.top - p.socket_gap - 0.1)


def socket_clip(p):
    """Keeps an ext frame in its socket."""
    return clip(p, p.clip_depth)


def queue_guide(p):
    """Leads a card on its way into the tray."""
    return clip(p, p.border - 4.0)


def tap_frame(p):
    """A funnel around the tap pad: a card slides down to the floor."""
    outer = layout.tap_width(p)
    body = _box(0, 0, 0, outer + 6.0, outer + 6.0, 1.6)
    body += _box(0, 0, 0, outer - 2 * p.fit, outer - 2 * p.fit, 1.6 + p.top)
    body -= _box(0, 0, -1, p.recess, p.recess, 20)
    inner = body.faces().sort_by(Axis.Z)[0].inner_wires()[0].edges()
    return chamfer(inner, 1.4)


def tray_rim(p):
    """Height over the table at which a card leaves the board: a little above the tray's west rim."""
    return p.foot_height + p.base + p.void + p.bed + p.reader + p.floor


def queue_tray(p):
    """Stands east of the queue's channel: cards fall onto the pile, the head is pulled out below, to the south.

    A block: the slicer's infill carries its floor. West wall 0.8 mm below the board's floor, the others 8 mm above it.
    """
    inside, rim, wall = p.card + 3.0, tray_rim(p) - 0.8, p.wall
    bottom = rim - p.queue_cards * p.card_thickness - 2.0
    outer = inside + 2 * wall
    made = _box(0, 0, 0, outer, outer, rim + 8.0)
    made -= _box(0, 0, bottom, inside, inside, 100)
    made -= _box(-outer / 2, 0, rim, 2 * wall + 4.0, inside, 100)
    made -= _box(0, -outer / 2, bottom, p.card + 1.0, 4 * wall, 2.2 * p.card_thickness)
    return made - Location((0, -outer / 2, -1)) * Cylinder(11.0, 200, align=LOW)


def light_plug(p, window):
    """Fills a light's window flush with the top, so that it is seen from a seat; of natural, translucent filament."""
    return Location((0, 0, 0)) * Cylinder(window / 2 - p.fit, p.top, align=LOW)


def cell_light(p):
    return light_plug(p, p.cell_window)


def ruler_light(p):
    return light_plug(p, p.ruler_window)


# name: (maker, how many the primary needs, how many a satellite needs)
PARTS = {
    "sensor_holder": (sensor_holder, 40, 40),
    "socket_clip": (socket_clip, 8, 8),
    "cell_light": (cell_light, 24, 24),
    "ruler_light": (ruler_light, 70, 0),
    "queue_guide": (queue_guide, 1, 0),
    "queue_tray": (queue_tray, 1, 0),
    "tap_frame": (tap_frame, 1, 1),
}


def triangles(part: Part):
    """[((x, y, z), ...)] of a solid, coarse: 0.05 mm, 15 degrees."""
    points, faces = part.tessellate(0.05, 0.26)
    spots = [(round(v.X, 4), round(v.Y, 4), round(v.Z, 4)) for v in points]
    return [(spots[a], spots[b], spots[c]) for a, b, c in faces]
