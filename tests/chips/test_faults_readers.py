"""Room: more ways in which readers fail in the field, each as a whole kind: resets, sleep, late and torn answers.

Reports are named as repository#number. test_mfrc522_faults.py has the older ones; test_faults_table.py lists all.
"""

from tests.chips.sensing_desk import Desk  # noqa: I001 (first: it puts the desktop `machine` in front)

from firmware.contracts import CLEAN, FAULT, GARBLED, HIT
from host_tools.simulator.chips.vclock import CLOCK

A = "04a1b2c3d4e5f6"
B = "04a1b2c3d4e5f7"
FAR = 2  # a distant reader in the row of reader 0


def at_every_exchange(desk, position, happen):
    """Poll again and again; in each poll `happen` once, one exchange later than in the poll before. All results."""
    chip = desk.grid.readers[position]
    ask = chip.antenna.ask
    results = []
    for number in range(12):
        count = 0

        def tampered(data, size, last_bits, gain):
            nonlocal count
            bits = ask(data, size, last_bits, gain)
            if count == number:
                happen(chip)
            count += 1
            return bits

        chip.antenna.ask = tampered
        results.append(desk.poll(position))
        chip.antenna.ask = ask
    return results


def test_a_power_dip_at_any_moment_is_no_clean_timeout_and_is_mended_at_the_next_poll():
    """OSSLibraries/Arduino_MFRC522v2#54, miguelbalboa/rfid#560: it answers on the bus, but its set-up is gone."""
    desk = Desk()
    desk.lay(0, A)
    desk.poll(0)
    desk.grid.readers[0].power_dip()
    CLOCK.advance(1000)
    assert desk.poll(0) == (HIT, [A])
    for result, uids in at_every_exchange(desk, 0, lambda chip: chip.power_dip()):
        assert result != CLEAN and uids in ([], [A]), result
    assert desk.poll(0) == (HIT, [A])


def test_a_reader_that_falls_asleep_at_any_moment_wakes_at_the_next_poll():
    """pimylifeup/MFRC522-python#18: after hours it is asleep; registers still answer, the field is off."""
    desk = Desk()
    desk.lay(0, A)
    desk.poll(0)
    desk.grid.readers[0].fall_asleep()
    assert desk.poll(0) == (HIT, [A])
    for result, uids in at_every_exchange(desk, 0, lambda chip: chip.fall_asleep()):
        assert result != CLEAN and uids in ([], [A]), result
    assert desk.poll(0) == (HIT, [A])


def test_a_reader_that_dies_in_the_middle_gives_no_card_and_no_timeout():
    """abobija/esp-idf-rc522#93: every register reads 0xFF, the FIFO is empty, interrupts seem to fire."""
    for value in (0x00, 0xFF):
        desk = Desk()
        desk.lay(0, A)
        for result, uids in at_every_exchange(desk, 0, lambda chip: setattr(chip.faults, "dead", value)):
            assert result in (FAULT, GARBLED, HIT) and uids in ([], [A])
        assert desk.poll(0) == (FAULT, [])
        desk.faults(0).dead = None
        assert desk.poll(0) == (HIT, [A])


def test_a_card_lifted_at_any_moment_is_whole_or_not_there():
    """miguelbalboa/rfid#261: passing too quickly gave false readings."""
    for stack in ([A], [A, B]):
        desk = Desk()
        results = []
        for number in range(20):
            desk.lay(0, *stack)
            chip = desk.grid.readers[0]
            ask = chip.antenna.ask
            count = 0

            def lifted(data, size, last_bits, gain):
                nonlocal count
                if count == number:
                    desk.table.set_position(0, [])
                count += 1
                return ask(data, size, last_bits, gain)

            chip.antenna.ask = lifted
            results.append(desk.poll(0))
            chip.antenna.ask = ask
        for result, uids in results:
            assert set(uids) <= set(stack) and (uids or result != HIT)
        assert results[0] == (CLEAN, [])


def test_a_card_laid_down_at_any_moment_disturbs_no_other():
    desk = Desk()
    chip = desk.grid.readers[0]
    ask = chip.antenna.ask
    for number in range(8):
        desk.lay(0, A)
        count = 0

        def laid(data, size, last_bits, gain):
            nonlocal count
            if count == number:
                desk.lay(0, A, B)
            count += 1
            return ask(data, size, last_bits, gain)

        chip.antenna.ask = laid
        result, uids = desk.poll(0)
        assert result in (HIT, GARBLED) and set(uids) <= {A, B} and A in uids


