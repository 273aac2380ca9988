"""Room: every cable of the wiring reaches where the table top has its ends, with a hand's width to spare."""

import pytest

from firmware import wiring
from hardware.table_top import params, places
from host_tools.hardware.netlist import load
from host_tools.hardware.rules_firmware import chain
from tests.hardware.spoil import PRIMARY

P = params.load()
SPARE_MM = 60  # to lift the top a little; plugs and bends besides
PLUG_MM = P.plug_length + P.plug_bend + P.void


def length_mm(netlist, cable):
    return float(netlist.cables[cable].attributes["length"].split()[0]) * 1000


def along(points):
    """Length of a cable laid at right angles from point to point."""
    return sum(abs(x - X) + abs(y - Y) for (x, y), (X, Y) in zip(points, points[1:]))


def start():
    """Where a cable begins at the worst: the end of the carrier."""
    x, y = places.carrier(P, "primary")
    return [(x, y - P.carrier_length / 2), (x, y + P.carrier_length / 2)]


def needed(points):
    """From the worse end of the carrier through all points."""
    return max(along([first, *points]) for first in start()) + PLUG_MM + SPARE_MM


@pytest.mark.parametrize("row", range(4))
def test_ribbons_of_a_row_reach_its_last_cell(row):
    cells = [places.at(P, row, column) for column in (3, 2, 1, 0)]
    assert needed(cells) <= length_mm(PRIMARY, f"W1{row + 1}")
    assert needed([(x - P.recess / 2, y) for x, y in cells]) <= length_mm(PRIMARY, f"W2{row + 1}")


def test_the_ribbon_of_the_pads_reaches_both():
    pads = [places.at(P, *wiring.reader_place(position)) for position in (wiring.TAP, wiring.QUEUE)]
    assert needed(pads) <= length_mm(PRIMARY, "W15")


def test_the_ribbon_of_the_sockets_goes_round_the_board():
    sockets = [(x, y) for _, x, y in places.sensors(P)[-8:]]
    assert needed([*sockets[:3:-1], *sockets[3::-1]]) <= length_mm(PRIMARY, "W25")


def test_the_panels_ribbon_reaches_the_panel():
    assert needed([places.display(P)]) <= length_mm(PRIMARY, "W3")


def test_wires_of_the_led_chain_reach_from_group_to_group():
    lights = places.lights(P, "primary")
    ends = {"first": [places.carrier(P, "primary")] * 2}
    ends.update({group: [spots[0], spots[-1]] for group, spots in lights.items()})
    hops = list(zip(chain(PRIMARY), chain(PRIMARY)[1:]))
    assert len(hops) == 8
    for (part, group, _), (_, following, _) in hops:
        cable = next(
            name for name, one in PRIMARY.cables.items() if PRIMARY.net_of(part, "DOUT") in one.nets and name[0] == "W"
        )
        assert along([ends[group][1], ends[following][0]]) + SPARE_MM <= length_mm(PRIMARY, cable), cable


def test_cables_of_a_satellite_are_those_of_the_primary():
    satellite = load("satellite")
    for name in set(satellite.cables) & set(PRIMARY.cables) - {"W2a", "W2b"}:
        assert length_mm(satellite, name) == length_mm(PRIMARY, name)
