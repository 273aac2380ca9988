"""Room: the referee's account of a game, step by step, and what it says of a table that errs."""

import pytest

from host_tools.lab.checks import Expected, check_account, check_leds, check_screen, check_view
from host_tools.lab.notation import write_notation
from host_tools.lab.plans import Plan
from host_tools.lab.referee import BotFault, Referee
from host_tools.lab.rules import deck_kinds
from host_tools.simulator import dealing
from host_tools.simulator.world import World

EMPTY = ". . . . / . . . . / . . . . / . . . ."


class Game:
    """A referee and the world it watches, brought to player 1's first building."""

    def __init__(self, event="A@1#9"):
        self.world = World(deck_kinds(), seed=4)
        self.named = {card.token: card.id for card in self.world.cards}
        self.referee = Referee(self.world)
        dealing.deal(self.world)
        self.referee.ok()
        for code in ("A@1", event.split("#")[0], "sun", "rain"):
            self.referee.push(code)
        self.referee.ok()
        self.draw(0, 1)
        self.referee.ok()
        self.referee.push("B@2")
        self.referee.ok()

    def draw(self, player, count):
        dealing.draw(self.world, player, count)
        self.referee.drew(player, count)

    def lay(self, token, to, face="up", rotation=0):
        self.world.move(self.named[token], to, face, rotation)

    def said(self, **changes):
        """An account record as a table without fault would send it."""
        expected = Expected(self.referee)
        draft = {"cost": expected.cost, "faults": int(expected.illegal)}
        boards = [write_notation(side.layout) for side in self.referee.start]
        plan = expected.plan and {"order": list(expected.plan.cells), "net": list(expected.plan.net)}
        said = {"points": expected.points(), "draft": draft, "boards": boards, "plan": plan}
        return {**expected.account(), **said, **changes}


def test_the_set_up_leads_to_the_first_draw():
    referee = Game().referee
    assert (referee.phase, referee.turn, referee.active, referee.event) == ("reveal", 1, 0, "none")
    assert referee.queue == ["sun", "rain", "B@2"]


@pytest.mark.parametrize(("event", "points"), [("ap+1#1", 4), ("ap-1#1", 2), ("thunder#1", 3)])
def test_events_change_the_points(event, points):
    assert Game(event).referee.points == points


def test_draw2_wants_two_cards_before_it_goes_on():
    game = Game("draw2#1")
    with pytest.raises(BotFault):
        game.referee.ok()
    game.draw(0, 2)
    game.referee.ok()
    assert game.referee.phase == "build"


def test_dismantle_without_a_machine_goes_straight_to_building():
    game = Game("dismantle#1")
    game.referee.ok()
    assert game.referee.phase == "build"


def test_dismantle_waits_for_a_machine_to_be_lifted():
    game = Game("dismantle#1")
    game.lay("A@1#1", "cell:0:3")
    game.referee.start = game.referee.sides()
    game.referee.ok()
    assert game.referee.phase == "dismantle"
    assert Expected(game.referee).cells(0) == "...?............"
    game.lay("A@1#1", "hand:0", "down")
    game.referee.lifted(3)
    assert game.referee.phase == "build"


def test_too_many_points_do_not_pass():
    game = Game()
    game.referee.ok()
    for cell, token in enumerate(("A@1#1", "A@1#2", "A@1#3", "A@1#4")):
        game.lay(token, f"cell:0:{cell}")
    game.referee.ok()
    assert (game.referee.phase, game.referee.cost()) == ("build", 4)
    game.lay("A@1#4", "hand:0", "down")
    game.referee.ok()
    assert (game.referee.phase, game.referee.points) == ("settle", 0)


def test_the_other_players_side_must_stay_as_it_was():
    game = Game()
    game.referee.ok()
    assert not Expected(game.referee).illegal
    game.lay("A@1#1", "cell:1:0")
    assert Expected(game.referee).illegal


def settled(rulers, net, lives=(3, 3)):
    game = Game()
    game.referee.ok()
    game.referee.ok()
    game.referee.rulers, game.referee.lives = list(rulers), list(lives)
    game.referee.ok(Plan((), net))
    return game


def test_rulers_move_and_the_next_player_draws():
    referee = settled((0, 2, -1), (3, 0, 1)).referee
    assert (referee.rulers, referee.phase, referee.active, referee.due) == ([3, 2, 0], "draw", 1, [0, 2])


