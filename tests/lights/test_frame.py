"""Room: a view in, colours out: layers, only what changed, the current cap, no allocation."""

from firmware.games import ROLES
from firmware.lights.frame import Frame
from firmware.wiring import CHAIN_SATELLITE
from tests.lights.table import Strip, board, current_ma, frame, group, view

GREEN, WHITE, DIM_BLUE, AMBER, BLUE = (0, 48, 0), (96, 96, 96), (0, 0, 16), (16, 8, 0), (0, 0, 32)
DARK = (0, 0, 0)

try:
    from micropython import heap_lock, heap_unlock
except ImportError:

    def heap_lock():
        """CPython cannot lock its heap; the test counts only on MicroPython."""

    heap_unlock = heap_lock


def test_cells_and_edges_of_the_boards_own_player():
    lights, strip = frame()
    said = view(players=[board("ob.............."), board("..............bo", "w......d", False)])
    lights.render(said, 0, 0)
    assert group(strip, "cell") == [GREEN, BLUE] + [DARK] * 14
    lights.render(said, 1, 0)
    assert group(strip, "cell") == [DARK] * 14 + [BLUE, GREEN]
    assert group(strip, "edge") == [(0, 32, 64)] + [DARK] * 6 + [(8, 8, 16)]


def test_the_sacrificial_first_led_stays_dark():
    lights, strip = frame()
    lights.render(view(), 0, 0)
    assert group(strip, "first") == [DARK]


def test_a_satellite_has_only_cells_and_edges():
    lights, strip = frame(CHAIN_SATELLITE)
    assert lights.render(view(players=[board(), board("o" * 16)]), 1, 0)
    assert strip.colours() == [DARK] + [GREEN] * 16 + [DARK] * 8


def test_the_marker_shows_over_the_zero_mark():
    lights, strip = frame()
    lights.render(view(rulers=[[12, 0, 0, False], [8, 3, 3, False], [4, -4, -4, False]]), 0, 0)
    assert group(strip, "ruler_a") == [DARK] * 12 + [WHITE] + [DARK] * 12
    assert group(strip, "ruler_b") == [DARK] * 8 + [DIM_BLUE] + [DARK] * 2 + [WHITE] + [DARK] * 5
    assert group(strip, "ruler_c") == [WHITE] + [DARK] * 3 + [DIM_BLUE] + [DARK] * 4


def test_a_pending_move_pulses_at_its_target_and_lights_the_way():
    lights, strip = frame()
    said = view(rulers=[[12, 0, 0, False], [8, 0, 0, False], [4, 0, 3, False]])
    lights.render(said, 0, 0)
    assert group(strip, "ruler_c")[4:] == [WHITE, AMBER, AMBER, (96, 96, 0), DARK]
    lights.render(said, 0, 640)
    assert group(strip, "ruler_c")[4:] == [WHITE, AMBER, AMBER, (12, 12, 0), DARK]


def test_a_hit_flashes_the_end_it_was_at_or_both_when_the_marker_is_back():
    lights, strip = frame()
    red = (96, 0, 0)
    for at, lower, upper in ((4, 0, 2), (-4, 2, 0), (0, 3, 3)):
        lights.render(view(rulers=[[12, 0, 0, False], [8, 0, 0, False], [4, at, at, True]]), 0, 0)
        row = group(strip, "ruler_c")
        assert [row[:3].count(red), row[3:6].count(red), row[6:].count(red)] == [lower, 0, upper]


def test_points_queue_and_lives():
    lights, strip = frame()
    lights.render(view(points=[1, 3, 0], queue=[2, 1], life=[[3, 3], [1, 3]]), 0, 0)
    assert group(strip, "point") == [GREEN, DIM_BLUE, DIM_BLUE, DARK]
    assert group(strip, "queue") == [(0, 24, 48)] * 2 + [(96, 96, 0)] + [DARK] * 4
    red = (48, 0, 0)
    assert group(strip, "life") == [red, red, red, DARK, red, DIM_BLUE, DIM_BLUE, DARK]


def test_too_many_actions_blink_on_all_points():
    lights, strip = frame()
    said = view(points=[0, 3, 1])
    lights.render(said, 0, 0)
    assert group(strip, "point") == [(96, 0, 0)] * 3 + [DARK]
    lights.render(said, 0, 256)
    assert group(strip, "point") == [(12, 0, 0)] * 3 + [DARK]


def test_four_players_share_the_life_leds():
    lights, strip = frame()
    lights.render(view(life=[[2, 2], [1, 2], [0, 2], [2, 2]]), 0, 0)
    red = (48, 0, 0)
    assert group(strip, "life") == [red, red, red, DIM_BLUE, DIM_BLUE, DIM_BLUE, red, red]
    lights.render(view(life=[[2, 2], [2, 2], [1, 2]]), 0, 0)
    assert group(strip, "life") == [red, red, red, red, red, DIM_BLUE, DARK, DARK]


