"""Room: masks in, presses out: bounce, short and long, several buttons, wrapping ticks."""

from firmware.panel.buttons import Presses

OK, BACK, LEFT, RIGHT, AXIS = 1, 2, 4, 8, 16


def play(steps, start_ms=1000, every_ms=5):
    """Presses with their time since the start for [(mask, for how many ms)]; begins with all buttons up."""
    presses, now_ms, found = Presses(), start_ms, []
    presses.update(0, now_ms)
    for mask, for_ms in steps:
        for _ in range(for_ms // every_ms):
            now_ms = (now_ms + every_ms) & 0x3FFFFFFF
            press = presses.update(mask, now_ms)
            if press is not None:
                found.append(press)
    return found


def test_a_short_press_counts_on_release():
    assert play([(OK, 300)]) == []
    assert play([(OK, 300), (0, 100)]) == [("ok", False)]


def test_every_button_has_its_name():
    for mask, name in ((OK, "ok"), (BACK, "back"), (LEFT, "left"), (RIGHT, "right"), (AXIS, "axis")):
        assert play([(mask, 100), (0, 100)]) == [(name, False)]


def test_a_long_press_counts_once_while_held_and_not_on_release():
    assert play([(OK, 780)]) == []
    assert play([(OK, 840)]) == [("ok", True)]
    assert play([(OK, 5000), (0, 100)]) == [("ok", True)]


def test_bounce_is_one_press():
    bounce = [(OK, 5), (0, 5), (OK, 5), (0, 5)]
    assert play(bounce + [(OK, 100)] + bounce + [(0, 100)]) == [("ok", False)]


def test_a_spike_is_no_press():
    assert play([(BACK, 10), (0, 200)]) == []


def test_bounce_in_the_middle_of_a_long_press_does_not_end_it():
    assert play([(OK, 400), (0, 10), (OK, 400), (0, 100)]) == [("ok", True)]


def test_two_presses_are_two():
    assert play([(LEFT, 60), (0, 60), (LEFT, 60), (0, 60)]) == [("left", False)] * 2


def test_buttons_are_told_apart_while_others_are_held():
    assert play([(OK, 100), (OK | LEFT, 100), (OK, 100), (0, 100)]) == [("left", False), ("ok", False)]


def test_two_buttons_let_go_at_once_give_both_presses():
    assert play([(OK | AXIS, 100), (0, 100)]) == [("ok", False), ("axis", False)]


def test_a_button_held_at_power_on_says_nothing():
    presses, found = Presses(), []
    for now_ms in range(0, 2000, 10):
        found.append(presses.update(OK, now_ms))
    for now_ms in range(2000, 2200, 10):
        found.append(presses.update(0, now_ms))
    assert found == [None] * len(found)
    for now_ms in range(2200, 2300, 10):
        presses.update(OK, now_ms)
    assert [presses.update(0, now_ms) for now_ms in (2300, 2310, 2320)] == [None, None, ("ok", False)]


def test_ticks_may_wrap_at_any_moment():
    for before_ms in range(0, 1000, 100):
        assert play([(OK, 300), (0, 100)], 0x3FFFFFFF - before_ms) == [("ok", False)]
        assert play([(OK, 900), (0, 100)], 0x3FFFFFFF - before_ms) == [("ok", True)]


def test_slow_polling_still_sees_a_press():
    assert play([(OK, 150), (0, 150)], every_ms=50) == [("ok", False)]
