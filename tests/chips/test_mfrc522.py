"""Room: the reader driver on register-level MFRC522 models over the fake SPI bus: tags in, UIDs and results out."""

from tests.chips.sensing_desk import Desk  # noqa: I001 (first: it puts the desktop `machine` in front)

from firmware.contracts import CLEAN, FAULT, GARBLED, HIT
from firmware.sensing.jobs import ACK, READ, WRITE
from host_tools.simulator.chips import tag
from host_tools.simulator.chips.tag import ACTIVE, HALT, OFF
from host_tools.simulator.chips.vclock import CLOCK

A = "04a1b2c3d4e5f6"
B = "04a1b2c3d4e5f7"


def test_an_empty_position_is_a_clean_timeout():
    assert Desk().poll(0) == (CLEAN, [])


def test_one_card_is_read_by_its_seven_byte_uid():
    desk = Desk()
    desk.lay(5, A)
    assert desk.poll(5) == (HIT, [A])


def test_the_driver_leaves_reserved_bits_as_they_are():
    """On strict chips, and on those whose reserved bits take what is written (RFCfgReg, ModeReg, TxASKReg...)."""
    for written in (False, True):
        desk = Desk()
        for position in range(18):
            desk.faults(position).reserved_written = written
            desk.lay(position, "04a1b2c3d4e5%02x" % position)
        for _ in range(2):
            for position in range(18):
                assert desk.poll(position)[0] == HIT
        assert [reader.reserved_changed for reader in desk.grid.readers] == [0] * 18


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
