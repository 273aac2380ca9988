"""Room: the reader driver on register-level MFRC522 models over the fake SPI bus: tags in, UIDs and results out."""

from tests.chips.sensing_desk import Desk  # noqa: I001 (first: it puts the desktop `machine` in front)

from firmware.contracts import CLEAN, FAULT, GARBLED, HIT
from firmware.drivers.tag_access import ACK, READ, WRITE
from host_tools.simulator.chips import tag
from host_tools.simulator.chips.tag import ACTIVE, HALT, OFF
from host_tools.simulator.chips.vclock import CLOCK

A = "04a1b2c3d4e5f6"
B = "04a1b2c3d4e5f7"
CLONES = (0x12, 0x15, 0x18, 0x82, 0x88, 0x89, 0xB2)


def test_an_empty_position_is_a_clean_timeout():
    assert Desk().poll(0) == (CLEAN, [])


def test_one_card_is_read_by_its_seven_byte_uid():
    desk = Desk()
    desk.lay(5, A)
    assert desk.poll(5) == (HIT, [A])


def test_no_tag_to_four_of_mixed_lengths_are_read():
    uids = [A, "a1b2c3d4", "04a1b2c3d4e5f6aabbcc", B]
    for count in range(5):
        desk = Desk()
        desk.lay(3, *uids[:count])
        assert desk.poll(3) == (HIT if count else CLEAN, sorted(uids[:count]))


def test_a_collision_at_every_bit_passes_through_fifo_and_alignment():
    first = int.from_bytes(bytes((0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6)), "little")
    desk = Desk()
    for bit in range(56):
        uids = [value.to_bytes(7, "little").hex() for value in (first, first ^ 1 << bit)]
        desk.lay(0, *uids)
        assert desk.poll(0) == (HIT, sorted(uids)), bit


def test_two_forks_in_one_level_are_both_followed():
    desk = Desk()
    uids = sorted(["04a1b2c3d4e500", "04a1b2c3d4e501", "04a1b2c3d4e580", "04a1b2c3d4a581", "04a1b2c3c4e500"])
    desk.lay(0, *uids)
    assert desk.poll(0) == (HIT, uids)


def test_a_resting_card_is_seen_at_every_poll():
    desk = Desk()
    desk.lay(0, A)
    assert [desk.poll(0) for _ in range(6)] == [(HIT, [A])] * 6


def test_a_card_that_still_rests_from_the_poll_before_is_seen_at_every_poll():
    desk = Desk()
    desk.lay(0, A)
    desk.faults(0).tags_stay_powered = True
    desk.poll(0)
    assert desk.grid.readers[0].field.tags[0].state == HALT
    assert [desk.poll(0) for _ in range(6)] == [(HIT, [A])] * 6


def test_a_card_left_active_is_missed_once_at_most():
    desk = Desk()
    desk.lay(0, A)
    desk.faults(0).tags_stay_powered = True
    desk.poll(0)
    desk.grid.readers[0].field.tags[0].state = ACTIVE
    desk.poll(0)
    assert [desk.poll(0) for _ in range(3)] == [(HIT, [A])] * 3


def test_the_field_is_off_after_a_poll_and_every_tag_has_forgotten():
    desk = Desk()
    desk.lay(0, A)
    desk.poll(0)
    assert desk.grid.fields == []
    assert desk.grid.readers[0].field.tags[0].state == OFF


def test_only_one_field_is_on_at_any_time():
    desk = Desk()
    for position in range(18):
        desk.lay(position, f"04a1b2c3d4e5{position:02x}")
    for position in range(18):
        for _ in desk.readers.poll(position, []):
            assert len(desk.grid.fields) <= 1


def test_a_broken_reader_in_between_leaves_no_second_field():
    desk = Desk()
    desk.lay(0, A)
    desk.lay(1, B)
    desk.faults(0).timer_dead = True
    desk.faults(0).stall_us = 50_000
    assert desk.poll(0)[0] == FAULT
    assert desk.poll(1) == (HIT, [B])
    assert desk.grid.fields == []


def test_tags_get_their_five_milliseconds_on_ticks_of_any_phase():
    desk = Desk()
    desk.lay(0, A)
    tag_time = desk.grid.readers[0]
    for phase in (0, 333, 777, (1 << 30) - 2000 - CLOCK.now_us % (1 << 30)):  # the last makes ticks wrap in the guard
        CLOCK.advance(phase)
        desk.bus.hold()
        assert desk.poll(0) == (HIT, [A])
        assert tag_time.field.tags[0].ready_us < CLOCK.now_us


def test_clones_work_whatever_their_version_register_says():
    for version in CLONES:
        desk = Desk()
        desk.lay(0, A)
        desk.faults(0).version = version
        assert desk.poll(0) == (HIT, [A]), version


def test_a_reader_that_reads_back_constants_is_a_fault_in_bounded_time():
    for value in (0x00, 0xFF, 0x55, 0xAA):
        desk = Desk()
        desk.faults(2).dead = value
        start = CLOCK.now_us
        assert desk.poll(2) == (FAULT, [])
        assert CLOCK.now_us - start < 10_000
        assert desk.readers.health(2)[3] > 0


def test_a_reader_stuck_in_reset_is_a_fault_and_the_others_work():
    desk = Desk()
    desk.lay(3, A)
    desk.faults(2).stuck_in_reset = True
    assert desk.poll(2) == (FAULT, [])
    assert desk.poll(3) == (HIT, [A])


