"""Room: what helps players along: volts as a map, where pieces go, undo that names cards, the end of a game."""

from tests.games.table_play import EMPTY, after, at_table, building, picture, started, think

REST = " / . . . . / . . . . / . . . ."


def settled(text):
    play = at_table(building(), text)
    play.press(0, "ok")
    return think(play)


def shown_map(play, player=0):
    screen = play.screen(player)
    return [message[1]["cells"] for message in [screen["title"]] + screen["lines"] + [screen["hint"]]]


def test_right_shows_the_volts_of_the_board_and_what_each_machine_needs_as_a_map():
    play = at_table(building(), "- A@1[eco] . B@2 / . . | . / . . . . / . . . .")
    play.press(0, "right")
    assert shown_map(play) == ["1-  1/0 2   1/2 ", "0   0   1|  0   ", "0   0   1   0   ", "0   0   1   0   "]
    assert play.screen(0)["plain"] and play.screen(1)["lines"][0][0] == "waits"
    play.see(0, picture("- A@1[eco] . B@2 / - . | . / . . . . / . . . ."))
    assert shown_map(play)[1] == "1-  1   2|  1   ", "it follows the cards"
    play.press(0, "ok")
    assert play.state["phase"] == "build" and play.screen(0)["lines"][0][0] == "points"


def test_hosts_hear_what_the_machines_of_the_board_being_built_need():
    play = at_table(building(), "- A@1[eco] . B@2" + REST)
    assert play.view()["players"][0]["needs"] == [None, 0, None, 2] + [None] * 12
    assert "needs" not in play.view()["players"][1] and "needs" not in at_table(started()).view()["players"][0]


def test_a_machine_in_question_is_told_where_it_would_work():
    play = at_table(building(), "- . . . / . . | . / . . . . / . . . .")
    play.tap(0, "B@2#9")
    assert play.screen(0)["lines"][2] == ["works_at", {"at": [["cell", 2]]}]
    assert play.view()["players"][0]["works"] == [2]
    play.tap(0, "5A@4#1")
    assert play.screen(0)["lines"][2] == ["works_nowhere", {}] and play.view()["players"][0]["works"] == []
    play.tap(0, "eco#1")
    assert len(play.screen(0)["lines"]) == 2 and "works" not in play.view()["players"][0]
    least = at_table(building(options={"voltage_rule": "at_least"}), "- - . . / . . . . / . . . . / . . . .")
    least.tap(0, "A@1#9")
    assert least.screen(0)["lines"][2][1]["at"] == [["cell", 2], ["cell", 3]]


def built(*actions):
    """The next build phase of player 0 with these actions done."""
    state = after(building(), *actions)
    return dict(state, points=3)


def codes(play):
    return [code for code, _ in play.screen(0)["lines"]]


def test_building_says_where_removed_pieces_go():
    state = built(["battery", 0, "row", "C@3#1"], ["machine", 1, "A@1#1"], ["frame", 1, "eco#1"])
    seen = picture(EMPTY)
    full = [["row", ["C@3#1"]], ["up", ["A@1#1", "eco#1"]], None]
    for cells, said in (
        (full, []),
        ([None] + full[1:], ["to_discards"]),
        ([full[0], ["up", ["A@1#1"]], None], ["to_discards"]),
        ([full[0], None, None], ["to_hand"]),
        ([None, full[1], full[0]], []),  # moved, not removed
        ([full[0], None, ["up", ["A@1#1"]]], []),
    ):
        play = at_table(state)
        play.see(0, dict(seen, cells=cells + [None] * 13))
        assert [code for code in codes(play) if code.startswith("to_")] == said


def test_frames_do_not_go_along_with_a_moved_machine_and_no_battery_becomes_a_machine():
    state = built(["battery", 0, "row", "C@3#1"], ["machine", 1, "A@1#1"], ["frame", 1, "eco#1"])
    play = at_table(state)
    play.see(0, dict(picture(EMPTY), cells=[["row", ["C@3#1"]], None, ["up", ["A@1#1", "eco#1"]]] + [None] * 13))
    assert play.faults(0) == [[2, "discarded", {"at": 2, "card": "eco#1"}]] and play.cost() == 2
    play.see(0, dict(picture(EMPTY), cells=[["up", ["C@3#1"]], ["up", ["A@1#1", "eco#1"]]] + [None] * 14))
    assert play.faults(0) == [[0, "discarded", {"at": 0, "card": "C@3#1"}]] and play.cost() == 1
    play.see(0, dict(picture(EMPTY), cells=[["col", ["C@3#1"]], ["up", ["A@1#1", "eco#1"]]] + [None] * 14))
    assert play.faults(0) == [] and play.cost() == 2


def test_undo_stays_within_the_turn_unless_it_is_confirmed():
    play = settled("- A@1 A@1 ." + REST)
    think(play)
    play.press(0, "ok")
    assert (play.state["phase"], play.state["turn"]) == ("draw", 2)
    play.press(1, "back", True)
    assert play.state["turn"] == 2 and play.screen(1)["lines"][0] == ["leave", {}]
    play.press(1, "back")
    assert play.state["turn"] == 2 and play.screen(1)["lines"][0][0] == "draw" and not play.finished
    play.press(1, "back", True)
    play.press(1, "left")
    assert (play.state["phase"], play.state["turn"]) == ("settle", 1)


def test_undo_says_which_cards_hands_have_to_move_back():
    play = at_table(after(started(), ["next"], ["push", "B@2#4"], ["push", "B@2#5"], ["reveal"]))
    said = []
    for _ in range(4):
        play.press(0, "back", True)
        said.append(play.message)
    assert said == [["undo_head", {"n": 2}], ["undo_tail", {"n": 1}], ["undo_tail", {"n": 1}], ["undo_drawn", {}]]
    assert [code for code, _ in play.screen(0)["lines"]] == ["draw", "undo_drawn", "per_frame"]


def test_from_the_turn_on_in_which_the_deck_should_be_empty_shuffling_is_named():
    play = at_table(started())
    said = []
    for turn in (1, 20, 33, 34, 60):
        play.state = dict(play.state, turn=turn)
        said.append(["shuffle", {}] in play.screen(play.state["active"])["lines"])
    assert said == [False, False, False, True, True]


def test_after_the_end_the_cards_may_be_cleared_away():
    state = dict(settled("- A@1 . ." + REST).state, phase="over", winner=0)
    play = at_table(state, EMPTY)
    assert play.all_faults() == [] and "p" not in play.view()["players"][0]["cells"]
    assert play.screen(0)["lines"] == [["winner", {"player": ["player", 0]}]]
    play.press(0, "ok", held=True)
    assert play.finished