def test_rulers_and_lives_that_the_game_has_not_are_dark():
    lights, strip = frame()
    lights.render(view(), 0, 0)
    lights.render(view(rulers=[[12, 1, 1, False]], life=[], queue=[0, 0], points=[0, 0, 0]), 0, 0)
    assert group(strip, "ruler_a").count(WHITE) == 1
    for name in ("ruler_b", "ruler_c", "life", "queue", "point"):
        assert group(strip, name).count(DARK) == len(group(strip, name)), name


def test_an_unchanged_view_sends_nothing():
    lights, strip = frame()
    assert lights.render(view(), 0, 128)
    strip.sent = 0
    assert not lights.render(view(), 0, 140)
    assert strip.sent == 0


def test_a_changed_cell_sends_one_led():
    lights, strip = frame()
    lights.render(view(players=[board("o" * 16), board()]), 0, 128)
    strip.sent = 0
    assert lights.render(view(players=[board("ooob" + "o" * 12), board()]), 0, 130)
    assert strip.sent == 1


def test_only_pulsing_leds_are_sent_when_time_passes():
    lights, strip = frame()
    said = view(players=[board("x?oooooooooooooo"), board()])
    lights.render(said, 0, 128)
    strip.sent = 0
    lights.render(said, 0, 256)
    assert strip.sent == 1 and group(strip, "cell")[0] == (12, 0, 0)


def test_a_still_frame_is_offered_again_once_a_period():
    lights, strip = frame()
    lights.render(view(), 0, 128)
    assert [lights.render(view(), 0, 128 * phase) for phase in range(2, 18)].count(True) == 1
    assert not lights.render(view(), 0, 18 * 128)
    assert lights.render(view(), 0, 32 * 128)
    assert not lights.render(view(), 0, 32 * 128 + 100), "not twice in one phase"


def test_patterns_run_on_when_the_ticks_wrap():
    lights, strip = frame()
    said = view(players=[board("x" + "." * 15), board()])
    last = 0x3FFFFFFF
    lights.render(said, 0, last)
    assert group(strip, "cell")[0] == (12, 0, 0)
    lights.render(said, 0, 0)
    assert group(strip, "cell")[0] == (96, 0, 0)


def bright():
    return view(
        players=[board("f" * 16, "?" * 8), board()], rulers=[[12, 0, 12, True], [8, 0, 8, True], [4, 0, 4, True]]
    )


def test_the_current_cap_holds_in_every_phase():
    for cap_ma in (150, 300, 500, 1000):
        lights, strip = frame(cap_ma=cap_ma)
        for phase in range(16):
            lights.render(bright(), 0, phase * 128)
            assert current_ma(strip) <= cap_ma + 8, (cap_ma, phase)  # half a level of rounding on each channel


def test_the_cap_dims_all_leds_alike_and_pulses_do_not_flicker_others():
    lights, strip = frame(cap_ma=300)
    lights.render(bright(), 0, 0)
    first = group(strip, "cell")
    assert 0 < first[0][0] < 96 and len(set(first)) == 1
    lights.render(bright(), 0, 640)
    assert group(strip, "cell") == first


def test_below_the_cap_nothing_is_dimmed():
    lights, strip = frame(cap_ma=1000)
    lights.render(bright(), 0, 0)
    assert group(strip, "cell") == [WHITE] * 16


def test_a_cap_below_the_idle_current_leaves_the_table_dark():
    lights, strip = frame(cap_ma=50)
    lights.render(bright(), 0, 0)
    assert strip.colours() == [DARK] * 95


def test_frames_allocate_nothing():
    lights, strip = frame()
    views = [view(), bright(), view(cues=[["sweep"], ["flow", 1, 2, 0], ["hit", 1], ["win", 0]])]
    views.append(view(players=[board(ROLES[1:]), board()], points=[0, 3, 1], queue=[9, 1], life=[[1, 3], [0, 3]]))
    for said in views:
        lights.render(said, 0, 0)
    strip.sent = 0
    times = [step * 50 for step in range(200)]
    heap_lock()
    try:
        for now_ms in times:
            lights.render(views[now_ms // 50 % 4], 0, now_ms)
    finally:
        heap_unlock()
    assert strip.sent > 1000


def test_the_frame_does_not_show_by_itself():
    chain = (("cell", 16),)
    assert Frame(chain, Strip(16)).render(view(players=[board("o" * 16)]), 0, 0)
