"""Room: firing by hand, one machine at a time (rules section 3)."""

from firmware.games.energy_matrix.matrix import notation
from firmware.games.energy_matrix.plan import firing
from tests.helpers import raises

# Cells: 1 C@3, 2 C>3B@1, 5 A@1, 6 2A+2B>2C@1, 7 A@1; all powered.
CHAIN, NONE = notation.parse("- C@3[eco,eco] C>3B@1 . / - A@1 2A+2B>2C@1 A@1 / . . . . / . . . .")


def test_a_converter_needs_its_feeders_fired_before_it():
    assert firing.can_fire(CHAIN, NONE, [], 2) == "starved"
    assert firing.can_fire(CHAIN, NONE, [1], 2) is None
    assert firing.can_fire(CHAIN, NONE, [1, 5, 7], 6) == "starved"
    assert firing.can_fire(CHAIN, NONE, [1, 5, 7, 2], 6) is None


def test_refusals():
    assert firing.can_fire(CHAIN, NONE, [1], 1) == "already_fired"
    assert firing.can_fire(CHAIN, NONE, [], 3) == "no_machine"
    assert firing.can_fire(CHAIN, NONE, [], 0) == "no_machine"
    assert firing.can_fire(CHAIN, NONE, [], 16) == "no_machine"
    assert firing.can_fire(CHAIN, NONE, [], -1) == "no_machine"
    assert firing.can_fire(CHAIN, "thunder", [], 1) == "not_powered"


def test_totals_count_only_what_fired():
    assert firing.totals(CHAIN, NONE, []) == [0, 0, 0]
    assert firing.totals(CHAIN, NONE, [5]) == [1, 0, 0]
    assert firing.totals(CHAIN, NONE, [1, 5, 7]) == [2, 0, 1]
    assert firing.totals(CHAIN, NONE, [1, 2, 5, 7, 6]) == [0, 1, 2]


def test_flows_say_who_feeds_whom():
    net, flows = firing.outcome(CHAIN, NONE, [1, 2, 5, 7, 6])
    assert net == [0, 1, 2]
    assert sorted(flows) == [[1, 2, 2, 1], [2, 6, 1, 2], [5, 6, 0, 1], [7, 6, 0, 1]]


def test_an_order_that_cannot_be_is_refused():
    with raises(ValueError):
        firing.totals(CHAIN, NONE, [2, 1])


def test_an_earlier_choice_of_units_stands_in_nobodys_way():
    # 4A>2C (cell 1) can eat from both 5A@4 (0) and 4A>2C's other neighbour; the second converter only from 5A@4.
    board, event = notation.parse(
        "5A@4[eco,eco,eco,eco] 4A>2C@2[eco,eco] 5A@4[eco,eco,eco,eco] . / 4A>2C@2[eco,eco] . . . / . . . . / . . . ."
    )
    assert firing.can_fire(board, event, [0, 1], 4) == "starved"
    assert firing.can_fire(board, event, [0, 2, 1], 4) is None
    assert firing.totals(board, event, [0, 2, 1, 4]) == [2, 0, 4]


def test_free_units_cost_nothing():
    board, event = notation.parse("4A>2C@2[eco,eco] 5A@4[eco,eco,eco,eco] . . / . . . . / . . . . / . . . .")
    mate = [[20, (3, 0, 0)]]
    assert firing.totals(board, event, [1, 0]) == [1, 0, 2]
    net, flows = firing.outcome(board, event, [1, 0], links=[[0, 20]], free=mate)
    assert net == [4, 0, 2]
    assert sorted(flows) == [[1, 0, 0, 1], [20, 0, 0, 3]]
