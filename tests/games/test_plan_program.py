"""Room: the solver against an integer program (OR-tools' CP-SAT) where brute force would take too long."""
# engine: cpython

import json
import random
from pathlib import Path

import pytest

from firmware.games.energy_matrix.matrix import machines, notation
from firmware.games.energy_matrix.plan import best
from firmware.games.energy_matrix.plan.problem import NEAR
from host_tools.bench import program
from host_tools.bench.boards import player_boards, worst_boards

HARDEST = Path(program.__file__).with_name("hardest.txt").read_text(encoding="utf-8").splitlines()
BOARDS = [json.loads(line) for line in HARDEST] + worst_boards(12, 5) + player_boards(12, 5)


def told(plan):
    return plan["converters"], plan["net"], plan["damage"], plan["value"]


@pytest.mark.parametrize("rule", ["exact", "at_least"])
def test_full_boards(rule):
    for case in BOARDS:
        board, event = notation.parse(case["board"])
        gives, takes = [None] * 16, [None] * 16
        for cell, _, _, _, _, state, inputs, outputs in machines.survey(board, event, rule):
            if state == "ok":
                gives[cell], takes[cell] = outputs, inputs
        plan = best.best(board, event, case["rulers"], rule=rule)
        assert told(plan) == program.best(gives, takes, NEAR, case["rulers"]), case


def large_graph(rng):
    """Twelve to fifteen machines on a graph that is no grid; more than half are converters, some producers are free."""
    size = rng.randint(12, 15)
    takes = [None] * size
    gives = [tuple(rng.choice((0, 0, 1, 2, 3)) for _ in range(3)) for _ in range(size)]
    for node in rng.sample(range(size), size * 3 // 5):
        kind = rng.randrange(3)
        takes[node] = tuple(rng.randint(1, 2) if k == kind else rng.choice((0, 0, 0, 1)) for k in range(3))
    near = [[] for _ in range(size)]
    for _ in range(size * 2):
        one, other = rng.sample(range(size), 2)
        if other not in near[one]:
            near[one].append(other)
            near[other].append(one)
    free = [node for node in range(size) if takes[node] is None and rng.random() < 0.5]
    return gives, takes, near, free


def test_large_graphs_with_free_suppliers():
    rng = random.Random(8)
    hunted = 0
    for _ in range(60):
        gives, takes, near, free = large_graph(rng)
        limits = [rng.randint(4, 20) for _ in range(3)]
        rulers = [rng.randint(-limit, limit - 1) for limit in limits]
        asked = best.graph(gives, takes, near, rulers, limits, free=free)
        plan = next(plan for plan in best.plans(asked) if plan is not None)
        hunted += len(plan["converters"]) > 4
        assert told(plan) == program.best(gives, takes, near, rulers, limits, free=free), (gives, takes, near, free)
    assert hunted > 12
