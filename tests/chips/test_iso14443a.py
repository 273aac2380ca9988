"""Room: CRC_A, the anticollision tree with several tags, and what the protocol does with answers that are not whole."""

from firmware.drivers.iso14443a import BROKEN, CASCADE_TAG, COLLIDED, NOTHING, WHOLE, crc_a, halt, request, sak, select
from host_tools.simulator.chips import tag as model
from tests.chips.channel import Channel

A = "04a1b2c3d4e5f6"
SEVENS = ("04000000000001", "04ffffffffffff", "04a55a01234567", "0400000000000f")


def test_crc_a_gives_the_examples_of_annex_b():
    assert crc_a(b"\x00\x00", 2) == 0x1EA0
    assert crc_a(b"\x12\x34", 2) == 0xCF26


def test_driver_and_tag_compute_the_same_crc_in_different_ways():
    data = bytes(range(0, 250, 7))
    for count in range(len(data)):
        assert crc_a(data, count) == model.crc_a(data, count)


def test_an_empty_field_is_one_clean_timeout():
    channel = Channel()
    assert channel.enumerate() == []
    assert channel.exchanges == 1
    assert not channel.walk.heard
    assert not channel.walk.broken


def test_a_single_tag_of_each_length_is_read_whole():
    for uid in ("a1b2c3d4", A, "04a1b2c3d4e5f6aabbcc"):
        channel = Channel(uid)
        assert channel.enumerate() == [uid]
        assert not channel.walk.broken


def test_one_to_four_tags_are_all_found():
    for count in range(1, 5):
        channel = Channel(*SEVENS[:count])
        assert channel.enumerate() == sorted(SEVENS[:count])
        assert not channel.walk.broken


def test_tags_of_all_lengths_together_are_found():
    uids = ["a1b2c3d4", "a1b2c3d5", A, "04a1b2c3d4e5f7", "04a1b2c3d4e5f6aabbcc", "04a1b2c3d4e5f6aabbcd"]
    assert Channel(*uids).enumerate() == sorted(uids)


def test_a_collision_at_every_bit_of_a_short_uid_is_resolved():
    first = 0x11223344
    for bit in range(32):
        other = first ^ 1 << bit
        uids = [value.to_bytes(4, "little").hex() for value in (first, other)]
        assert Channel(*uids).enumerate() == sorted(uids), bit


def test_a_collision_at_every_bit_of_both_levels_is_resolved():
    first = int.from_bytes(bytes(int(A[i : i + 2], 16) for i in range(0, 14, 2)), "little")
    for bit in range(56):
        uids = [value.to_bytes(7, "little").hex() for value in (first, first ^ 1 << bit)]
        if uids[1].startswith("88"):
            continue
        assert Channel(*uids).enumerate() == sorted(uids), bit


def test_a_full_stack_with_equal_beginnings_is_enumerated():
    uids = [f"04a1b2c3d4{i * 37 % 256:02x}{i:02x}" for i in range(10)]
    assert Channel(*uids).enumerate() == sorted(uids)


def test_every_tag_rests_after_an_enumeration_and_wakes_for_the_next():
    channel = Channel(*SEVENS)
    for _ in range(3):
        assert channel.enumerate() == sorted(SEVENS)
        assert [tag.state for tag in channel.tags()] == [model.HALT] * 4


def test_a_resting_tag_answers_wupa_but_not_reqa():
    channel = Channel(A)
    channel.enumerate()
    request(channel.frame, 0x26)
    channel.exchange()
    assert channel.frame.outcome == NOTHING
    request(channel.frame, 0x52)
    channel.exchange()
    assert channel.frame.outcome == WHOLE
    assert channel.frame.rx[0] == 0x44


def test_bcc_is_checked_once_nothing_collides():
    def wrong_bcc(frame, number):
        if number == 2:  # the first anticollision answer
            frame.rx[4] ^= 0x10

    channel = Channel(A)
    channel.spoil = wrong_bcc
    assert channel.enumerate() == [A], "the second attempt reads it"
    assert not channel.walk.broken
    channel = Channel(A)
    channel.spoil = lambda frame, number: _flip_when(frame, frame.rx_len == 5, 4)
    assert channel.enumerate() == []
    assert channel.walk.broken
    assert channel.walk.heard


def _flip_when(frame, wanted, at):
    if wanted:
        frame.rx[at] ^= 0x10


def test_a_sak_with_wrong_crc_is_no_tag():
    for at in range(3):
        channel = Channel(A)
        channel.spoil = lambda frame, number, at=at: _flip_when(frame, frame.rx_len == 3, at)
        assert channel.enumerate() == []
        assert channel.walk.broken


