"""Room: the host's record reader: same codec, text and records in stream order."""

import asyncio

from firmware.link import records as board
from host_tools.transport.records import Decoder, RecordReader, Splitter, encode
from tests.properties import given, st

TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\x1e"), min_size=1, max_size=50)
RECORD = st.dictionaries(st.sampled_from(["a", "t", "能"]), st.integers(-9, 9) | st.text("\x1e\n能a", max_size=9))


def test_there_is_one_codec():
    assert (encode, Decoder) == (board.encode, board.Decoder)


def test_order_of_text_and_records_is_kept():
    stream = b">>> " + encode({"a": 1}) + b"Traceback\r\n  line\r\n" + encode({"b": 2}) + encode({"c": 3}) + b">>> "
    assert Splitter().feed(stream) == [
        ("text", ">>> "),
        ("record", {"a": 1}),
        ("text", "Traceback\r\n"),
        ("text", "  line\r\n"),
        ("record", {"b": 2}),
        ("record", {"c": 3}),
        ("text", ">>> "),
    ]


def test_a_long_text_arrives_whole():
    text = "".join(f"{n}:" for n in range(5000))
    assert "".join(item for _, item in Splitter().feed(text.encode())) == text


def merged(items):
    """Neighbouring text items joined, as where they are cut does not matter."""
    out = []
    for kind, item in items:
        if kind == "text" and out and out[-1][0] == "text":
            out[-1] = ("text", out[-1][1] + item)
        else:
            out.append((kind, item))
    return out


@given(st.lists(st.tuples(st.just("text"), TEXT) | st.tuples(st.just("record"), RECORD)), st.integers(1, 40))
def test_any_mix_in_any_pieces(items, size):
    stream = b"".join(item.encode() if kind == "text" else encode(item) for kind, item in items)
    pieces = [stream[at : at + size] for at in range(0, len(stream), size)] + [b""]

    async def collect():
        async def read():
            return pieces.pop(0)

        reader = RecordReader(read)
        found = [item async for item in reader]
        assert reader.decoder.bad == 0
        return found

    assert merged(asyncio.run(collect())) == merged(items)
