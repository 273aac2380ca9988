"""Room: the router joins what belongs together, keeps apart what does not, and says when there is no way."""

import dataclasses

import pytest

from host_tools.hardware import carrier_check_board as check
from host_tools.hardware import carrier_route as route
from host_tools.hardware import carrier_tracks as tidy
from host_tools.hardware.carrier_geometry import Pad, Track, segment_pad, segments
from host_tools.hardware.carrier_read import Board

BOTH = ("F.Cu", "B.Cu")


def pad(net, column, row, layers=BOTH, name="P"):
    """A round pad of 1.6 mm on the 2.54 mm grid."""
    hole = 0.8 if layers == BOTH else 0.0
    return Pad(f"{name}{column}.{row}", "1", net, column * 2.54, row * 2.54, 0, 0, 0.8, layers, hole)


def laid(pads, size=(30.48, 30.48), fat=(), kept=(), rounds=30):
    """The board with these pads after routing, and whether all nets could be parted."""
    grid = route.Grid(*size, pads, frozenset(fat), kept)
    router = route.Router(grid)
    done = router.run(rounds)
    tracks, vias = tidy.copper(grid, router.nets)
    return done, Board(pads=list(pads), tracks=tracks, vias=vias), grid


def test_crossing_nets_find_their_ways():
    pads = [pad(f"n{i}", 2 + i, 2) for i in range(8)] + [pad(f"n{7 - i}", 2 + i, 9) for i in range(8)]
    done, board, _ = laid(pads)
    assert done and check.unrouted(board) == [] and check.clearance(board) == []
    assert board.vias, "eight nets in reverse order need both layers"


def test_a_net_of_many_pads_is_one_tree():
    pads = [pad("bus", 2 + 3 * i, 2 + (i % 2) * 6) for i in range(4)] + [pad("else", 2, 5), pad("else", 11, 5)]
    done, board, _ = laid(pads, size=(40, 30))
    assert done and check.unrouted(board) == [] and check.clearance(board) == []


def test_a_wide_net_keeps_off_vias_and_grows_where_it_can():
    pads = [pad("5V", 2, 2), pad("5V", 10, 2)] + [pad(f"n{i}", 3 + i, 4) for i in range(6)]
    pads += [pad(f"n{5 - i}", 3 + i, 8) for i in range(6)]
    done, board, _ = laid(pads, fat=["5V"])
    assert done and check.unrouted(board) == [] and check.clearance(board) == []
    widths = {track.width for track in board.tracks if track.net == "5V"}
    assert min(widths) >= route.POWER and max(widths) == tidy.WIDEST


def test_an_area_of_another_net_is_not_entered():
    pads = [pad("a", 2, 6, ("F.Cu",)), pad("a", 10, 6, ("F.Cu",)), pad("5V", 6, 3)]
    corners = [(12.0, 5.0), (19.0, 5.0), (19.0, 28.0), (12.0, 28.0)]
    done, board, _ = laid(pads + [pad("5V", 6, 9)], kept=[("5V", "F.Cu", corners)])
    assert done and check.unrouted(board) == []
    through = [track for track in board.tracks if track.net == "a" and track.layer == "F.Cu"]
    assert all(not (12 < x < 19 and 5 < y < 28) for track in through for x, y in (track.start, track.end))
    assert len(board.vias) >= 2


def test_a_pad_that_is_walled_in_is_named():
    wall = [pad("", 5 + dx, 5 + dy, name="W") for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    wall = [dataclasses.replace(one, hx=1.27, hy=1.27) for one in wall]
    with pytest.raises(ValueError, match="net a: no way to a pad"):
        laid([pad("a", 5, 5), pad("a", 10, 10), *wall])


def test_more_nets_than_a_gap_has_room_for_are_reported():
    wall = [dataclasses.replace(pad("", 6, row, name="W"), hy=1.27) for row in range(13) if row != 5]
    pads = [pad(f"n{i}", 2 + (i % 3), 1 + i) for i in range(9)] + [pad(f"n{i}", 8 + (i % 3), 1 + i) for i in range(9)]
    done, _, _ = laid([*pads, *wall], rounds=6)
    assert not done


def test_corners_are_cut_and_pieces_are_long():
    done, board, _ = laid([pad("a", 2, 2, ("F.Cu",)), pad("a", 4, 5, ("F.Cu",))])
    assert done and len(board.tracks) <= 8  # of 20 steps
    steep = [t for t in board.tracks if t.start[0] != t.end[0] and t.start[1] != t.end[1]]
    assert steep and all(abs(abs(t.start[0] - t.end[0]) - abs(t.start[1] - t.end[1])) < 1e-6 for t in steep)


def test_stitches_stand_only_where_there_is_room():
    _, board, grid = laid([pad("a", 2, 2), pad("a", 9, 8), pad("GND", 5, 5), pad("GND", 10, 2)])
    stitches = tidy.stitches(grid, "GND", board.tracks, board.vias)
    assert len(stitches) > 5
    board.vias += stitches
    assert check.clearance(board) == []


def test_distances():
    assert segments((0, 0), (4, 0), (2, -1), (2, 1)) == 0
    assert segments((0, 0), (4, 0), (5, 3), (5, 9)) == pytest.approx(10**0.5)
    square = Pad("A", "1", "n", 0, 0, 1, 1, 0, BOTH)
    assert segment_pad((3, -5), (3, 5), square) == 2
    assert segment_pad((-5, 0.5), (5, 0.5), square) == 0
    round_one = Pad("A", "1", "n", 0, 0, 0, 0, 0.8, BOTH)
    assert segment_pad((2, -1), (2, 1), round_one) == pytest.approx(1.2)
    assert check.gap(Track("a", "F.Cu", (0, 0), (1, 0), 0.2), Track("b", "B.Cu", (0, 0), (1, 0), 0.2)) == float("inf")
