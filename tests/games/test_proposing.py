"""Room: what lies on the board becomes the fewest actions (rules section 7)."""

from firmware.games.energy_matrix.matrix import notation
from firmware.games.energy_matrix.matrix.proposals import board_as_seen, proposals, strays
from tests.games.table_play import EMPTY, picture


def board(text):
    return notation.parse(text)[0]


def cost(before, now):
    actions, faults = proposals(board(before), picture(now))
    assert faults == []
    return len(actions)


REST = " / . . . . / . . . . / . . . ."


def test_nothing_changed_costs_nothing():
    assert (
        cost(
            "- . B@2[eco,sun+] 5A@4 / . . | . / . . . A@1 / . . . |",
            "- . B@2[eco,sun+] 5A@4 / . . | . / . . . A@1 / . . . |",
        )
        == 0
    )


def test_placing_costs_one_each():
    assert cost(". . . ." + REST, "- . . ." + REST) == 1
    assert cost(". . . ." + REST, "A@1 . . ." + REST) == 1
    assert cost("A@1 . . ." + REST, "A@1[eco] . . ." + REST) == 1
    assert cost(". . . ." + REST, ". . . ." + REST + " edge=r0") == 1
    assert cost(". . . ." + REST, "A@1[eco,oc] - . ." + REST) == 4


def test_taking_off_costs_one_and_a_machine_takes_its_frames_along():
    assert cost("A@1[eco,oc] . . ." + REST, ". . . ." + REST) == 1
    assert cost("A@1[eco] . . ." + REST, "A@1 . . ." + REST) == 1
    assert cost("A@1[eco,oc,oc] . . ." + REST, "A@1 . . ." + REST) == 2
    assert cost(". . . ." + REST + " edge=r0,c3", ". . . ." + REST + " edge=c3") == 1


def test_moving_or_turning_costs_two():
    assert cost("- . . ." + REST, "| . . ." + REST) == 2
    assert cost("A@1 . . ." + REST, ". A@1 . ." + REST) == 2
    assert cost("A@1 . . ." + REST, "B@2 . . ." + REST) == 2
    assert cost("- . . ." + REST, "A@1 . . ." + REST) == 2


def test_removals_come_before_placements():
    actions, _ = proposals(board("A@1 . . ." + REST), picture("B@2 A@1 . ." + REST))
    assert actions == [["take", 0], ["machine", 0, "B@2"], ["machine", 1, "A@1"]]


def seen_with(cell, face, tokens):
    seen = picture(". . . ." + REST)
    seen["cells"][cell] = [face, tokens]
    return seen


def faults(cell, face, tokens, before=". . . ." + REST):
    return [(place, code) for place, code, _ in proposals(board(before), seen_with(cell, face, tokens))[1]]


def test_what_no_action_explains_is_a_fault_at_its_cell():
    assert faults(3, "up", ["?04aabbccddeeff"]) == [(3, "unknown_card")]
    assert faults(3, "row", ["?04aabbccddeeff"]) == [(3, "unknown_card")]
    assert faults(3, "up", ["eco#1"]) == [(3, "frame_alone")]
    assert faults(3, "up", ["sun#1"]) == [(3, "event_up")]
    assert faults(3, "up", ["A@1#1", "B@2#1"]) == [(3, "occupied")]
    assert faults(3, "up", ["A@1#1", "ext#1"]) == [(3, "ext_on_cell")]
    assert faults(3, "up", ["~"]) == [(3, "silent")]
    assert faults(3, "skew", ["A@1#1"]) == [(3, "skew")]
    assert faults(3, "none", ["A@1#1"]) == [(3, "skew")], "the players pointed there, and no light sees it"
    assert faults(3, "none", ["A@1#1"], "A@1 . . -" + REST) == []


def test_a_battery_above_takes_the_lowest_ones_axis_until_set_by_hand():
    seen = seen_with(3, "col", ["A@1#1", "A@1#2"])
    actions, _ = proposals(board(". . . ." + REST), seen)
    assert actions == [["battery", 3, "col", "A@1#1"], ["battery", 3, "col", "A@1#2"]]
    actions, _ = proposals(board(". . . ." + REST), seen, {"A@1#2": "row"})
    assert actions == [["battery", 3, "col", "A@1#1"], ["battery", 3, "row", "A@1#2"]]


def of_stack(face, tokens, axes=None):
    """Actions and faults where the account has a battery with column axis and one with row axis above it."""
    account = board(EMPTY)
    account["cells"][3] = ["b", [["col", "A@1#1"], ["row", "A@1#2"]]]
    return proposals(account, seen_with(3, face, tokens), axes)


def test_a_battery_keeps_the_axis_that_the_account_has_until_the_sensors_or_the_players_say_another():
    stack = ["A@1#1", "A@1#2"]
    assert of_stack("col", stack) == ([], [])
    assert of_stack("skew", stack) == of_stack("none", stack) == ([], [])
    assert of_stack("skew", ["A@1#2", "A@1#1"]) == ([], [])
    assert of_stack("row", ["A@1#2", "A@1#1"]) == ([], []), "the other one lies lowest now"
    assert of_stack("skew", ["A@1#1"]) == ([["take_battery", 3, "row", "A@1#2"]], [])
    assert of_stack("col", stack + ["A@1#3"]) == ([["battery", 3, "col", "A@1#3"]], [])
    turned = [["take_battery", 3, "row", "A@1#2"], ["battery", 3, "col", "A@1#2"]]
    assert of_stack("col", stack, {"A@1#2": "col"}) == (turned, [])
    lowest = [["take_battery", 3, "col", "A@1#1"], ["battery", 3, "row", "A@1#1"]]
    assert of_stack("row", stack) == (lowest, [])
    assert of_stack("skew", stack, {"A@1#1": "row"}) == (lowest, [])


