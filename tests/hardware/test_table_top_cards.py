"""Room: what the table top's measures mean for cards: what sensors see, how far tags are from antennas, what fits."""

# engine: cpython
import math

import pytest
import yaml

from firmware import wiring
from firmware.lights.rulers import led_of
from hardware.table_top import layout, params, places
from host_tools.cards import spots
from host_tools.cards.art import geometry

P = params.load()


def test_cards_are_those_that_are_printed():
    cure = "hardware/table_top/parameters.toml [cards] and host_tools/cards/art/geometry.py differ: change both"
    assert (P.card, P.sensor_depth) == (geometry.CARD, geometry.SENSOR_DEPTH), cure
    # The reach of a look is radius, play, error of the cut and skew; the last two are 0.5 mm each.
    assert geometry.LOOK_REACH == P.look_radius + P.play + 2 * P.cut_error, cure


def placements(p, steps=5):
    """(card's side, x, y, turn) of a card in a recess around 0, 0: as far to each side and as askew as it can lie."""
    for side in (p.card - p.cut_error, p.card, p.card + p.cut_error):
        # A square turned by t needs side * (cos t + sin t); find the turn at which it is stuck.
        most = math.asin(min(1.0, p.recess / side / math.sqrt(2))) - math.pi / 4 if side < p.recess else 0.0
        for share in (-1.0, -0.5, 0.0, 0.5, 1.0):
            turn = share * most
            room = (p.recess - side * (math.cos(turn) + math.sin(abs(turn)))) / 2
            for i in range(-steps, steps + 1):
                for j in range(-steps, steps + 1):
                    yield side, room * i / steps, room * j / steps, turn


def seen(card, sensor):
    """(depth from the nearest side, distance from that side's middle) of a point, measured on the card."""
    side, x, y, turn = card
    dx, dy = sensor[0] - x, sensor[1] - y
    along = dx * math.cos(turn) + dy * math.sin(turn)
    across = -dx * math.sin(turn) + dy * math.cos(turn)
    return min((side / 2 - abs(along), abs(across)), (side / 2 - abs(across), abs(along)))


def look_faults(p):
    """Placements in which a cell's sensor sees beyond the zone that the card sheets keep for it."""
    at = {name: (x, y) for name, x, y in places.sensors(p)}
    x, y = places.at(p, 0, 0)
    faults = []
    for margin in ("north", "east"):
        sensor = at[f"cell 0 {margin}"][0] - x, at[f"cell 0 {margin}"][1] - y
        for card in placements(p):
            depth, off = seen(card, sensor)
            inside = geometry.LOOK_NEAR <= depth - p.look_radius and depth + p.look_radius <= geometry.LOOK_FAR
            if not inside or off + p.look_radius > geometry.LOOK_HALF:
                faults.append(f"{margin}: {depth:.2f} deep, {off:.2f} off, card {card}")
    return faults


def test_a_sensor_sees_the_look_zone_however_the_card_lies_in_its_recess():
    assert look_faults(P) == []


@pytest.mark.parametrize("change", [{"play": 1.6}, {"sensor_depth": 5.5}, {"sensor_depth": 2.5}, {"look_radius": 2.6}])
def test_a_recess_or_sensor_that_is_off_is_found(change):
    assert look_faults(params.load(**change)) != []


def test_every_cell_has_its_sensors_at_the_same_places():
    at = {name: (x, y) for name, x, y in places.sensors(P)}
    reach = P.card / 2 - P.sensor_depth
    for cell in range(wiring.CELLS):
        x, y = places.at(P, *divmod(cell, 4))
        assert at[f"cell {cell} north"] == (x, y + reach)
        assert at[f"cell {cell} east"] == (x + reach, y)
    assert len(at) == 2 * wiring.CELLS + len(wiring.IR_EDGES) == 40


def test_cells_stand_in_reading_order_as_the_player_sits():
    spots_ = places.antennas(P, "primary")[: wiring.CELLS]
    assert spots_ == sorted(spots_, key=lambda spot: (-spot[1], spot[0]))


