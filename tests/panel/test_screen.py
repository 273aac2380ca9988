"""Room: a screen becomes pixels in slices; only changed pages are given out; nothing is ever cut."""

from firmware.panel.glyphs import Glyphs
from firmware.panel.icons import BADGES, with_caps
from firmware.panel.screen import Screen

GLYPHS = Glyphs()


class Plain:
    """Words that say a code as it is written."""

    def say(self, message):
        return message[0]


PLAIN = Plain()


class Panel:
    """A screen on a bare buffer, read back glyph by glyph."""

    def __init__(self):
        self.buffer = bytearray(1024)
        self.screen = Screen(self.buffer, GLYPHS)

    def show(self, title="Title", lines=("one", "two"), hint="hint", badge=None, now_ms=0, words=PLAIN):
        said = {"title": [title, {}], "lines": [[line, {}] for line in lines], "hint": [hint, {}]}
        if badge:
            said["badge"] = badge
        self.screen.show(said, words, now_ms)
        return self

    def at(self, now_ms):
        """Draw all that is due at a moment; returns the changed pages."""
        while self.screen.work(now_ms):
            pass
        pages = []
        page = self.screen.take()
        while page >= 0:
            pages.append(page)
            page = self.screen.take()
        return pages

    def row(self, row, text, flip=0, x=0):
        """Whether the row shows `text` from column x on, and nothing but background up to column 124 behind it."""
        want = bytearray([flip] * 256)
        for char in text:
            x += GLYPHS.draw(ord(char), want, x, flip)
        have = self.buffer[256 * row : 256 * row + 256]
        return have[:124] == want[:124] and have[128:252] == want[128:252]


def test_four_rows():
    panel = Panel().show()
    panel.at(0)
    assert panel.row(0, "Title", 255) and panel.row(1, "one") and panel.row(2, "two") and panel.row(3, "hint")


def test_a_plain_screen_has_four_equal_rows_and_the_next_one_a_title_again():
    panel = Panel()
    said = {"title": ["1   2/3 1|  0", {}], "lines": [["a", {}], ["b", {}]], "hint": ["c", {}], "plain": True}
    panel.screen.show(said, PLAIN, 0)
    panel.at(0)
    assert panel.row(0, "1   2/3 1|  0") and panel.row(1, "a") and panel.row(2, "b") and panel.row(3, "c")
    panel.show().at(0)
    assert panel.row(0, "Title", 255)


def test_the_title_is_dark_on_a_light_bar():
    panel = Panel().show(title="")
    panel.at(0)
    assert panel.buffer[:256] == bytearray([255] * 256)


def test_only_changed_pages_are_given_out_and_only_once():
    panel = Panel().show()
    assert panel.at(0) == [0, 1, 2, 3, 4, 5, 6, 7]
    assert panel.at(10) == []
    panel.show(lines=("one", "tva"))
    assert panel.at(20) == [4, 5]


def test_half_a_row_with_the_same_pixels_is_not_sent_again():
    panel = Panel().show(lines=("-", "two"))
    panel.at(0)
    panel.show(lines=("−", "two"))
    assert panel.at(0) == [3], "both dashes lie in the lower half of the row"


def test_a_page_that_was_not_taken_comes_again():
    panel = Panel().show()
    panel.at(0)
    panel.screen.again(3)
    assert panel.at(0) == [3]


def test_a_slice_draws_a_few_characters_only():
    panel = Panel().show(title="sixteen letters!")
    panel.screen.work(0)
    assert panel.screen.take() == -1, "a row goes out when it is whole"
    slices = 1
    while panel.screen.work(0):
        slices += 1
    assert slices >= 6


def test_long_text_is_shown_in_turns_of_two_seconds():
    panel = Panel().show(lines=("Lift one machine with its frames.", "per frame"))
    panel.at(0)
    assert panel.row(1, "Lift one") and panel.row(2, "machine with")
    panel.at(1999)
    assert panel.row(1, "Lift one")
    assert panel.at(2000) == [2, 3, 4, 5]
    assert panel.row(1, "its frames.") and panel.row(2, "per frame")
    panel.at(4000)
    assert panel.row(1, "Lift one")


