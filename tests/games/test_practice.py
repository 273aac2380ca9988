"""Room: practice, one player alone (rules section 9): turns of one hand, lives that are taken by whoever plays."""

from firmware.games.kit.journal import replay
from tests.games.table_play import EMPTY, GAME, after, picture

FRAMES = ["eco#%d" % n for n in range(1, 7)]


def dealt():
    """The first build phase."""
    queue = ("B@2#1", "A@1#9", "B@2#2", "B@2#3")
    state = after(GAME.setup("practice"), ["next"], *[["push", token] for token in queue], ["next"])
    return after(state, ["next"], ["push", "B@2#4"], ["reveal"], ["next"])


def built():
    """Two machines that bring ruler C to its end in one turn."""
    return after(dealt(), ["overrule", 0, {
        "cells": [["b", [["row", "A@1#1"]]], ["m", "2C@4#1", FRAMES[:3]], ["m", "2C@4#2", FRAMES[3:]]] + [None] * 13,
        "edges": [[]] * 8,
    }])  # fmt: skip


def turn(state):
    """The rest of a turn that fires both machines and takes the life card, and the next one up to building."""
    state = after(state, ["next"], ["settle", [1, 2]])
    state = after(state, ["next"])
    return after(state, ["next"], ["pass"]) if state["phase"] == "draw" else state


def test_it_is_for_one_player_and_the_duel_for_two():
    assert (GAME.boards_of("practice"), GAME.boards_of("duel")) == (1, 2)
    assert len(GAME.setup("practice")["players"]) == 1


def test_one_hand_fills_the_queue_with_four():
    state = after(GAME.setup("practice"), ["next"], *[["push", "A@1#%d" % n] for n in (1, 2, 3)])
    assert state["phase"] == "fill"
    assert after(state, ["push", "A@1#4"])["phase"] == "discard"


def test_every_turn_is_the_same_players():
    state = after(dealt(), ["next"], ["settle", []])
    assert (state["turn"], state["active"], state["phase"]) == (2, 0, "draw")


def test_a_full_ruler_takes_a_life_and_the_third_ends_the_game():
    state = built()
    for left in (2, 1):
        state = turn(state)
        assert state["players"][0]["life"] == left and state["rulers"] == [0, 0, 0]
        assert state["phase"] != "over" and state["winner"] is None
    state = turn(state)
    assert state["phase"] == "over" and state["winner"] == 0 and state["turn"] == 3
    assert replay(GAME, state["journal"]) == state


def test_the_display_says_who_takes_the_card_and_in_how_many_turns_it_was_done():
    state = built()
    play = GAME.at_table(after(state, ["next"], ["settle", [1, 2]]))
    seen = picture(EMPTY)
    seen["cells"][:3] = [["row", ["A@1#1"]], ["up", ["2C@4#1"] + FRAMES[:3]], ["up", ["2C@4#2"] + FRAMES[3:]]]
    play.see(0, seen)
    assert play.state["phase"] == "end" and play.view()["life"] == [[3, 3]]
    assert ["take_life", {"player": ["player", 0], "kind": ["kind", 2]}] in play.screen(0)["lines"]
    for _ in range(2):
        state = turn(state)
    over = GAME.at_table(turn(state))
    over.see(0, picture(EMPTY))
    assert over.screen(0)["lines"] == [["alone_done", {"n": 3}]]
