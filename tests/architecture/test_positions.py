"""Room: positions have names; those of games are those of the wiring, and no room behind the wiring says numbers."""

import ast

import pytest

from firmware import games, wiring
from tests.architecture import house

ROOMS = house.sources("firmware/games", "firmware/cards", "firmware/boards")
NUMBERS = (games.QUEUE, games.TAP, games.EDGE, games.POSITIONS)  # CELLS is as much as QUEUE


def bare_faults(path, text):
    """Numbers that look like positions outside the assignments that name them; int(text, 16) means no position."""
    tree = ast.parse(text)
    left = {id(node) for item in tree.body if isinstance(item, ast.Assign) for node in ast.walk(item)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "int":
            left |= {id(argument) for argument in node.args[1:]}
    return [
        f"{path}:{node.lineno} says {node.value}: give the position by its name"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and type(node.value) is int and node.value in NUMBERS and id(node) not in left
    ]


def test_games_and_wiring_count_positions_alike():
    for name in ("CELLS", "QUEUE", "TAP", "EDGE", "POSITIONS"):
        assert getattr(games, name) == getattr(wiring, name), name
    assert games.EDGE + games.EDGES == games.POSITIONS


def test_no_room_behind_the_wiring_gives_a_position_by_its_number():
    assert len(ROOMS) > 30
    assert [fault for path, text in ROOMS.items() for fault in bare_faults(path, text)] == []


@pytest.mark.parametrize("line", ["range(16)", "place - 18", "def f(at=17): pass", "[None] * 26"])
def test_a_bare_position_is_found(line):
    assert len(bare_faults("x.py", line)) == 1


def test_named_numbers_and_bases_are_left_alone():
    assert bare_faults("x.py", "CHUNK = 16\nSTEPS = (18, 27)\nint(text, 16)\nTrue\n1.0") == []
