"""Room: how a turn ends and what an overrule does in each phase: lives, events, points (rules sections 4.2 and 4.5)."""

from firmware.games import Refusal
from firmware.games.energy_matrix.matrix import notation
from firmware.games.energy_matrix.rules import account
from firmware.games.energy_matrix.rules.legal_actions import legal_actions
from firmware.games.kit.journal import undone
from tests.games.table_play import GAME, after, building
from tests.games.test_turn import refused
from tests.helpers import raises

REST = " / . . . . / . . . . / . . . ."


def board(text):
    return notation.parse(text + REST)[0]


def settling(text, event="A@1#9", **changes):
    """The settlement of player 0 with this board."""
    return dict(after(building(event), ["overrule", 0, board(text)], ["next"]), **changes)


def test_two_rulers_at_their_ends_take_two_lives_in_one_turn():
    state = after(settling("-- 2A@2 B@2 .", rulers=[11, 7, 0]), ["settle", [1, 2]])
    assert state["hits"] == [0, 1] and state["phase"] == "end"
    state = after(state, ["next"])
    assert (state["hits"], state["phase"], state["players"][1]["life"]) == ([1], "end", 2)
    state = after(state, ["next"])
    assert (state["hits"], state["phase"], state["players"][1]["life"]) == ([], "draw", 1)
    assert state["rulers"] == [0, 0, 0] and state["active"] == 1


def test_an_event_acts_on_one_turn_of_one_player():
    state = settling("- A@1 . .", "thunder#1")
    assert (account.board_event(state, 0), account.board_event(state, 1)) == ("thunder", "none")
    state = after(state, ["settle", []])
    assert state["event"] == "none" and account.board_event(state, 1) == "none"
    assert account.board_event(dict(state, event="dismantle"), 1) == "none"
    assert after(building("ap-1#1"), ["next"], ["settle", []])["points"] == 3


def test_an_overrule_while_settling_takes_back_what_was_fired_by_hand():
    state = after(settling("- A@1 A@1 ."), ["fire", 1])
    assert state["fired"] == [1]
    assert after(state, ["overrule", 0, board("- . A@1 .")])["fired"] == []


def test_what_was_fired_by_hand_does_not_fire_in_the_next_turn():
    state = after(settling("- A@1 A@1 ."), ["fire", 1], ["settle", [1]])
    assert state["fired"] == [] and state["rulers"] == [1, 0, 0]


def test_an_overrule_answers_dismantle():
    state = dict(settling("- A@1 . ."), phase="dismantle")
    assert after(state, ["overrule", 0, board("- . . .")])["phase"] == "build"
    assert after(building(), ["overrule", 0, board("- . . .")])["phase"] == "build"


def test_an_overrule_needs_a_board_that_can_be():
    empty = account.empty_board()
    for entry in (["w", "x"], ["b", []], ["b", [["up", "A@1"]]], ["m", "eco", []], ["m", "A@1"], ["z"]):
        spoilt = dict(empty, cells=[entry] + [None] * 15)
        assert refused(building(), ["overrule", 0, spoilt]) == "bad_action", entry
    assert after(building(), ["overrule", 1, dict(empty, cells=[["w"]] + [None] * 15)])
    assert refused(building(), ["overrule", 2, empty]) == "bad_action"


def test_the_setup_itself_cannot_be_undone():
    assert undone(GAME, after(GAME.setup(), ["next"]))["phase"] == "deal"
    with raises(Refusal) as refusal:
        undone(GAME, GAME.setup())
    assert refusal.value.code == "nothing_to_undo"


def test_what_may_be_built_now_is_what_is_not_refused():
    state = after(building(options={"frames_per_machine": 1}), ["machine", 5, "A@1"], ["frame", 5, "eco"])
    verbs = [action[:2] for action in legal_actions(state)]
    assert ["frame", 5] not in verbs and ["take_frame", 5] in verbs
