"""Room: the two slots of the card database: receiving, resuming, the inbox, and what happens to damaged files."""

import os

from firmware.cards.catalogue import HEAD_SIZE, DamagedCatalogue
from firmware.cards.slots import INBOX, SLOTS
from host_tools.cards.database import build
from tests.cards.databases import KINDS, NEW_FILE, OLD_FILE, TAGS, put, receive, slots_in
from tests.chips.desk import scratch
from tests.helpers import raises


def started(folder):
    """(slots, catalogue) of a board that starts with this folder."""
    slots = slots_in(folder)
    return slots, slots.start()


def codes(folder):
    return started(folder)[1].kinds


def test_an_empty_board_has_no_catalogue_and_no_fault():
    with scratch() as folder:
        slots, found = started(folder)
        assert found is None and slots.fault is None and slots.size() == -1


def test_what_lies_in_the_inbox_is_installed_once():
    with scratch() as folder:
        put(folder, INBOX, OLD_FILE)
        slots, found = started(folder)
        assert found.tags == 26 and slots.size() == len(OLD_FILE)
        assert INBOX not in os.listdir(folder)
        assert slots.read(0, 4) == b"EMDB"
        assert codes(folder) == found.kinds


def test_the_inbox_replaces_what_was_in_use():
    with scratch() as folder:
        put(folder, INBOX, OLD_FILE)
        started(folder)
        put(folder, INBOX, NEW_FILE)
        assert "6A@4" in codes(folder)
        assert "6A@4" in codes(folder)
        put(folder, INBOX, OLD_FILE)
        assert "6A@4" not in codes(folder)


def test_a_damaged_inbox_changes_nothing_and_is_named():
    for bad in (NEW_FILE[:-1], NEW_FILE[:20], b"", b"EMDB\x01\x00", NEW_FILE[:300] + b"?" + NEW_FILE[301:]):
        with scratch() as folder:
            put(folder, INBOX, OLD_FILE)
            started(folder)
            put(folder, INBOX, bad)
            slots, found = started(folder)
            assert found.tags == 26 and slots.fault, bad[:10]
            assert INBOX not in os.listdir(folder)


def test_a_database_of_another_game_is_not_taken():
    other = build(KINDS, TAGS, game="matrix_empire")
    with scratch() as folder:
        put(folder, INBOX, other)
        slots, found = started(folder)
        assert found is None and "matrix_empire" in slots.fault
        with raises(DamagedCatalogue) as refused:
            slots.begin(other[:HEAD_SIZE], len(other))
        assert refused.value.code == "game"


def test_a_received_file_is_used_from_the_next_start_on():
    with scratch() as folder:
        put(folder, INBOX, OLD_FILE)
        slots, _ = started(folder)
        receive(slots, NEW_FILE)
        assert "6A@4" in codes(folder)
        slots, _ = started(folder)
        receive(slots, OLD_FILE)
        assert "6A@4" not in codes(folder)


def test_a_file_half_received_is_not_used():
    with scratch() as folder:
        put(folder, INBOX, OLD_FILE)
        slots, _ = started(folder)
        slots.begin(NEW_FILE[:HEAD_SIZE], len(NEW_FILE))
        slots.append(0, NEW_FILE[:1024])
        assert slots.received() is None
        assert "6A@4" not in codes(folder)


def test_receiving_goes_on_after_a_restart_but_not_with_another_file():
    with scratch() as folder:
        put(folder, INBOX, OLD_FILE)
        slots, _ = started(folder)
        assert slots.begin(NEW_FILE[:HEAD_SIZE], len(NEW_FILE)) == 0
        assert slots.append(0, NEW_FILE[:1024]) == 1024
        slots, _ = started(folder)
        assert slots.begin(NEW_FILE[:HEAD_SIZE], len(NEW_FILE)) == 1024
        third = build(KINDS[:5], [])
        assert slots.begin(third[:HEAD_SIZE], len(third)) == 0
        assert slots.begin(NEW_FILE[:HEAD_SIZE], len(NEW_FILE)) == 0