def test_cards_laid_down_together_are_read_in_any_order():
    account = board("|- A@1[eco] . ." + REST)
    account["cells"][0] = ["b", [["col", "B@2#1"], ["row", "A@1#5"]]]
    account["cells"][1] = ["m", "A@1#1", ["eco#1", "eco#2"]]
    seen = picture(EMPTY)
    seen["cells"][0] = ["col", ["A@1#5", "B@2#1"]]
    seen["cells"][1] = ["up", ["eco#2", "A@1#1", "eco#1"]]
    assert proposals(account, seen) == ([], [])
    assert proposals(board(EMPTY), seen)[0][-3:] == [
        ["machine", 1, "A@1#1"], ["frame", 1, "eco#2"], ["frame", 1, "eco#1"],
    ]  # fmt: skip


def test_strays_name_the_cure():
    account = board("A@1 - . ." + REST)
    assert [f[:2] for f in strays(account, picture(". - . ." + REST))] == [[0, "put_back"]]
    assert [f[:2] for f in strays(account, picture("A@1 - B@2 ." + REST))] == [[2, "take_off"]]
    account["cells"][1] = ["b", [["row", "A@1#1"]]]
    seen = picture("A@1 | . ." + REST)
    seen["cells"][1] = ["col", ["A@1#1"]]
    assert [f[:2] for f in strays(account, seen)] == [[1, "turn"]]


def edges(before, now):
    """Actions from one edge socket of the account to what is seen in it."""
    account, seen = board(EMPTY), picture(EMPTY)
    account["edges"][2], seen["edges"][2] = before, now
    actions, faults = proposals(account, seen)
    assert faults == []
    return actions


def test_what_a_socket_cannot_name_stands_for_what_is_least_known():
    assert edges([""], ["~"]) == edges(["ext#1"], ["~"]) == edges([""], ["ext#1"]) == []
    assert edges(["ext#1", ""], ["~"]) == [["take_ext", 2, "ext#1"]]
    assert edges([""], ["ext#1", "~"]) == [["ext", 2, ""]]
    assert edges(["ext#1"], ["ext#2"]) == [["take_ext", 2, "ext#1"], ["ext", 2, "ext#2"]]


def test_a_frame_left_alone_on_its_own_cell_belongs_to_no_other():
    account = board("A@1[eco] . . ." + REST)
    assert [fault[:2] for fault in strays(account, seen_with(0, "up", ["eco"]))] == [[0, "frame_alone"]]
    assert [fault[:2] for fault in strays(account, seen_with(3, "up", ["eco"]))] == [[3, "belongs"], [0, "put_back"]]


def test_an_overrule_takes_the_board_as_it_lies():
    seen = picture("A@1 | . ." + REST + " edge=c1")
    seen["cells"][2] = ["up", ["?04aabbccddeeff"]]
    accepted = board_as_seen(board(". . . ." + REST), seen)
    assert notation.write(accepted) == "A@1 | . ." + REST + " edge=c1"


def test_cards_that_tell_no_copy_are_counted():
    before = {"cells": [["m", "A@1", ["eco"]], ["b", [["row", ""]]]] + [None] * 14, "edges": [[] for _ in range(8)]}
    seen = picture(EMPTY)
    seen["cells"][:2] = [["up", ["A@1", "eco", "eco"]], ["row", ["", ""]]]
    assert proposals(before, seen)[0] == [["frame", 0, "eco"], ["battery", 1, "row", ""]]
    seen["cells"][:2] = [["up", ["A@1", "eco", "eco", "eco"]], ["row", ["", "", ""]]]
    assert len(proposals(before, seen)[0]) == 4


def test_an_edge_battery_on_an_empty_cell_is_sent_to_its_socket_at_once():
    faults = proposals(board(EMPTY), seen_with(5, "up", ["ext#1"]))[1]
    assert faults == [[5, "ext_on_cell", {"at": 5, "card": "ext#1"}]]


def test_a_card_with_the_wrong_side_up_is_to_be_turned_over_and_one_with_the_wrong_axis_to_be_turned():
    machine = {"cells": [["m", "A@1#1", []]] + [None] * 15, "edges": [[] for _ in range(8)]}
    battery = {"cells": [["b", [["row", "A@1#1"]]]] + [None] * 15, "edges": [[] for _ in range(8)]}
    event = {"cells": [["b", [["row", "sun#1"]]]] + [None] * 15, "edges": [[] for _ in range(8)]}
    assert strays(machine, seen_with(0, "row", ["A@1#1"])) == [[0, "flip", {"at": 0}]]
    assert strays(battery, seen_with(0, "up", ["A@1#1"])) == [[0, "flip", {"at": 0}]]
    assert strays(event, seen_with(0, "up", ["sun#1"])) == [[0, "flip", {"at": 0}]]
    assert strays(battery, seen_with(0, "col", ["A@1#1"])) == [[0, "turn", {"at": 0}]]
