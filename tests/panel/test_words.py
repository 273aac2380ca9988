"""Room: the tables of both languages match, and the display has a glyph for all they say."""

# engine: cpython

import re
from pathlib import Path

import pytest

from firmware.panel.glyphs import Glyphs
from firmware.panel.icons import with_caps
from firmware.panel.text import LANGUAGES
from host_tools.fonts import needed, texts
from host_tools.icons import pictures

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = sorted({path.parent.relative_to(ROOT) for path in (ROOT / "firmware").rglob("words_*.py")})
ODD_PLURALS = ("s",)


def table(folder, language):
    module = __import__(".".join(folder.parts) + ".words_" + language, None, None, ("*",))
    return module.WORDS


def places(template):
    """The arguments a template shows; plurals are no business of a language without them."""
    found = re.findall(r"{([^}]*)}", template)
    return sorted(name.partition(":")[0] for name in found if name.partition(":")[2] not in ODD_PLURALS)


def test_there_are_tables_to_compare():
    assert Path("firmware/panel") in FOLDERS


@pytest.mark.parametrize("folder", FOLDERS, ids=str)
def test_languages_have_the_same_codes_and_places(folder):
    first = table(folder, LANGUAGES[0])
    for language in LANGUAGES[1:]:
        other = table(folder, language)
        assert sorted(other) == sorted(first)
        for code in first:
            assert places(other[code]) == places(first[code]), code


@pytest.mark.parametrize("folder", FOLDERS, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_code_stands_twice_in_a_file(folder, language):
    path = ROOT / folder / f"words_{language}.py"
    codes = re.findall(r'^    "([^"]+)":', path.read_text(encoding="utf-8"), re.M)
    assert len(codes) == len(table(folder, language))


def test_every_character_has_a_glyph():
    glyphs = Glyphs()
    missing = {char for text in texts() for char in with_caps(text) if not glyphs.has(char)}
    assert not missing, "run python -m host_tools.fonts: " + "".join(sorted(missing))
    assert all(glyphs.has(char) for char in needed())
    assert all(glyphs.has(char) for char in pictures())


def test_no_text_is_chinese_in_the_english_tables_but_the_name_of_the_language():
    for folder in FOLDERS:
        for code, text in table(folder, "en").items():
            assert code == "language_zh" or all(ord(char) < 0x2E80 for char in text), code
