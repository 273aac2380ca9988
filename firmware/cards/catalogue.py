"""Room: whose tag is it: binary search for a UID in the card database, without loading it.

File, little-endian: magic "EMDB", version u16, number of kinds u16, name of the game (16 bytes, padded with zeros),
number of tags u32, length of the kinds text u32, CRC-32 of all that is before and after it u32; the kinds text (UTF-8,
one kind a line, fields separated by tabs, the first one the code, the others the game's own); then the sorted tags, 13
bytes each: length of the UID u8, UID padded with zeros to 10 bytes, kind u8 (line in the kinds text), copy u8.
"""

import binascii
import struct

from firmware.compat import const

MAGIC = b"EMDB"
VERSION = const(2)
HEAD = "<4sHH16sIII"
HEAD_SIZE = const(36)
CRC_AT = const(32)
TAG_SIZE = const(13)
MOST_BYTES = const(262_144)
MOST_TEXT = const(24_576)  # of the kinds text
_KEY_SIZE = const(11)  # length and padded UID
_PIECE = const(512)  # bytes asked of the heap at once
_CACHE = const(64)  # cards that lie on a table


class DamagedCatalogue(ValueError):
    """The database cannot be used; the text says why. `code`: "damaged", "older", "newer", "large"."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


def read_head(head):
    """(game, kinds, tags, length of the kinds text, CRC) of the first bytes of a file; DamagedCatalogue."""
    if len(head) < HEAD_SIZE or head[:4] != MAGIC:
        if len(head) >= 6 and head[:4] == MAGIC and head[4] < VERSION:
            raise DamagedCatalogue("older", _of_version(head[4]))
        raise DamagedCatalogue("damaged", "the card database does not start with EMDB")
    _, version, kinds, game, tags, length, crc = struct.unpack(HEAD, head)
    if version != VERSION:
        raise DamagedCatalogue("older" if version < VERSION else "newer", _of_version(version))
    if length > MOST_TEXT or HEAD_SIZE + length + tags * TAG_SIZE > MOST_BYTES:
        raise DamagedCatalogue("large", "the card database is larger than %d bytes" % MOST_BYTES)
    try:
        game = bytes(game).rstrip(b"\0").decode()
    except (ValueError, UnicodeError):
        raise DamagedCatalogue("damaged", "the card database names no game")
    return game, kinds, tags, length, crc


def _of_version(version):
    return "the card database has version %d, this firmware reads %d" % (version, VERSION)


def verify(read_at):
    """Check a whole file in slices (a generator, each at most a few ms); DamagedCatalogue if it is not sound."""
    head = read_at(0, HEAD_SIZE)
    _, _, tags, left, wanted = read_head(head)
    crc = binascii.crc32(head[:CRC_AT])
    left += tags * TAG_SIZE
    at = HEAD_SIZE
    while left:
        piece = read_at(at, min(left, _PIECE))
        if not piece:
            raise DamagedCatalogue("damaged", "the card database is cut short")
        crc = binascii.crc32(piece, crc)
        at += len(piece)
        left -= len(piece)
        yield
    if crc & 0xFFFFFFFF != wanted:
        raise DamagedCatalogue("damaged", "the card database is damaged (checksum)")


class Catalogue:
    """`read_at(offset, count) -> bytes` gives pieces of the file, so that memory use does not grow with the tags.

    `checked`: somebody has run `verify` on this file already. `game`: name; `crc`: of the file; `tags`: how many.
    """

    def __init__(self, read_at, checked=False):
        if not checked:
            for _ in verify(read_at):
                pass
        self.game, kinds, self.tags, length, self.crc = read_head(read_at(0, HEAD_SIZE))
        self._read_at = read_at
        self._start = HEAD_SIZE + length
        self._length = length
        self.kinds = [fields[0] for fields in self.rows()]
        if len(self.kinds) != kinds:
            raise DamagedCatalogue("damaged", "the card database names %d kinds, not %d" % (len(self.kinds), kinds))
        self._cache = {}
        self._told = {}  # uid -> token that the tag itself says, "" if it says nothing of ours

    def rows(self):
        """The fields (texts) of each kind of card, the game's to understand; a generator, so that they do not stay."""
        at, rest = 0, b""
        while at < self._length:
            piece = self._read_at(HEAD_SIZE + at, min(_PIECE, self._length - at))
            if not piece:
                raise DamagedCatalogue("damaged", "the card database is cut short")
            at += len(piece)
            lines = (rest + piece).split(b"\n")
            rest = lines.pop()
            for line in lines:
                yield _fields(line)
        if self._length:
            yield _fields(rest)

    def token(self, uid):
        """ "CODE#COPY" of a UID in hex, "?UID" when neither the database nor the tag itself names it."""
        known = self._cache.get(uid)
        if known is None:
            known = self._find(uid) or self._told.get(uid) or "?" + uid
            _keep(self._cache, uid, known)
        return known

    def told(self, uid):
        """Whether `tell` was called for this UID."""
        return uid in self._told

    def tell(self, uid, code, copy):
        """The tag itself says which card it is; code None: it says nothing that this table knows."""
        self._cache.pop(uid, None)
        _keep(self._told, uid, "%s#%d" % (code, copy) if code in self.kinds else "")

    def take_told(self, other):
        """What tags have said to the catalogue that was used before, for those whose kinds are known here."""
        for uid, token in other._told.items():
            if token and token.split("#")[0] in self.kinds:
                _keep(self._told, uid, token)

    def tag(self, number):
        """(uid hex, line in the kinds text, copy) of the record with that number, counted from 0 in sorted order."""
        record = self._read_at(self._start + number * TAG_SIZE, TAG_SIZE)
        return record[1 : 1 + record[0]].hex(), record[11], record[12]

    def _find(self, uid):
        wanted = key_of(bytes.fromhex(uid))
        low, high = 0, self.tags
        while low < high:
            middle = (low + high) // 2
            record = self._read_at(self._start + middle * TAG_SIZE, TAG_SIZE)
            if record[:_KEY_SIZE] == wanted:
                return "%s#%d" % (self.kinds[record[11]], record[12])
            if record[:_KEY_SIZE] < wanted:
                low = middle + 1
            else:
                high = middle
        return None


def _fields(line):
    try:
        return line.decode().split("\t")
    except UnicodeError:
        raise DamagedCatalogue("damaged", "the card database names a kind of card that is no UTF-8 text")


class NoCards:
    """Stands in for a database that is missing or damaged: only tags that name their cards themselves are known."""

    def __init__(self, kinds):
        self.kinds = kinds
        self.tags = self.crc = 0
        self._told = {}

    def rows(self):
        """None: the game's own."""
        return None

    def token(self, uid):
        """As of Catalogue."""
        return self._told.get(uid) or "?" + uid

    def told(self, uid):
        """As of Catalogue."""
        return uid in self._told

    def tell(self, uid, code, copy):
        """As of Catalogue."""
        _keep(self._told, uid, "%s#%d" % (code, copy) if code in self.kinds else "")


def key_of(raw):
    """How a UID (bytes) stands in the file: its length, then 10 bytes."""
    return bytes((len(raw),)) + raw + bytes(_KEY_SIZE - 1 - len(raw))


def _keep(cache, key, value):
    if len(cache) >= _CACHE:
        cache.clear()
    cache[key] = value
