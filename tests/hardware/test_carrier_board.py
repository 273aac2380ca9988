"""Room: the carrier's board file has the wiring's nets, joined by copper that keeps its distances, on a whole board."""

import dataclasses
import math

import pytest

from host_tools.hardware import carrier, carrier_board, carrier_draw, carrier_plan, carrier_read
from host_tools.hardware import carrier_check_board as check
from host_tools.hardware.carrier_sexpr import dump
from tests.hardware.carrier_files import board, inner, plan, spoiled, text
from tests.hardware.spoil import moved, without


def naming(faults, *words):
    """That there are faults, and that one of them says all these words."""
    assert any(all(word in fault for word in words) for fault in faults), faults


# The nets of the wiring.


def test_every_pad_is_on_the_net_of_the_wiring():
    assert check.nets(plan(), board()) == []
    assert len({pad.net for pad in board().pads if pad.net}) == len(plan().nets()) > 90


def test_a_pad_on_another_net_is_named():
    def change(tree):
        next(net for net in inner(tree, "footprint", "pad", "net") if net[2] == "MISO")[2] = "SCK"

    wrong = carrier_read.board(spoiled("carrier.kicad_pcb", change))
    naming(check.nets(plan(), wrong), "is on SCK, the wiring says MISO")


def test_pins_exchanged_in_the_wiring_are_named():
    wiring = moved(("U1 GP4", "A1"), ("U1 GP5", "A0"))
    naming(check.nets(carrier_plan.load(wiring), board()), "pad 6 of U1", "is on A0, the wiring says A1")


def test_a_part_that_the_wiring_lost_or_gained_is_named():
    with pytest.raises(ValueError, match="places R11, which the wiring does not have"):
        carrier_plan.load(without("R11"))
    data = carrier_plan.given()
    del data["places"]["R11"]
    with pytest.raises(ValueError, match="no place: R11"):
        carrier_plan.load(data=data)


def test_a_footprint_with_other_pins_is_refused():
    data = carrier_plan.given()
    data["footprints"]["74HC138"] = "DIP-14_W7.62mm_Socket"
    with pytest.raises(ValueError, match="U2: pins of a 74HC138 and pads of DIP-14"):
        carrier_plan.load(data=data)


def test_a_lost_pad_and_a_strange_one_are_named():
    pads = [pad for pad in board().pads if (pad.part, pad.net) != ("U4", "IR_0")]
    naming(check.nets(plan(), dataclasses.replace(board(), pads=pads)), "pin 1 of U4, net IR_0", "no such pad")
    pads = [*board().pads, dataclasses.replace(board().pads[0], part="U9", net="SDA")]
    naming(check.nets(plan(), dataclasses.replace(board(), pads=pads)), "of U9, net SDA", "no such pin")


def test_another_footprint_is_named():
    shapes = dict(board().footprints, U2="DIP-14_W7.62mm_Socket")
    naming(check.nets(plan(), dataclasses.replace(board(), footprints=shapes)), "U2 has the footprint DIP-14")


# Copper.


def test_every_net_is_one_piece():
    assert check.unrouted(board()) == []


def alone(net):
    """The board with nothing but one net."""
    own = {part: [thing for thing in getattr(board(), part) if thing.net == net] for part in ("pads", "tracks", "vias")}
    return dataclasses.replace(board(), areas=[area for area in board().areas if area.net == net], **own)


@pytest.mark.parametrize("net", ["SCK", "NSS3", "IR_LED", "LED_DATA", "A0"])
def test_a_net_that_was_cut_is_named(net):
    whole = alone(net)
    assert check.unrouted(whole) == []
    longest = max(whole.tracks, key=lambda track: math.dist(track.start, track.end))
    whole.tracks.remove(longest)
    naming(check.unrouted(whole), f"net {net} is in 2 pieces")


def test_a_lost_via_is_named():
    whole = alone("SCK")
    del whole.vias[0]
    naming(check.unrouted(whole), "net SCK is in")


def test_copper_keeps_its_distance():
    assert check.clearance(board()) == []
    assert len(check.clearance(board(), 0.4)) > 100  # the measure sees neighbours


def test_a_track_that_is_too_wide_is_named_with_its_neighbour():
    whole = board()
    found = []
    for index, track in enumerate(whole.tracks):
        if track.net.startswith("NSS"):
            tracks = list(whole.tracks)
            tracks[index] = dataclasses.replace(track, width=1.6)
            found = check.clearance(dataclasses.replace(whole, tracks=tracks))
            break
    naming(found, "nets", track.net, "mm apart")


