"""Room: what a side costs and what lies wrong, read from the cards themselves."""

import pytest

from host_tools.lab.reading import Side, cost
from host_tools.lab.rules import deck_kinds
from host_tools.simulator.world import World


class Table:
    """A world with cards named by token, and player 0's side before the changes."""

    def __init__(self):
        self.world = World(deck_kinds())
        self.named = {card.token: card.id for card in self.world.cards}

    def lay(self, token, to, face="up", rotation=0):
        self.world.move(self.named[token], to, face, rotation)

    def side(self):
        return Side(self.world, 0)


@pytest.fixture
def table():
    table = Table()
    table.lay("A@1#1", "cell:0:5")
    table.lay("eco#1", "cell:0:5")
    table.lay("oc#1", "cell:0:5")
    table.lay("B@2#1", "cell:0:0", "down", 90)
    table.lay("B@2#2", "cell:0:0", "down", 180)
    return table


def test_a_side_is_read_as_it_lies(table):
    side = table.side()
    assert side.layout.machines == {5: ("A@1", ("eco", "oc"))}
    assert side.layout.batteries == {0: "|-"}
    assert side.wrong == []


@pytest.mark.parametrize(
    ("changes", "points"),
    [
        ([], 0),
        ([("sun#1", "cell:0:1", "down", 0)], 1),
        ([("B@2#2", "hand:0", "down", 0)], 1),
        ([("B@2#2", "cell:0:0", "down", 90)], 2),  # turned: taken off and placed
        ([("B@2#2", "cell:0:3", "down", 0)], 2),  # moved
        ([("eco#1", "discard", "up", 0)], 1),
        ([("A@1#1", "hand:0", "down", 0), ("eco#1", "discard", "up", 0), ("oc#1", "discard", "up", 0)], 1),
        ([("ext#1", "edge:0:2", "up", 0)], 1),
        ([("2A@2#1", "cell:0:6", "up", 0), ("eco#2", "cell:0:6", "up", 0)], 2),
    ],
)
def test_what_changes_cost(table, changes, points):
    before = table.side()
    for change in changes:
        table.lay(*change)
    assert cost(before, table.side()) == points


def test_taking_a_machine_takes_its_frames_along_for_one_point(table):
    table.lay("sun+#1", "cell:0:5")
    before = table.side()
    for frame in ("eco#1", "oc#1", "sun+#1"):
        table.lay(frame, "discard")
    assert cost(before, table.side()) == 2  # the machine off and on again is cheaper than three frames off


@pytest.mark.parametrize(
    ("token", "place"),
    [("B@2#3", "cell:0:5"), ("sun#1", "cell:0:9"), ("eco#3", "cell:0:9"), ("ext#1", "cell:0:5"), ("eco#3", "edge:0:1")],
)
def test_what_lies_wrong_is_named(table, token, place):
    table.lay(token, place)
    assert table.side().wrong == [place]
