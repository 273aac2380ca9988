"""Room: the planner builds what may be built, and builds something useful."""

import random
from collections import Counter

import pytest

from host_tools.lab.notation import read_notation, write_notation
from host_tools.lab.planner import Situation, apply, plan_build, possible, score
from host_tools.lab.rules import FRAMES, MACHINES, Layout, deck_kinds

DECK = [code for code, copies, _ in deck_kinds() for _ in range(copies)]


def built(board, hand, points=3, event=None):
    layout, _ = read_notation(board)
    actions = plan_build(layout, Situation(event, (0, 0, 0), hand), points)
    for action in actions:
        layout = apply(layout, action)
    return layout, actions


def test_it_powers_a_machine_it_holds():
    layout, actions = built(". . . . / . . . . / . . . . / . . . .", ["2A@2", "sun", "rain"])
    assert len(actions) == 3
    assert score(layout, Situation(None, (0, 0, 0), [])) > 36


def test_it_mends_a_machine_with_a_saver():
    layout, _ = built("- B@2 . . / . . . . / . . . . / . . . .", ["eco"], points=1)
    assert write_notation(layout).startswith("- B@2[eco]")


def test_an_empty_hand_builds_nothing_that_needs_cards():
    _, actions = built("- A@1 . . / . . . . / . . . . / . . . .", [])
    assert actions == []


@pytest.mark.parametrize("seed", range(12))
def test_plans_use_no_card_twice_and_no_more_points_than_there_are(seed):
    chance = random.Random(seed)
    layout = Layout()
    for _ in range(6):
        hand = chance.sample(DECK, 6)
        points = chance.choice((2, 3, 4))
        actions = plan_build(layout, Situation(chance.choice((None, "sun", "thunder")), (3, -2, 1), hand), points)
        assert len(actions) <= points
        used = Counter("ext" if act[0] == "ext" else act[2] for act in actions if act[0] in ("machine", "frame", "ext"))
        assert not used - Counter(hand)
        assert sum(used.values()) + sum(act[0] == "battery" for act in actions) <= len(hand)
        for action in actions:
            assert action in possible(layout, Counter(code for code in hand if code in MACHINES | FRAMES), len(hand))
            layout = apply(layout, action)
        assert not set(layout.machines) & set(layout.batteries)
