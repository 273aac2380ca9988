"""Room: `ematrix cards sheets`: what it writes, and one sentence with a cure for whatever is wrong."""
# engine: cpython

import sys
from pathlib import Path

import pypdfium2
import pytest
import typer

from firmware.games.energy_matrix.cards import database_rows
from firmware.games.energy_matrix.cards.default_deck import CARDS
from host_tools.cards import database, sheets, sheets_command, sheets_fonts
from host_tools.cards.sheets_select import copies_of
from host_tools.cards.source import DEFAULT
from host_tools.errors import HonestNo, UserError

APP = typer.Typer()
sheets_command.register(APP)


def run(*arguments):
    APP(args=[str(argument) for argument in arguments], standalone_mode=False)


def refusal(*arguments, kind=UserError):
    with pytest.raises(kind) as caught:
        run(*arguments)
    said = str(caught.value)
    assert "\n" not in said and "; " in said, said
    return said


def edited(tmp_path, old, new):
    file = tmp_path / "new.csv"
    text = DEFAULT.read_text(encoding="utf-8-sig")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    return file


def count(pdf):
    return len(pypdfium2.PdfDocument(Path(pdf)))


def test_the_whole_deck_is_ten_sheets_and_a_guide(tmp_path, capsys):
    run("--out", tmp_path / "cards.pdf")
    assert capsys.readouterr().out.startswith(f"{tmp_path / 'cards.pdf'}: 119 cards on 10 sheets of a4, ")
    assert count(tmp_path / "cards.pdf") == 3 * 10 + 2
    with_sizes = pypdfium2.PdfDocument(tmp_path / "cards.pdf")
    assert [round(side / 72 * 25.4) for side in with_sizes[0].get_size()] == [210, 297]


def test_the_same_request_gives_the_same_bytes(tmp_path):
    for name in ("one.pdf", "two.pdf"):
        run("--cards", "oc,A@1#2", "--out", tmp_path / name)
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


def test_options_say_what_is_on_the_pages(tmp_path):
    out = tmp_path / "cards.pdf"
    run("--no-backs", "--no-wormholes", "--paper", "letter", "--language", "en", "--out", out)
    document = pypdfium2.PdfDocument(out)
    assert len(document) == 10 + 2
    text = document[0].get_textpage().get_text_range()
    assert "makes A" in text and "A@1 · 9" in text and "faces 1/10" in text and "产" not in text
    assert "wormhole" not in document[9].get_textpage().get_text_range()
    assert "spots 0 to 5" in document[10].get_textpage().get_text_range()


@pytest.mark.parametrize(
    ("options", "kinds"),
    [
        ({}, ["face", "back", "face", "back", "tag", "tag"]),
        ({"build": "glued"}, ["face", "face", "tag", "back", "tag", "back"]),
        ({"backs": False}, ["face", "face"]),
    ],
)
def test_pages_come_in_the_order_in_which_they_are_printed(options, kinds):
    assert [kind for kind, _ in sheets.order(2, sheets.Options(**options))] == kinds


def test_a_database_serves_as_old_list(tmp_path, capsys):
    old = tmp_path / "cards.db"
    old.write_bytes(database.build([database_rows.fields_of(row) for row in CARDS], [("04112233445566", "oc", 1)]))
    new = edited(tmp_path, "雷暴", "雷电")
    run(new, "--changed-only", old, "--out", tmp_path / "c.pdf")
    assert ": 5 cards on 1 sheet of a4" in capsys.readouterr().out
    refusal("--changed-only", old, "--out", tmp_path / "c.pdf", kind=HonestNo)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--paper", "a5"], "--paper a4 or letter"),
        (["--language", "fr"], "--language both, zh or en"),
        (["--build", "sewn"], "--build duplex or glued"),
        (["--gutter", "-1"], "choose 0 to 20 mm"),
        (["--gutter", "nan"], "choose 0 to 20 mm"),
        (["--cards", "nope"], "no card nope"),
        (["nowhere.csv"], "nowhere.csv cannot be read"),
        (["--changed-only", "nowhere.db"], "nowhere.db cannot be read"),
        (["--font", "nowhere.otf", "--cards", "A@1"], "nowhere.otf cannot be read"),
        (["--font", "pyproject.toml", "--cards", "A@1"], "pyproject.toml is no font"),
        (["--out", "nowhere/cards.pdf", "--cards", "A@1#1"], "--out"),
    ],
)
def test_a_wrong_request_is_one_sentence(arguments, named):
    assert named in refusal(*arguments)


def test_a_damaged_database_is_one_sentence(tmp_path):
    file = tmp_path / "cards.db"
    data = bytearray(database.build([database_rows.fields_of(row) for row in CARDS], []))
    data[-1] ^= 1
    file.write_bytes(data)
    assert "checksum" in refusal(file)
    file.write_bytes(b"EMDB")
    assert "cards.db" in refusal(file)


def test_nothing_to_print_is_said():
    with pytest.raises(UserError, match="no card to print"):
        sheets.make([], sheets.Options())


def test_without_typst_the_cure_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "typst", None)
    assert "pip install typst==" in refusal("--cards", "A@1#1")


def test_a_character_without_a_font_is_named_with_its_card(tmp_path, monkeypatch):
    monkeypatch.setattr(sheets_fonts.fonts_for, "__defaults__", (None, ()))
    said = refusal(edited(tmp_path, "雷暴", "雷龘"), "--out", tmp_path / "c.pdf")
    assert said.startswith("card thunder: no font here has '龘' (U+9F98); install Debian's package fonts-noto-cjk")


def test_other_fonts_are_only_taken_for_characters_that_the_card_font_lacks():
    text = {"card x": "产出 A"}
    assert sheets_fonts.fonts_for(text, system=["/nowhere.ttc", str(sheets_fonts.OWN)]) == [sheets_fonts.OWN]


NOTO = Path(sheets_fonts.SYSTEM[0])


@pytest.mark.skipif(not NOTO.exists(), reason="Debian's package fonts-noto-cjk is not installed")
def test_a_font_of_the_system_helps_out(tmp_path):
    row = ("x", "event", 0, (0, 0, 0), (0, 0, 0), 1, "雷龘", "x", "thunder")
    assert sheets_fonts.fonts_for({"card x": "龘"}, system=[NOTO]) == [sheets_fonts.OWN, NOTO]
    data = sheets.make(copies_of([row]), sheets.Options())
    text = pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()
    assert "雷龘" in text
