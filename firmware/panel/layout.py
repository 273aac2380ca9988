"""Room: texts -> rows that fit a display; widths in pixels; after text.py and glyphs.py, before screen.py.

English breaks at spaces, Chinese between any two characters except before closing and after opening punctuation.
"""

from firmware.compat import const


def code_points(text):
    """The numbers of a text's characters, one after the other.

    A loop over the text itself would make a string of each character, and MicroPython keeps those for good.
    """
    code = more = 0
    for byte in text.encode():
        if byte < 0x80:
            yield byte
        elif byte < 0xC0:
            code = code << 6 | byte & 0x3F
            more -= 1
            if not more:
                yield code
        elif byte < 0xE0:
            code, more = byte & 0x1F, 1
        elif byte < 0xF0:
            code, more = byte & 0x0F, 2
        else:
            code, more = byte & 0x07, 3


_SPACE = const(32)
_CLOSING = tuple(code_points(",.:;!?)]}…·，。：；！？、）】》」"))
_OPENING = tuple(code_points("([{（【《「"))


def wrap(text, width, glyphs):
    """The rows of `text`, each at most `width` pixels; a word wider than a row is broken. At least one row."""
    rows = []
    start = cut = at = 0  # the row begins at start, the next one may begin at cut
    used = tail = 0  # pixels from start to at, and from cut to at
    before = before_pixels = 0
    width_of = glyphs.width
    for code in code_points(text):
        pixels = width_of(code)
        if code != _SPACE and at > start:
            if before == _SPACE or (pixels + before_pixels > 16 and code not in _CLOSING and before not in _OPENING):
                cut, tail = at, 0
        if used + pixels > width and code != _SPACE:
            if cut <= start:
                cut, tail = at, 0
            rows.append(text[start:cut].strip())
            start, used = cut, tail
        used += pixels
        tail += pixels
        at += 1
        before, before_pixels = code, pixels
    last = text[start:].strip()
    if last or not rows:
        rows.append(last)
    return rows


def add_pairs(found, text, width, glyphs):
    """Append a text to `found`, a list of pairs of rows that are shown one pair after the other.

    A text that fits into one pair is not split; a text of one row takes the free second row of the last pair (None).
    """
    rows = wrap(text, width, glyphs)
    if found and found[-1][1] is None and len(rows) == 1:
        found[-1][1] = rows[0]
        return
    for at in range(0, len(rows), 2):
        found.append([rows[at], rows[at + 1] if at + 1 < len(rows) else None])
