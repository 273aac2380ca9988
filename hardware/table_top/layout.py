"""Room: which holes each sheet has: plain rectangles and circles by group, in mm; after places.py, before sheets.py.

Nominal sizes: the laser's kerf comes later. Holes of a sheet may overlap where they belong together (a recess and its
finger notch, a socket that is open at the board's edge); sheets.py joins them.
"""

from collections import namedtuple

from firmware import wiring
from hardware.table_top import places

# A hole: group, middle, width along x, height along y, radius of the corners (half of the width: a circle).
Hole = namedtuple("Hole", "group x y width height radius")
# A sheet: its outline is a rectangle with rounded corners and lies at the origin.
Sheet = namedtuple("Sheet", "name thickness width height corner holes")
SHEETS = ("top", "floor", "reader", "bed", "base", "walls")

SHARP = 0.5  # corners of recesses: cards have sharp ones
FINGER = 9.0  # radius of the hole for a fingertip
BEYOND = 8.0  # how far an open socket is drawn beyond the board's edge
WALL_PLAY = 0.1  # a tab goes into its slot with a light press


def circle(group, x, y, width):
    return Hole(group, x, y, width, width, width / 2)


def box(group, x, y, width, height, radius=0.0):
    return Hole(group, x, y, width, height, radius)


def between(group, left, bottom, right, top, radius=0.0):
    return Hole(group, (left + right) / 2, (bottom + top) / 2, right - left, top - bottom, radius)


def _screws(p, variant):
    return [circle("screw", x, y, p.screw) for x, y in places.screws(p, variant)]


def _windows(p, variant, group, width_of):
    return [
        circle(group + ":" + name, x, y, width_of(name))
        for name, spots in places.lights(p, variant).items()
        for x, y in spots
    ]


def _cells(p):
    return [places.at(p, *divmod(cell, 4)) for cell in range(wiring.CELLS)]


def _panel(p, button):
    return [circle("button", x, y, button) for x, y in places.buttons(p).values()]


def top(p, variant):
    """What players see: recesses with finger notches, open sockets, lights, panel."""
    half = p.recess / 2
    holes = [box("recess", x, y, p.recess, p.recess, SHARP) for x, y in _cells(p)]
    holes += [circle("finger", x, y - half, 2 * FINGER) for x, y in _cells(p)]
    for x, y, along in places.sockets(p):
        if along == "x":
            holes.append(between("socket", -BEYOND, y - half, x, y + half, SHARP))
        else:
            holes.append(between("socket", x - half, -BEYOND, x + half, y, SHARP))
    holes += _windows(p, variant, "light", lambda name: p.cell_window if name in ("cell", "edge") else p.ruler_window)
    if variant == "primary":
        x, y = places.at(p, *wiring.PAD_PLACES[0])
        holes.append(between("queue", x - half, y - half, places.size(p, variant)[0] + BEYOND, y + half, SHARP))
    x, y = places.at(p, *wiring.PAD_PLACES[1])
    holes.append(box("tap", x, y, tap_width(p), tap_width(p), SHARP))
    holes.append(box("display", *places.display(p), p.display_width, p.display_height, 1.0))
    holes += _panel(p, p.button)
    return holes + _screws(p, variant)


def tap_width(p):
    """The tap pad's hole takes the printed frame: a card's recess and the frame's wall."""
    return p.recess + 2 * p.wall


def floor(p, variant):
    """What cards lie on; light shines through it, infrared windows are holes."""
    holes = [circle("window", x, y, p.window) for _, x, y in places.sensors(p)]
    holes += [circle("finger", x, y - p.recess / 2, 2 * FINGER) for x, y in _cells(p)]
    holes.append(box("display", *places.display(p), p.display_width, p.display_height, 1.0))
    holes += _panel(p, p.button)
    return holes + _screws(p, variant)


def module(p, x, y):
    """(left, bottom, right, top) of the reader module whose antenna is at x, y; its header lies west."""
    right = x + p.antenna_from_end
    return right - p.module_length, y - p.module_width / 2, right, y + p.module_width / 2


def reader(p, variant):
    """Pockets for reader modules and sensor holders, channels for light, so that no light strays to its neighbour."""
    play = p.module_play
    holes = []
    for x, y in places.antennas(p, variant):
        left, bottom, right, upper = module(p, x, y)
        holes.append(between("module", left - play, bottom - play, right + play, upper + play))
    holes += [box("sensor", x, y, *holder(p, name)) for name, x, y in places.sensors(p)]
    holes += [circle("finger", x, y - p.recess / 2, 2 * FINGER + 1.0) for x, y in _cells(p)]
    holes += _windows(p, variant, "channel", lambda _: p.light_channel)
    holes.append(box("display", *places.display(p), p.display_board_width, p.display_board_height))
    holes += _panel(p, p.button_nut)
    return holes + _screws(p, variant)


def holder(p, _name):
    """(width, height) of a sensor holder's pocket."""
    return p.holder_length, p.holder_width


