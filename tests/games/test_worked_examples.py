"""Room: the worked examples of the rules (section 9) and the boards of tests/data, answered by the game."""

import json

from firmware.games.energy_matrix.matrix import machines, notation, voltage
from firmware.games.energy_matrix.plan import best as solver

# The chain with its machines at their demand: one volt on rows 0 and 1.
CHAIN = "- C@3[eco,eco] C>3B@1 . / - A@1 2A+2B>2C@1 A@1 / . . . . / . . . ."
THREE = ". . | A@1 / . - B@2 2A+B>2C@2 / . . 4A>2C@2 A@1 / . . . |"


def states(text):
    board, event = notation.parse(text)
    return {(found[0] >> 2, found[0] & 3): found[5] for found in machines.survey(board, event)}


def best(text, rulers=(0, 0, 0)):
    board, event = notation.parse(text)
    plan = solver.best(board, event, rulers)
    return [divmod(cell, 4) for cell in plan["converters"]], plan["net"], plan["damage"], plan["value"]


def test_2_producers():
    text = "- . B@2 5A@4 / . . | . / . . . A@1 / . . . |"
    assert states(text) == {(0, 2): "ok", (0, 3): "under", (2, 3): "ok"}
    assert best(text) == ([], [1, 1, 0], 0, 45)


def test_3_one_converter():
    assert states(THREE) == {(0, 3): "ok", (1, 2): "ok", (1, 3): "ok", (2, 2): "under", (2, 3): "ok"}
    assert best(THREE) == ([(1, 3)], [0, 0, 2], 0, 108)


def test_4_the_photo():
    text = "- | . 2A@2 / - 2B@3 A@1 4A>2C@2 / - B@2 2A+B>2C@2[eco] A@1 / - C@3 2B@3 -"
    board, _ = notation.parse(text)
    assert voltage.voltages(board)[:8] == [1, 2, 1, 1, 1, 2, 1, 1]
    assert states(text) == {
        (0, 3): "under", (1, 1): "under", (1, 2): "ok", (1, 3): "under", (2, 1): "ok", (2, 2): "ok", (2, 3): "ok",
        (3, 1): "ok", (3, 2): "under",
    }  # fmt: skip
    assert best(text) == ([(2, 2)], [0, 0, 3], 0, 162)


def test_5_thunder():
    found = states(THREE + " event=thunder")
    assert found == {(0, 3): "over", (1, 2): "over", (1, 3): "over", (2, 2): "ok", (2, 3): "over"}
    assert best(THREE + " event=thunder") == ([], [0, 0, 0], 0, 0)


def test_6_a_chain():
    assert set(states(CHAIN).values()) == {"ok"}
    assert best(CHAIN) == ([(0, 2), (1, 2)], [0, 1, 2], 0, 135)
    board, _ = notation.parse(CHAIN)
    plan = solver.best(board)
    assert plan["order"] == [1, 5, 7, 2, 6]
    assert sorted(plan["flows"]) == [[1, 2, 2, 1], [2, 6, 1, 2], [5, 6, 0, 1], [7, 6, 0, 1]]


def test_7_a_capped_ruler():
    assert best(CHAIN, (0, 0, 3)) == ([], [2, 0, 1], 1, 90)


def test_wormholes_join_the_machines_beside_them():
    # C@3 beside one wormhole, C>3B beside the other: they count as adjacent (rules section 6).
    text = "C@3[eco,eco,eco] * . . / . . . . / . . . . / . . * C>3B@1[eco]"
    assert best(text) == ([(3, 3)], [0, 3, 0], 0, 81)
    assert best(text.replace("* C>", ". C>")) == ([], [0, 0, 1], 0, 54)


def test_boards_worked_out_elsewhere():
    count = 0
    with open("tests/data/explained_boards.jsonl") as file:
        for line in file:
            case = json.loads(line)
            board, event = notation.parse(case["board"])
            plan = solver.best(board, event, case["rulers"])
            assert [[cell >> 2, cell & 3] for cell in plan["converters"]] == case["converters"], case["board"]
            assert plan["net"] == [case["net"][energy] for energy in "ABC"]
            assert (plan["damage"], plan["value"]) == (case["damage"], case["value"])
            count += 1
    assert count == 60