def test_pieces_in_wrong_order_double_and_overlapping():
    with scratch() as folder:
        slots, _ = started(folder)
        slots.begin(NEW_FILE[:HEAD_SIZE], len(NEW_FILE))
        assert slots.append(500, NEW_FILE[500:900]) == 0
        assert slots.append(0, NEW_FILE[:500]) == 500
        assert slots.append(0, NEW_FILE[:500]) == 500
        assert slots.append(300, NEW_FILE[300:700]) == 700
        assert slots.append(700, NEW_FILE[700:] + b"more") == 700
        assert slots.append(700, b"") == 700
        assert slots.append(700, NEW_FILE[700:]) == len(NEW_FILE)
        _, read_at = slots.received()
        assert read_at(0, len(NEW_FILE) + 1) == NEW_FILE


def test_heads_that_are_refused_before_anything_is_written():
    head = NEW_FILE[:HEAD_SIZE]
    for bad, size, code in (
        (b"EMDB\x01\x00" + head[6:], len(NEW_FILE), "older"),
        (b"EMDB\x09\x00" + head[6:], len(NEW_FILE), "newer"),
        (b"PK\x03\x04" + head[4:], len(NEW_FILE), "damaged"),
        (head[:9], len(NEW_FILE), "damaged"),
        (head, len(NEW_FILE) - 1, "damaged"),
        (head, 300_000, "large"),
        (head[:24] + b"\xff\xff\x00\x00" + head[28:], len(NEW_FILE), "large"),
    ):
        with scratch() as folder:
            put(folder, INBOX, OLD_FILE)
            slots, _ = started(folder)
            before = sorted(os.listdir(folder))
            with raises(DamagedCatalogue) as refused:
                slots.begin(bad, size)
            assert refused.value.code == code
            assert sorted(os.listdir(folder)) == before


def test_a_slot_that_went_bad_gives_way_to_the_other_one():
    with scratch() as folder:
        put(folder, INBOX, OLD_FILE)
        slots, _ = started(folder)
        receive(slots, NEW_FILE)
        put(folder, SLOTS[slots.used], NEW_FILE[:-5] + b"worn!")
        slots, found = started(folder)
        assert "6A@4" not in found.kinds and "checksum" in slots.fault
        assert started(folder)[0].fault is None


def test_a_lost_pointer_is_no_loss():
    with scratch() as folder:
        put(folder, INBOX, OLD_FILE)
        started(folder)
        put(folder, "cards.slot", b"nonsense")
        assert started(folder)[1].tags == 26
        os.remove(folder + "/cards.slot")
        assert started(folder)[1].tags == 26


def test_a_file_that_waits_for_the_end_of_a_game_gives_way_to_a_newer_one_without_risk():
    with scratch() as folder:
        put(folder, INBOX, OLD_FILE)
        slots, _ = started(folder)
        slots.begin(NEW_FILE[:HEAD_SIZE], len(NEW_FILE))
        slots.append(0, NEW_FILE)
        slots.switch(slots.received()[0])
        assert "6A@4" in codes(folder)
        third = build(KINDS[:5], [])
        slots.begin(third[:HEAD_SIZE], len(third))
        assert "6A@4" not in codes(folder)
        assert slots.read(0, len(OLD_FILE)) == OLD_FILE


def test_a_file_that_came_in_over_one_that_waited_is_not_used_before_it_is_taken():
    with scratch() as folder:
        put(folder, INBOX, OLD_FILE)
        slots, _ = started(folder)
        slots.begin(NEW_FILE[:HEAD_SIZE], len(NEW_FILE))
        slots.append(0, NEW_FILE)
        slots.switch(slots.received()[0])
        third = build(KINDS[:5], [])
        slots.begin(third[:HEAD_SIZE], len(third))
        slots.append(0, third)
        slots, found = started(folder)
        assert found.tags == 26 and slots.fault is None
