"""Room: cues are drawn over the state, are droppable and leave nothing behind."""

from firmware.wiring import CHAIN_SATELLITE
from tests.lights.table import board, current_ma, frame, group, view

LAMP, KIND_A, KIND_C = (96, 96, 48), (96, 96, 48), (96, 48, 96)
DARK, GREEN = (0, 0, 0), (0, 48, 0)


def play(lights, said, player=0, start_ms=5000, until_ms=20000, step_ms=64):
    """Render until the cue is over; returns how long it ran."""
    now_ms = start_ms
    lights.render(said, player, now_ms)
    while lights.cues.running() and now_ms < until_ms:
        now_ms += step_ms
        lights.render(said, player, now_ms)
    return now_ms - start_ms


def test_the_sweep_lights_every_led_once_and_ends_after_two_seconds():
    lights, strip = frame()
    said = view(cues=[["sweep"]])
    lit = set()
    for now_ms in range(0, 2048, 64):
        lights.render(said, 0, now_ms)
        ruler = group(strip, "ruler_a")
        assert ruler.count(LAMP) == 1
        lit.add(ruler.index(LAMP))
    assert len(lit) == 25
    lights.render(said, 0, 2048)
    assert not lights.cues.running()
    assert LAMP not in strip.colours()


def test_a_unit_flows_from_cell_to_cell():
    lights, strip = frame()
    said = view(players=[board("oo" + "." * 14), board()], cues=[["flow", 0, 1, 2]])
    seen = []
    for now_ms in range(0, 576, 64):
        lights.render(said, 0, now_ms)
        seen.append("".join(["*" if colour == KIND_C else "o" for colour in group(strip, "cell")[:2]]))
    assert seen == ["*o", "*o", "*o", "**", "**", "o*", "o*", "o*", "oo"]


def test_a_unit_without_a_target_cell_runs_along_its_ruler():
    lights, strip = frame()
    said = view(cues=[["flow", 3, None, 2]])
    lights.render(said, 0, 0)
    assert group(strip, "cell")[3] == KIND_C
    lights.render(said, 0, 7 * 64)
    assert KIND_C in group(strip, "ruler_c") and KIND_C not in group(strip, "cell")


def test_flows_of_one_view_play_one_after_the_other():
    lights, strip = frame()
    said = view(cues=[["flow", 0, 1, 0], ["flow", 5, 6, 0]])
    lights.render(said, 0, 0)
    assert group(strip, "cell")[5] == DARK
    lights.render(said, 0, 512)
    assert group(strip, "cell")[5] == KIND_A
    assert play(frame()[0], said) == 1024


def test_flows_are_drawn_on_the_active_players_board_only():
    lights, strip = frame(CHAIN_SATELLITE)
    lights.render(view(cues=[["flow", 0, 1, 0]]), 1, 0)
    assert strip.colours() == [DARK] * 25


def test_the_state_goes_on_below_a_cue():
    lights, strip = frame()
    lights.render(view(cues=[["sweep"]]), 0, 0)
    lights.render(view(players=[board("." * 15 + "o"), board()]), 0, 64)
    assert group(strip, "cell")[15] == GREEN and lights.cues.running()


def test_a_list_of_cues_is_not_started_twice_and_a_new_one_replaces_it():
    lights, strip = frame()
    said = view(cues=[["flow", 0, 1, 0]])
    assert play(lights, said) == 512
    lights.render(said, 0, 9000)
    assert not lights.cues.running()
    lights.render(view(cues=[["sweep"]]), 0, 9100)
    lights.render(view(cues=[["flow", 4, 5, 0]]), 0, 9200)
    assert group(strip, "ruler_b").count(LAMP) == 0 and group(strip, "cell")[4] == KIND_A


def test_the_winners_board_celebrates_and_the_other_does_not():
    said = view(cues=[["win", 1]])
    for player, lit in ((0, 0), (1, 16)):
        lights, strip = frame(CHAIN_SATELLITE)
        lights.render(said, player, 0)
        assert len([colour for colour in group(strip, "cell", CHAIN_SATELLITE) if colour != DARK]) == lit
        assert play(lights, said, player, start_ms=0) == 96 * 64


def test_cues_count_for_the_current_cap():
    lights, strip = frame(cap_ma=150)
    said = view(cues=[["win", 0]])
    for now_ms in range(0, 2048, 64):
        lights.render(said, 0, now_ms)
        assert current_ma(strip) <= 158


def test_a_hit_flashes_its_ruler_and_gives_it_back():
    lights, strip = frame()
    said = view(cues=[["hit", 1]])
    lights.render(said, 0, 0)
    assert group(strip, "ruler_b") == [LAMP] * 17
    lights.render(said, 0, 256)
    assert group(strip, "ruler_b") == [DARK] * 17
    play(lights, said, start_ms=300)
    assert group(strip, "ruler_b")[8] == (96, 96, 96)


def test_unknown_cues_and_places_are_passed_over():
    lights, strip = frame()
    lights.render(view(cues=[["fireworks"], ["hit", 9], ["flow", 77, 99, 7], ["flow", 0, 1, 0]]), 0, 0)
    assert play(lights, view(), start_ms=10) < 3000


def test_cues_survive_the_wrap_of_the_ticks():
    lights, strip = frame()
    said = view(cues=[["flow", 0, 1, 0]])
    lights.render(said, 0, 0x3FFFFFFF - 255)
    lights.render(said, 0, 64)
    assert group(strip, "cell")[:2] == [DARK, KIND_A]
