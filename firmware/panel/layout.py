"""Room: texts -> rows that fit a display; widths in pixels; after text.py and glyphs.py, before screen.py.

English breaks at spaces, Chinese between any two characters except before closing and after opening punctuation.
"""

_CLOSING = ",.:;!?)]}…·，。：；！？、）】》」"
_OPENING = "([{（【《「"


def wrap(text, width, glyphs):
    """The rows of `text`, each at most `width` pixels; a word wider than a row is broken. At least one row."""
    rows = []
    start = cut = at = 0  # the row begins at start, the next one may begin at cut
    used = tail = 0  # pixels from start to at, and from cut to at
    before, before_pixels = "", 0
    width_of = glyphs.width
    for char in text:
        pixels = width_of(char)
        if char != " " and at > start:
            if before == " " or (pixels + before_pixels > 16 and char not in _CLOSING and before not in _OPENING):
                cut, tail = at, 0
        if used + pixels > width and char != " ":
            if cut <= start:
                cut, tail = at, 0
            rows.append(text[start:cut].strip())
            start, used = cut, tail
        used += pixels
        tail += pixels
        at += 1
        before, before_pixels = char, pixels
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
