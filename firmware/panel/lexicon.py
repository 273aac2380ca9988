"""Room: the words of one language from a file, so that they do not fill the heap; read by text.py like a table.

File, little-endian: magic "WRD1", number of words u16; then for each word, sorted by hash, its hash u16 (the low half
of the CRC-32 of its code) and where its entry ends u16, counted from the end of this list; then the entries: code, a
zero byte, template (UTF-8). Made by host_tools/deploying/words.py from the tables words_*.py of panel and game.
"""

from binascii import crc32

from firmware.compat import const

MAGIC = b"WRD1"
_HEAD = const(6)
_ITEM = const(4)


class Lexicon:
    """`get(code)` as of a dict. The list (4 bytes a word) stays in memory, the file stays open. OSError without it."""

    def __init__(self, path):
        self._file = open(path, "rb")  # noqa: SIM115 (as long as the language is spoken)
        head = self._file.read(_HEAD)
        self._count = head[4] | head[5] << 8 if head[:4] == MAGIC else 0
        self._list = self._file.read(_ITEM * self._count)

    def get(self, code):
        """The template of a code, or None."""
        key = code.encode()
        wanted = crc32(key) & 0xFFFF
        at = self._first(wanted)
        while at < self._count and self._u16(at, 0) == wanted:
            begin = self._u16(at - 1, 2) if at else 0
            self._file.seek(_HEAD + _ITEM * self._count + begin)
            entry = self._file.read(self._u16(at, 2) - begin)
            if entry[: len(key) + 1] == key + b"\0":
                return entry[len(key) + 1 :].decode()
            at += 1
        return None

    def _first(self, wanted):
        """Number of the first word whose hash is not smaller."""
        low, high = 0, self._count
        while low < high:
            middle = (low + high) >> 1
            if self._u16(middle, 0) < wanted:
                low = middle + 1
            else:
                high = middle
        return low

    def _u16(self, at, part):
        at = _ITEM * at + part
        return self._list[at] | self._list[at + 1] << 8
