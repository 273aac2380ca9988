"""Room: the deck of rules section 1, and machine codes read from text."""

from firmware.games import code_of
from firmware.games.energy_matrix.cards import kinds
from tests.games.card_rows import machine_row
from tests.helpers import raises


def test_the_deck_adds_up_to_115():
    sums = {}
    for row in kinds.CARDS:
        sums[row[kinds.KIND]] = sums.get(row[kinds.KIND], 0) + row[kinds.COPIES]
    assert sums == {"frame": 30, "event": 34, "producer": 35, "converter": 16}
    assert len(kinds.DEFAULT.codes()) == 26


def test_a_machine_code_says_what_its_row_says():
    machines = [row for row in kinds.CARDS if row[kinds.KIND] in ("producer", "converter")]
    assert len(machines) == 14
    for row in machines:
        assert machine_row(row[kinds.CODE])[:5] == row[:5]


def test_a_token_is_a_code_and_a_copy():
    assert code_of("2A+B>2C@2#3") == "2A+B>2C@2"
    assert code_of("A@1") == "A@1"
    assert kinds.DEFAULT.kind("eco#6") == "frame"
    assert kinds.DEFAULT.kind("?04A1") is None
    assert kinds.DEFAULT.get("C>3B@1")[kinds.INPUTS] == (0, 0, 1)
    assert kinds.DEFAULT.get("D@1") is None


def test_every_card_has_a_name_in_both_languages():
    for row in kinds.CARDS:
        assert row[kinds.NAME_ZH] and row[kinds.NAME_EN]
        assert row[kinds.NAME_ZH] != row[kinds.NAME_EN]


def test_another_catalogue():
    mine = kinds.Catalogue([machine_row("3A>B+C@2", 2), machine_row("10C@5")])
    assert mine.codes() == ["3A>B+C@2", "10C@5"]
    assert mine.get("3A>B+C@2") == ("3A>B+C@2", "converter", 2, (3, 0, 0), (0, 1, 1), 2, "3A>B+C@2", "3A>B+C@2", "")
    assert mine.get("10C@5")[kinds.OUTPUTS] == (0, 0, 10)


def test_rows_that_cannot_be_are_named():
    with raises(ValueError) as caught:
        kinds.Catalogue([machine_row("A@1"), machine_row("A@1")])
    assert "A@1 stands twice" in str(caught.value)
    with raises(ValueError) as caught:
        kinds.Catalogue([("A@1", "machine", 1, (0, 0, 0), (1, 0, 0), 1, "A", "A")])
    assert "kind" in str(caught.value)


def test_bad_amounts():
    for text, words in (
        ("", "no amount"),
        ("A+", "no amount"),
        ("2D", "no amount"),
        ("0A", "no amount"),
        ("-1A", "no amount"),
        ("A+A", "stands twice"),
        ("B>C", "no amount"),
        ("a", "no amount"),
    ):
        with raises(ValueError) as caught:
            kinds.energies("X@1", text)
        assert words in str(caught.value) and "X@1" in str(caught.value), (text, str(caught.value))