def strips(p, variant):
    """[(group, left, bottom, right, top)] of the slots for pieces of LED strip, below the light channels."""
    found = []
    half = p.strip_slot / 2
    pitches = {"ruler_a": p.pitch_a, "ruler_b": p.pitch_b, "ruler_c": p.pitch_c, "queue": p.pitch_queue}
    for group, spots in places.lights(p, variant).items():
        if group in ("cell", "edge"):
            found += [(group, x - p.piece_length / 2, y - 6.0, x + p.piece_length / 2, y + 6.0) for x, y in spots]
            continue
        runs = [spots[: places.LIVES_OF_ONE], spots[places.LIVES_OF_ONE :]] if group == "life" else [spots]
        spare = (pitches.get(group, p.pitch_column) + p.strip_spare) / 2
        for run in runs:
            (x1, y1), (x2, y2) = min(run), max(run)
            if group == "queue":
                found.append((group, x1 - spare, y1 - half, x2 + spare, y2 + half))
            else:
                found.append((group, x1 - half, y1 - spare, x2 + half, y2 + spare))
    return found


def bed(p, variant):
    """Carries modules on ledges; open below for their parts, headers, holders' flanges and LED strips."""
    ledge, holes = p.module_ledge, []
    for x, y in places.antennas(p, variant):
        left, bottom, right, upper = module(p, x, y)
        holes.append(between("module", left - 1.0, bottom + ledge, right - ledge, upper - ledge))
    play = 0.3
    for name, x, y in places.sensors(p):
        width, height = holder(p, name)
        holes.append(box("sensor", x, y, width + 2 * (p.flange + play), height + 2 * (p.flange + play)))
    holes += [between("strip:" + group, *edges) for group, *edges in strips(p, variant)]
    for x, y in _cells(p):
        holes += [box("tie", x + 9.0, y - rise, p.tie_slot_length, p.tie_slot_width) for rise in (23.0, 29.0)]
    holes.append(box("display", *places.display(p), p.display_board_width - 5.0, p.display_board_height))
    holes += _panel(p, p.button_nut)
    return holes + _screws(p, variant) + wall_slots(p, variant)


def base(p, variant):
    """Closes the table from below: feet, slots of the walls, air."""
    holes = _screws(p, variant) + wall_slots(p, variant)
    width, height = places.size(p, variant)
    holes += [circle("foot", x, y, p.foot) for x in (26.0, width - 26.0) for y in (26.0, height - 26.0)]
    holes += [circle("carrier", x, y, p.screw) for x, y in places.carrier_holes(p, variant)]
    for x, y in _cells(p):
        holes += [box("air", x, y + step, 30.0, 3.0, 1.4) for step in (-8.0, 0.0, 8.0)]
    return holes


TEST_SQUARE = 20.0


def test_piece(p):
    """A Sheet to cut first: one cell with its finger notch and lights, a screw, a wall's slot."""
    width, x, y = p.recess + 25.0, p.recess / 2 + 12.5, p.recess / 2 + 25.0
    holes = [
        box("recess", x, y, p.recess, p.recess, SHARP),
        circle("finger", x, y - p.recess / 2, 2 * FINGER),
        circle("light:cell", 14.0, 10.0, p.cell_window),
        circle("light:ruler_a", 24.0, 10.0, p.ruler_window),
        circle("screw", 6.0, 10.0, p.screw),
        box("wall", width - 18.0, 10.0, p.tab + WALL_PLAY, p.base + WALL_PLAY),
    ]
    return Sheet("test", p.top, width, p.recess + 37.0, p.corner, holes)


def wall_runs(p, variant):
    """[(name, length, x, y, along)] of the four walls and where their middles stand."""
    width, height = places.size(p, variant)
    near = p.wall_inset + p.base / 2
    long, short = width - 2 * p.wall_inset, height - 2 * p.wall_inset - 2 * p.base
    return [
        ("south", long, width / 2, near, "x"),
        ("north", long, width / 2, height - near, "x"),
        ("west", short, near, height / 2, "y"),
        ("east", short, width - near, height / 2, "y"),
    ]


def tabs(p, length):
    """Middles of a wall's tabs, from the wall's middle: at least two, about 110 mm apart."""
    count = max(2, round(length / 110.0))
    step = length / count
    return [(index - (count - 1) / 2) * step for index in range(count)]


def wall_slots(p, variant):
    """Slots of bed and base for the walls' tabs."""
    holes = []
    for _, length, x, y, along in wall_runs(p, variant):
        for over in tabs(p, length):
            long, thick = p.tab + WALL_PLAY, p.base + WALL_PLAY
            holes.append(
                box("wall", x + over, y, long, thick) if along == "x" else box("wall", x, y + over, thick, long)
            )
    return holes


def sheets(p, variant):
    """The Sheets of a board without its walls, from the top down."""
    width, height = places.size(p, variant)
    return [
        Sheet(name, getattr(p, name), width, height, p.corner, make(p, variant))
        for name, make in (("top", top), ("floor", floor), ("reader", reader), ("bed", bed), ("base", base))
    ]


def cuts(p, variant, number):
    """(x, y west of it, y east of it) where sheet `number` is parted for a small laser.

    Joints of neighbouring sheets lie in other places, so that the glued stack holds across them. They run beside the
    cells' middles, where they cross webs and no light, and between two LEDs of the rulers.
    """
    odd = number % 2
    x, y = places.at(p, 0, 2 if odd else 3)[0] + 12.0, places.at(p, 1 if odd else 2, 0)[1] - 12.0
    if odd:
        return x, y, y
    return x, y, places.size(p, variant)[1] / 2 - 5.5 * p.pitch_a