def test_the_window_lets_a_sensor_see_all_it_looks_at():
    assert P.window / 2 >= P.look_radius + 1.0
    assert P.window < P.holder_length
    # The sensor lies flush with the reader sheet: the floor's thickness is its distance, a bent card is 1 mm higher.
    assert P.sensor_near <= P.floor and P.floor + 1.0 <= P.sensor_far


def test_a_socket_sees_a_frame_that_is_pushed_in_or_2_mm_short_of_it():
    at = {name: (x, y) for name, x, y in places.sensors(P)}
    for number, (x, y, along) in enumerate(places.sockets(P)):
        sensor = at[f"edge {number}"]
        depth = (x - sensor[0], y - sensor[1])[0 if along == "x" else 1]
        for short in (0.0, 1.0, 2.0):
            assert geometry.LOOK_NEAR <= depth - short - P.look_radius
            assert depth - short + P.look_radius <= geometry.LOOK_FAR
        assert sensor[1 if along == "x" else 0] == (y if along == "x" else x)


def tipping(p):
    """How far the middle of an ext frame lies inside the board's edge, when it is pushed in or 2 mm short of it."""
    return p.socket_depth - 2.0 - (p.card + p.cut_error) / 2


def test_an_ext_frame_does_not_tip_over_the_edge():
    assert tipping(P) > 2.0
    assert tipping(params.load(socket_depth=30.0)) < 0
    # A frame's west and east borders are alike, and north and south: its weight is in its middle.
    assert geometry.WINDOW_LEFT * 2 + geometry.WINDOW_WIDTH == geometry.CARD


def antenna_distance(p, cards=1):
    """From the far copper of the antenna (under its board) to a tag in the uppermost of so many cards, mm.

    The module lies on the bed with its flat side up, as high as the reader sheet leaves room above it.
    """
    return p.reader + p.floor + (cards - 0.5) * p.card_thickness


def test_tags_are_well_within_reach_of_the_antenna():
    assert antenna_distance(P) == pytest.approx(4.1)
    assert antenna_distance(P, cards=4) == pytest.approx(5.9)
    assert antenna_distance(P, cards=4) < P.antenna_range
    assert antenna_distance(params.load(reader=13.0), cards=4) > P.antenna_range


def test_solder_joints_of_the_header_have_room_below_the_floor():
    assert P.reader - P.module_board >= 1.2


def test_an_antenna_lies_under_the_middle_of_its_cell_and_of_the_tags():
    for position in range(wiring.CELLS):
        assert places.antennas(P, "primary")[position] == places.at(P, *divmod(position, 4))
    round_tags = spots.PLACES[: spots.SPOTS]
    middle = [sum(axis) / len(round_tags) for axis in zip(*round_tags)]
    assert middle == pytest.approx([P.card / 2, P.card / 2])
    left, low, right, high = layout.module(P, 100.0, 100.0)
    assert (right - left, high - low) == (P.module_length, P.module_width)
    assert (right - P.antenna_from_end, (low + high) / 2) == (100.0, 100.0)


def test_pads_are_where_the_firmware_takes_them_to_be():
    """Coupling of fields is judged from these places (firmware/wiring.py PAD_PLACES)."""
    queue, tap = places.antennas(P, "primary")[wiring.QUEUE :]
    for pad, (row, column) in zip((queue, tap), wiring.PAD_PLACES):
        x, y = places.at(P, 0, 0)
        assert pad == (x + column * P.pitch, y - row * P.pitch)


def test_a_card_in_the_tray_is_out_of_reach_of_the_queues_antenna():
    edge = places.size(P, "primary")[0]
    nearest_tag = edge + P.wall + 14.5
    assert nearest_tag - places.antennas(P, "primary")[wiring.QUEUE][0] > 2 * 30.0