def test_an_empty_place_after_a_card_shows_nothing_of_it():
    """ATrappmann/PN5180-Library#31: a buffer shared by readers handed on the UID; miguelbalboa/rfid#664: bytes stay."""
    desk = Desk()
    desk.lay(0, "04a1b2c3d4e5f6aabbcc")
    desk.lay(3, "a1b2c3d4")
    found = [b"old"]
    for position, uids in ((0, ["04a1b2c3d4e5f6aabbcc"]), (1, []), (3, ["a1b2c3d4"]), (2, [])):
        for _ in desk.readers.poll(position, found):
            pass
        assert [uid.hex() for uid in found] == uids


def test_a_stall_of_300_milliseconds_is_a_fault_in_bounded_time():
    """miguelbalboa/rfid#430."""
    desk = Desk()
    desk.lay(0, A)
    desk.faults(0).stall_us = 300_000
    start = CLOCK.now_us
    assert desk.poll(0)[0] == FAULT
    assert CLOCK.now_us - start < 20_000
    desk.faults(0).stall_us = 0
    assert desk.poll(0) == (HIT, [A])


def test_a_dead_reader_ahead_costs_the_poll_before_nothing():
    for switch in ("dead", "stuck_in_reset"):
        desk = Desk()
        desk.lay(0, A)
        setattr(desk.faults(FAR), switch, 0xFF)
        desk.readers.ahead(FAR)
        assert desk.poll(0) == (HIT, [A])
        assert desk.poll(FAR) == (FAULT, [])
        assert desk.poll(0) == (HIT, [A])


def test_a_power_dip_of_the_reader_ahead_is_noticed_before_its_poll():
    desk = Desk()
    desk.lay(0, A)
    desk.lay(FAR, B)
    desk.readers.ahead(FAR)
    desk.poll(0)
    desk.grid.readers[FAR].power_dip()
    CLOCK.advance(1000)
    assert desk.poll(FAR) == (HIT, [B])


def test_a_reader_ahead_that_falls_asleep_is_woken_and_its_tags_get_their_time():
    desk = Desk()
    desk.lay(FAR, B)
    desk.readers.ahead(FAR)
    desk.poll(0)
    desk.grid.readers[FAR].fall_asleep()
    assert desk.poll(FAR) == (HIT, [B])


def test_after_a_failure_every_register_is_set_anew():
    desk = Desk()
    desk.lay(0, A, B)
    desk.poll(0)
    desk.faults(0).timer_dead = True
    desk.faults(0).stall_us = 50_000
    assert desk.poll(0)[0] == FAULT
    desk.faults(0).timer_dead = False
    desk.faults(0).stall_us = 0
    desk.grid.readers[0].regs[0x0E] = 0x80  # ValuesAfterColl: spoiled by whatever made it fail
    assert desk.poll(0) == (HIT, [A, B])
    assert desk.grid.readers[0].regs[0x0E] & 0x80 == 0


def test_a_reader_that_needs_a_slow_bus_is_found_and_kept_slow_and_the_others_stay_fast():
    """atitan/MFRC522_Ruby#2: at 8 MHz UIDs came short."""
    desk = Desk(baudrate=8_000_000)
    desk.lay(0, A)
    desk.lay(1, B)
    desk.faults(0).max_baud = 2_000_000
    assert [desk.poll(0) for _ in range(3)] == [(HIT, [A])] * 3
    assert desk.poll(1) == (HIT, [B])
    setup = desk.readers.setup
    assert setup.rates == (8_000_000, 4_000_000, 2_000_000, 1_000_000)
    assert (setup.speeds[0], setup.speeds[1]) == (2, 0)


def test_a_bus_that_loses_a_bit_now_and_then_gives_no_wrong_uid_and_ends_slower():
    desk = Desk(seed=7)
    desk.lay(0, A, B)
    faults = desk.faults(0)
    faults.max_baud = 3_000_000
    faults.baud_errors = 60
    for _ in range(120):
        result, uids = desk.poll(0)
        assert set(uids) <= {A, B}
        assert result != CLEAN
    assert desk.readers.setup.speeds[0] == 1
    assert [desk.poll(0) for _ in range(20)] == [(HIT, [A, B])] * 20


def test_garbled_answers_on_a_sound_bus_do_not_slow_it_down():
    desk = Desk()
    desk.lay(0, A)
    desk.faults(0).answers_garbled = 1000
    for _ in range(5):
        assert desk.poll(0)[0] == GARBLED
    assert desk.readers.setup.speeds[0] == 0


def test_a_dead_reader_does_not_slow_the_bus_down():
    desk = Desk()
    desk.faults(0).dead = 0xFF
    for _ in range(3):
        desk.poll(0)
    desk.faults(0).dead = None
    desk.lay(0, A)
    assert desk.poll(0) == (HIT, [A])
    assert desk.readers.setup.speeds[0] == 0
