"""Room: the modelled tags keep the states of ISO 14443-3 figure 7 and the commands of the NTAG213."""

from firmware.drivers.iso14443a import request
from firmware.drivers.tag_access import Selected
from firmware.sensing.jobs import ACK, READ, WRITE
from host_tools.simulator.chips.field import MORE_PER_MILLE, PAIR_PER_MILLE, Field
from host_tools.simulator.chips.noise import Noise
from host_tools.simulator.chips.table import TableModel
from host_tools.simulator.chips.tag import ACTIVE, HALT, IDLE, OFF, READY, Tag
from tests.chips.channel import Channel

A = bytes((4, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6))


def powered(state, star=False):
    tag = Tag(A, bytearray(180))
    tag.power(0)
    tag.state = state
    tag.star = star
    return tag


def test_reqa_wakes_only_an_idle_tag():
    for state, answers, after in ((IDLE, 16, READY), (READY, 0, IDLE), (ACTIVE, 0, IDLE), (HALT, 0, HALT)):
        tag = powered(state)
        assert tag.request(False) == answers, state
        assert tag.state == after, state


def test_wupa_wakes_a_halted_tag_and_marks_it():
    tag = powered(HALT)
    assert tag.request(True) == 16
    assert (tag.state, tag.star) == (READY, True)


def test_an_active_tag_ignores_requests_and_falls_back_to_where_it_was_woken():
    for star, after in ((False, IDLE), (True, HALT)):
        for wake in (False, True):
            tag = powered(ACTIVE, star)
            assert tag.request(wake) == 0
            assert tag.state == after


def test_a_ready_tag_that_is_not_meant_falls_back():
    for star, after in ((False, IDLE), (True, HALT)):
        tag = powered(READY, star)
        assert tag.anticollision(0, 0x01, 8) == 0
        assert tag.state == after
        tag = powered(READY, star)
        assert tag.select(0, tag.levels[0] ^ 1) == 0
        assert tag.state == after


def test_a_matching_prefix_is_answered_with_the_rest_of_level_and_bcc():
    tag = powered(READY)
    whole = 0x88 | 0x04 << 8 | 0xA1 << 16 | 0xB2 << 24 | (0x88 ^ 0x04 ^ 0xA1 ^ 0xB2) << 32
    assert tag.anticollision(0, 0, 0) == 40
    assert tag.answer == whole
    assert tag.anticollision(0, whole & 0x1FFF, 13) == 27
    assert tag.answer == whole >> 13


def test_selecting_both_levels_makes_the_tag_active():
    tag = powered(READY)
    assert tag.select(0, tag.levels[0]) == 24
    assert tag.answer & 0xFF == 0x04
    assert tag.select(1, tag.levels[1]) == 24
    assert tag.answer & 0xFF == 0x00
    assert tag.state == ACTIVE


def test_a_tag_is_deaf_until_it_has_power_for_its_time():
    channel = Channel("04a1b2c3d4e5f6")
    tag = channel.tags()[0]
    assert 3000 <= tag.ready_us <= 5000
    assert channel.field.exchange([tag], b"\x52", 1, 7, tag.ready_us - 1) == 0
    assert channel.field.exchange([tag], b"\x52", 1, 7, tag.ready_us) == 16


def test_field_off_makes_every_tag_forget():
    channel = Channel("04a1b2c3d4e5f6")
    channel.enumerate()
    tag = channel.tags()[0]
    channel.field.off()
    assert tag.state == OFF
    channel.field.on(0)
    request(channel.frame, 0x26)
    channel.exchange()
    assert tag.state == READY


def test_a_tag_that_comes_into_the_field_powers_up_and_the_others_keep_their_state():
    channel = Channel("04a1b2c3d4e5f6")
    channel.enumerate()
    channel.lay("04a1b2c3d4e5f6", "04a1b2c3d4e5f7")
    assert [tag.state for tag in channel.tags()] == [HALT, IDLE]


