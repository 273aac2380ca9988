"""Room: the record codec under any input, by property."""
# engine: cpython

import json

from firmware.link.records import LIMIT, TEXT_LIMIT, Decoder, encode
from tests.properties import given, st

VALUE = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)
RECORD = st.dictionaries(st.text(max_size=8).filter(lambda key: key not in ("v", "crc")), VALUE, max_size=4)
TEXT = st.binary(max_size=80).map(lambda data: data.replace(b"\x1e", b"."))
ANYTHING = st.lists(st.binary(max_size=60) | RECORD.map(encode) | st.just(b"\x1e") | st.just(b"a" * 900), max_size=12)


def pieces(data, cuts):
    edges = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    return [data[a:b] for a, b in zip(edges, edges[1:], strict=False)]


CUTS = st.lists(st.integers(0, 10_000), max_size=8)


@given(st.lists(st.tuples(TEXT, RECORD), max_size=5), TEXT, CUTS)
def test_records_between_text_come_back_however_the_stream_is_cut(pairs, rest, cuts):
    decoder = Decoder()
    stream = b"".join(text + encode(record) for text, record in pairs) + rest
    found = []
    for piece in pieces(stream, cuts):
        found += decoder.feed(piece)
    assert found == [record for _, record in pairs]
    assert decoder.take_text() == b"".join(text for text, _ in pairs) + rest
    assert (decoder.bad, decoder.foreign) == (0, 0)


@given(RECORD)
def test_a_record_is_an_rfc_7464_sequence_of_one(record):
    line = encode(record)
    assert line[:1] == b"\x1e" and line[-1:] == b"\n" and line.count(b"\x1e") == line.count(b"\n") == 1
    text = json.loads(line[1:])
    assert text.pop("v") == 1 and len(text.pop("crc")) == 8
    assert text == record


@given(RECORD, st.data())
def test_damage_never_yields_another_record(record, data):
    line = bytearray(encode(record))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(line) - 1))
        line[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    found = Decoder().feed(bytes(line))
    assert found in ([], [record])


@given(RECORD, st.data(), RECORD)
def test_a_cut_record_costs_only_itself(record, data, after):
    line = encode(record)
    decoder = Decoder()
    assert decoder.feed(line[: data.draw(st.integers(0, len(line) - 1))] + encode(after)) == [after]


@given(ANYTHING, CUTS)
def test_any_input_leaves_a_bounded_decoder_that_works(parts, cuts):
    decoder = Decoder()
    stream = b"".join(parts)
    found = 0
    for piece in pieces(stream, cuts):
        found += len(decoder.feed(piece))
        assert len(decoder.text) <= TEXT_LIMIT
        assert len(decoder._buffer) <= LIMIT and decoder._length <= LIMIT
    assert decoder.feed(b"\n" + encode({"next": 1})) == [{"next": 1}]
    assert found + decoder.bad <= stream.count(b"\x1e")


@given(ANYTHING, CUTS)
def test_how_the_stream_is_cut_makes_no_difference(parts, cuts):
    stream = b"".join(parts)
    whole, cut = Decoder(), Decoder()
    found = whole.feed(stream)
    again = [record for piece in pieces(stream, cuts) for record in cut.feed(piece)]
    assert again == found
    assert (cut.bad, cut.foreign, cut.take_text()) == (whole.bad, whole.foreign, whole.take_text())
