"""Room: a game's screen (codes) -> pixels of a 128x64 display, in slices; after text and glyphs, before the app.

Four rows of 16 pixels: title (dark on light, a badge at its right), two rows of text, hint with the caps of the
buttons. What does not fit is shown one part after the other, 2 s each, so that nothing is ever cut; a bar at the
right of the text tells where one is. Times in ms of wrapping ticks.
"""

from firmware.compat import const
from firmware.panel.icons import BADGES, with_caps
from firmware.panel.layout import add_pairs, code_points, wrap

WIDTH = const(128)
TURN_MS = const(2000)
SLICE = const(4)  # characters drawn in one slice, each about 1 ms on the Pico, 2 ms if it must be read first
_TICKS_MASK = const(0x3FFFFFFF)
_BAR = const(4)  # columns of the bar and its gap
_BADGE = const(16)
_ROWS = const(4)
_TITLE, _TEXT, _HINT = const(0), const(1), const(3)
_NOTHING = ("", "", 0, 0)
_DARK = bytes(2 * WIDTH)
_LIGHT = bytes([255] * (2 * WIDTH))


class Screen:
    """Draws into `buffer` (contracts.Display: 1024 bytes, 8 pages of 128 columns) with a panel.glyphs.Glyphs."""

    def __init__(self, buffer, glyphs):
        self._glyphs = glyphs
        view = memoryview(buffer)
        self._pages = [view[at : at + WIDTH] for at in range(0, 8 * WIDTH, WIDTH)]
        self._row = bytearray(2 * WIDTH)  # the row being drawn
        self._halves = (memoryview(self._row)[:WIDTH], memoryview(self._row)[WIDTH:])
        self._said = self._words = None
        self._step = -1  # next piece to lay out
        self._next_title, self._next_text, self._next_width = [""], [], WIDTH
        self._parts = ([""], [["", ""]], [""])  # rows of the title, pairs of rows of text, rows of the hint
        self._badge = ""
        self._plain = False  # the title is drawn like the other rows
        self._start_ms = 0
        self._rests = -1  # everything is drawn until another turn begins
        self._wanted = [_NOTHING] * _ROWS  # (text, badge, parts of the text, part on show)
        self._drawn = [None] * _ROWS
        self._drawing = -1
        self._codes = ()  # of the row being drawn
        self._at = self._x = 0
        self._changed = 0

    def show(self, screen, words, now_ms):
        """Say `screen` ({"title", "lines", "hint"}, perhaps "badge", "plain", firmware/games) in `words` (text.Words).

        A screen equal to the last one goes on where it is. Only keeps it; `work` lays out and draws.
        """
        if screen == self._said and words is self._words:
            return
        self._said, self._words = screen, words
        self._start_ms, self._rests = now_ms, -1
        self._step, self._next_text, self._next_width = 0, [], WIDTH

    def work(self, now_ms):
        """One slice (under 10 ms on the device) of laying out or drawing; True while more is due."""
        if self._drawing >= 0:
            self._draw()
            return True
        if self._step >= 0:
            self._lay_out()
            return True
        turn = ((now_ms - self._start_ms) & _TICKS_MASK) // TURN_MS
        if turn == self._rests:
            return False
        self._turn(turn)
        for row in range(_ROWS):
            if self._wanted[row] != self._drawn[row]:
                self._begin(row)
                return True
        self._rests = turn
        return False

    def _lay_out(self):
        """Say and wrap the next piece of the screen: its lines one by one, then title and hint."""
        screen, say = self._said, self._words.say
        lines, step = screen["lines"], self._step
        self._step += 1
        if step < len(lines):
            add_pairs(self._next_text, with_caps(say(lines[step])), self._next_width, self._glyphs)
            if len(self._next_text) > 1 and self._next_width == WIDTH:  # once more, with room for the bar
                self._step, self._next_text, self._next_width = 0, [], WIDTH - _BAR
        elif step == len(lines):
            self._badge = BADGES.get(screen.get("badge"), "")
            self._next_title = wrap(say(screen["title"]), WIDTH - _BADGE if self._badge else WIDTH, self._glyphs)
        else:
            hint = wrap(with_caps(say(screen["hint"])), WIDTH, self._glyphs)
            self._parts = (self._next_title, self._next_text or [["", ""]], hint)
            self._plain = "plain" in screen
            self._step = -1

    def take(self):
        """The number of a page (0..7) that changed, for Display.show_page, or -1; each change is given out once."""
        for page in range(8):
            if self._changed >> page & 1:
                self._changed &= ~(1 << page)
                return page
        return -1

    def again(self, page):
        """The display did not take that page: give it out again."""
        self._changed |= 1 << page

    def _turn(self, turn):
        """What each row should show in this turn of TURN_MS."""
        title, text, hint = self._parts
        self._want(_TITLE, title[turn % len(title)], self._badge, 0, 0)
        parts = len(text)
        part = turn % parts
        for line in range(2):
            self._want(_TEXT + line, text[part][line] or "", "", parts if parts > 1 else 0, part)
        self._want(_HINT, hint[turn % len(hint)], "", 0, 0)

    def _want(self, row, text, badge, parts, part):
        old = self._wanted[row]
        if old[0] != text or old[1] != badge or old[2] != parts or old[3] != part:
            self._wanted[row] = (text, badge, parts, part)

    def _begin(self, row):
        self._drawing, self._at = row, 0
        self._drawn[row] = self._wanted[row]
        self._codes = tuple(code_points(self._wanted[row][0]))
        self._row[:] = _LIGHT if row == _TITLE and not self._plain else _DARK
        self._x = 0

    def _draw(self):
        """The next characters of the row; when it is whole, it goes to its pages."""
        row = self._drawing
        _, badge, parts, part = self._drawn[row]
        codes = self._codes
        flip = 255 if row == _TITLE and not self._plain else 0
        for _ in range(SLICE):
            if self._at == len(codes):
                break
            self._x += self._glyphs.draw(codes[self._at], self._row, self._x, flip)
            self._at += 1
        if self._at < len(codes):
            return
        if badge:
            self._glyphs.draw(ord(badge), self._row, WIDTH - _BADGE, flip)
        if parts:
            self._draw_bar(row - _TEXT, parts, part)
        for half in range(2):
            page = self._pages[2 * row + half]
            if page != self._halves[half]:
                page[:] = self._halves[half]
                self._changed |= 1 << 2 * row + half
        self._drawing = -1

    def _draw_bar(self, line, parts, part):
        """This row's half of a bar of 32 pixels, lit where the part on show lies."""
        first, last = 32 * part // parts, 32 * (part + 1) // parts
        for page in range(2):
            bits = 0
            for bit in range(8):
                y = 16 * line + 8 * page + bit
                if first <= y < last:
                    bits |= 1 << bit
            self._row[WIDTH * page + WIDTH - 2] = bits
            self._row[WIDTH * page + WIDTH - 1] = bits
