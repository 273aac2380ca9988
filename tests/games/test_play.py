"""Room: the game at the table: pictures and presses in, LEDs and screens out (a turn at the table)."""

from firmware.games.energy_matrix.matrix import notation
from firmware.games.energy_matrix.plan import best
from firmware.games.energy_matrix.rules import account
from firmware.games.energy_matrix.table.steps import Unpushing
from tests.games.table_play import EMPTY, after, at_table, building, picture, started, think

REST = " / . . . . / . . . . / . . . ."


def test_points_go_out_as_cards_are_laid_and_come_back_when_lifted():
    play = at_table(building(), "- . . ." + REST)
    assert play.view()["points"] == [2, 3, 0]
    play.see(0, picture(EMPTY))
    assert play.view()["points"] == [3, 3, 0]
    assert play.state["journal"] == building()["journal"]


def test_cells_show_voltage_and_state_while_building():
    play = at_table(building(), "- A@1 B@2 ." + REST)
    mine = play.view()["players"][0]
    assert mine["volts"][:4] == [1, 1, 1, 1]
    assert mine["cells"][:4] == "bou."


def test_a_fourth_change_blocks_and_the_newest_pulses():
    play = at_table(building())
    play.see(0, picture("- - - A@1" + REST, recent=[3, 0, 1, 2]))
    assert play.faults(0) == [[3, "too_many", {"n": 4, "of": 3}]]
    assert play.view()["points"] == [0, 3, 1] and play.view()["players"][0]["cells"][3] == "x"
    play.press(0, "ok")
    assert play.state["phase"] == "build" and play.screen(0)["lines"][1] == ["too_many", {"n": 4, "of": 3}]
    play.see(0, picture("- - - ." + REST))
    play.press(0, "ok")
    assert play.state["phase"] == "settle"


def test_a_long_ok_overrules_and_is_recorded():
    play = at_table(building())
    play.see(0, picture("- - - A@1" + REST, recent=[3]))
    play.press(0, "ok", True)
    assert play.state["phase"] == "settle"
    assert [action[0] for action in play.state["journal"][-2:]] == ["overrule", "next"]
    assert notation.write(play.state["players"][0]["board"]) == "- - - A@1" + REST


def test_the_other_side_touched_pulses_and_blocks():
    play = at_table(building())
    play.see(1, picture("A@1 . . ." + REST))
    assert play.view()["players"][1]["cells"][0] == "k"
    play.press(0, "ok")
    assert play.state["phase"] == "build" and play.screen(0)["lines"][1][0] == "take_off"


def test_a_missing_board_blocks_until_it_is_back():
    play = at_table(building())
    play.see(1, None)
    play.press(0, "ok")
    assert play.state["phase"] == "build" and play.message[0] == "no_board"
    play.press(0, "ok", True)
    assert play.state["phase"] == "build"


def settled(text):
    play = at_table(building(), text)
    play.press(0, "ok")
    return think(play)


def test_the_best_plan_is_shown_on_rulers_and_accepted():
    play = settled("- A@1 A@1 ." + REST)
    assert play.view()["rulers"] == [[12, 0, 2, False], [8, 0, 0, False], [4, 0, 0, False]]
    assert play.view()["players"][0]["cells"][:4] == "bff."
    play.press(0, "ok")
    assert play.state["rulers"] == [2, 0, 0] and play.state["active"] == 1


def worked_example_six():
    state = building()
    text = "- C@3[eco,eco] C>3B@1 . / - A@1 2A+2B>2C@1 A@1 / . . . . / . . . ."
    state = after(state, ["overrule", 0, notation.parse(text)[0]], ["next"])
    return think(at_table(state, text))


def test_a_plan_is_animated_once_from_machine_to_converter_to_ruler():
    play = worked_example_six()
    cues = play.view()["cues"]
    assert ["flow", 1, 2, 2] in cues and ["flow", 5, 6, 0] in cues and ["flow", 6, None, 2] in cues
    assert play.view()["cues"] == []


def test_other_plans_follow_in_value_order():
    play = worked_example_six()
    nets = []
    for _ in range(4):
        nets.append(play.plan()["net"])
        play.press(0, "right")
        think(play)
    assert [list(net) for net in nets] == [[0, 1, 2], [2, 3, 0], [2, 0, 1], [2, 0, 1]]
    play.press(0, "left")
    assert list(think(play).plan()["net"]) == [2, 3, 0]
    play.press(0, "ok")
    assert play.state["rulers"] == [2, 3, 0]


