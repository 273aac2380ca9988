"""Room: pictures of cards: SVG that needs nothing from outside, words in the card font, kinds told by shape."""
# engine: cpython

import re
from xml.etree import ElementTree

import pytest

from firmware.games.energy_matrix.cards.default_deck import CARDS
from host_tools.cards import sheets_words
from host_tools.cards.art import WORMHOLE, back_svg, face_svg, words
from host_tools.cards.art.build_font import needed
from host_tools.cards.art.icons import energy, picture
from host_tools.cards.sheets_fonts import FOLDER, characters

ROWS = [*CARDS, WORMHOLE]
SVG = "{http://www.w3.org/2000/svg}"


def said(svg):
    return [text.text for text in ElementTree.fromstring(svg).iter(SVG + "text")]


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("sheet", [False, True])
def test_faces_are_documents_that_stand_alone(language, sheet):
    for row in ROWS:
        root = ElementTree.fromstring(face_svg(row, language, sheet))
        assert root.tag == SVG + "svg" and root.get("viewBox") == "0 0 63 63"
        assert not [name for each in root.iter() for name in each.attrib if "href" in name]
        assert not [each for each in root.iter() if each.tag in (SVG + "image", SVG + "style", SVG + "script")]


def test_a_face_says_its_name_in_the_languages_asked_for():
    for row in CARDS:
        zh, en = row[6], row[7]
        both = "".join(said(face_svg(row)))
        assert zh in both and en in both
        assert zh in said(face_svg(row, "zh")) and en not in said(face_svg(row, "zh"))
        assert en in said(face_svg(row, "en")) and zh not in said(face_svg(row, "en"))


def test_a_machine_shows_its_figures():
    row = next(row for row in CARDS if row[0] == "C>4A+2B@3")
    assert said(face_svg(row, "en"))[1:-1] == ["C", "4", "A", "2", "B", "3 V"]


def test_names_with_signs_of_svg_are_shown_as_they_are():
    row = ("x", "event", 0, (0, 0, 0), (0, 0, 0), 1, "<火&水>", '"a" & <b>', "sun")
    assert "<火&水>" in said(face_svg(row)) and '"a" & <b>' in said(face_svg(row))


def test_energies_differ_in_shape_as_well_as_in_colour():
    shapes = [re.match(r"<(\w+)", energy(kind, 0, 0, 1))[1] for kind in "ABC"]
    assert sorted(shapes) == ["circle", "path", "rect"]


def test_every_event_has_a_picture_and_words():
    effects = [row[8] for row in ROWS if row[1] in ("event", "wormhole")]
    for effect in [*effects, "ap+3", "ap-2", "draw1", "draw9"]:
        name, count = words.effect_of(effect)
        assert picture(name, 0, 0, 10, count), effect
        assert all(words.effect_words(effect)), effect
    assert words.effect_words("ap-1") == ("本回合行动点 −1", "Action points −1 this turn")


def test_pictures_of_events_differ():
    drawn = {
        face_svg(("x", "event", 0, (0, 0, 0), (0, 0, 0), 1, "x", "x", row[8])) for row in CARDS if row[1] == "event"
    }
    assert len(drawn) == 7


def test_backs_of_one_deck_differ_only_by_the_window():
    assert back_svg("producer") == back_svg("converter") == back_svg("event")
    assert len({back_svg("producer"), back_svg("frame"), back_svg("wormhole")}) == 3


@pytest.mark.parametrize("weight", ["Regular", "Bold"])
def test_the_card_font_has_every_character_that_is_printed(weight):
    # Build the font anew when this fails: python -m host_tools.cards.art.build_font
    known = characters(FOLDER / f"EnergyMatrixSans-{weight}.otf")
    assert not [sign for sign in needed() if ord(sign) not in known]
    drawn = "".join(text for row in ROWS for text in said(face_svg(row)))
    drawn += "".join(text for kind in ("frame", "wormhole", "event") for text in said(back_svg(kind)))
    assert not [sign for sign in drawn if ord(sign) not in known]


def test_sheet_and_guide_speak_both_languages():
    for name, value in vars(sheets_words).items():
        if name.isupper() and isinstance(value, tuple) and isinstance(value[0], str):
            zh, en = value
            assert any(sign > "\u2e7f" for sign in zh) and en.isascii() or "²" in en or "×" in en or "▲" in en, name
