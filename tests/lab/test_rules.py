"""Room: the lab's own rules against the worked examples of the rules file (section 9)."""

import json
from pathlib import Path

import pytest

from host_tools.errors import UserError
from host_tools.lab.notation import read_notation, write_notation
from host_tools.lab.plans import best_plan, gain
from host_tools.lab.rules import FRAMES, LIMITS, PRINTED, deck_kinds, demand, products, states, voltages

CASES = Path(__file__).parent.parent / "data/explained_boards.jsonl"
THIRD = ". . | A@1 / . - B@2 2A+B>2C@2 / . . 4A>2C@2 A@1 / . . . |"
CHAIN = "- C@3[eco,eco] C>3B@1 . / - A@1 2A+2B>2C@1 A@1 / . . . . / . . . ."


def best(board, rulers=(0, 0, 0)):
    layout, event = read_notation(board)
    plan = best_plan(layout, event, rulers, LIMITS)
    return plan.cells, plan.net, gain(plan.net, rulers, LIMITS)


def test_the_deck_has_115_cards():
    kinds = deck_kinds()
    assert sum(copies for _, copies, _ in kinds) == 115
    assert sum(copies for code, copies, _ in kinds if code in FRAMES) == 30
    assert sum(copies for code, copies, _ in kinds if PRINTED[code].kind == "event") == 34
    assert all(is_frame == (code in FRAMES) for code, _, is_frame in kinds)


def test_batteries_reach_across_their_row_or_column():
    layout, _ = read_notation("- . . . / . . | . / . . . . / . . . |")
    assert voltages(layout) == [1, 1, 2, 2, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1]


def test_an_edge_battery_works_only_with_a_battery_of_its_line():
    layout, event = read_notation("- . . . / . . . . / . . . . / . . . . edge=r0,r1,r0 event=thunder")
    assert voltages(layout, event)[0:8] == [4, 4, 4, 4, 1, 1, 1, 1]


def test_states_of_the_second_example():
    layout, event = read_notation("- . B@2 5A@4 / . . | . / . . . A@1 / . . . |")
    assert states(layout, event) == {2: "ok", 3: "under", 11: "ok"}
    assert best("- . B@2 5A@4 / . . | . / . . . A@1 / . . . |")[:2] == ((), (1, 1, 0))


def test_the_third_example_fires_its_converter():
    assert best(THIRD)[:2] == ((7,), (0, 0, 2))


def test_thunder_spoils_a_finished_board():
    layout, event = read_notation(THIRD + " event=thunder")
    assert states(layout, event) == {3: "over", 6: "over", 7: "over", 10: "ok", 11: "over"}
    assert best(THIRD + " event=thunder")[:2] == ((), (0, 0, 0))


def test_the_photo_of_the_design_log():
    board = "- | . 2A@2 / - 2B@3 A@1 4A>2C@2 / - B@2 2A+B>2C@2[eco] A@1 / - C@3 2B@3 -"
    layout, event = read_notation(board)
    assert states(layout, event) == {
        3: "under", 5: "under", 6: "ok", 7: "under", 9: "ok", 10: "ok", 11: "ok", 13: "ok", 14: "under"
    }  # fmt: skip
    assert best(board) == ((10,), (0, 0, 3), (0, 162))


def test_a_chain_of_two_converters():
    assert best(CHAIN) == ((2, 6), (0, 1, 2), (0, 135))


def test_a_ruler_near_its_end_changes_the_best_plan():
    assert best(CHAIN, (0, 0, 3)) == ((), (2, 0, 1), (1, 90))


def test_demand_and_bonus_follow_the_frames():
    assert demand("A@1", ("eco", "eco")) == 0
    assert demand("C>3B@1", ("oc", "sun+")) == 2
    assert products("C>4A+2B@3", ("oc", "sun+", "rain+"), "sun") == (6, 4, 0)
    assert products("B@2", ("sun+",), "rain") == (0, 1, 0)


@pytest.mark.parametrize("line", CASES.read_text().splitlines())
def test_the_example_boards(line):
    case = json.loads(line)
    layout, event = read_notation(case["board"])
    plan = best_plan(layout, event, case["rulers"], case.get("limits", LIMITS))
    assert voltages(layout, event) == sum(case["voltage"], [])
    assert {f"{cell // 4},{cell % 4}": state for cell, state in states(layout, event).items()} == case["states"]
    assert [list(divmod(cell, 4)) for cell in plan.cells] == case["converters"]
    assert dict(zip("ABC", plan.net, strict=True)) == case["net"]
    assert gain(plan.net, case["rulers"], LIMITS) == (case["damage"], case["value"])
    again, same_event = read_notation(write_notation(layout, event))
    assert (again.key(), same_event) == (layout.key(), event)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (". . . . / . . . .", "four rows"),
        (". . . . / . . A@9 . / . . . . / . . . .", "row 1, cell 2: 'A@9'"),
        (". . . B@2[ext] / . . . . / . . . . / . . . .", "row 0, cell 3"),
        (". . . . / . . . . / . . . . / . . . . edge=r9", "edge=r9"),
    ],
)
def test_notation_that_cannot_be_is_named(text, words):
    with pytest.raises(UserError, match=words.replace("[", r"\[")):
        read_notation(text)
