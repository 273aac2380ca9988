"""Room: markers on rows of LEDs, fitting and not fitting."""

from firmware.lights import palette
from firmware.lights.rulers import LOWER, UPPER, led_code, led_of


def test_a_row_that_fits_has_one_led_a_step():
    assert [led_of(value, 4, 9) for value in range(-4, 5)] == [0, 1, 2, 3, 4, 5, 6, 7, 8]
    assert led_of(-12, 12, 25) == 0
    assert led_of(3, 8, 17) == 11


def test_a_marker_past_its_limit_stands_at_the_end():
    assert led_of(14, 12, 25) == 24
    assert led_of(-99, 4, 9) == 0


def test_twice_the_limit_shows_every_second_step():
    assert [led_of(value, 24, 25) for value in (2, 4, 12, 22)] == [13, 14, 18, 23]


def test_only_zero_stands_in_the_middle_and_only_the_limit_at_the_end():
    for limit in range(1, 43):
        for count in (9, 17, 25):
            middle = count // 2
            leds = [led_of(value, limit, count) for value in range(-limit, limit + 1)]
            assert leds == sorted(leds)
            assert leds.count(middle) == 1 and leds.count(0) == 1 and leds.count(count - 1) == 1


def test_a_row_larger_than_the_limit_is_stretched():
    assert [led_of(value, 4, 17) for value in range(-4, 5)] == [0, 2, 4, 6, 8, 10, 12, 14, 16]


def test_way_and_target_of_a_pending_move():
    codes = [led_code(led, 3, 7, 0, 9) for led in range(9)]
    way, zero = palette.RULER_WAY, palette.RULER_ZERO
    assert codes == [0, 0, 0, palette.RULER_MARK, zero, way, way, palette.RULER_TO, 0]


def test_a_hit_flashes_the_whole_end():
    codes = [led_code(led, 20, 24, UPPER, 25) for led in range(25)]
    assert codes[20:] == [palette.RULER_MARK] + [palette.RULER_FLASH] * 3 + [palette.RULER_TO]
    assert [led_code(led, 12, 24, UPPER, 25) for led in (19, 20)] == [palette.RULER_WAY, palette.RULER_FLASH]
    codes = [led_code(led, 4, 0, LOWER, 9) for led in range(9)]
    assert codes[:3] == [palette.RULER_TO, palette.RULER_FLASH, palette.RULER_FLASH]
    assert led_code(2, 1, 0, LOWER, 9) == palette.RULER_FLASH
