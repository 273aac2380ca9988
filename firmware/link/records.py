"""Room: the record codec: one JSON object as bytes between 0x1E and LF, with version and CRC-32 (RFC 7464).

    0x1E {"v":1, MEMBERS ,"crc":"xxxxxxxx"} LF

The version stands first and the checksum last, so both are found without parsing. The checksum is
`binascii.crc32`, in eight lower-case hex digits, over the JSON text as sent but without the member `,"crc":"..."`.
JSON escapes control characters, so no record holds 0x1E, LF or Ctrl-C (0x03): records share a serial line with the
REPL, and what stands between them (prompts, tracebacks) is kept apart as text. Lengths are in bytes.
Before: streams. After: peers, host; and the host tools, which use this same file.
"""

import json
import sys
from binascii import crc32

from firmware.compat import const

VERSION = 1
LIMIT = const(2048)  # longest record on the wire, 0x1E and LF included
TEXT_LIMIT = const(1024)

_RS = b"\x1e"
_LF = b"\n"
_HEAD = b'{"v":'
_START = b'{"v":1,'  # every record has a second member: the checksum
_TAIL = const(18)  # length of ,"crc":"xxxxxxxx"}

# MicroPython writes UTF-8 as it is and has no such options.
_OPTIONS = {} if sys.implementation.name == "micropython" else {"ensure_ascii": False, "allow_nan": False}


def dumps(record):
    """The dict `record` as compact JSON bytes; ValueError for what JSON or this codec cannot carry."""
    if not isinstance(record, dict):
        raise ValueError("a record is a dict, not %s" % type(record).__name__)
    if "v" in record or "crc" in record:
        raise ValueError('the members "v" and "crc" of a record belong to the codec')
    try:
        return json.dumps(record, separators=(",", ":"), **_OPTIONS).encode()
    except TypeError as problem:
        raise ValueError("not JSON: %s" % problem)


def seal(text):
    """Frame the JSON object `text` (bytes as from `dumps`); ValueError if the record would exceed LIMIT."""
    body = b'{"v":%d' % VERSION + (b"," + text[1:-1] if len(text) > 2 else b"")
    framed = _RS + body + b',"crc":"%08x"}\n' % crc32(b"}", crc32(body))
    if len(framed) > LIMIT:
        raise ValueError("a record of %d bytes is too long, %d is the limit" % (len(framed), LIMIT))
    return framed


def encode(record):
    """The bytes of one record on the wire; `record` is a dict of JSON values without "v" and "crc"."""
    return seal(dumps(record))


class Decoder:
    """Bytes in, whole and checked records out; memory stays bounded whatever comes in.

    `only`: bytes that must follow the version member, e.g. b'"to":2,'; other records are skipped unparsed.
    Counters: `bad` (damaged, cut short or too long), `foreign` (whole, but of the version in `foreign_version`),
    `text_lost` (bytes of text that nobody took in time). `text` holds the newest TEXT_LIMIT bytes between records.
    `fresh` is true while no record has begun after the last one returned.
    """

    def __init__(self, only=b"", text_limit=TEXT_LIMIT):
        self.text = b""
        self.bad = 0
        self.foreign = 0
        self.foreign_version = None
        self.text_lost = 0
        self.fresh = False
        self._only = only
        self._text_limit = text_limit
        self._buffer = b""  # LIMIT bytes once a record comes in pieces: a board without a host needs none
        self._length = 0  # bytes of an unfinished record in the buffer
        self._inside = False
        self._skip = False  # inside a record already counted as bad: drop it up to its end

    def feed(self, data):
        """List of the records (dicts without "v" and "crc") that the bytes `data` complete, in order."""
        found = []
        at = 0
        while at < len(data):
            start = data.find(_RS, at)
            end = start if start >= 0 else len(data)
            if self._inside:
                stop = data.find(_LF, at, end)
                if stop >= 0:
                    record = self._finish(data, at, stop)
                    if record is not None:
                        found.append(record)
                        self.fresh = True
                    at = stop + 1
                    continue
                self._keep(data, at, end)
            elif end > at:
                self._add_text(data[at:end])
            at = end
            if start >= 0:
                self._begin()
                at += 1
        return found

    def take_text(self):
        """The bytes that stood between records since the last call."""
        text = self.text
        self.text = b""
        return text

    def _begin(self):
        if self._inside and not self._skip and self._length:
            self.bad += 1  # cut short; an empty one is idle filling (RFC 7464 section 2.1)
        self._inside = True
        self._skip = False
        self._length = 0
        self.fresh = False

    def _keep(self, data, at, end):
        """Add a piece of an unfinished record to the buffer."""
        if self._skip:
            return
        after = self._length + end - at
        if after > LIMIT - 2:
            self.bad += 1
            self._skip = True
            return
        if not self._buffer:
            self._buffer = bytearray(LIMIT)
        self._buffer[self._length : after] = data[at:end]
        self._length = after

    def _finish(self, data, at, stop):
        self._inside = False
        if self._length or stop - at > LIMIT - 2:
            self._keep(data, at, stop)
            line = bytes(memoryview(self._buffer)[: self._length])
        else:
            line = bytes(data[at:stop])
        self._length = 0
        if self._skip:
            return None
        if line.endswith(b"\r"):  # a text-mode console writes CR LF
            line = line[:-1]
        return self._open(line)

    def _open(self, line):
        """The record in `line` if it is whole, ours and passes the filter, else None."""
        cut = len(line) - _TAIL
        if line[cut:] != b',"crc":"%08x"}' % crc32(b"}", crc32(memoryview(line)[:cut])):
            self.bad += 1
            return None
        if not line.startswith(_START):
            self._note_foreign(line)
            return None
        if self._only and not line[len(_START) :].startswith(self._only):
            return None
        try:
            record = json.loads(line)
        except (ValueError, TypeError, RuntimeError):  # RuntimeError: nested too deeply
            record = None
        if not isinstance(record, dict):
            self.bad += 1
            return None
        record.pop("v", None)
        record.pop("crc", None)
        return record

    def _note_foreign(self, line):
        comma = line.find(b",")
        try:
            version = int(line[len(_HEAD) : comma]) if line.startswith(_HEAD) else None
        except ValueError:
            version = None
        if version is None:
            self.bad += 1
            return
        self.foreign += 1
        self.foreign_version = version

    def _add_text(self, piece):
        text = self.text + bytes(piece)
        excess = len(text) - self._text_limit
        if excess > 0:
            self.text_lost += excess
            text = text[excess:]
        self.text = text
