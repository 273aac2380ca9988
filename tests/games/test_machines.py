"""Room: demand, state and products of machines (rules section 3)."""

from firmware.games.energy_matrix.cards import kinds
from firmware.games.energy_matrix.matrix import machines, notation
from tests.games.card_rows import machine_row

REST = " / . . . . / . . . . / . . . ."


def first(text, rule="exact", catalogue=None):
    board, event = notation.parse(text, catalogue)
    return machines.survey(board, event, rule, catalogue)[0]


def test_what_the_survey_says():
    assert first("- 2A+B>2C@2[eco,oc] . ." + REST) == [
        1, "2A+B>2C@2", ["eco", "oc"], 2, 1, "under", (2, 1, 0), (0, 0, 3)
    ]  # fmt: skip
    assert first("- A@1 . ." + REST) == [1, "A@1", [], 1, 1, "ok", None, (1, 0, 0)]


def test_states():
    assert first(". A@1 . ." + REST)[5] == "under"
    assert first("- A@1 . ." + REST)[5] == "ok"
    assert first("-- A@1 . ." + REST)[5] == "over"
    assert first("-- A@1 . ." + REST, "at_least")[5] == "ok"
    assert first(". A@1 . ." + REST, "at_least")[5] == "under"


def test_demand_never_falls_below_zero():
    assert first("A@1[eco,eco,eco] . . ." + REST)[3:6] == [0, 0, "ok"]
    assert first("A@1[eco,eco,eco,oc,oc,oc] . . ." + REST)[3] == 1


def test_bonuses_go_to_every_kind_produced_and_to_no_input():
    assert first("C>4A+2B@3[oc] . . ." + REST)[6:] == [(0, 0, 1), (5, 3, 0)]
    assert first("C>4A+2B@3[sun+,sun+,rain+] . . ." + REST + " event=sun")[7] == (6, 4, 0)
    assert first("C>4A+2B@3[sun+,rain+] . . ." + REST + " event=rain")[7] == (5, 3, 0)
    assert first("C>4A+2B@3[sun+,rain+] . . ." + REST + " event=thunder")[7] == (4, 2, 0)
    assert first("A@1[oc,oc,sun+] . . ." + REST + " event=sun")[7] == (4, 0, 0)


def test_tokens_with_copy_numbers():
    board, _ = notation.parse("- A@1 . ." + REST)
    board["cells"][1] = ["m", "2B@3#4", ["oc#1", "eco#6"]]
    assert machines.survey(board)[0] == [1, "2B@3#4", ["oc#1", "eco#6"], 3, 1, "under", None, (0, 3, 0)]


def test_unknown_cards_and_cards_that_are_no_machine_are_left_out():
    board, _ = notation.parse("- A@1 . ." + REST)
    board["cells"][2] = ["m", "?04AABB", []]
    board["cells"][3] = ["m", "eco#1", []]
    board["cells"][4] = ["w"]
    assert [found[0] for found in machines.survey(board)] == [1]


def test_another_catalogue():
    mine = kinds.Catalogue(kinds.CARDS + (machine_row("3B>A+C@0"),))
    assert first("3B>A+C@0 . . ." + REST, catalogue=mine) == [0, "3B>A+C@0", [], 0, 0, "ok", (0, 3, 0), (1, 0, 1)]