def test_two_nets_that_cross_are_named():
    whole = board()
    pad = next(pad for pad in whole.pads if pad.net == "MOSI")
    across = dataclasses.replace(whole.tracks[0], net="SCK", start=(pad.x - 5, pad.y), end=(pad.x + 5, pad.y))
    naming(check.clearance(dataclasses.replace(whole, tracks=[across])), "MOSI", "SCK")


def test_supplies_are_wider_than_signals():
    signal = {track.width for track in board().tracks if track.net not in plan().supplies}
    supply = {track.width for track in board().tracks if track.net in plan().supplies - {"GND"}}
    assert signal == {0.25} and min(supply) == 0.4 and max(supply) == 1.5


def test_ground_covers_both_sides():
    def area(points):
        return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, [*points[1:], points[0]]))) / 2

    width, height = plan().size
    for layer in ("F.Cu", "B.Cu"):
        copper = sum(
            area(piece) for zone in board().areas if (zone.net, zone.layer) == ("GND", layer) for piece in zone.pieces
        )
        assert copper > 0.5 * width * height, f"{layer}: {copper:.0f} mm2 of ground"


def test_each_chip_has_its_capacitor_near():
    assert check.decoupling(plan(), board()) == []
    data = carrier_plan.given()
    data["places"]["C2"], data["places"]["C8"] = data["places"]["C8"], data["places"]["C2"]
    far = carrier_plan.load(data=data)
    found = check.decoupling(far, carrier_read.Board(pads=far.pads))
    naming(found, "C2 is", "mm from 3V3 of U2")
    naming(found, "C8 is", "mm from 3V3 of U8")


# The board.


def test_the_outline_is_closed_and_the_holes_are_there():
    assert check.outline(plan(), board()) == []


def test_an_open_outline_and_a_lost_hole_are_named():
    opened = dataclasses.replace(board(), rim=board().rim[1:])
    naming(check.outline(plan(), opened), "outline is not closed")
    larger = dataclasses.replace(board(), rim=[((2 * a, b), (2 * c, d)) for (a, b), (c, d) in board().rim])
    naming(check.outline(plan(), larger), "outline has not the size")
    fewer = dataclasses.replace(board(), pads=[pad for pad in board().pads if pad.part != "H2"])
    naming(check.outline(plan(), fewer), "mounting holes lie at")


def test_copper_at_the_rim_is_named():
    track = dataclasses.replace(board().tracks[0], net="SDA", start=(0.3, 20), end=(5, 20))
    naming(check.outline(plan(), dataclasses.replace(board(), tracks=[track])), "net SDA comes too near the rim")


def test_the_file_is_what_the_generator_writes():
    """Parts, places, nets and print come from wiring and carrier.yml; tracks and fillings are kept from the file."""
    written = dump(carrier_board.expression(plan(), board().tracks, board().vias, board().fills())) + "\n"
    assert written == text("carrier.kicad_pcb"), (
        "hardware/carrier/carrier.kicad_pcb is out of step: run make hardware ARGS=carrier"
    )


def test_the_picture_is_of_this_board():
    old = "hardware/carrier/carrier.svg is of another board: run make hardware ARGS=carrier"
    assert carrier_draw.drawing(plan(), board()) == text("carrier.svg"), old


def test_without_kicad_old_fillings_are_kept_only_for_the_same_copper(monkeypatch, capsys):
    monkeypatch.setattr(carrier, "kicad", lambda *arguments: None)
    kept = carrier.filled(plan(), board().tracks, board().vias)
    assert kept == {area.name: area.pieces for area in board().areas}
    assert "the zones stay as they are" in capsys.readouterr().err
    assert carrier.filled(plan(), board().tracks[1:], board().vias) == {}
    assert "the zones are empty now" in capsys.readouterr().err


def test_no_two_parts_overlap():
    from host_tools.hardware.carrier_library import outline

    boxes = {item.name: outline(item.footprint, item.at, item.turn) for item in plan().items}
    for one, a in boxes.items():
        for other, b in boxes.items():
            apart = one == other or a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart, f"{one} lies on {other}"


def test_a_coarser_line_stays_near_the_fine_one():
    circle = [(math.cos(i / 50), math.sin(i / 50)) for i in range(300)]
    coarse = carrier.coarser(circle)
    assert 8 < len(coarse) < 30
    assert all(min(math.dist(p, q) for q in circle) == 0 for p in coarse)
    assert all(min(carrier.point_segment(p, a, b) for a, b in zip(coarse, coarse[1:])) <= 0.04 for p in circle)
