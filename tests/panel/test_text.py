"""Room: codes with arguments become words in both languages; what is unknown shows and never stops the table."""

from firmware.panel.text import Words, say

EN = [
    {
        "points": "Points: {n} of {of}",
        "at": "{at}: {card}",
        "draw": "Draw {n} card{n:s}.",
        "move": "{kind} {n:+}",
        "who": "{player} waits",
        "because": "Stop: {why}",
        "cells": "look at {cells}",
        "player": "Player {n}",
        "row": "row {name}",
        "column": "column {name}",
        "tap_pad": "pad",
        "battery": "a battery",
        "e_sun": "Sun",
        "yes": "on",
        "no": "off",
        "is": "it is {it}",
    }
]


def card_name(code, language):
    return {"eco": {"en": "saver", "zh": "节能"}}.get(code, {}).get(language)


class Cartridge:
    WORDS = {"en": "firmware.panel.words_zh"}

    @staticmethod
    def card_name(code, language):
        return code + " in " + language


def en(code, **args):
    return say([code, args], "en", EN, card_name)


def test_numbers_go_into_their_places():
    assert en("points", n=2, of=3) == "Points: 2 of 3"


def test_cells_have_the_names_printed_at_the_table():
    assert en("at", at=["cell", 0], card="x") == "A1: x"
    assert en("at", at=["cell", 6], card="x") == "B3: x"
    assert en("at", at=["cell", 15], card="x") == "D4: x"


def test_lines_and_places():
    assert en("cells", cells=["line", 1]) == "look at row B"
    assert en("cells", cells=["line", 7]) == "look at column 4"
    assert en("cells", cells=["line", 22]) == "look at column 1"
    assert en("cells", cells=["place", 18]) == "look at row A"
    assert en("cells", cells=["place", 17]) == "look at pad"
    assert en("cells", cells=["place", 5]) == "look at B2"
    assert en("cells", cells=["place", 99]) == "look at 99"


def test_players_are_counted_from_one():
    assert en("who", player=["player", 0]) == "Player 1 waits"


def test_cards_by_name_by_code_or_as_a_battery():
    assert en("at", at=["cell", 0], card=["card", "eco"]) == 'A1: "saver"'
    assert en("at", at=["cell", 0], card=["card", "A@1"]) == "A1: A@1"
    assert en("at", at=["cell", 0], card=["card", ""]) == "A1: a battery"
    assert en("is", it=["event", "sun"]) == "it is Sun"
    assert en("is", it=["event", "eco"]) == 'it is "saver"'


def test_signs_and_plurals():
    assert en("move", kind=["kind", 2], n=2) == "C +2"
    assert en("move", kind=["kind", 0], n=-3) == "A −3"
    assert en("move", kind=["kind", 1], n=0) == "B 0"
    assert en("draw", n=1) == "Draw 1 card."
    assert en("draw", n=2) == "Draw 2 cards."


def test_messages_and_lists_inside_messages():
    assert en("because", why=["points", {"n": 0, "of": 3}]) == "Stop: Points: 0 of 3"
    assert en("cells", cells=[["cell", 0], ["cell", 5]]) == "look at A1, B2"
    assert en("is", it=True) == "it is on"
    assert en("is", it=None) == "it is "


def test_what_is_unknown_shows_itself():
    assert say(["strange", {"n": 1}], "en", EN) == "strange"
    assert say([7, {}], "en", EN) == "7"
    assert en("points", n=2) == "Points: 2 of ?"
    assert en("is", it=["planet", 3]) == "it is planet, 3"
    assert en("is", it=["kind", 8]) == "it is 8"
    assert say(["broken", {}], "en", [{"broken": "open {n"}]) == "open {n"


def test_the_games_words_come_before_the_tables_own():
    words = Words("en", Cartridge)
    assert words.say(["player", {"n": 1}]) == "玩家1"
    assert words.word("menu_mode") == "模式" and words.word("nothing") is None


def test_both_languages_load_without_a_game():
    assert Words("en").say(["who", {}]) == "who"
    assert Words("en").say(["queue_slot", {}]) == "queue slot"
    assert Words("zh").say(["no_board", {"player": ["player", 1]}])[:3] == "玩家2"


def test_a_cartridge_names_its_cards():
    assert Words("zh", Cartridge).say(["menu_only", {"value": ["card", "eco"]}]) == "「eco in zh」"
