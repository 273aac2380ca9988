"""Room: the phases of a duel, one action at a time (rules section 4)."""

import json

from firmware.games import Refusal
from firmware.games.energy_matrix.rules import turn
from firmware.games.energy_matrix.rules.legal_actions import legal_actions
from firmware.games.kit.journal import replay, undone
from firmware.games.kit.saved_game import decode, encode
from tests.games.table_play import GAME, after, building, started
from tests.helpers import raises


def refused(state, action):
    with raises(Refusal) as refusal:
        GAME.apply(state, action)
    return refusal.value.code


def test_setup_fills_the_queue_with_four_and_discards_the_head():
    state = after(GAME.setup(), ["next"])
    for token in ("A@1#1", "sun#1", "rain#1"):
        state = after(state, ["push", token])
        assert state["phase"] == "fill"
    state = after(state, ["push", "C@3#1"])
    assert state["phase"] == "discard" and len(state["queue"]) == 4
    state = after(state, ["next"])
    assert state["queue"] == ["sun#1", "rain#1", "C@3#1"] and state["phase"] == "draw" and state["turn"] == 1


def test_the_first_player_draws_one_then_everybody_two():
    state = started()
    assert turn.draw_count(state) == 1
    state = after(state, ["next"], ["push", "B@2#1"], ["reveal"], ["next"], ["next"], ["settle", []])
    assert state["active"] == 1 and state["turn"] == 2 and turn.draw_count(state) == 2


def test_the_last_card_turned_over_is_the_event():
    state = after(started(("A@1#1", "sun#1", "thunder#1", "A@1#2")), ["next"])
    state = after(state, ["push", "B@2#1"], ["push", "B@2#2"], ["reveal"])
    assert state["event"] == "thunder" and state["queue"] == ["A@1#2", "B@2#1", "B@2#2"]


def test_a_card_that_is_no_event_does_nothing():
    state = after(started(("A@1#1", "eco#1", "A@1#2", "A@1#3")), ["next"], ["push", "B@2#1"], ["reveal"])
    assert state["event"] == "none" and state["points"] == 3


def test_action_points_follow_the_event():
    assert building("ap+1#1")["points"] == 4 and building("ap-1#1")["points"] == 2


def test_reveal_needs_a_push_and_an_empty_hand_passes():
    state = after(started(), ["next"])
    assert refused(state, ["reveal"]) == "push_one"
    passed = after(state, ["pass"])
    assert passed["phase"] == "build" and passed["event"] == "none"
    assert refused(after(state, ["push", "B@2#1"]), ["pass"]) == "already_pushed"


def test_only_the_last_push_can_be_taken_back():
    state = after(started(), ["next"], ["push", "B@2#1"])
    assert refused(state, ["unpush", "A@1#3"]) == "not_the_last"
    back = after(state, ["unpush", "B@2#1"])
    assert back["queue"] == started()["queue"]
    assert refused(back, ["unpush", "A@1#3"]) == "nothing_pushed"


def test_pushes_are_counted_anew_in_every_turn():
    """Neither those that filled the queue count, nor those of the turn before."""
    first = after(started(("B@2#1", "A@1#9", "sun#1", "rain#1")), ["next"])
    again = after(first, ["push", "B@2#2"], ["push", "B@2#3"], ["reveal"], ["next"], ["next"], ["settle", []], ["next"])
    for state in (first, again):
        assert state["phase"] == "event" and state["pushed"] == 0
        assert refused(state, ["reveal"]) == "push_one"
        assert refused(state, ["unpush", state["queue"][-1]]) == "nothing_pushed"
        assert after(state, ["pass"])["phase"] == "build"
    one = after(again, ["push", "B@2#4"], ["reveal"])
    assert one["event"] == "rain" and one["queue"] == ["B@2#2", "B@2#3", "B@2#4"]


def test_unknown_and_doubled_cards_are_refused_at_the_slot():
    state = after(started(), ["next"])
    assert refused(state, ["push", "?04aabbcc"]) == "unknown_card"
    assert refused(state, ["push", "sun#1"]) == "card_twice"


def test_each_build_action_costs_a_point_and_the_fourth_is_refused():
    state = after(building(), ["battery", 0, "row", "A@1#1"], ["machine", 1, "A@1#2"], ["frame", 1, "eco#1"])
    assert state["points"] == 0
    assert refused(state, ["take", 1]) == "no_points"


