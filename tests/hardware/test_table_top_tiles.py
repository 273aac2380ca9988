"""Room: the sheets in tiles for a small laser, made for these tests, are the sheets; skipped without build123d.

The tiles are not in the repository: who has a small laser makes them with `make hardware ARGS=table_top`.
"""

# engine: cpython
import pytest
from shapely.affinity import translate
from shapely.geometry import Polygon, box

from hardware.table_top import files, layout, params, places
from tests.hardware import drawings

export = pytest.importorskip(
    "hardware.table_top.export", reason='no build123d here: pip install -e ".[cad]"', exc_type=ImportError
)
P = params.load()
# A joint is glued to the sheets above and below; half of the web between two lights remains beside it.
LEAST_AT_JOINT = 1.2


@pytest.fixture(scope="module", params=places.VARIANTS)
def board(request):
    """(variant, {(folder, name): loops of its drawing}) of one board; makes it in ten seconds."""
    made = {}
    for place, drawn in export.drawings(P, request.param).items():
        made[place], faults = drawings.dxf_loops(files.dxf(drawn))
        assert faults == []
    return request.param, made


def test_a_tile_can_be_cut(board):
    _, made = board
    faults = []
    for (folder, _), loops in made.items():
        if folder == "laser_small":
            found, crossings = drawings.pieces(loops)
            faults += crossings + drawings.size_faults(loops, P.small_laser_width, P.small_laser_height)
            faults += [fault for piece in found for fault in drawings.web_faults(piece, LEAST_AT_JOINT - P.kerf)]
    assert faults == []


@pytest.mark.parametrize("number", range(len(layout.SHEETS) - 1))
def test_tiles_are_the_sheet_in_four_pieces(board, number):
    """Each joint has its own kerf on both sides; a drawing starts at the corner of what it shows."""
    variant, made = board
    name = f"{variant}_{number + 1}_{layout.SHEETS[number]}"
    outline, *holes = made["laser", name]
    whole = Polygon(outline, holes)
    x, west, east = (measure + P.kerf / 2 for measure in layout.cuts(P, variant, number))
    over = P.kerf / 2
    _, _, right, high = whole.bounds
    windows = [
        box(left, low, end, top)
        for left, end, y in ((0, x + over, west), (x - over, right, east))
        for low, top in ((0, y + over), (y - over, high))
    ]
    for tile, window in enumerate(windows, 1):
        wanted = whole & window
        (drawn,) = drawings.pieces(made["laser_small", f"{name}_{tile}"])[0]
        drawn = translate(drawn, *wanted.bounds[:2])
        assert drawn.symmetric_difference(wanted).area < 0.5, f"tile {tile} is not what {name} has there"


def openings(pieces):
    """Sizes of all holes, in mm2."""
    return sorted(Polygon(hole).area for piece in pieces for hole in piece.interiors)


def test_walls_for_a_small_laser_are_those_for_a_large_one(board):
    """All openings, and the same wood but for the kerf of each joint."""
    variant, made = board
    whole = drawings.pieces(made["laser", f"{variant}_6_walls"])[0]
    small = [loops for (folder, name), loops in made.items() if folder == "laser_small" and f"{variant}_6_" in name]
    parted = [piece for loops in small for piece in drawings.pieces(loops)[0]]
    joints = len(parted) - len(whole)
    assert openings(parted) == pytest.approx(openings(whole), abs=0.02)
    more = sum(piece.area for piece in parted) - sum(piece.area for piece in whole)
    assert more == pytest.approx(joints * P.kerf * (P.void + P.kerf), abs=0.5)


def test_the_drawings_in_the_repository_are_what_is_made():
    for variant in places.VARIANTS:
        for (folder, name), drawn in export.drawings(P, variant).items():
            if folder == "laser":
                kept = (drawings.FOLDER / folder / f"{name}.dxf").read_text(encoding="ascii")
                assert kept == files.dxf(drawn), f"{name}: run make hardware ARGS=table_top"