def test_tags_on_one_spot_are_read_sometimes_in_twos_and_rarely_in_threes():
    for count, share in ((1, 1000), (2, PAIR_PER_MILLE), (3, MORE_PER_MILLE)):
        table = TableModel()
        table.set_position(0, [[f"04a1b2c3d4e5{i:02x}", "up", 0, 3, "card"] for i in range(count)])
        field = Field(table, 0, Noise(5))
        seen = 0
        for _ in range(500):
            field.on(0)
            seen += len(field.listeners(0))
            field.off()
        assert abs(seen - 500 * count * share // 1000) <= 60, (count, seen)
        assert count == 1 or seen > 0


def access(channel, uid, data, size, spoil=None):
    answer = bytearray(size)
    selected = Selected(channel.frame)
    channel.spoil = spoil
    channel.run(selected.command(uid, data, answer, 10000))
    return selected, answer


def test_a_page_read_gives_sixteen_bytes_beginning_with_the_uid():
    channel = Channel("04a1b2c3d4e5f6", "04a1b2c3d4e5f7")
    selected, answer = access(channel, A, bytes((READ, 0)), 16)
    assert selected.ok
    assert answer[:3] + answer[4:8] == A
    assert answer[3] == 0x88 ^ 0x04 ^ 0xA1 ^ 0xB2
    assert answer[8] == 0xC3 ^ 0xD4 ^ 0xE5 ^ 0xF6
    assert channel.tags()[0].state == HALT


def test_a_written_page_is_acknowledged_stays_and_reads_back():
    channel = Channel("04a1b2c3d4e5f6")
    selected, answer = access(channel, A, bytes((WRITE, 7)) + b"card", 1)
    assert (selected.ok, answer[0]) == (True, ACK)
    channel.lay()
    channel.lay("04a1b2c3d4e5f6")
    selected, answer = access(channel, A, bytes((READ, 7)), 16)
    assert bytes(answer[:4]) == b"card"


def test_pages_that_do_not_exist_and_the_uid_cannot_be_written():
    for page in (0, 1, 45, 200):
        channel = Channel("04a1b2c3d4e5f6")
        selected, answer = access(channel, A, bytes((WRITE, page)) + b"card", 1)
        assert answer[0] != ACK, page
    assert channel.table.memory[A][0:3] == A[0:3]


def test_a_spoiled_page_or_an_absent_tag_is_not_ok():
    channel = Channel("04a1b2c3d4e5f6")

    def flip(frame, number):
        if frame.rx_len == 18:
            frame.rx[9] ^= 1

    selected, _ = access(channel, A, bytes((READ, 4)), 16, flip)
    assert not selected.ok
    selected, _ = access(channel, A[:6] + b"\x00", bytes((READ, 4)), 16)
    assert (selected.ok, selected.heard) == (False, True)
    channel.lay()
    selected, _ = access(channel, A, bytes((READ, 4)), 16)
    assert (selected.ok, selected.heard) == (False, False)


def test_lock_bits_are_set_for_good_and_guard_their_pages():
    pages = ((3, 2, 2), (4, 2, 2), (7, 2, 2), (8, 2, 3), (15, 2, 3), (16, 40, 0), (31, 40, 0), (39, 40, 1))
    for page, lock, byte in pages:
        tag = powered(ACTIVE)
        bit = 1 << page % 8 if page < 16 else 1 << (page - 16) // 2 % 8
        data = bytearray(4)
        data[byte] = bit
        assert not tag.locked(page)
        assert tag.command(bytes((WRITE, lock)) + data, 6) == 4 and tag.answer == ACK
        assert tag.locked(page), page
        assert tag.command(bytes((WRITE, lock)) + bytes(4), 6) == 4 and tag.locked(page)
        assert tag.command(bytes((WRITE, page)) + b"abcd", 6) == 4 and tag.answer != ACK
        assert bytes(tag.memory[page * 4 : page * 4 + 4]) == bytes(4)
        tag = powered(ACTIVE)
        assert tag.command(bytes((WRITE, page)) + b"abcd", 6) == 4 and tag.answer == ACK
