"""Room: how the sheets of the table top lie on each other: what must be open, carried or covered; what is engraved."""

# engine: cpython
import pytest
from shapely import STRtree
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union

from firmware import wiring
from firmware.panel import text, words_en
from hardware.table_top import layout, marks, params, places

P = params.load()
VARIANTS = pytest.mark.parametrize("variant", places.VARIANTS)


def area(hole):
    """A Hole as a shapely polygon."""
    wide, tall, round_ = hole.width / 2, hole.height / 2, hole.radius
    if hole.width == hole.height == 2 * round_:
        return Point(hole.x, hole.y).buffer(round_, 64)
    inner = box(hole.x - wide + round_, hole.y - tall + round_, hole.x + wide - round_, hole.y + tall - round_)
    return inner.buffer(round_) if round_ else inner


def holes(variant, sheet, *groups, p=P):
    """The areas of a sheet's holes; only those of some groups if any are named."""
    made = next(one for one in layout.sheets(p, variant) if one.name == sheet).holes
    return [area(hole) for hole in made if not groups or hole.group.split(":")[0] in groups]


def solid(variant, sheet, p=P):
    width, height = places.size(p, variant)
    return box(0, 0, width, height).difference(unary_union(holes(variant, sheet, p=p)))


@VARIANTS
def test_light_has_a_way_from_each_led_to_the_players(variant):
    """Strip slot below light channel below window; the floor between is closed and spreads the light."""
    slots = unary_union(holes(variant, "bed", "strip"))
    channels = holes(variant, "reader", "channel")
    windows = holes(variant, "top", "light")
    floor = solid(variant, "floor")
    for channel, window in zip(channels, windows, strict=True):
        assert slots.contains(channel.centroid.buffer(2.5))
        assert channel.contains(window) and floor.contains(window)


@VARIANTS
def test_infrared_sensors_look_up_through_the_floor_at_the_card(variant):
    pockets, flanges = holes(variant, "reader", "sensor"), holes(variant, "bed", "sensor")
    windows = holes(variant, "floor", "window")
    places_of_cards = unary_union(holes(variant, "top", "recess", "socket"))
    for window, pocket, flange in zip(windows, pockets, flanges, strict=True):
        assert window.centroid.distance(pocket.centroid) < 1e-6
        assert places_of_cards.contains(window)
        assert flange.contains(pocket.buffer(P.flange, join_style="mitre"))


@VARIANTS
def test_the_floor_is_closed_under_every_card_but_for_windows_and_finger_holes(variant):
    floor = solid(variant, "floor")
    for cell in range(wiring.CELLS):
        x, y = places.at(P, *divmod(cell, 4))
        card = box(x - P.card / 2, y - P.card / 2, x + P.card / 2, y + P.card / 2)
        assert floor.intersection(card).area > 0.93 * card.area
        corners = [Point(x + i * P.card / 2, y + j * P.card / 2).buffer(0.5) for i in (-1, 1) for j in (-1, 1)]
        assert all(floor.contains(corner) for corner in corners)


@VARIANTS
def test_a_finger_gets_below_the_cards_edge_and_never_onto_a_module(variant):
    depth = layout.FINGER - P.play
    assert depth >= 7.0
    modules = unary_union(holes(variant, "reader", "module"))
    for finger in holes(variant, "reader", "finger"):
        assert finger.distance(modules) >= P.least_web


@VARIANTS
def test_modules_lie_on_ledges_at_three_sides(variant):
    bed = solid(variant, "bed")
    for x, y in places.antennas(P, variant):
        module = box(*layout.module(P, x, y))
        left, low, right, high = module.bounds
        carried = bed.intersection(module)
        assert carried.contains(box(left, low, right, low + 2.0)) and carried.contains(
            box(left, high - 2.0, right, high)
        )
        assert carried.contains(box(right - 2.0, low, right, high))
        # The header's end is open from edge to edge of the module's middle.
        assert carried.intersection(box(left, low + 6.0, left + 5.0, high - 6.0)).area == 0


@VARIANTS
def test_standoffs_stand_on_wood_and_touch_neither_wall_nor_carrier(variant):
    width, height = places.size(P, variant)
    x, y = places.carrier(P, variant)
    carrier = box(
        x - P.carrier_width / 2, y - P.carrier_length / 2, x + P.carrier_width / 2, y + P.carrier_length / 2
    )  # fmt: skip
    room = box(0, 0, width, height).buffer(-P.wall_inset - P.base, join_style="mitre")
    for sheet in ("bed", "base"):
        wood = box(0, 0, width, height).difference(
            unary_union([hole for hole in holes(variant, sheet) if hole.area > 12.0])
        )
        for spot in places.screws(P, variant):
            foot = Point(spot).buffer(P.standoff / 2)
            assert room.contains(foot) and wood.contains(foot), (sheet, spot)
            assert not carrier.intersects(foot), spot
    assert room.contains(carrier.buffer(1.0))


@VARIANTS
def test_the_carrier_lies_where_no_readers_plug_hangs_down(variant):
    x, y = places.carrier(P, variant)
    carrier = box(
        x - P.carrier_width / 2, y - P.carrier_length / 2, x + P.carrier_width / 2, y + P.carrier_length / 2
    )  # fmt: skip
    for spot in places.antennas(P, variant):
        assert not carrier.intersects(box(*layout.module(P, *spot)))
    assert not any(carrier.intersects(hole) for hole in holes(variant, "bed", "sensor", "button", "display"))


@VARIANTS
def test_screws_run_through_all_sheets(variant):
    spots = [hole.centroid.coords[0] for hole in holes(variant, "top", "screw")]
    for sheet in ("floor", "reader", "bed", "base"):
        assert [hole.centroid.coords[0] for hole in holes(variant, sheet, "screw")] == spots
    assert len(set(places.screws(P, variant))) == len(spots)


