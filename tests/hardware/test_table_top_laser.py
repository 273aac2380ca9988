"""Room: every laser drawing of the table top: closed, no crossings, strong enough, within the laser's bed, kerf.

The tiles for a small laser are in test_table_top_tiles.py.
"""

# engine: cpython
import re
from functools import cache

import pytest
from shapely.geometry import Polygon, box

from firmware import wiring
from hardware.table_top import layout, params, places
from tests.hardware import drawings

P = params.load()
DRAWINGS = drawings.paths("laser", ".dxf")
WHOLE = [(variant, sheet) for variant in places.VARIANTS for sheet in layout.sheets(P, variant)]


@cache
def read(path):
    loops, faults = drawings.dxf_loops(path.read_text(encoding="ascii"))
    assert faults == []
    return loops


def loops_of(variant, sheet):
    number = layout.SHEETS.index(sheet) + 1
    return read(drawings.FOLDER / "laser" / f"{variant}_{number}_{sheet}.dxf")


def test_every_sheet_is_there_and_the_test_piece():
    sheets = {f"{variant}_{n}_{sheet}" for variant in places.VARIANTS for n, sheet in enumerate(layout.SHEETS, 1)}
    assert {path.stem for path in DRAWINGS} == sheets | {"test_piece"}


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.stem)
def test_a_drawing_can_be_cut(path):
    loops = read(path)
    found, faults = drawings.pieces(loops)
    for piece in found:
        faults += drawings.web_faults(piece, P.least_web - P.kerf)
    assert faults + drawings.size_faults(loops, P.laser_width, P.laser_height) == []


@pytest.mark.parametrize("path", drawings.paths("laser", ".svg"), ids=lambda path: path.stem)
def test_svg_and_dxf_show_the_same_cuts(path):
    drawn = drawings.svg_loops(path.read_text(encoding="utf-8"))
    measured = read(path.with_suffix(".dxf"))
    assert len(drawn) == len(measured)
    for one, other in zip(drawn, measured):
        assert Polygon(one).symmetric_difference(Polygon(other)).area < 0.2


@pytest.mark.parametrize(("variant", "sheet"), WHOLE, ids=lambda value: getattr(value, "name", value))
def test_holes_are_drawn_smaller_and_outlines_larger_by_the_kerf(variant, sheet):
    """Every hole that stands alone: its width and place; and the outline's width."""
    loops = loops_of(variant, sheet.name)
    outline, *holes = [Polygon(loop) for loop in loops]
    left, low, right, high = outline.bounds
    assert (right - left, high - low) == pytest.approx((sheet.width + P.kerf, sheet.height + P.kerf), abs=0.01)
    drawn = [hole.bounds for hole in holes]
    joined = {"recess", "finger", "socket", "queue"} if sheet.name == "top" else set()
    half = P.kerf / 2
    for hole in sheet.holes:
        if hole.group in joined:
            continue
        x, y = hole.x + half, hole.y + half
        wide, tall = hole.width / 2 - half, hole.height / 2 - half
        wanted = (x - wide, y - tall, x + wide, y + tall)
        assert any(bounds == pytest.approx(wanted, abs=0.02) for bounds in drawn), hole


def test_recesses_have_their_finger_notch_and_their_width():
    outline, *holes = [Polygon(loop) for loop in loops_of("primary", "top")]
    assert P.recess == P.card + 2 * P.play
    recesses = [hole for hole in holes if hole.area > P.card**2 and hole.centroid.x < places.at(P, 0, 4)[0]]
    assert len(recesses) == wiring.CELLS
    for recess in recesses:
        left, low, right, high = recess.bounds
        assert right - left == pytest.approx(P.recess - P.kerf, abs=0.01)
        assert high - low == pytest.approx(P.recess + layout.FINGER - P.kerf, abs=0.01)


def test_the_test_piece_shows_kerf_and_fits():
    plate, *others = [Polygon(loop) for loop in read(drawings.FOLDER / "laser" / "test_piece.dxf")]
    sizes = [(right - left, high - low) for left, low, right, high in (other.bounds for other in others)]
    drawn_square = layout.TEST_SQUARE + P.kerf
    assert sizes.count(pytest.approx((drawn_square, drawn_square), abs=0.01)) == 1
    cells = [size for size in sizes if size[0] == pytest.approx(P.recess - P.kerf, abs=0.01)]
    assert len(cells) == 1 and plate.bounds[2] < 150
    right, high = (max(other.bounds[side] for other in (plate, *others)) for side in (2, 3))
    assert right < P.small_laser_width and high < P.small_laser_height


