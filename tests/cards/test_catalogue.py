"""Room: whose tag is it: the card database is read by binary search and never trusted blindly."""

from firmware.cards.catalogue import Catalogue, DamagedCatalogue, verify
from host_tools.cards.database import build
from tests.helpers import raises

ROWS = [["A@1", "producer", "1", "", "A", "", "9", "产出 A", "makes A"], ["B@2", "x"], ["C@3"], ["2A+B>2C@2", "", ""]]
TAGS = [(f"04{n * 7919:012x}", "A@1" if n % 3 else "2A+B>2C@2", n % 9 + 1) for n in range(200)]


class File:
    """A database in memory that counts its reads."""

    def __init__(self, data):
        self.data = data
        self.reads = 0
        self.largest = 0

    def __call__(self, offset, count):
        self.reads += 1
        self.largest = max(self.largest, count)
        return self.data[offset : offset + count]


def test_every_tag_is_found_and_others_are_unknown():
    catalogue = Catalogue(File(build(ROWS, TAGS)))
    for uid, code, copy in TAGS:
        assert catalogue.token(uid) == f"{code}#{copy}"
    assert catalogue.token("04ffffffffffff") == "?04ffffffffffff"
    assert catalogue.token("04000000") == "?04000000"


def test_the_game_gets_its_rows_back():
    catalogue = Catalogue(File(build(ROWS, TAGS)))
    assert (catalogue.game, catalogue.tags) == ("energy_matrix", 200)
    assert catalogue.kinds == ["A@1", "B@2", "C@3", "2A+B>2C@2"]
    assert list(catalogue.rows()) == ROWS


def test_rows_are_read_in_pieces_that_end_anywhere():
    rows = [["X@%d" % number, "producer", "", "产出产出产出", "name"] for number in range(60)]
    file = File(build(rows, []))
    assert list(Catalogue(file).rows()) == rows and file.largest <= 512


def test_kinds_that_are_no_text_are_refused():
    whole = bytearray(build(ROWS, TAGS))
    at = whole.index("产".encode())
    whole[at + 1] = 0x41
    with raises(DamagedCatalogue) as refused:
        Catalogue(File(bytes(whole)), checked=True)
    assert refused.value.code == "damaged" and "UTF-8" in str(refused.value)


def test_a_database_without_cards_or_tags():
    assert list(Catalogue(File(build([], []))).rows()) == []
    assert Catalogue(File(build(ROWS, []))).token("04a1b2c3d4e5f6") == "?04a1b2c3d4e5f6"


def test_a_look_up_among_ten_thousand_takes_few_small_reads_and_a_second_one_none():
    # In no order: MicroPython sorts what is sorted already slowest of all.
    file = File(build(ROWS, [(f"04{n * 7919 % 10_000 * 104729:012x}", "B@2", 1) for n in range(10_000)]))
    catalogue = Catalogue(file)
    most = 0
    for n in (0, 1, 4999, 5000, 7777, 9999):
        for uid in (f"04{n * 104729:012x}", f"04{n * 104729 + 1:012x}"):
            before = file.reads
            file.largest = 0
            catalogue.token(uid)
            most = max(most, file.reads - before)
            assert file.largest == 13
            before = file.reads
            catalogue.token(uid)
            assert file.reads == before
    assert 10 < most <= 14


def test_what_is_kept_does_not_grow():
    catalogue = Catalogue(File(build(ROWS, TAGS)))
    for uid, _, _ in TAGS:
        catalogue.token(uid)
        catalogue.tell(uid, "B@2", 1)
    assert len(catalogue._cache) <= 64 and len(catalogue._told) <= 64


def test_the_same_tags_in_any_order_give_the_same_bytes():
    assert build(ROWS, TAGS) == build(ROWS, list(reversed(TAGS)))


def test_uids_of_four_and_ten_bytes_are_told_apart():
    tags = [("04a1b2c3", "A@1", 1), ("04a1b2c3d4e5f6", "B@2", 1), ("04a1b2c3d4e5f6070809", "C@3", 1)]
    catalogue = Catalogue(File(build(ROWS, tags)))
    assert [catalogue.token(uid) for uid, _, _ in tags] == ["A@1#1", "B@2#1", "C@3#1"]
    assert [catalogue.tag(n) for n in range(3)] == [(uid, n, 1) for n, (uid, _, _) in enumerate(tags)]


def test_tags_that_cannot_be_are_named():
    for tags, named in (
        ([("04a1b2c3", "A@1", 1), ("04a1b2c3", "B@2", 1)], "04a1b2c3 stands twice"),
        ([("04a1b2c3", "D@9", 1)], "D@9"),
        ([("04a1b2c3", "A@1", 0)], "copy 0"),
        ([("04a1b2c3", "A@1", 256)], "copy 256"),
        ([(f"04{n * 7919 % 21_000:012x}", "A@1", 1) for n in range(21_000)], "262144"),
    ):
        with raises(ValueError) as refused:
            build(ROWS, tags)
        assert named in str(refused.value)


def test_every_damaged_byte_is_noticed():
    good = build(ROWS, TAGS[:5])
    for at in range(len(good)):
        bad = bytearray(good)
        bad[at] ^= 0x41
        with raises(DamagedCatalogue):
            Catalogue(File(bytes(bad)))
    for length in (0, 3, 5, 19, 35, 36, len(good) - 1):
        with raises(DamagedCatalogue):
            Catalogue(File(good[:length]))


def test_other_formats_are_told_from_damage():
    good = build(ROWS, TAGS[:5])
    for head, code in ((b"EMDB\x01\x00", "older"), (b"EMDB\x03\x00", "newer"), (b"EMDA\x02\x00", "damaged")):
        with raises(DamagedCatalogue) as refused:
            Catalogue(File(head + good[6:]))
        assert refused.value.code == code
    with raises(DamagedCatalogue) as refused:
        Catalogue(File(b"EMDB\x01\x00\x01\x00"))
    assert refused.value.code == "older"
    with raises(DamagedCatalogue) as refused:
        Catalogue(File(good[:24] + b"\xff\xff\xff\x00" + good[28:]))
    assert refused.value.code == "large"


def test_a_check_comes_in_slices():
    file = File(build(ROWS, TAGS))
    slices = 0
    for _ in verify(file):
        slices += 1
    assert slices == 6 and file.largest == 512


def test_a_tag_may_name_its_card_where_the_database_does_not():
    catalogue = Catalogue(File(build(ROWS, TAGS)))
    uid = "04ffffffffffff"
    assert not catalogue.told(uid)
    catalogue.tell(uid, "C@3", 7)
    assert catalogue.told(uid) and catalogue.token(uid) == "C@3#7"
    catalogue.tell(TAGS[0][0], "C@3", 7)
    assert catalogue.token(TAGS[0][0]) == "2A+B>2C@2#1"
    for code in (None, "D@9"):
        catalogue.tell("04eeeeeeeeeeee", code, 1)
        assert catalogue.told("04eeeeeeeeeeee") and catalogue.token("04eeeeeeeeeeee") == "?04eeeeeeeeeeee"


def test_what_tags_said_is_kept_in_the_next_database_if_it_knows_their_cards():
    old = Catalogue(File(build(ROWS, [])))
    old.tell("04aa", "C@3", 7)
    old.tell("04bb", "B@2", 1)
    old.tell("04cc", None, 0)
    new = Catalogue(File(build(ROWS[:2], [])))
    new.take_told(old)
    assert [new.token(uid) for uid in ("04aa", "04bb", "04cc")] == ["?04aa", "B@2#1", "?04cc"]
    assert not new.told("04cc")