def test_manual_firing_with_the_panel_alone():
    play = worked_example_six()
    play.press(0, "axis")
    assert play.screen(0)["lines"][0][0] == "thinking"
    think(play)
    assert play.plan()["order"] == [] and play.screen(0)["lines"][0][0] == "manual"
    play.press(0, "ok")
    assert play.state["fired"] == [1]
    play.press(0, "back")
    assert play.state["fired"] == []
    play.press(0, "ok")
    play.press(0, "right")
    play.press(0, "ok")
    assert play.state["fired"] == [1, 2]
    play.press(0, "left")
    think(play)
    assert play.screen(0)["lines"][0][0] == "manual_done"
    play.press(0, "ok")
    assert play.state["rulers"] == [0, 3, 0] and play.state["active"] == 1


def test_a_long_ok_overrules_a_moved_card_while_firing_by_hand_as_elsewhere():
    play = settled("- A@1 A@1 ." + REST)
    play.press(0, "axis")
    play.see(0, picture("- A@1 . A@1" + REST))
    assert play.screen(0)["hint"] == ["h_mend", {}]
    play.press(0, "ok", held=True)
    assert play.state["phase"] == "settle" and play.all_faults() == []


def test_a_card_lifted_during_settlement_blocks_until_it_is_back():
    play = settled("- A@1 A@1 ." + REST)
    play.see(0, picture("- A@1 . ." + REST))
    assert play.view()["players"][0]["cells"][2] == "p"
    play.press(0, "ok")
    assert play.state["phase"] == "settle" and play.screen(0)["lines"][1][0] == "put_back"
    play.see(0, picture("- A@1 A@1 ." + REST))
    think(play)
    play.press(0, "ok")
    assert play.state["active"] == 1


def test_pushes_are_counted_and_back_asks_for_the_card_at_the_slot():
    play = at_table(after(started(), ["next"]))
    play.press(0, "ok")
    assert play.screen(0)["lines"][1][0] == "push_one"
    play.slot("B@2#1")
    assert play.view()["queue"] == [4, 1] and [code for code, _ in play.screen(0)["lines"]] == ["pushed"]
    play.press(0, "back")
    assert play.screen(0)["lines"][0][0] == "unpush"
    play.slot("C@3#1")
    assert play.message[0] == "not_the_last" and play.doing(Unpushing)
    play.slot("B@2#1")
    assert play.view()["queue"] == [3, 1] and play.doing(Unpushing) is None


def test_taking_a_card_out_ends_with_back_even_if_undo_took_it_out_already():
    play = at_table(after(started(), ["next"]))
    play.slot("B@2#1")
    play.press(0, "back")
    play.press(0, "back", True)
    assert play.state["pushed"] == 0 and play.screen(0)["lines"][0][0] == "unpush"
    play.press(0, "back")
    play.slot("B@2#2")
    assert play.state["queue"][-1] == "B@2#2"


def test_an_unknown_card_in_the_slot_is_refused_and_nothing_is_lost():
    play = at_table(after(started(), ["next"]))
    play.slot("?04aabbccddeeff")
    assert play.screen(0)["lines"][1][0] == "unknown_card" and play.view()["queue"][0] == 3


def test_an_empty_hand_holds_ok():
    play = at_table(after(started(), ["next"]))
    play.press(0, "ok", True)
    assert play.state["phase"] == "build" and play.state["event"] == "none"


def test_lifting_a_machine_answers_dismantle():
    state = after(building(), ["battery", 0, "row", ""], ["machine", 1, "A@1#2"], ["frame", 1, "eco#1"], ["next"])
    state = after(state, ["settle", []], ["next"], ["push", "B@2#5"], ["reveal"], ["next"], ["next"], ["settle", []])
    state = after(dict(state, queue=["dismantle#1"]), ["next"], ["push", "C@3#1"], ["reveal"], ["next"])
    play = at_table(state, EMPTY)
    seen = picture(EMPTY)
    seen["cells"][0] = ["row", ["A@1#4"]]
    seen["cells"][1] = ["up", ["A@1#2", "eco#1"]]
    play.see(0, seen)
    assert play.view()["players"][0]["cells"][:2] == "b?" and play.state["phase"] == "dismantle"
    seen = picture(EMPTY)
    seen["cells"][0] = ["row", ["A@1#4"]]
    play.see(0, seen)
    assert play.state["phase"] == "build" and play.state["players"][0]["board"]["cells"][1] is None