def test_build_refusals_name_their_reason():
    state = after(building(), ["battery", 0, "row", "A@1#1"], ["machine", 1, "A@1#2"])
    assert refused(state, ["machine", 0, "A@1#3"]) == "occupied"
    assert refused(state, ["battery", 1, "row", "A@1#3"]) == "occupied"
    assert refused(state, ["machine", 2, "A@1#2"]) == "card_twice"
    assert refused(state, ["machine", 2, "sun#2"]) == "not_machine"
    assert refused(state, ["frame", 2, "eco#1"]) == "frame_alone"
    assert refused(state, ["frame", 1, "ext#1"]) == "ext_on_cell"
    assert refused(state, ["ext", 0, "eco#1"]) == "not_ext"
    assert refused(state, ["take", 5]) == "no_machine"
    assert refused(state, ["take_battery", 0, "col", "A@1#1"]) == "no_battery"
    assert refused(state, ["battery", 16, "row", ""]) == "bad_action"
    assert refused(state, ["battery", 3]) == "bad_action"
    assert refused(state, ["fly"]) == "bad_action" and refused(state, "next") == "bad_action"
    assert refused(state, ["push", "A@1#4"]) == "not_now"


def test_stacking_and_frame_limits_are_options():
    state = building(options={"stack_batteries": False, "frames_per_machine": 1})
    state = after(state, ["battery", 0, "row", ""])
    assert refused(state, ["battery", 0, "col", ""]) == "occupied"
    state = after(state, ["machine", 1, "A@1"], ["frame", 1, "eco"])
    assert refused(state, ["frame", 1, "oc"]) == "no_points"
    with raises(Refusal) as refusal:
        GAME.setup("duel", {"voltage_rule": "roughly"})
    assert refusal.value.code == "bad_option"


def test_dismantle_takes_one_machine_with_its_frames():
    state = building()
    state = after(state, ["battery", 0, "row", ""], ["machine", 1, "A@1#2"], ["frame", 1, "eco#1"], ["next"])
    state = after(state, ["settle", []], ["next"], ["push", "B@2#5"], ["reveal"], ["next"], ["next"], ["settle", []])
    state = dict(state, queue=["dismantle#1", "A@1#8", "A@1#7"])
    state = after(state, ["next"], ["push", "C@3#1"], ["reveal"], ["next"])
    assert state["phase"] == "dismantle"
    assert refused(state, ["dismantle", 0]) == "no_machine"
    state = after(state, ["dismantle", 1])
    assert state["phase"] == "build" and state["players"][0]["board"]["cells"][1] is None


def test_dismantle_without_a_machine_has_no_effect():
    assert building("dismantle#1")["phase"] == "build"


def test_settlement_moves_the_rulers_and_damage_returns_the_marker():
    state = building()
    state = after(state, ["battery", 0, "row", ""], ["machine", 1, "A@1#2"], ["machine", 2, "A@1#3"], ["next"])
    moved = after(state, ["settle", [1, 2]])
    assert moved["rulers"] == [2, 0, 0] and moved["active"] == 1 and moved["phase"] == "draw"
    near = dict(state, rulers=[11, 0, 0])
    hit = after(near, ["settle", [1, 2]])
    assert hit["phase"] == "end" and hit["hits"] == [0] and hit["rulers"] == [12, 0, 0]
    ended = after(hit, ["next"])
    assert ended["rulers"] == [0, 0, 0] and ended["players"][1]["life"] == 2 and ended["active"] == 1


def test_the_last_life_ends_the_game():
    state = after(building(), ["battery", 0, "row", ""], ["machine", 1, "A@1#2"], ["next"])
    state = dict(state, rulers=[11, 0, 0], players=[state["players"][0], dict(state["players"][1], life=1)])
    over = after(state, ["settle", [1]], ["next"])
    assert over["phase"] == "over" and over["winner"] == 0 and legal_actions(over) == []
    assert refused(over, ["next"]) == "not_now"


def test_the_second_player_pushes_the_other_way():
    state = after(building(), ["next"], ["settle", []], ["next"], ["push", "C@3#1"], ["reveal"], ["next"])
    assert state["active"] == 1
    state = after(state, ["battery", 0, "row", ""], ["machine", 1, "A@1#2"], ["next"], ["settle", [1]])
    assert state["rulers"] == [-1, 0, 0]


def test_manual_firing_one_machine_at_a_time():
    state = after(building(), ["battery", 0, "row", ""], ["machine", 1, "A@1#2"], ["next"])
    assert refused(state, ["fire", 2]) == "no_machine"
    state = after(state, ["fire", 1])
    assert refused(state, ["fire", 1]) == "already_fired"
    assert after(state, ["unfire"])["fired"] == [] and refused(after(state, ["unfire"]), ["unfire"]) == "nothing_fired"