@pytest.mark.parametrize("group", sorted(places.LIMITS))
def test_the_number_beside_an_led_is_the_marker_that_lights_it(group):
    limit, count = places.LIMITS[group], dict(wiring.CHAIN_PRIMARY)[group]
    spots_ = places.lights(P, "primary")[group]
    assert count == 2 * limit + 1 == len(spots_)
    for value, x, y in places.scale(P, group):
        assert (x, y) == spots_[led_of(value, limit, count)]
    # The first player sits south: what she wins moves the marker away from her.
    assert spots_ == sorted(spots_, key=lambda spot: spot[1])


def test_lights_come_in_the_order_of_the_chain_and_in_its_numbers():
    for variant, chain in (("primary", wiring.CHAIN_PRIMARY), ("satellite", wiring.CHAIN_SATELLITE)):
        found = places.lights(P, variant)
        assert [("first", 1), *((group, len(spots_)) for group, spots_ in found.items())] == list(chain)


def test_leds_of_a_ruler_fit_the_strip_and_the_board():
    for variant in places.VARIANTS:
        width, height = places.size(P, variant)
        for _, left, low, right, high in layout.strips(P, variant):
            assert 15.0 < left < right < width - 5.0 and 15.0 < low < high < height - 15.0
    assert P.light_channel > 5.0 * math.sqrt(2)
    for pitch, leds in ((P.pitch_a, 96), (P.pitch_b, 60), (P.pitch_c, 30)):
        assert pitch * leds == pytest.approx(1000.0, abs=0.05)


def test_everything_below_the_bed_fits_between_the_standoffs():
    # A module's board lies on the bed; its header hangs down through it, and the plug from that.
    assert P.header_plastic + P.plug_length + P.plug_bend - P.bed < P.void
    assert P.button_body < P.reader + P.bed + P.void
    assert P.carrier_spacer + P.carrier_board + P.carrier_tallest < P.void
    assert P.carrier_spacer > 2.0


def test_screws_hold_and_do_not_meet_in_their_standoff():
    above = P.screw_top - (P.top + P.floor + P.reader + P.bed)
    below = P.screw_base - P.base
    # M3 in brass: one and a half diameters; in nylon two.
    assert above >= 6.0 and below >= 4.5 and above + below < P.void


def test_the_carrier_is_the_one_in_hardware_carrier():
    board = yaml.safe_load((params.HERE.parent / "carrier" / "carrier.yml").read_text(encoding="utf-8"))
    length, width = board["size"]
    assert (length, width, board["thickness"]) == (P.carrier_length, P.carrier_width, P.carrier_board)
    inset = P.carrier_inset
    corners = [(inset, inset), (length - inset, inset), (inset, width - inset), (length - inset, width - inset)]
    assert sum(sorted(board["holes"]), []) == pytest.approx([part for corner in sorted(corners) for part in corner])


def test_stacks_fit_their_places():
    assert P.socket_gap >= 3 * P.card_thickness
    assert P.top > P.socket_gap and P.top >= 4 * P.card_thickness


def test_an_entry_that_cannot_be_used_is_named():
    good = '[a]\nx = { value = 1.0, unit = "mm", basis = "chosen" }\n'
    assert params.entries(good) == {"x": (1.0, "mm", "chosen")}
    for bad, word in (
        ('[a]\nx = { value = 1.0, unit = "mm" }', "a.x"),
        ('[a]\nx = { value = "1", unit = "mm", basis = "" }', "a.x"),
        ('[a]\nx = { value = -1.0, unit = "mm", basis = "" }', "a.x"),
        (good + "[b]\n" + good.split("\n")[1], "b.x"),
        ("[a", "cannot be read"),
    ):
        with pytest.raises(params.ParameterError, match=word):
            params.entries(bad)
    with pytest.raises(params.ParameterError, match="no parameter pich"):
        params.load(pich=80.0)
    with pytest.raises(params.ParameterError, match="pitch"):
        params.load(pitch=70.0)


def test_every_number_has_a_basis():
    for name, (_, unit, basis) in params.entries().items():
        assert unit in ("mm", "cards") and len(basis) > 5, name
