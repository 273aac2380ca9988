"""Room: a tag names its card, and only its own: damaged, foreign and copied records name none."""

from firmware.cards.tag_text import FIRST_PAGE, card_of, length_of, payload, type_of

GAME = "energy_matrix"
UID = bytes((4, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6))


def memory(code="2A+B>2C@2", copy=2, revision=513, uid=UID, game=GAME):
    body = payload(uid, code, copy, revision)
    kind = type_of(game).encode()
    record = bytes((0xD4, len(kind), len(body))) + kind + body
    return bytes((3, len(record))) + record + b"\xfe"


def test_code_copy_and_revision_come_back():
    assert card_of(memory(), UID, GAME) == ("2A+B>2C@2", 2, 513)
    assert card_of(memory("eco", 255, 65535) + bytes(80), UID, GAME) == ("eco", 255, 65535)
    assert FIRST_PAGE == 4


def test_every_changed_byte_makes_an_unknown_card():
    good = memory()
    for at in range(len(good) - 1):
        bad = bytearray(good)
        bad[at] ^= 0x10
        assert card_of(bad, UID, GAME) is None, at


def test_every_cut_makes_an_unknown_card():
    good = memory()
    for length in range(len(good) - 1):
        assert card_of(good[:length], UID, GAME) is None, length
        assert card_of(good[:length] + bytes(len(good) - length), UID, GAME) is None, length


def test_a_record_on_another_tag_or_for_another_game_names_no_card():
    assert card_of(memory(), UID[:-1] + b"\x00", GAME) is None
    assert card_of(memory(), UID, "matrix_empire") is None


def test_foreign_tags():
    for data in (
        bytes(64),
        b"\x03\x00\xfe" + bytes(45),
        b"\x03\x0f\xd1\x01\x0bU\x01example.com\xfe" + bytes(30),
        b"\xff" * 64,
        b"\x03\xff\x01\x00" + bytes(60),
        b"",
        b"\x03",
    ):
        assert card_of(data, UID, GAME) is None


def test_copies_count_from_one():
    assert card_of(memory(copy=0), UID, GAME) is None


def test_how_much_of_a_tag_matters():
    assert length_of(memory()) == len(memory()) - 1
    assert length_of(bytes(16)) == 0 and length_of(b"\x03\x00\xfe") == 0 and length_of(b"\x03\xff\x01") == 0
