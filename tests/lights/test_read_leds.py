"""Room: whatever the view says can be read back from the colours alone, in any phase and under any sane cap."""

# engine: cpython

import pytest

from firmware.games import ROLES
from firmware.wiring import CHAIN_SATELLITE
from host_tools.simulator.read_leds import CUE, UNREADABLE, read_leds
from tests.lights.table import board, frame, view
from tests.properties import given, settings, st

LIMITS = (12, 8, 4)


def roles(count):
    return st.text(alphabet=ROLES, min_size=count, max_size=count)


@st.composite
def rulers(draw):
    rows = []
    for limit in LIMITS:
        at, to = draw(st.integers(-limit, limit)), draw(st.integers(-limit, limit))
        rows.append([limit, at, to, abs(to) == limit and at != to])
    return rows


@st.composite
def views(draw):
    total = draw(st.integers(2, 4))
    return view(
        players=[board(draw(roles(16)), draw(roles(8))), board(draw(roles(16)), draw(roles(8)), False)],
        rulers=draw(rulers()),
        queue=[draw(st.integers(0, 13)), draw(st.integers(0, 1))],
        points=[draw(st.integers(0, total)), total, 0],
        life=[[draw(st.integers(0, 3)), 3], [draw(st.integers(0, 3)), 3]],
    )


@settings(max_examples=150)
@given(views(), st.integers(0, 1 << 30), st.sampled_from([400, 600, 1000, 5000]))
def test_a_frame_says_what_the_view_says(said, now_ms, cap_ma):
    lights, strip = frame(cap_ma=cap_ma)
    lights.render(said, 0, now_ms)
    read = read_leds(strip.colours())
    assert read["cells"] == said["players"][0]["cells"]
    assert read["edges"] == said["players"][0]["edges"]
    assert read["rulers"] == [ruler[1] for ruler in said["rulers"]]
    assert read["to"] == [ruler[2] for ruler in said["rulers"]]
    assert read["hits"] == [ruler[3] for ruler in said["rulers"]]
    assert [read["queue"], read["queue_ask"]] == said["queue"]
    assert [read["points"], read["points_of"], read["points_over"]] == said["points"]
    assert [[left, of] for left, of in zip(read["life"], read["life_of"], strict=True)] == said["life"]


@st.composite
def any_views(draw):
    """Views of games that follow each other: other numbers of rulers and lives, too many actions."""
    said = draw(views())
    said["rulers"] = said["rulers"][: draw(st.integers(0, 3))]
    said["life"] = [[draw(st.integers(0, 2)), 2] for _ in range(draw(st.integers(0, 4)))]
    said["points"] = draw(st.sampled_from([said["points"], [0, 3, 1], [0, 0, 0]]))
    return said


@settings(max_examples=80)
@given(st.lists(any_views(), min_size=2, max_size=6), st.integers(0, 1 << 30))
def test_a_frame_does_not_depend_on_the_frames_before(history, start_ms):
    lights, strip = frame(cap_ma=600)
    for step, said in enumerate(history):
        lights.render(said, 0, start_ms + 77 * step)
    fresh, fresh_strip = frame(cap_ma=600)
    fresh.render(history[-1], 0, start_ms + 77 * (len(history) - 1))
    assert strip.colours() == fresh_strip.colours()


def test_a_ruler_that_does_not_fit_is_read_in_proportion():
    lights, strip = frame()
    lights.render(view(rulers=[[24, 10, 10, False], [16, -6, -6, False], [8, 8, 8, False]]), 0, 0)
    assert read_leds(strip.colours(), limits=(24, 16, 8))["rulers"] == [10, -6, 8]


def test_a_satellite_is_read_with_its_own_chain():
    lights, strip = frame(CHAIN_SATELLITE)
    lights.render(view(players=[board("bo" + "." * 14, "d.......")]), 0, 0)
    assert read_leds(strip.colours(), CHAIN_SATELLITE) == {"cells": "bo" + "." * 14, "edges": "d......."}


def test_cues_and_foreign_colours_are_not_taken_for_roles():
    lights, strip = frame()
    lights.render(view(cues=[["flow", 0, 1, 1]]), 0, 0)
    assert read_leds(strip.colours())["cells"][0] == CUE
    strange = [(0, 0, 0)] * 68 + [(48, 48, 24)] + [(0, 0, 0)] * 26
    assert read_leds(strange)["edges"][0] == CUE
    strange[68] = (40, 20, 40)
    assert read_leds(strange)["edges"][0] == CUE
    strange[76 - 1] = (20, 40, 0)
    assert read_leds(strange)["edges"][7] == "t"
    strange[84] = (20, 40, 0)
    assert read_leds(strange)["points_of"] == 1 and UNREADABLE not in read_leds(strange)["cells"]


def test_a_list_of_the_wrong_length_is_refused():
    with pytest.raises(ValueError, match="95 LEDs, 3 colours"):
        read_leds([(0, 0, 0)] * 3)