def test_clips_hide_no_sensor_and_no_screw():
    """A sensor that looks at a clip from below would take it for a card."""
    sockets = unary_union(holes("primary", "top", "socket"))
    looks = unary_union([Point(x, y).buffer(P.window / 2) for _, x, y in places.sensors(P)])
    heads = unary_union([Point(spot).buffer(2.9) for spot in places.screws(P, "primary")])
    for x, y, along in places.clips(P):
        deep, wide = P.clip_depth / 2, P.pitch / 2 - 0.5
        clip = (
            box(x - deep, y - wide, x + deep, y + wide) if along == "x" else box(x - wide, y - deep, x + wide, y + deep)
        )
        assert not clip.intersects(looks) and not clip.intersects(heads)
        assert 0.8 < clip.intersection(sockets).area / clip.area < 0.9


def test_the_panels_openings_lie_over_each_other():
    for group in ("display", "button"):
        for upper, lower in (("top", "floor"), ("floor", "reader")):
            for one, other in zip(holes("primary", upper, group), holes("primary", lower, group), strict=True):
                assert other.buffer(0.01).contains(one)
    assert set(places.buttons(P)) == {"ok", "back", "left", "right", "axis"}


def shapes_of(found):
    return [Polygon(points) if kind == "fill" else LineString(points) for kind, points in found]


def mark_faults(found, variant, sheet, p=P):
    """Marks that touch a cut-out or leave the sheet."""
    cut = holes(variant, sheet, p=p)
    tree, whole = STRtree(cut), box(0, 0, *places.size(p, variant))
    faults = []
    for shape in shapes_of(found):
        if len(tree.query(shape, predicate="dwithin", distance=0.25)) or not whole.contains(shape):
            faults.append("a mark near {:.1f}, {:.1f}".format(*shape.centroid.coords[0]))
    return faults


@VARIANTS
@pytest.mark.parametrize("sheet", ["top", "reader", "bed"])
def test_marks_keep_clear_of_cuts(variant, sheet):
    assert mark_faults(marks.of_sheet(P, variant, sheet), variant, sheet) == []


def test_a_mark_on_a_cut_is_found():
    assert len(mark_faults(marks.line((0.0, 80.0), (30.0, 80.0)), "primary", "top")) == 1
    assert len(mark_faults(marks.text("C", -3.0, 80.0, 3.0), "primary", "floor")) == 1


def test_words_do_not_run_into_each_other():
    """Outlines of letters and signs on the top never cross each other."""
    found = [Polygon(points) for kind, points in marks.top(P, "primary") if kind == "fill"]
    tree = STRtree(found)
    for one, other in tree.query(found, predicate="overlaps").T:
        assert one == other, found[one].centroid


def test_every_ruler_has_its_numbers_on_both_sides():
    for group, limit in places.LIMITS.items():
        counted = sum(len(marks.text(marks.signed(value), 0, 0, 3.0)) for value in range(-limit, limit + 1))
        arrows, names = 2, 2 * len(marks.text(group[-1].upper(), 0, 0, 7.0))
        fills = [mark for mark in marks.ruler(P, group) if mark[0] == "fill"]
        assert len(fills) == 2 * counted + arrows + names
    assert [marks.signed(value) for value in (-12, 0, 4)] == ["−12", "0", "+4"]


def said(thing):
    """How displays name a thing."""
    return text.say(["it", {"at": thing}], "en", ({"it": "{at}"}, words_en.WORDS))


def test_cells_and_sockets_carry_the_names_that_displays_use():
    printed = [name for name, *_ in marks.names(P)]
    assert printed[: wiring.CELLS] == [said(["cell", cell]) for cell in range(wiring.CELLS)]
    for line, name in enumerate(printed[wiring.CELLS :]):
        assert said(["line", line]).split()[-1] == name
    # Each stands inside its own cell's line.
    for cell, (_, x, y) in enumerate(marks.names(P)[: wiring.CELLS]):
        middle = places.at(P, *divmod(cell, 4))
        assert abs(x - middle[0]) < P.pitch / 2 - 3 and P.recess / 2 < middle[1] - y < P.pitch / 2 - P.digit / 2


@pytest.mark.parametrize("variant", places.VARIANTS)
def test_pockets_carry_the_numbers_of_the_firmware(variant):
    """A satellite's tap pad is 17 as everywhere, though it has no 16."""
    x, y = places.antennas(P, variant)[-1]
    tap = marks.text(str(wiring.TAP), x + 28.0, y + 13.0, 5.0)
    assert tap == marks.reader(P, variant)[-len(tap) :] and tap != marks.text("16", x + 28.0, y + 13.0, 5.0)


def test_a_character_that_the_font_lacks_is_named():
    with pytest.raises(ValueError, match="☂"):
        marks.text("☂", 0, 0, 3.0)


def test_marks_are_clipped_to_a_tile():
    square = [("fill", [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]), ("line", [(0.0, 5.0), (10.0, 5.0)])]
    (_, polygon), (_, line) = marks.clipped(square, 4.0, -1.0, 20.0, 20.0)
    assert Polygon(polygon).bounds == (4.0, 0.0, 10.0, 10.0) and line == [(4.0, 5.0), (10.0, 5.0)]
    assert marks.clipped(square, 30.0, 0.0, 40.0, 10.0) == []


@VARIANTS
def test_joints_of_neighbouring_sheets_lie_apart(variant):
    for number in range(4):
        one, other = layout.cuts(P, variant, number), layout.cuts(P, variant, number + 1)
        assert min(abs(a - b) for a, b in zip(one, other)) > 20.0