def test_a_card_at_the_tap_pad_lights_the_cells_where_it_may_go():
    play = at_table(building(), "- A@1 . ." + REST)
    play.tap(0, "eco#1")
    cells = play.view()["players"][0]["cells"]
    assert cells[1] == "t" and cells.count("t") == 1
    play.tap(0, None)
    play.press(0, "right")
    assert play.view()["players"][0]["cells"][1] == "c"
    play.press(0, "ok")
    assert play.take_orders() == [["assign", 0, 1, "eco#1"]]
    assert play.view()["players"][0]["cells"][:4] == "bo..", "nothing is asked any more"


def axes_after(play, *presses):
    """Axes of the batteries on cell 0 after each press of AXIS."""
    found = []
    for _ in range(*presses):
        play.press(0, "axis")
        found.append([axis for axis, _ in play.draft(0).board["cells"][0][1]])
    return found


def test_axis_turns_the_newest_battery_that_lies_on_another_or_askew():
    play = at_table(building())
    seen = picture("-- A@1 - ." + REST, recent=[1, 2, 0])
    seen["cells"][0][1] = ["A@1#1", "A@1#2"]
    play.see(0, seen)
    assert axes_after(play, 3) == [["row", "col"], ["row", "row"], ["row", "col"]]
    for face in ("skew", "none"):
        play = at_table(building())
        seen = picture(EMPTY, recent=[0])
        seen["cells"][0] = [face, ["A@1#1"]]
        play.see(0, seen)
        assert [fault[:2] for fault in play.faults(0)] == [[0, "skew"]]
        assert axes_after(play, 2) == [["col"], ["row"]] and play.faults(0) == []


def test_axis_leaves_a_battery_alone_whose_axis_the_sensors_see():
    play = at_table(building())
    play.see(0, picture("- A@1[eco] . ." + REST, recent=[1, 0]))
    assert axes_after(play, 1) == [["row"]] and play.message == ["axis_is_seen", {}]


def test_a_doubtful_card_is_asked_about_and_never_guessed():
    play = at_table(building())
    seen = picture("- . . ." + REST)
    seen["doubtful"] = [[0, "A@1#7"]]
    play.see(0, seen)
    assert play.screen(0)["lines"][1][0] == "doubtful" and play.view()["players"][0]["cells"][0] == "n"
    play.press(0, "right")
    assert play.take_orders() == [["gone", 0, 0, "A@1#7"]]
    play.press(0, "left")
    assert play.take_orders() == [["stays", 0, 0, "A@1#7"]]


def test_battery_cards_are_never_named_on_a_screen():
    state = after(building(), ["battery", 0, "row", "A@1#4"], ["next"])
    play = at_table(state)
    line = play.screen(0)["lines"][1]
    assert line[0] == "put_back" and line[1]["card"] == ["card", ""]


def test_undo_by_a_long_back():
    play = settled("- A@1 A@1 ." + REST)
    play.press(0, "back", True)
    assert play.state["phase"] == "build" and play.view()["points"] == [0, 3, 0]


def test_damage_life_and_victory_then_a_new_game():
    state = after(building(), ["battery", 0, "row", ""], ["machine", 1, "A@1#2"], ["next"])
    players = [state["players"][0], {"board": account.empty_board(), "life": 1}]
    play = at_table(dict(state, rulers=[11, 0, 0], players=players), EMPTY)
    seen = picture("- . . ." + REST)
    seen["cells"][1] = ["up", ["A@1#2"]]
    play.see(0, seen)
    think(play)
    assert play.view()["rulers"][0] == [12, 11, 12, True]
    play.press(0, "ok")
    assert play.state["phase"] == "end" and play.screen(0)["lines"][0][0] == "take_life"
    play.press(0, "ok")
    assert play.screen(1)["lines"][0] == ["winner", {"player": ["player", 0]}]
    assert ["win", 0] in play.view()["cues"]
    play.press(0, "ok")
    assert play.finished


def test_the_waiting_player_may_press_ok_too_and_sees_who_plays():
    play = at_table(building())
    assert play.screen(1)["lines"][0] == ["waits", {"player": ["player", 0]}]


def test_a_board_beyond_the_heap_is_fired_by_hand():
    def full(_asked, _memory):
        yield None
        raise MemoryError

    usual, best.plans = best.plans, full
    try:
        play = worked_example_six()
        assert think(play).screen(0)["lines"] == [["no_room", {}]]
        play.press(0, "ok")
        assert play.state["phase"] == "settle" and play.plan() is None
        play.press(0, "axis")
        assert think(play).screen(0)["lines"][0][0] == "manual"
    finally:
        best.plans = usual
