"""Room: any set of tags, with any answer spoiled, gives only UIDs that are there, and all if nothing is spoiled."""
# engine: cpython

from tests.chips.channel import Channel
from tests.properties import given, settings, st


def uids_of(length):
    first = st.sampled_from([0x00, 0x04, 0x05, 0x84, 0x87, 0x89, 0xFF])
    rest = st.lists(st.sampled_from([0x00, 0x01, 0x80, 0x88, 0xFF]), min_size=length - 1, max_size=length - 1)
    return st.builds(lambda head, tail: bytes([head, *tail]).hex(), first, rest)


# ISO 14443-3 section 6.5.4: uid3 of a double size UID is never the cascade tag.
UIDS = st.one_of(uids_of(4), uids_of(7).filter(lambda uid: uid[6:8] != "88"), uids_of(10))
SETS = st.lists(UIDS, max_size=6, unique=True)


@settings(max_examples=300)
@given(SETS)
def test_every_tag_of_any_set_is_found(uids):
    channel = Channel(*uids)
    assert channel.enumerate() == sorted(uids)
    assert not channel.walk.broken


@settings(max_examples=300)
@given(SETS, st.integers(1, 60), st.integers(0, 31), st.booleans())
def test_one_spoiled_answer_never_makes_a_wrong_uid(uids, number, bit, shorter):
    channel = Channel(*uids)

    def spoil(frame, exchange):
        if exchange == number and frame.rx_len:
            if shorter:
                frame.rx_len -= 1
            else:
                frame.rx[bit // 8 % frame.rx_len] ^= 1 << bit % 8

    channel.spoil = spoil
    found = channel.enumerate()
    assert set(found) <= set(uids)
    assert channel.walk.broken or found == sorted(uids)
