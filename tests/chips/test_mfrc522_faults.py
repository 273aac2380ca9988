"""Room: readers that misbehave as public reports tell: the driver names the fault, and no wrong card comes out."""

from tests.chips.sensing_desk import Desk  # noqa: I001 (first: it puts the desktop `machine` in front)

from firmware.contracts import CLEAN, FAULT, GARBLED, HIT
from host_tools.simulator.chips.vclock import CLOCK

A = "04a1b2c3d4e5f6"
B = "04a1b2c3d4e5f7"
CLONES = (0x12, 0x15, 0x18, 0x82, 0x88, 0x89, 0xB2)


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
    desk.grid.readers[0].hooks[0x26] = lambda value: desk.grid.readers[0].load(0x26, 0x08)  # stays at 18 dB
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


def test_a_neighbours_tag_that_couples_over_is_read_here_now_and_then():
    desk = Desk(seed=2)
    desk.lay(1, A)
    desk.faults(0).hears = (1,)
    desk.faults(0).hears_share = 300
    results = [desk.poll(0) for _ in range(100)]
    assert 15 <= results.count((HIT, [A])) <= 45
    assert results.count((HIT, [A])) + results.count((CLEAN, [])) == 100