def test_an_answer_that_is_cut_short_is_no_tag():
    def cut(frame, number):
        if frame.rx_len == 5:
            frame.rx_len = 4

    channel = Channel(A)
    channel.spoil = cut
    assert channel.enumerate() == []
    assert channel.walk.broken


def test_half_a_uid_is_refused():
    """The first level of a long UID with a SAK that says it is complete: 0x88 and three bytes are no UID."""

    def complete(frame, number):
        if frame.rx_len == 3 and frame.rx[0] & 0x04:
            frame.rx[0] = 0x00
            crc = crc_a(frame.rx, 1)
            frame.rx[1] = crc & 0xFF
            frame.rx[2] = crc >> 8

    channel = Channel(A)
    channel.spoil = complete
    assert channel.enumerate() == []
    assert channel.walk.broken


def test_a_cascade_without_its_tag_byte_is_refused():
    def more(frame, number):
        if frame.rx_len == 3:
            frame.rx[0] |= 0x04
            crc = crc_a(frame.rx, 1)
            frame.rx[1] = crc & 0xFF
            frame.rx[2] = crc >> 8

    channel = Channel("a1b2c3d4")
    channel.spoil = more
    assert channel.enumerate() == []
    assert channel.walk.broken


def test_a_second_level_behind_a_plain_first_one_is_no_uid():
    """A first level without the cascade tag has four bytes of UID already; whatever else answers is not its end."""

    def goes_on(frame, number):
        if frame.tx[0] == 0x95 and frame.tx[1] == 0x20:
            frame.rx[0:5] = b"\x01\x02\x03\x04\x04"
            frame.rx_len, frame.rx_bits, frame.outcome = 5, 0, WHOLE
        elif frame.rx_len == 3 or frame.tx[0] == 0x95:
            frame.rx[0] = 0x04 if frame.tx[0] == 0x93 else 0x00
            crc = crc_a(frame.rx, 1)
            frame.rx[1], frame.rx[2] = crc & 0xFF, crc >> 8
            frame.rx_len, frame.rx_bits, frame.outcome = 3, 0, WHOLE

    channel = Channel("a1b2c3d4")
    channel.spoil = goes_on
    assert channel.enumerate() == []
    assert channel.walk.broken


def test_noise_without_end_ends_the_enumeration():
    def noise(frame, number):
        frame.outcome = BROKEN

    channel = Channel()
    channel.spoil = noise
    assert channel.enumerate() == []
    assert channel.walk.broken
    assert channel.exchanges < 10


def test_a_collision_that_makes_no_progress_ends_the_enumeration():
    def stuck(frame, number):
        if frame.tx[0] == 0x93:
            frame.outcome = COLLIDED
            frame.rx_len = 5
            frame.collision = 0

    channel = Channel(*SEVENS)
    channel.spoil = stuck
    assert channel.enumerate() == []
    assert channel.walk.broken
    assert channel.exchanges < 12


def test_a_tag_out_shouted_by_another_is_asked_once_more():
    """The weak tag's bits never show as a collision while the strong one talks; REQA finds it once that one rests."""
    weak, strong = "04a1b2c3d40000", "04a1b2c3d4ffff"
    channel = Channel(weak, strong)

    def capture(frame, number):
        strong_one = channel.tags()[1]
        if frame.outcome == COLLIDED and strong_one.state == model.READY:
            value = strong_one.levels[strong_one.level] >> (frame.tx_len - 2) * 8
            for i in range(frame.rx_len):
                frame.rx[i] = (value >> 8 * i) & 0xFF
            frame.outcome = WHOLE

    channel.spoil = capture
    assert channel.enumerate() == sorted([weak, strong])


def test_two_tags_with_one_uid_look_like_one():
    assert Channel(A, A).enumerate() == [A]


def test_select_and_halt_speak_the_frames_of_the_standard():
    channel = Channel("a1b2c3d4")
    request(channel.frame, 0x52)
    channel.exchange()
    channel.frame.tx[2:6] = b"\xa1\xb2\xc3\xd4"
    select(channel.frame, 0)
    channel.exchange()
    assert sak(channel.frame) == 0x08
    halt(channel.frame)
    channel.exchange()
    assert channel.sent[0] == b"\x52"
    assert channel.sent[1][:7] == b"\x93\x70\xa1\xb2\xc3\xd4\x04"
    assert channel.sent[2] == b"\x50\x00\x57\xcd"
    assert CASCADE_TAG == 0x88
