"""Room: whose tag is it: binary search for a UID in the card database, without loading it.

File, little-endian: magic "EMDB", version u16, number of kinds u16, number of tags u32, length of the kinds text u32,
CRC-32 of everything after it u32, kinds text (codes, one a line, UTF-8), then the sorted tags, 13 bytes each:
length of the UID u8, UID padded with zeros to 10 bytes, kind u8 (line in the kinds text), copy u8.
"""

import binascii
import struct

from firmware.compat import const

MAGIC = b"EMDB"
VERSION = const(1)
HEAD = "<4sHHIII"
_HEAD_SIZE = const(20)
_TAG_SIZE = const(13)
_KEY_SIZE = const(11)  # length and padded UID
_CACHE = const(64)  # cards that lie on a table


class DamagedCatalogue(ValueError):
    """The database cannot be used; the text says why."""


class Catalogue:
    """`read_at(offset, count) -> bytes` gives pieces of the file, so that memory use does not grow with it."""

    def __init__(self, read_at):
        head = read_at(0, _HEAD_SIZE)
        if len(head) < _HEAD_SIZE or head[:4] != MAGIC:
            raise DamagedCatalogue("the card database does not start with EMDB")
        _, version, kinds, self.tags, length, self.crc = struct.unpack(HEAD, head)
        if version != VERSION:
            raise DamagedCatalogue("the card database has version %d, this firmware reads %d" % (version, VERSION))
        self._read_at = read_at
        self._start = _HEAD_SIZE + length
        self._check(_HEAD_SIZE, length + self.tags * _TAG_SIZE)
        self.kinds = read_at(_HEAD_SIZE, length).decode().split("\n")
        if len(self.kinds) != kinds:
            raise DamagedCatalogue("the card database names %d kinds, not %d" % (len(self.kinds), kinds))
        self._cache = {}

    def _check(self, at, left):
        crc = 0
        while left:
            piece = self._read_at(at, min(left, 256))
            if not piece:
                raise DamagedCatalogue("the card database is cut short")
            crc = binascii.crc32(piece, crc)
            at += len(piece)
            left -= len(piece)
        if crc & 0xFFFFFFFF != self.crc:
            raise DamagedCatalogue("the card database is damaged (checksum)")

    def token(self, uid):
        """"CODE#COPY" of a UID in hex, "?UID" when the database does not know it."""
        known = self._cache.get(uid)
        if known is None:
            known = self._find(uid)
            if len(self._cache) >= _CACHE:
                self._cache.clear()
            self._cache[uid] = known
        return known

    def _find(self, uid):
        wanted = _key(binascii.unhexlify(uid))
        low, high = 0, self.tags
        while low < high:
            middle = (low + high) // 2
            record = self._read_at(self._start + middle * _TAG_SIZE, _TAG_SIZE)
            if record[:_KEY_SIZE] == wanted:
                return "%s#%d" % (self.kinds[record[11]], record[12])
            if record[:_KEY_SIZE] < wanted:
                low = middle + 1
            else:
                high = middle
        return "?" + uid


def _key(raw):
    return bytes((len(raw),)) + raw + bytes(_KEY_SIZE - 1 - len(raw))


def build(tags):
    """The database file of an iterable of (uid hex, code, copy); the same tags give the same bytes.

    ValueError names a UID that stands twice. Used by host tools; the device only reads.
    """
    codes = sorted(set(code for _, code, _ in tags))
    records = sorted((_key(binascii.unhexlify(uid)), codes.index(code), copy) for uid, code, copy in tags)
    text = "\n".join(codes).encode()
    body = bytearray(text)
    before = None
    for key, kind, copy in records:
        if key == before:
            uid = binascii.hexlify(key[1 : 1 + key[0]]).decode()
            raise ValueError("tag %s stands twice: give one of the two cards another tag" % uid)
        before = key
        body += key + bytes((kind, copy))
    crc = binascii.crc32(body) & 0xFFFFFFFF
    return struct.pack(HEAD, MAGIC, VERSION, len(codes), len(records), len(text), crc) + bytes(body)