def test_a_hit_costs_a_life_card_and_the_marker_returns():
    game = settled((10, 0, 0), (5, 1, 0))
    assert (game.referee.rulers, game.referee.phase) == ([12, 1, 0], "end")
    assert Expected(game.referee).marks() == [[12, 12, True], [1, 1, False], [0, 0, False]]
    game.world.move(game.world.pile("life:1")[0], "hand:1")
    game.draw(1, 1)
    game.referee.ok()
    assert (game.referee.rulers, game.referee.lives, game.referee.phase) == ([0, 1, 0], [3, 2], "draw")


def test_the_last_life_ends_the_game():
    game = settled((10, 7, 0), (5, 1, 0), lives=(3, 1))
    for card in list(game.world.pile("life:1")):
        game.world.move(card, "hand:1")
    game.draw(1, 1)
    game.referee.ok()
    assert (game.referee.phase, game.referee.winner, game.referee.lives) == ("over", 0, [3, 0])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"rulers": [0, 1, 0]}, "ruler B should be 0 and the table says 1"),
        ({"lives": [3, 2]}, r"lives should be \[3, 3\] and the table says \[3, 2\]"),
        ({"queue": 4}, "queue should be 3 and the table says 4"),
        ({"event": "rain"}, "event should be none and the table says rain"),
        ({"points": [2, 3]}, "points should be"),
        ({"draft": {"cost": 1, "faults": 0}}, "cost of the draft should be 0 and the table says 1"),
        ({"draft": {"cost": 0, "faults": 1}}, "faults should be none and the table says 1"),
        ({"boards": ["A@1 . . . / . . . . / . . . . / . . . .", EMPTY]}, "the matrix of player 1 should be"),
        ({"plan": {"order": [], "net": [1, 0, 0]}}, "the plan should be converters .* with a net of .0, 0, 0."),
        ({"plan": None}, "the table says none yet"),
        ({"phase": "settle"}, "phase should be build and the table says settle"),
    ],
)
def test_an_account_that_errs_is_named(changes, words):
    game = Game()
    game.referee.ok()
    assert check_account(Expected(game.referee), game.said()) == []
    found = check_account(Expected(game.referee), game.said(**changes))
    assert len(found) == 1
    with pytest.raises(AssertionError, match=words):
        raise AssertionError(found[0])


def view_of(game):
    expected = Expected(game.referee)
    players = [
        {"cells": expected.cells(player), "edges": expected.edges(player), "volts": [0] * 16, "active": player == 0}
        for player in (0, 1)
    ]
    return {"players": players, "rulers": [[limit, *mark] for limit, mark in zip((12, 8, 4), expected.marks())]}


def test_a_view_that_errs_is_named():
    game = Game()
    game.referee.ok()
    game.lay("A@1#1", "cell:0:6")
    view = view_of(game)
    assert check_view(Expected(game.referee), view) == []
    view["players"][0]["cells"] = "." * 16
    view["players"][1]["volts"][5] = 2
    view["rulers"][2] = [4, 1, 1, False]
    assert check_view(Expected(game.referee), view) == [
        "player 1's cell 1,2 should be 'u' and the table says '.'",
        "volts of player 2's cell 1,1 should be 0 and the table says 2",
        "ruler C (at, to, hit) should be [0, 0, False] and the table says [1, 1, False]",
    ]


def test_a_display_that_asks_for_the_wrong_number_of_cards_is_named():
    game = settled((0, 0, 0), (1, 0, 0))
    assert check_screen(Expected(game.referee), {"lines": [["draw", {"n": 2}], ["per_frame", {}]]}) == []
    assert check_screen(Expected(game.referee), {"lines": [["draw", {"n": 1}]]}) == [
        "the display of player 2 should be asking ['draw', {'n': 2}] and the table says [['draw', {'n': 1}]]"
    ]


def test_the_display_says_who_takes_a_life_card_and_draws():
    game = settled((10, 0, 0), (5, 1, 0))
    who = ["player", 1]
    lines = [["take_life", {"player": who, "kind": ["kind", 0]}], ["then_draw", {"player": who, "n": 1}]]
    assert check_screen(Expected(game.referee), {"lines": lines}) == []
    assert len(check_screen(Expected(game.referee), {"lines": []})) == 2


def test_dark_boards_are_named():
    game = Game()
    assert check_leds(Expected(game.referee), [], [], ()) == ["a board has not lit its LEDs yet"]