def test_a_refused_action_changes_nothing():
    state = building()
    before = encode(state)
    refused(state, ["machine", 0, "sun#1"])
    assert encode(state) == before and state["players"][0]["board"]["cells"] == [None] * 16


def test_journal_replays_and_undo_takes_a_whole_build_phase():
    state = after(building(), ["battery", 0, "row", ""], ["machine", 1, "A@1#2"], ["next"])
    assert decode(GAME, encode(state)) == state and replay(GAME, state["journal"]) == state
    back = undone(GAME, state)
    assert back["phase"] == "build" and back["points"] == 3 and back["players"][0]["board"]["cells"][0] is None
    assert undone(GAME, back)["phase"] == "reveal"


def test_saved_games_of_others_are_named():
    later = json.dumps(dict(json.loads(encode(building())), version=2))
    spoilt = encode(building()).replace("push", "pull")
    for text in ("", "{}", '{"game":"chess","version":1,"journal":[]}', spoilt, later):
        with raises(ValueError) as problem:
            decode(GAME, text)
        assert "start a new one" in str(problem.value)


def test_random_games_accept_every_legal_action_and_undo_at_every_state():
    seed = 7
    for _ in range(3):
        state = GAME.setup()
        for _ in range(60):
            actions = legal_actions(state)
            if not actions:
                break
            seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
            action = actions[(seed >> 8) % len(actions)]
            before, state = state, GAME.apply(state, action)
            ends_building = before["phase"] == "build" and action == ["next"]
            back = undone(GAME, state)
            assert back["phase"] == "build" and back["points"] >= before["points"] if ends_building else back == before
        assert replay(GAME, state["journal"]) == state


BOARD = {"cells": [None] * 16, "edges": [[], [], [], [], [], [], [], []]}


def cells(*entries):
    return {"cells": list(entries) + [None] * (16 - len(entries)), "edges": BOARD["edges"]}


def test_a_verb_with_a_word_too_many_is_refused():
    fired = after(building(), ["battery", 0, "row", ""], ["machine", 1, "A@1"], ["next"], ["fire", 1])
    assert refused(GAME.setup(), ["next", 1]) == "bad_action"
    assert refused(after(started(), ["next"], ["push", "B@2"]), ["reveal", None]) == "bad_action"
    assert refused(after(started(), ["next"]), ["pass", []]) == "bad_action"
    assert refused(fired, ["unfire", 1]) == "bad_action"


def test_an_overrule_takes_only_what_has_the_shape_of_a_board():
    good = cells(["b", [["row", ""], ["col", "A@1#1"]]], ["m", "A@1", ["eco", "sun+#2"]], ["w"])
    edges = [["ext#1", ""], [], [], [], [], [], [], []]
    assert after(building(), ["overrule", 1, dict(good, edges=edges)])["players"][1]["board"]["edges"] == edges
    for player in (2, -1, True, 0.0, "0", None, 10**30):
        assert refused(building(), ["overrule", player, BOARD]) == "bad_action", player
    for entry in (
        [], "w", ["w", 1], ["b"], ["b", []], ["b", "row"], ["b", [["row"]]], ["b", [["up", ""]]], ["b", [["row", 1]]],
        ["b", [["row", ""]], 1], ["m", "A@1"], ["m", "A@1", "eco"], ["m", "A@1", ["A@1"]], ["m", "A@1", ["ext"]],
        ["m", "eco", []], ["m", 1, []], ["m", "Z@9", []], ["m", "A@1", [], []], {"m": 1}, 7, True, [["m"], "A@1", []],
    ):  # fmt: skip
        assert refused(building(), ["overrule", 0, cells(entry)]) == "bad_action", entry
    for board in (
        None, [], "board", {}, {"cells": BOARD["cells"]}, dict(BOARD, more=1), dict(BOARD, cells="w" * 16),
        dict(BOARD, cells=[None] * 15), dict(BOARD, edges=[[]] * 9), dict(BOARD, edges="abcdefgh"),
        dict(BOARD, edges=[["eco"]] + [[]] * 7), dict(BOARD, edges=[[1]] + [[]] * 7), dict(BOARD, edges=[None] * 8),
    ):  # fmt: skip
        assert refused(building(), ["overrule", 0, board]) == "bad_action", board