def test_a_reader_that_comes_back_is_set_up_again():
    desk = Desk()
    desk.lay(0, A)
    desk.faults(0).dead = 0xFF
    desk.poll(0)
    desk.faults(0).dead = None
    assert desk.poll(0) == (HIT, [A])


def test_a_timer_that_never_expires_is_a_fault_in_bounded_time():
    desk = Desk()
    desk.faults(0).timer_dead = True
    start = CLOCK.now_us
    assert desk.poll(0) == (FAULT, [])
    assert CLOCK.now_us - start < 12_000


def test_a_garbled_answer_is_neither_hit_nor_clean():
    desk = Desk()
    desk.lay(0, A)
    desk.faults(0).answers_garbled = 1000
    assert desk.poll(0)[0] == GARBLED
    assert desk.readers.health(0) == [1, 0, 1, 0]


def test_no_wrong_uid_comes_out_of_garbled_answers():
    desk = Desk(seed=3)
    desk.lay(0, A, B)
    desk.faults(0).answers_garbled = 150
    results = set()
    for _ in range(300):
        result, uids = desk.poll(0)
        results.add(result)
        assert set(uids) <= {A, B}, uids
        assert result != HIT or uids == [A, B]
    assert results == {HIT, GARBLED}


def test_an_old_interrupt_flag_is_not_taken_for_an_answer():
    desk = Desk()
    desk.faults(0).stale_irq = 1000
    result, uids = desk.poll(0)
    assert (result, uids) == (GARBLED, [])
    desk.faults(0).stale_irq = 0
    desk.grid.readers[0].regs[0x04] |= 0x20  # RxIRq from before
    assert desk.poll(0) == (CLEAN, [])


def test_a_still_card_at_contact_is_read_at_middle_gain_though_full_gain_is_deaf():
    desk = Desk()
    desk.lay(0, A)
    desk.faults(0).deaf_from_gain = 6
    assert desk.poll(0) == (HIT, [A])
    desk.readers.gains[0] = 7
    assert desk.poll(0) == (CLEAN, [])


def test_a_gain_that_does_not_take_is_a_fault():
    desk = Desk()
    desk.lay(0, A)
    desk.grid.readers[0].hooks[0x26] = lambda value: None
    assert desk.poll(0) == (FAULT, [])


def test_an_answer_with_a_parity_error_counts_as_garbled_even_if_its_bits_look_right():
    desk = Desk()
    desk.lay(0, A)
    antenna = desk.grid.readers[0].antenna
    ask = antenna.ask

    def wrong_parity(*frame):
        bits = ask(*frame)
        antenna.error = 0x02
        return bits

    antenna.ask = wrong_parity
    assert desk.poll(0) == (GARBLED, [])


def test_a_timeout_with_scraps_in_it_is_not_clean():
    desk = Desk()
    chip = desk.grid.readers[0]
    settle = chip.settle

    def scraps():
        settle()
        if chip.regs[0x04] & 0x01:
            chip.regs[0x06] |= 0x01  # ProtocolErr

    chip.settle = scraps
    assert desk.poll(0) == (GARBLED, [])


def test_lost_register_writes_are_noticed_and_repeated():
    desk = Desk(seed=4)
    desk.lay(0, A)
    desk.faults(0).writes_lost = 30
    results = [desk.poll(0) for _ in range(60)]
    assert all(uids in ([], [A]) for _, uids in results)
    assert sum(result == HIT for result, _ in results) > 10


def test_a_bus_too_fast_for_the_wiring_gives_no_wrong_uid():
    desk = Desk(baudrate=8_000_000)
    desk.lay(0, A)
    desk.faults(0).max_baud = 4_000_000
    for _ in range(50):
        result, uids = desk.poll(0)
        assert uids in ([], [A])


def test_a_reader_that_drives_the_bus_unasked_is_no_phantom_card():
    desk = Desk()
    desk.faults(1).drives_miso = True
    for _ in range(20):
        assert desk.poll(0)[1] == []


def test_pages_are_read_and_written_through_the_grid():
    desk = Desk()
    desk.lay(4, A, B)
    assert desk.command(4, B, bytes((WRITE, 9)) + b"ext1", 1) == (HIT, bytes((ACK,)))
    result, page = desk.command(4, B, bytes((READ, 9)), 16)
    assert (result, page[:4]) == (HIT, b"ext1")
    assert desk.command(4, A, bytes((READ, 9)), 16)[1][:4] == b"\0\0\0\0"
    assert desk.command(5, A, bytes((READ, 9)), 16)[0] == CLEAN
    assert desk.command(4, "04000000000000", bytes((READ, 9)), 16)[0] == GARBLED


def test_no_slice_is_longer_than_ten_milliseconds():
    desk = Desk()
    desk.lay(0, *[f"04a1b2c3d4{i:02x}00" for i in range(8)])
    desk.poll(0)
    usual = tag.WRITE_US
    tag.WRITE_US = 9000  # a slow memory
    try:
        assert desk.command(0, "04a1b2c3d40000", bytes((WRITE, 9)) + b"ext1", 1)[0] == HIT
    finally:
        tag.WRITE_US = usual
    desk.faults(0).dead = 0xFF
    desk.poll(0)
    assert 0 < desk.longest_slice_us <= 10_000


def test_a_neighbours_tag_that_couples_over_is_read_here_now_and_then():
    desk = Desk(seed=2)
    desk.lay(1, A)
    desk.faults(0).hears = (1,)
    desk.faults(0).hears_share = 300
    results = [desk.poll(0) for _ in range(100)]
    assert 15 <= results.count((HIT, [A])) <= 45
    assert results.count((HIT, [A])) + results.count((CLEAN, [])) == 100
