"""Room: rows break where each language breaks them, and no character is lost."""

from firmware.panel.glyphs import Glyphs
from firmware.panel.icons import BADGES, CAPS, with_caps
from firmware.panel.layout import add_pairs, code_points, wrap

GLYPHS = Glyphs()


def rows(text, width=128):
    return wrap(text, width, GLYPHS)


def test_english_breaks_at_spaces():
    assert rows("P2: push a card into the slot.") == ["P2: push a card", "into the slot."]


def test_a_text_that_just_fits_is_one_row():
    assert rows("sixteen letters!") == ["sixteen letters!"]
    assert rows("seventeen letters") == ["seventeen", "letters"]


def test_a_word_longer_than_a_row_is_broken():
    assert rows("frames_per_machine") == ["frames_per_machi", "ne"]
    assert [len(row) for row in rows("x" * 40)] == [16, 16, 8]


def test_chinese_breaks_anywhere_but_not_before_punctuation():
    assert rows("拿起一台机器连同框架") == ["拿起一台机器连同", "框架"]
    assert rows("拿起一台机器连同,框架") == ["拿起一台机器连", "同,框架"]
    assert rows("拿起一台机器连(同框架)") == ["拿起一台机器连", "(同框架)"]


def test_numbers_in_chinese_stay_whole():
    assert rows("拿起一台机器连123同") == ["拿起一台机器连", "123同"]


def test_a_button_takes_the_room_of_its_cap():
    assert rows(with_caps("OK") + "fourteen chars") == [with_caps("OK") + "fourteen chars"]
    assert rows(with_caps("OK") + "fifteen letters") == [with_caps("OK") + "fifteen", "letters"]
    assert rows(with_caps("BACK") + "13 characters") == [with_caps("BACK") + "13 characters"]
    assert rows(with_caps("BACK") + "14 characters!") == [with_caps("BACK") + "14", "characters!"]
    caps = with_caps("◄►")
    assert rows(caps.join(["", "one ", "two ", "six"])) == [caps + "one " + caps + "two", caps + "six"]


def test_an_empty_text_is_an_empty_row():
    assert rows("") == [""]


def test_nothing_is_lost_and_nothing_sticks_out():
    text = "Lift one machine with its frames: 机器回手,框架弃掉, a_very_long_word_indeed (3 of 4)."
    for width in range(32, 129, 4):
        found = rows(text, width)
        assert "".join(found).replace(" ", "") == text.replace(" ", "")
        assert all([sum([GLYPHS.width(ord(char)) for char in row]) <= width for row in found]), width


def test_every_picture_is_as_wide_as_it_is_drawn():
    for text in list(BADGES.values()) + [cap for _, cap in CAPS]:
        for code in code_points(text):
            assert GLYPHS.width(code) == GLYPHS.draw(code, bytearray(256), 0, 0), hex(code)


def paired(*texts):
    found = []
    for text in texts:
        add_pairs(found, text, 128, GLYPHS)
    return found


def test_a_text_that_fits_a_pair_of_rows_is_not_split():
    assert paired("Points: 2 of 3", "2A+B into 2C: place it.") == [
        ["Points: 2 of 3", None],
        ["2A+B into 2C:", "place it."],
    ]


def test_texts_of_one_row_share_a_pair():
    assert paired("Plan 1", "A +2", "C +1") == [["Plan 1", "A +2"], ["C +1", None]]
    assert paired("2A+B into 2C: place it now", "A +2") == [["2A+B into 2C:", "place it now"], ["A +2", None]]