def test_a_bar_tells_which_part_is_on_show():
    def bar(panel):
        return [panel.buffer[128 * page + 127] for page in (2, 3, 4, 5)]

    panel = Panel().show(lines=("one", "two"))
    panel.at(0)
    assert bar(panel) == [0, 0, 0, 0]
    panel.show(lines=("one", "two", "three"))
    panel.at(0)
    assert bar(panel) == [255, 255, 0, 0]
    panel.at(2000)
    assert bar(panel) == [0, 0, 255, 255] and panel.row(1, "three") and panel.row(2, "")


def test_long_titles_and_hints_take_turns_too():
    panel = Panel().show(title="Player 1: dismantle", hint="hold the button for no cards")
    panel.at(0)
    assert panel.row(0, "Player 1:", 255) and panel.row(3, "hold the button")
    panel.at(2000)
    assert panel.row(0, "dismantle", 255) and panel.row(3, "for no cards")


def test_buttons_are_named_by_their_caps():
    panel = Panel().show(lines=("hold AXIS", "OK"), hint="OK: done BACK")
    panel.at(0)
    assert panel.row(3, "\ue010 done \ue011\ue012")
    assert panel.row(1, "hold \ue013\ue014") and panel.row(2, "\ue010")


def test_a_hint_that_its_caps_make_too_long_takes_turns_and_is_not_cut():
    panel = Panel().show(hint="OK: done BACK: cancel")
    panel.at(0)
    assert panel.row(3, "\ue010 done \ue011\ue012")
    panel.at(2000)
    assert panel.row(3, "cancel")


def test_only_whole_words_become_caps():
    assert with_caps("OK") == "\ue010" and with_caps("长按OK:无牌") == "长按\ue010无牌"
    assert with_caps("BOOK AXISES BACK") == "BOOK AXISES \ue011\ue012"
    assert with_caps("OK OK OKAY") == "\ue010 \ue010 OKAY"
    assert with_caps("◄ a ►: b") == "\ue015 a \ue016 b"


def test_a_badge_stands_at_the_right_of_the_title():
    for badge in BADGES:
        panel = Panel().show(title="", badge=badge)
        panel.at(0)
        assert panel.row(0, BADGES[badge], 255, 112), badge
    plain = Panel().show(title="")
    plain.at(0)
    other = Panel().show(title="", badge="none")
    other.at(0)
    assert plain.buffer == other.buffer


def test_a_badge_takes_room_from_the_title():
    panel = Panel().show(title="sixteen letters!", badge="sun")
    panel.at(0)
    assert panel.row(0, "sixteen" + " " * 7 + BADGES["sun"], 255)


def test_an_equal_screen_goes_on_where_it_is_and_a_new_one_starts_over():
    lines = ("one", "two", "three")
    panel = Panel().show(lines=lines)
    panel.show(lines=lines, now_ms=1500)
    panel.at(2000)
    assert panel.row(1, "three")
    panel.show(title="Next", lines=lines, now_ms=2100)
    panel.at(2200)
    assert panel.row(1, "one")


def test_other_words_say_the_same_screen_anew():
    class Loud:
        def say(self, message):
            return message[0] + "!"

    panel = Panel().show()
    panel.at(0)
    panel.show(words=Loud())
    panel.at(0)
    assert panel.row(1, "one!")


def test_a_screen_that_changes_while_it_is_drawn_ends_up_right():
    panel = Panel().show(lines=("a row that is drawn", "in many slices"))
    for _ in range(4):
        panel.screen.work(0)
    panel.show(lines=("short", ""))
    panel.at(0)
    assert panel.row(0, "Title", 255) and panel.row(1, "short") and panel.row(2, "") and panel.row(3, "hint")


def test_turns_survive_the_wrap_of_the_ticks():
    panel = Panel().show(lines=("one", "two", "three"), now_ms=0x3FFFFFFF - 999)
    panel.at(0x3FFFFFFF)
    assert panel.row(1, "one")
    panel.at(1100)
    assert panel.row(1, "three")


def test_no_lines_at_all():
    panel = Panel().show(lines=())
    panel.at(0)
    assert panel.row(1, "") and panel.row(2, "") and panel.row(3, "hint")
