"""Room: the host's end of the record stream: the board's own codec, and a reader that splits records from text.

There is one implementation of the codec, `firmware/link/records.py`; this file only offers it to the host tools.
Before: a byte stream (serial port, pipe, socket). After: the simulator's bridge, monitor, doctor.
"""

import codecs
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from firmware.link.records import LIMIT, Decoder, encode

__all__ = ("LIMIT", "Decoder", "RecordReader", "Splitter", "encode")

Item = tuple[str, Any]  # ("record", dict) or ("text", str)


class Splitter:
    """Bytes in; ("record", dict) and ("text", str) out, in the order in which they stood in the stream."""

    def __init__(self) -> None:
        self.decoder = Decoder()
        self._utf8 = codecs.getincrementaldecoder("utf-8")("replace")

    def feed(self, data: bytes) -> list[Item]:
        """The items that `data` completes. Text comes as it arrives, not only by whole lines."""
        items: list[Item] = []
        at = 0
        while at < len(data):
            # Up to the next line end and at most half the decoder's text buffer: so no piece completes two
            # records, text before a record is taken before it, and none is lost.
            end = data.find(b"\n", at, at + LIMIT // 4) + 1 or min(at + LIMIT // 4, len(data))
            records = self.decoder.feed(data[at:end])
            text = self._utf8.decode(self.decoder.take_text())
            if text:
                items.append(("text", text))
            items.extend(("record", record) for record in records)
            at = end
        return items


class RecordReader:
    """`async for kind, item in RecordReader(read)`: `read` is an async function, bytes in any pieces, b"" at the end.

    `reader.decoder` has the counters of damaged and foreign records.
    """

    def __init__(self, read: Callable[[], Awaitable[bytes]]) -> None:
        self._read = read
        self._splitter = Splitter()

    @property
    def decoder(self) -> Decoder:
        return self._splitter.decoder

    async def __aiter__(self) -> AsyncIterator[Item]:
        while data := await self._read():
            for item in self._splitter.feed(data):
                yield item
