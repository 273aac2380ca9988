"""Room: bitmaps come out of the glyph file as Unifont draws them, wide ones through a small cache."""

from firmware.panel.glyphs import Glyphs

MISSING = "\ufffd"

A = (
    "........",
    "........",
    "........",
    "........",
    "...##...",
    "..#..#..",
    "..#..#..",
    ".#....#.",
    ".#....#.",
    ".######.",
    ".#....#.",
    ".#....#.",
    ".#....#.",
    ".#....#.",
    "........",
    "........",
)
MIDDLE = (  # 中
    ".......#........",
    ".......#........",
    ".......#........",
    ".......#........",
    "..###########...",
    "..#....#....#...",
    "..#....#....#...",
    "..#....#....#...",
    "..#....#....#...",
    "..#....#....#...",
    "..###########...",
    "..#....#....#...",
    ".......#........",
    ".......#........",
    ".......#........",
    ".......#........",
)


def drawn(glyphs, char, x=0, flip=0):
    """16 rows of dots that drawing a character leaves, as wide as the character."""
    target = bytearray([flip] * 256)
    width = glyphs.draw(ord(char), target, x, flip)
    return tuple(
        [
            "".join(["#" if target[128 * (y >> 3) + x + column] >> (y & 7) & 1 else "." for column in range(width)])
            for y in range(16)
        ]
    )


def test_a_narrow_and_a_wide_glyph():
    glyphs = Glyphs()
    assert drawn(glyphs, "A") == A
    assert drawn(glyphs, "中", 50) == MIDDLE
    assert glyphs.width(ord("A")) == 8 and glyphs.width(ord("中")) == 16 and glyphs.width(ord("−")) == 8


def test_dark_on_light_is_the_same_turned_round():
    flipped = drawn(Glyphs(), "A", 0, 255)
    assert tuple([row.replace("#", "x").replace(".", "#").replace("x", ".") for row in flipped]) == A


def test_columns_beyond_the_right_edge_are_left_out():
    target = bytearray(256)
    assert Glyphs().draw(ord("中"), target, 120, 0) == 16
    assert target[128:136] == bytearray(8), "the upper half must not run over into the lower one"
    assert target[122] and target[127]


def test_an_unknown_character_shows_as_missing():
    glyphs = Glyphs()
    assert not glyphs.has("\u4dff")
    assert drawn(glyphs, "\u4dff") == drawn(glyphs, MISSING)
    assert glyphs.width(0x4DFF) >= glyphs.width(ord(MISSING)), "the room that layout gives must be enough"


def test_wide_glyphs_are_read_once_while_they_are_in_use():
    glyphs = Glyphs()
    for _ in range(5):
        for char in "中文队列":
            drawn(glyphs, char)
    assert glyphs.reads == 4


def test_a_glyph_that_was_pushed_out_of_the_cache_comes_back_right():
    glyphs = Glyphs()
    wide = [chr(code) for code in range(0x4E00, 0xA000) if glyphs.has(chr(code))]
    assert len(wide) > 64
    for char in wide:
        drawn(glyphs, char)
    before = glyphs.reads
    assert drawn(glyphs, "中") == MIDDLE
    for char in wide[::-1]:
        drawn(glyphs, char)
    assert drawn(glyphs, "中") == MIDDLE
    assert glyphs.reads > before


def test_without_its_file_the_table_plays_on_blank():
    glyphs = Glyphs("/nowhere/glyphs.bin")
    assert drawn(glyphs, "A") == ("........",) * 16
    assert not glyphs.has("A")
