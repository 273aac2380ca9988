"""Room: whose tag is it: the card database is read by binary search and never trusted blindly."""

from firmware.board.catalogue import Catalogue, DamagedCatalogue, build
from tests.helpers import raises

TAGS = [("04%012x" % (n * 7919), "A@1" if n % 3 else "2A+B>2C@2", n % 9 + 1) for n in range(200)]


class File:
    """A database in memory that counts its reads."""

    def __init__(self, data):
        self.data = data
        self.reads = 0

    def __call__(self, offset, count):
        self.reads += 1
        return self.data[offset : offset + count]


def test_every_tag_is_found_and_others_are_unknown():
    catalogue = Catalogue(File(build(TAGS)))
    for uid, code, copy in TAGS:
        assert catalogue.token(uid) == "%s#%d" % (code, copy)
    assert catalogue.token("04ffffffffffff") == "?04ffffffffffff"
    assert catalogue.token("04000000") == "?04000000"


def test_a_look_up_takes_few_reads_and_a_second_one_none():
    file = File(build(TAGS))
    catalogue = Catalogue(file)
    before = file.reads
    catalogue.token(TAGS[77][0])
    assert 0 < file.reads - before <= 8
    before = file.reads
    catalogue.token(TAGS[77][0])
    assert file.reads == before


def test_the_same_tags_in_any_order_give_the_same_bytes():
    assert build(TAGS) == build(list(reversed(TAGS)))


def test_uids_of_four_and_ten_bytes_are_told_apart():
    tags = [("04a1b2c3", "A@1", 1), ("04a1b2c3d4e5f6", "B@2", 1), ("04a1b2c3d4e5f6070809", "C@3", 1)]
    catalogue = Catalogue(File(build(tags)))
    assert [catalogue.token(uid) for uid, _, _ in tags] == ["A@1#1", "B@2#1", "C@3#1"]


def test_a_tag_that_stands_twice_is_named():
    with raises(ValueError) as refused:
        build([("04a1b2c3", "A@1", 1), ("04a1b2c3", "B@2", 1)])
    assert "04a1b2c3" in str(refused.value)


def test_every_damaged_byte_is_noticed():
    good = build(TAGS[:5])
    for at in range(len(good)):
        bad = bytearray(good)
        bad[at] ^= 0x41
        with raises(DamagedCatalogue):
            Catalogue(File(bytes(bad)))
    for length in (0, 3, 19, 20, len(good) - 1):
        with raises(DamagedCatalogue):
            Catalogue(File(good[:length]))
