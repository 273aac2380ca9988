"""Room: the tables of both languages match, and the display has a glyph for all they say."""

# engine: cpython

import ast
import re
from pathlib import Path

import pytest

from firmware import wiring
from firmware.drivers import reader_probe
from firmware.games import load
from firmware.games.energy_matrix.cards.effects import event_of
from firmware.games.energy_matrix.rules.turn import PHASES
from firmware.games.energy_matrix.table.steps import _EVENT_WORDS as EVENT_WORDS
from firmware.panel.buttons import NAMES
from firmware.panel.glyphs import Glyphs
from firmware.panel.icons import with_caps
from firmware.panel.text import LANGUAGES
from firmware.self_test import chapters
from host_tools.fonts import needed, texts
from host_tools.icons import pictures

GAME = load("energy_matrix")
ROOT = Path(__file__).resolve().parent.parent.parent
FIRMWARE, TOYS = [
    sorted({path.parent.relative_to(ROOT) for path in (ROOT / name).rglob("words_*.py")})
    for name in ("firmware", "examples")
]
FOLDERS = FIRMWARE + TOYS
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
    toys = [text for folder in TOYS for language in LANGUAGES for text in table(folder, language).values()]
    assert toys and {char for text in toys for char in with_caps(text) if not glyphs.has(char)} == set()
    assert all(glyphs.has(char) for char in pictures())


def test_no_text_is_chinese_in_the_english_tables_but_the_name_of_the_language():
    for folder in FOLDERS:
        for code, text in table(folder, "en").items():
            assert code == "language_zh" or all(ord(char) < 0x2E80 for char in text), code


# Words that saved games will say.
WAITING = {"saved_bad", "not_saved", "restarted"}


def endings():
    """{beginning of a code: what code puts behind it}: every such pair of strings that firmware joins into a code."""
    return {
        "found_": {reader_probe.SILENT, reader_probe.LOUD, reader_probe.BUS, reader_probe.FIELD, reader_probe.TIMER},
        "led_": {name for name, _ in wiring.CHAIN_PRIMARY + wiring.CHAIN_SATELLITE} - {"first"},
        "button_": set(NAMES),
        "st_name_": set(chapters.PARTS),
        "language_": set(LANGUAGES),
        "mode_": {name for name, _ in GAME.MODES},
        "option_": {name for name, _ in GAME.OPTIONS},
        "value_": {str(value) for _, values in GAME.OPTIONS for value in values}
        | {f"{name}_{value}" for name, values in GAME.OPTIONS for value in values},
        "t_": set(PHASES),
        "e_": set(EVENT_WORDS) | {event_of(text)[0] for text in ("ap+2", "draw3")},
        "axis_": {"row", "col"},
    }


def spoken(text):
    """(strings, beginnings) of a source text: those that may be codes of words, and those that something is added to.

    Docstrings and what is only compared with say nothing.
    """
    tree = ast.parse(text)
    silent = set()
    beginnings = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            silent.add(node.value)
        elif isinstance(node, ast.Compare):
            silent.update(ast.walk(node))
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and isinstance(node.left, ast.Constant):
            beginnings.add(node.left.value)
    strings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and node not in silent}
    return strings, beginnings


def unsaid(codes, files):
    """The codes of words that no source text says."""
    said, joined = set(), endings()
    for text in files:
        strings, beginnings = spoken(text)
        said |= strings
        said |= {begin + end for begin in joined if begin in beginnings | strings for end in joined[begin]}
    return set(codes) - said


def sources():
    """Text of every file of the firmware that may say a word."""
    paths = [path for path in (ROOT / "firmware").rglob("*.py") if not path.name.startswith("words_")]
    return [path.read_text(encoding="utf-8") for path in paths]


@pytest.mark.parametrize("folder", FIRMWARE, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_said_by_somebody(folder, language):
    unused = unsaid(table(folder, language), sources())
    assert unused == (WAITING & set(table(folder, language)))


@pytest.mark.parametrize(
    "text",
    ['"""hello"""', 'x == "hello"', 'def f():\n    """hello"""', '["hell", {}]', '"language_" + "zh" == "hello"'],
)
def test_a_word_that_nobody_says_is_found(text):
    assert unsaid(["hello"], [text]) == {"hello"}


@pytest.mark.parametrize("text", ['["hello", {}]', 'hint = "hello"', 'say("hello", 1)'])
def test_a_word_that_is_said_is_left_alone(text):
    assert unsaid(["hello"], [text]) == set()


def test_a_word_of_two_strings_is_said_with_every_ending():
    assert unsaid(["axis_row", "axis_col", "axis_up"], ['["axis_" + axis, {}]']) == {"axis_up"}
