"""Room: the best plans and the next ones on boards too large for brute force, against a listing of every set that can
fire (listing.py): on the hardest boards known and on drawn ones."""

import json

from firmware.games.energy_matrix.matrix import machines, notation
from firmware.games.energy_matrix.plan import best
from firmware.games.energy_matrix.plan.problem import NEAR
from tests.games import listing

HARDEST = __file__.rsplit("/", 1)[0] + "/../../host_tools/bench/hardest.txt"
# Converters that feed each other in circles, and what starts them.
MACHINES = (
    "C>4A+2B@3[eco,eco,eco]", "C>3B@1[eco]", "2A+2B>2C@1[eco]", "4A>2C@2[eco,eco]", "A+B>2C@3[eco,eco,eco]",
    "2A+B>2C@2[eco,eco]", "C@3[eco,eco,eco]", "3A@3[eco,eco,eco]", "2B@3[eco,eco,eco]",
)  # fmt: skip


def drawn(count):
    """Full boards of these machines, with rulers anywhere."""
    state = 7
    for _ in range(count):
        numbers = []
        for _ in range(19):
            state = (state * 75 + 74) % 65537
            numbers.append(state >> 3)
        cells = [MACHINES[number % len(MACHINES)] for number in numbers[:16]]
        rows = [" ".join(cells[at : at + 4]) for at in range(0, 16, 4)]
        rulers = [numbers[16] % 24 - 12, numbers[17] % 16 - 8, numbers[18] % 8 - 4]
        yield " / ".join(rows), rulers


def both_ways(text, rulers, most):
    """The first so many plans, worked out and listed; how many there are."""
    board, event = notation.parse(text)
    gives, takes = [None] * 16, [None] * 16
    for cell, _, _, _, _, state, inputs, outputs in machines.survey(board, event):
        if state == "ok":
            gives[cell], takes[cell] = outputs, inputs
    listed = listing.plans(gives, takes, NEAR, rulers)
    found = []
    for plan in best.plans(best.problem(board, event, rulers)):
        if plan is not None:
            found.append((plan["converters"], plan["net"], plan["damage"], plan["value"]))
            if len(found) == most:
                break
    assert found == listed[:most], (text, rulers)
    return len(found)


def test_the_hardest_boards_and_their_next_plans():
    with open(HARDEST) as lines:
        for line in lines:
            case = json.loads(line)
            assert both_ways(case["board"], case["rulers"], 12) == 12


def test_drawn_boards_and_their_next_plans():
    many = 0
    for text, rulers in drawn(300):
        many += both_ways(text, rulers, 12) == 12
    assert many > 20
