"""Room: the faults known when the table was designed: symptom with its reports, right behaviour, tests that show it."""

READERS = "tests.chips.test_mfrc522_faults"
MORE = "tests.chips.test_faults_readers"
DRIVER = "tests.chips.test_mfrc522"
PROTOCOL = "tests.chips.test_iso14443a"
GRID = "tests.chips.test_grid"
OVERLAP = "tests.chips.test_overlap"
PROBE = "tests.chips.test_reader_probe"
PANEL = "tests.chips.test_faults_panel"
LEDS = "tests.chips.test_ws2812"
BOOT = "tests.chips.test_boot"
FLASH = "tests.chips.test_flash"
DISPLAY = "tests.chips.test_ssd1306"
BUTTONS = "tests.chips.test_buttons"
POSITIONS = "tests.sensing.test_faults_positions"
SCAN = "tests.sensing.test_scan"
SCAN_FAULTS = "tests.sensing.test_scan_faults"
OWNERS = "tests.sensing.test_owners"
SPOTS = "tests.sensing.test_debounce"
LIGHT = "tests.self_test.test_calibration"
LIGHTS = "tests.chips.test_reflect"
GAIN = "tests.self_test.test_gain"

ROWS = (
    (
        "present and absent in turn: REQA is answered every other time (miguelbalboa/rfid#437, #188, #279, "
        "esphome/esphome#9875, adafruit/Adafruit-PN532#52)",
        "WUPA and HLTA: a resting tag is seen at every poll",
        (
            (PROTOCOL, "test_a_resting_tag_answers_wupa_but_not_reqa"),
            (DRIVER, "test_a_card_that_still_rests_from_the_poll_before_is_seen_at_every_poll"),
            (POSITIONS, "test_a_tag_that_keeps_its_state_between_polls_does_not_come_and_go"),
        ),
    ),
    (
        "a halted card never comes back (OSSLibraries/Arduino_MFRC522v2#8), an active one ignores requests "
        "(biologist79/ESPuino#444)",
        "HLTA after each read; the field goes off at least 1 ms",
        (
            (DRIVER, "test_a_card_left_active_is_missed_once_at_most"),
            (DRIVER, "test_the_field_is_off_after_a_poll_and_every_tag_has_forgotten"),
            (MORE, "test_a_reader_that_dies_in_the_middle_gives_no_card_and_no_timeout"),
            (OVERLAP, "test_the_same_position_again_forgets_its_tags_first"),
        ),
    ),
    (
        "full gain saturates at contact (biologist79/ESPuino#413), a gain does not take (miguelbalboa/rfid#536)",
        "middle gain at first, tuned by position, written and read back",
        (
            (READERS, "test_a_still_card_at_contact_is_read_at_middle_gain_though_full_gain_is_deaf"),
            (READERS, "test_a_gain_that_does_not_take_is_a_fault"),
            (PROBE, "test_tuning_takes_the_middle_of_the_gains_that_read_every_time"),
            (GAIN, "test_a_card_that_saturates_its_reader_is_seen_after_tuning_and_also_after_a_restart"),
            (LIGHT, "test_what_is_saved_is_there_after_a_start"),
        ),
    ),
    (
        "a corrupted answer counts as removal (biologist79/ESPuino#448)",
        "only clean timeouts count",
        (
            (READERS, "test_a_garbled_answer_is_neither_hit_nor_clean"),
            (READERS, "test_a_timeout_with_scraps_in_it_is_not_clean"),
            (SPOTS, "test_gone_is_two_clean_timeouts_over_an_uncovered_cell"),
            (POSITIONS, "test_answers_that_are_all_garbled_never_remove_a_card_even_from_a_place_without_sensors"),
            (SCAN_FAULTS, "test_a_reader_that_hears_nothing_but_garbage_is_broken_soon_wherever_it_is"),
            (SPOTS, "test_a_card_that_is_never_read_among_broken_polls_that_read_the_others_is_doubtful"),
        ),
    ),
    (
        "an old interrupt flag is taken for a new answer (biologist79/ESPuino#428)",
        "flags are cleared before each command, the chip is not reset for each poll",
        (
            (READERS, "test_an_old_interrupt_flag_is_not_taken_for_an_answer"),
            (GRID, "test_a_reader_set_up_once_is_not_set_up_again_while_its_row_stays_awake"),
        ),
    ),
    (
        "ghosts of neighbouring fields with good CRC (miguelbalboa/rfid#589), a neighbour's tag credited here "
        "(Happy-Hare#1061)",
        "near fields never at once; one UID, one position; agreeing reads",
        (
            (GRID, "test_two_fields_at_once_hear_each_others_tags"),
            (OVERLAP, "test_at_most_two_fields_are_on_and_never_two_near_ones"),
            (OVERLAP, "test_a_switch_off_that_got_lost_is_repeated"),
            (OWNERS, "test_a_ghost_of_the_neighbours_field_never_takes_a_card_away"),
            (OWNERS, "test_a_uid_heard_beside_a_place_that_is_just_covered_waits_for_that_place"),
            (SCAN_FAULTS, "test_still_cards_stay_and_no_phantom_comes_under_faults"),
        ),
    ),
    (
        "a reader held in reset reads 0xFF and seems fine (Happy-Hare#1230); odd version registers "
        "(miguelbalboa/rfid#482, #456, #605, #616)",
        "accepted by two patterns written and read back, never by version; named by position",
        (
            (READERS, "test_clones_work_whatever_their_version_register_says"),
            (READERS, "test_a_reader_that_reads_back_constants_is_a_fault_in_bounded_time"),
            (READERS, "test_a_reader_stuck_in_reset_is_a_fault_and_the_others_work"),
            (PROBE, "test_each_defect_is_named_at_its_position_and_the_others_stay_ok"),
            (PROBE, "test_a_clone_is_ok_whatever_its_version"),
        ),
    ),
    (
        "a deselected clone drives MISO (miguelbalboa/rfid#290, #377)",
        "rows in reset are quiet; the self test names the row",
        (
            (READERS, "test_a_reader_that_drives_the_bus_unasked_is_no_phantom_card"),
            (PROBE, "test_a_reader_that_drives_the_bus_unasked_makes_its_row_loud"),
            (POSITIONS, "test_a_reader_that_drives_the_bus_of_its_row_makes_no_card_and_loses_none"),
        ),
    ),
    (
        "dead after hours (miguelbalboa/rfid#540), a stall of 300 ms (#430), an endless wait in reset "
        "(arozcan/MFRC522-I2C-Library#5)",
        "health is checked at each poll; a deadline a position; quarantine and retry; every wait bounded",
        (
            (READERS, "test_a_timer_that_never_expires_is_a_fault_in_bounded_time"),
            (MORE, "test_a_stall_of_300_milliseconds_is_a_fault_in_bounded_time"),
            (SCAN_FAULTS, "test_a_broken_reader_is_named_kept_apart_and_taken_back"),
            (SCAN_FAULTS, "test_a_card_lifted_off_a_stack_over_a_dead_reader_is_never_certain_again"),
            (SPOTS, "test_after_an_outage_of_the_whole_reader_a_lifted_card_is_asked_for_soon"),
            (SCAN_FAULTS, "test_no_position_is_unpolled_for_two_seconds_whatever_happens_elsewhere"),
            (POSITIONS, "test_a_reader_that_dies_and_returns_again_and_again_keeps_its_card"),
            (POSITIONS, "test_a_card_over_a_broken_reader_is_still_told_by_its_light_and_the_game_can_go_on"),
        ),
    ),
    (
        "two tags in the field are answered as none, or as a wrong check byte",
        "collisions are resolved before the check byte; all tags are enumerated",
        (
            (PROTOCOL, "test_bcc_is_checked_once_nothing_collides"),
            (DRIVER, "test_a_collision_at_every_bit_passes_through_fifo_and_alignment"),
            (DRIVER, "test_no_tag_to_four_of_mixed_lengths_are_read"),
        ),
    ),
    (
        "a UID of 7 bytes comes as 0x88 and 3 bytes (wendlers/micropython-mfrc522#16)",
        "cascade by SAK; a UID that starts with 0x88 is refused",
        ((PROTOCOL, "test_half_a_uid_is_refused"), (PROTOCOL, "test_a_cascade_without_its_tag_byte_is_refused")),
    ),
    (
        "two cards with one UID (nfc-tools/libnfc#365)",
        "told at both places, never guessed",
        (
            (OWNERS, "test_two_cards_with_one_uid_are_told_at_both_places"),
            (SCAN, "test_two_cards_with_one_uid_are_told_at_both_cells"),
        ),
    ),
    (
        "short UIDs on an SPI bus of 8 MHz (atitan/MFRC522_Ruby#2)",
        "1 to 4 MHz, slower by position when bits get lost",
        (
            (READERS, "test_a_bus_too_fast_for_the_wiring_gives_no_wrong_uid"),
            (MORE, "test_a_reader_that_needs_a_slow_bus_is_found_and_kept_slow_and_the_others_stay_fast"),
            (MORE, "test_a_bus_that_loses_a_bit_now_and_then_gives_no_wrong_uid_and_ends_slower"),
            (MORE, "test_garbled_answers_on_a_sound_bus_do_not_slow_it_down"),
        ),
    ),
    (
        "first LED dead or wrong colours (JanBednarik/micropython-ws2812#3, adafruit/circuitpython#8051, "
        "blaz-r/pi_pico_neopixel#12)",
        "a sacrificial pixel, and a latch gap after the FIFO has drained",
        (
            (LEDS, "test_frames_shown_in_a_hurry_all_latch_and_wait_less_than_ten_milliseconds"),
            (LEDS, "test_a_gap_that_is_too_short_spoils_the_frame_in_the_model"),
        ),
    ),
    (
        "main.py locks the board out (thonny#2843, #2826)",
        "a boot escape; starts that fail end at the prompt",
        (
            (BOOT, "test_ok_held_at_power_on_stays_in_the_repl_with_one_sentence"),
            (BOOT, "test_the_fifth_start_in_a_row_without_success_stays_in_the_repl_and_the_sixth_tries_again"),
        ),
    ),
    (
        "the watchdog takes 8388 ms at most and cannot be stopped (micropython#8600, #9078)",
        "fed only while every task reports; the prompt is left alone",
        (
            (BOOT, "test_the_watchdog_is_fed_only_when_every_task_has_reported"),
            (BOOT, "test_a_task_that_hangs_ends_in_a_reset"),
            (BOOT, "test_a_released_watchdog_leaves_the_repl_alone"),
        ),
    ),
    (
        "files lost on a power cut (micropython#7960, #5337)",
        "temp file, checksum, rename",
        (
            (FLASH, "test_after_a_power_cut_at_any_step_the_file_is_the_old_or_the_new_one"),
            (FLASH, "test_a_damaged_file_is_none_not_nonsense"),
            (LIGHT, "test_a_file_that_is_not_plausible_is_refused_whole_with_a_sentence"),
        ),
    ),
    (
        "an OLED error kills the program (micropython#15120)",
        "the display is optional",
        (
            (DISPLAY, "test_a_missing_display_costs_a_false_and_hardly_any_time"),
            (DISPLAY, "test_a_display_that_comes_back_is_whole_again"),
        ),
    ),
)  # fmt: skip
