"""Room: plans hunted for, in machine code where there is a native emitter, against those of plain Python, which lists
what can be listed: on the hardest boards known and on drawn ones."""

import json

from firmware.games.energy_matrix import settle
from tests.games.native_desk import outcomes, plain_outcomes

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
    tried = settle.TRIED
    settle.TRIED = 0
    try:
        there = outcomes((text, rulers), most)
    finally:
        settle.TRIED = tried
    assert plain_outcomes((text, rulers), most) == there, (text, rulers)
    return there


def test_the_hardest_boards():
    with open(HARDEST) as lines:
        for line in lines:
            case = json.loads(line)
            assert both_ways(case["board"], case["rulers"], 1)


def test_drawn_boards_and_their_next_plans():
    many = 0
    for text, rulers in drawn(300):
        many += len(both_ways(text, rulers, 12)) == 12
    assert many > 20
