"""Room: texts -> rows that fit a display; widths in pixels; after text.py and glyphs.py, before screen.py.

English breaks at spaces, Chinese between any two characters except before closing and after opening punctuation.
"""

_CLOSING = ",.:;!?)]}…·，。：；！？、）】》」"
_OPENING = "([{（【《「"


def text_width(text, glyphs):
    """Pixels that a text takes in one row."""
    total = 0
    for char in text:
        total += glyphs.width(char)
    return total


def wrap(text, width, glyphs):
    """The rows of `text`, each at most `width` pixels; a word wider than a row is broken. At least one row."""
    rows = []
    start = used = 0
    cut = 0  # where the next row may start
    for at in range(len(text)):
        char = text[at]
        pixels = glyphs.width(char)
        if at > start and _may_break(text, at, pixels, glyphs):
            cut = at
        if used + pixels > width and char != " ":
            if cut <= start:
                cut = at
            rows.append(text[start:cut].strip())
            start = cut
            while start < at and text[start] == " ":
                start += 1
            used = text_width(text[start:at], glyphs)
        used += pixels
    last = text[start:].strip()
    if last or not rows:
        rows.append(last)
    return rows


def pairs(lines, width, glyphs):
    """Texts as pairs of rows, to be shown one pair after the other; a text that fits into one pair is not split."""
    found = []
    for line in lines:
        rows = wrap(line, width, glyphs)
        if found and found[-1][1] is None and len(rows) == 1:
            found[-1][1] = rows[0]
            continue
        for at in range(0, len(rows), 2):
            found.append([rows[at], rows[at + 1] if at + 1 < len(rows) else None])
    return found


def _may_break(text, at, pixels, glyphs):
    """Whether a row may start at `at` (> 0)."""
    before, char = text[at - 1], text[at]
    if before == " ":
        return char != " "
    if char in _CLOSING or before in _OPENING or char == " ":
        return False
    return pixels > 8 or glyphs.width(before) > 8
