"""Room: characters -> 16-pixel bitmaps from glyphs.bin (built by host_tools/fonts.py, format there); before screen.py.

The index (2 bytes a glyph) and the narrow glyphs stay in memory, 3 KiB; wide ones are read one by one into a small
cache: the file grows with the words, the heap does not.
"""

from firmware.compat import const

PATH = __file__.replace("\\", "/").rsplit("/", 1)[0] + "/glyphs.bin"
NARROW = const(8)
WIDE = const(16)
_MISSING = const(0xFFFD)  # shown for a character that the file lacks
_CJK = const(0x2E80)  # from here on to the private use area all glyphs are wide
_PICTURES = const(0xE000)
_SLOTS = const(64)  # wide glyphs kept, 32 bytes each; more than two screens show
_NARROW_BYTES = const(16)
_WIDE_BYTES = const(32)


class Glyphs:
    """The glyph file. Without it every character is blank and the table plays on."""

    def __init__(self, path=PATH):
        self._file = None
        self._narrow = self._wide = 0
        self._index = b""
        self._bitmaps = b""
        self._slots = bytearray(_SLOTS * _WIDE_BYTES)
        self._view = memoryview(self._slots)
        self._kept = [0] * _SLOTS
        self.reads = 0  # wide glyphs read from the file
        try:
            self._open(path)
        except OSError:
            pass

    def _open(self, path):
        self._file = open(path, "rb")  # noqa: SIM115 (stays open as long as the table is on)
        head = self._file.read(8)
        if head[:4] != b"GLY1":
            return
        self._narrow, self._wide = head[4] | head[5] << 8, head[6] | head[7] << 8
        self._index = self._file.read(2 * (self._narrow + self._wide))
        self._bitmaps = self._file.read(self._narrow * _NARROW_BYTES)

    def has(self, char):
        """Whether the file has a bitmap for `char`."""
        return self._find(ord(char)) >= 0

    def width(self, code):
        """Columns of a code point: 8 or 16. Chinese is not looked up, layout asks for every character."""
        if code < 127:
            return NARROW
        if _CJK <= code < _PICTURES:
            return WIDE
        return NARROW if self._search(code, 0, self._narrow) >= 0 or code == _MISSING else WIDE

    def draw(self, code, target, x, flip):
        """Copy a code point's columns into `target` (128 upper, 128 lower) from column x on; returns its width.

        flip: 0, or 255 to draw dark on light. Columns beyond 127 are left out.
        """
        at = self._find(code)
        if at < 0:
            at = self._find(_MISSING)
        if at < self._narrow:
            width, source, base = NARROW, self._bitmaps, at * _NARROW_BYTES
            if at < 0:
                source, base = self._slots, 0
        else:
            width, source = WIDE, self._slots
            base = self._keep(at - self._narrow)
        for column in range(min(width, 128 - x)):
            target[x + column] = source[base + column] ^ flip
            target[128 + x + column] = source[base + width + column] ^ flip
        return width

    def _keep(self, number):
        """Have the wide glyph of that number in the cache; returns where it starts."""
        slot = number % _SLOTS
        if self._kept[slot] != number + 1:
            self._kept[slot] = 0
            self._file.seek(8 + len(self._index) + len(self._bitmaps) + number * _WIDE_BYTES)
            self._file.readinto(self._view[slot * _WIDE_BYTES : (slot + 1) * _WIDE_BYTES])
            self._kept[slot] = number + 1
            self.reads += 1
        return slot * _WIDE_BYTES

    def _find(self, code):
        """Number of a code point in the file (narrow ones first), -1 if it is not there; binary search."""
        at = self._search(code, 0, self._narrow)
        return at if at >= 0 else self._search(code, self._narrow, self._narrow + self._wide)

    def _search(self, code, low, high):
        index = self._index
        while low < high:
            middle = (low + high) >> 1
            here = index[2 * middle] | index[2 * middle + 1] << 8
            if here == code:
                return middle
            if here < code:
                low = middle + 1
            else:
                high = middle
        return -1
