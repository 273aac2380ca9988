"""Room: what ndeflib writes is what the table reads, for every card of the game."""

import ndef as ndeflib
import pytest

from firmware.cards.tag_text import card_of
from host_tools.cards import source
from host_tools.cards.ndef import USER_BYTES, describe, message

UID = bytes.fromhex("04a1b2c3d4e5f6")


@pytest.mark.parametrize("row", source.need().cards, ids=lambda row: row[0])
def test_the_table_reads_what_is_written(row):
    memory = message(UID, row[0], row[5], 3)
    assert card_of(memory, UID, "energy_matrix") == (row[0], row[5], 3)
    assert len(memory) % 4 == 0 and len(memory) <= 52


def test_the_longest_code_fits_the_tag():
    memory = message(UID, "X" * 24, 255, 65535)
    assert card_of(memory, UID, "energy_matrix") == ("X" * 24, 255, 65535)
    assert len(memory) <= USER_BYTES


def test_other_readers_see_an_external_record():
    memory = message(UID, "eco", 1, 1)
    (record,) = ndeflib.message_decoder(memory[2 : 2 + memory[1]])
    assert record.type == "urn:nfc:ext:energy_matrix.table:card"


def test_tags_are_described():
    for blank in (
        bytes(16),
        b"\x03\x00\xfe" + bytes(13),
        b"\x01\x03\xa0\x0c\x34\x03\x00\xfe" + bytes(8),
        b"\xfe" + bytes(15),
    ):
        assert describe(blank, UID) == ""
    assert describe(message(UID, "eco", 2, 1), UID) == "card eco, copy 2, revision 1"
    assert describe(b"\x03\x0f\xd1\x01\x0bU\x01example.com\xfe", UID) == "data of something else"
    assert describe(message(UID, "eco", 2, 1), UID[:-1] + b"\0") == "data of something else"