def count(variant, sheet, width, height=None):
    """How many cut-outs of that nominal size are drawn."""
    wanted = (width - P.kerf, (height or width) - P.kerf)
    sizes = []
    for loop in loops_of(variant, sheet)[1:]:
        left, low, right, high = Polygon(loop).bounds
        sizes.append((right - left, high - low))
    return sum(1 for size in sizes if size == pytest.approx(wanted, abs=0.02))


@pytest.mark.parametrize("variant", places.VARIANTS)
def test_there_is_a_cut_out_for_everything_in_the_wiring(variant):
    chain = wiring.CHAIN_PRIMARY if variant == "primary" else wiring.CHAIN_SATELLITE
    lights = wiring.chain_starts(chain)[1] - dict(chain)["first"]
    readers = len(wiring.READERS) - (variant == "satellite")  # without the queue slot
    own = sum(count for group, count in chain if group in ("cell", "edge"))
    sensors = sum(len(pair) for pair in wiring.IR_CELLS) + len(wiring.IR_EDGES)
    play = 2 * P.module_play
    assert count(variant, "reader", P.light_channel) == lights
    assert len(places.readers(variant)) == readers
    assert count(variant, "top", P.cell_window) == own
    assert count(variant, "top", P.ruler_window) == lights - own
    assert count(variant, "floor", P.window) == sensors == 40
    assert count(variant, "reader", P.holder_length, P.holder_width) == sensors
    assert count(variant, "reader", P.module_length + play, P.module_width + play) == readers
    assert count(variant, "top", P.button) == 5


# What each check is there to find.


def square(x, y, side):
    return [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]


@pytest.mark.parametrize(
    ("loops", "complaint"),
    [
        ([[(0, 0), (9, 9), (9, 0), (0, 9)]], "crosses itself"),
        ([square(0, 0, 90), square(10, 10, 20), square(25, 10, 20)], "meet"),
        ([square(0, 0, 90), square(80, 10, 20)], "meet"),
        ([square(0, 0, 90), square(10, 10, 30), square(20, 20, 5)], "within another"),
    ],
)
def test_loops_that_cannot_be_cut_are_found(loops, complaint):
    assert complaint in " ".join(drawings.pieces(loops)[1])


def test_an_open_loop_is_found():
    text = (drawings.FOLDER / "laser" / "primary_4_bed.dxf").read_text(encoding="ascii")
    spoilt = text.replace("CUT\n66\n1\n70\n1\n", "CUT\n66\n1\n70\n0\n", 1)
    assert spoilt != text
    assert len(drawings.dxf_loops(spoilt)[1]) == 1
    with pytest.raises(ValueError, match="open"):
        drawings.svg_loops('<g id="CUT"><path d="M0 0L1 1"/></g>')


def test_a_thin_web_is_found():
    sheet = box(0, 0, 100, 100)
    two = sheet - box(10, 10, 40, 40) - box(41, 10, 70, 40)
    assert drawings.web_faults(sheet - box(10, 10, 40, 40) - box(43, 10, 70, 40), 2.0) == []
    assert len(drawings.web_faults(two, 2.0)) == 1
    assert len(drawings.web_faults(sheet - box(0, 10, 99, 40), 2.0)) == 1


def test_a_drawing_that_is_too_large_is_found():
    assert drawings.size_faults([square(0, 0, 300)], 400, 300) == []
    assert len(drawings.size_faults([square(0, 0, 300.2)], 400, 300)) == 1
    assert len(drawings.size_faults([square(-1, 0, 90)], 400, 300)) == 1


def test_another_kerf_would_be_noticed():
    """The drawings are made for the kerf of parameters.toml and no other."""
    left, _, right, _ = Polygon(loops_of("satellite", "floor")[0]).bounds
    width = places.size(P, "satellite")[0]
    assert right - left == pytest.approx(width + P.kerf, abs=0.01)
    assert right - left != pytest.approx(width + P.kerf + 0.05, abs=0.01)


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.stem)
def test_a_drawing_says_its_sheet_and_thickness(path):
    title = re.search(r"999\n(.*)\n", path.read_text(encoding="ascii")).group(1)
    sheet = "test piece" if path.stem == "test_piece" else path.stem.split("_")[2]
    thickness = getattr(P, sheet, P.base)
    assert sheet in title and f"{thickness:g} mm" in title
