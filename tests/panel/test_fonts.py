"""Room: the glyph file is built from Unifont's text form, the same every time, and fits the words of today."""

# engine: cpython

import pytest

from host_tools import fonts
from host_tools.errors import HonestNo, UserError
from host_tools.icons import pictures

A = "0041:0000000018242442427E424242420000"


def source(tmp_path, *lines):
    path = tmp_path / "unifont.hex"
    path.write_text("\n".join(lines) + "\n", encoding="ascii")
    return path


def test_rows_of_dots_from_the_hex_form(tmp_path):
    rows = fonts.read_source(source(tmp_path, "0042:" + "FF" * 16, A), {"A"})["A"]
    assert rows[4:6] == ["...##...", "..#..#.."] and len(rows) == 16


def test_columns_run_down_each_page():
    rows = ["#......."] + ["........"] * 7 + [".#......"] * 8
    assert fonts.columns(rows) == bytes([1, 0, 0, 0, 0, 0, 0, 0]) + bytes([0, 255, 0, 0, 0, 0, 0, 0])


def test_the_file_is_head_index_and_glyphs_in_order():
    narrow, wide = ["#" * 8] * 16, ["." * 16] * 16
    data = fonts.build({"中": wide, "b": narrow, "a": narrow})
    assert data[:8] == b"GLY1" + bytes([2, 0, 1, 0])
    assert data[8:14] == bytes([0x61, 0, 0x62, 0, 0x2D, 0x4E])
    assert data[14:] == bytes([255] * 32 + [0] * 32)


def test_a_missing_source_names_the_cure():
    with pytest.raises(UserError, match="install Debian's package unifont"):
        fonts.main(["--source", "/nowhere/unifont.hex"])


def test_a_character_that_the_font_lacks_is_named(tmp_path):
    with pytest.raises(UserError, match=r"no glyph for U\+4E2D"):
        fonts.read_source(source(tmp_path, A), {"A", "中"})


def test_check_says_no_when_the_file_does_not_fit(tmp_path):
    lines = [f"{ord(char):04X}:{'00' * 16}" for char in fonts.needed()]
    with pytest.raises(HonestNo, match="run python -m host_tools.fonts"):
        fonts.main(["--check", "--source", str(source(tmp_path, *lines))])


def test_the_committed_file_has_exactly_what_the_words_need():
    data = fonts.TARGET.read_bytes()
    count = int.from_bytes(data[4:6], "little") + int.from_bytes(data[6:8], "little")
    codes = [int.from_bytes(data[8 + 2 * at : 10 + 2 * at], "little") for at in range(count)]
    assert sorted(codes) == sorted(ord(char) for char in [*fonts.needed(), *pictures()])


def test_pictures_are_16_rows_of_8_or_16_dots():
    for char, rows in pictures().items():
        assert len(rows) == 16 and len({len(row) for row in rows}) == 1 and len(rows[0]) in (8, 16), hex(ord(char))
        assert set("".join(rows)) == {"#", "."}, hex(ord(char))
