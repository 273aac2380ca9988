"""Room: the faults that a table must survive, row by row, and the tests that show the right behaviour; tick them off.

Each row: what is seen in the field with its public reports (repository#number), what the table must do, and the tests,
which run in their own files with the real drivers on the chip models.
"""

from tests.chips import desk  # noqa: I001 (first: it puts the desktop `machine` in front)

from tests.chips.fault_rows import BUTTONS, LIGHT, LIGHTS, MORE, PANEL, POSITIONS, ROWS

# Found beyond those.
MORE_ROWS = (
    (
        "a reader answers on the bus but has lost its set-up (OSSLibraries/Arduino_MFRC522v2#54, "
        "miguelbalboa/rfid#560)",
        "its registers are compared at each poll",
        (
            (MORE, "test_a_power_dip_at_any_moment_is_no_clean_timeout_and_is_mended_at_the_next_poll"),
            (MORE, "test_a_power_dip_of_the_reader_ahead_is_noticed_before_its_poll"),
        ),
    ),
    (
        "a reader falls asleep by itself (pimylifeup/MFRC522-python#18)",
        "it is woken before its field is believed",
        (
            (MORE, "test_a_reader_that_falls_asleep_at_any_moment_wakes_at_the_next_poll"),
            (POSITIONS, "test_power_dips_and_sleep_never_remove_a_card"),
        ),
    ),
    (
        "interrupts seem to fire and the FIFO is empty (abobija/esp-idf-rc522#93)",
        "neither a card nor a timeout",
        ((MORE, "test_a_reader_that_dies_in_the_middle_gives_no_card_and_no_timeout"),),
    ),
    (
        "a card that passes quickly gives a false reading (miguelbalboa/rfid#261)",
        "lifted or laid at any exchange: whole or not there",
        (
            (MORE, "test_a_card_lifted_at_any_moment_is_whole_or_not_there"),
            (MORE, "test_a_card_laid_down_at_any_moment_disturbs_no_other"),
        ),
    ),
    (
        "the UID before shows through (ATrappmann/PN5180-Library#31, miguelbalboa/rfid#664)",
        "each poll begins with an empty list",
        ((MORE, "test_an_empty_place_after_a_card_shows_nothing_of_it"),),
    ),
    (
        "sun or a dead sensor spoil the light (hydronics2/2019-easy-bee-counter#19)",
        "tags keep their cards; calibration names the sensor",
        (
            (POSITIONS, "test_sun_on_the_sensors_makes_no_card_disappear_or_appear"),
            (POSITIONS, "test_sun_takes_nothing_off_where_light_alone_tells"),
            (LIGHTS, "test_one_disturbed_reading_while_the_sensors_are_blinded_changes_nothing"),
            (POSITIONS, "test_single_disturbed_light_readings_cover_nothing"),
            (LIGHT, "test_a_dead_sensor_is_named_by_position_and_side_and_keeps_its_threshold"),
        ),
    ),
    (
        "chips keep their state when only the Pico is reset (Matiasus/SSD1306#16, "
        "ThingPulse/esp8266-oled-ssd1306#2, esphome/esphome#17177, adafruit/Adafruit_Python_GPIO#56)",
        "every register that matters is written at start",
        (
            (PANEL, "test_a_pico_reset_in_the_middle_of_a_page_leaves_no_shifted_picture"),
            (PANEL, "test_an_expander_left_in_any_state_by_an_older_program_reads_its_buttons"),
        ),
    ),
    (
        "pull-ups lost with the expander's supply (letscontrolit/ESPEasy#2839)",
        "looked after about once a second",
        ((BUTTONS, "test_a_power_dip_of_the_expander_is_mended_within_a_second_of_polls"),),
    ),
    (
        "the I2C bus hangs (adafruit/circuitpython#2635)",
        "a short timeout, tried rarely; the game goes on",
        ((PANEL, "test_a_bus_that_hangs_costs_each_task_less_than_ten_milliseconds_and_is_tried_rarely"),),
    ),
)  # fmt: skip


def module_of(name):
    return __import__(name, None, None, ("*",))


def test_every_row_is_there_with_its_right_behaviour():
    assert len(ROWS) == 18
    symptoms = [row[0] for row in ROWS + MORE_ROWS]
    assert len(set(symptoms)) == len(symptoms)
    assert all(symptom and behaviour and tests for symptom, behaviour, tests in ROWS + MORE_ROWS)


def test_every_test_that_a_row_names_exists():
    assert desk.FAKES
    for symptom, _, tests in ROWS + MORE_ROWS:
        for module, name in tests:
            assert name.startswith("test_") and hasattr(module_of(module), name), (symptom, module, name)
