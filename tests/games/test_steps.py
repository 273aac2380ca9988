"""Room: from one step of a turn to the next: what a press means, what is forgotten, what displays and LEDs say."""

from firmware.games.energy_matrix.matrix import notation
from firmware.games.energy_matrix.rules import account
from tests.games.table_play import GAME, after, at_table, building, picture, started, think

REST = " / . . . . / . . . . / . . . ."
DRIVEN = "- A@1 A@1 ." + REST
# Four plans: worked example 6 of the rules.
PLANS = "- C@3[eco,eco] C>3B@1 . / - A@1 2A+2B>2C@1 A@1 / . . . . / . . . ."


def press(play, *buttons):
    """Presses of player 0's panel: names of buttons; in capitals a long one."""
    for button in buttons:
        play.press(0, button.lower(), button.isupper())
        think(play)


def line(play, player=0):
    """Code of the first line on a display."""
    return play.screen(player)["lines"][0][0]


def cells(play, player=0):
    return play.view()["players"][player]["cells"]


def accepted(state, text):
    """The settlement of player 0 with this board, and a Play that sees it."""
    return think(at_table(after(state, ["overrule", 0, notation.parse(text)[0]], ["next"]), text))


def dismantling():
    """Player 0 has to lift the machine on cell 1 or the one on cell 2; a frame lies on each."""
    board = notation.parse("- A@1[eco] A@1[oc] ." + REST)[0]
    state = after(building(), ["overrule", 0, board], ["next"], ["settle", []], ["next"], ["pass"], ["next"])
    state = dict(after(state, ["settle", []]), queue=["dismantle#1"])
    return after(state, ["next"], ["push", "C@3#9"], ["reveal"], ["next"])


def test_another_step_forgets_what_was_announced_and_so_does_the_board_room():
    play = at_table(building(), "- A@1 . ." + REST)
    play.tap(0, "eco#1")
    assert "t" in cells(play)
    play.take_orders()
    press(play, "ok", "BACK")
    assert play.state["phase"] == "build" and "t" not in cells(play)
    orders = play.take_orders()
    assert ["forget", 0, 17, None] in orders and ["forget", 1, 17, None] in orders


def test_a_card_that_turns_up_on_the_board_is_not_announced_any_more():
    play = at_table(building(), "- A@1 . ." + REST)
    play.tap(0, "eco#1")
    seen = picture("- A@1 . ." + REST)
    seen["cells"][1] = ["up", ["A@1", "eco#1"]]
    play.see(0, seen)
    assert "t" not in cells(play) and play.take_orders() == [["forget", 0, 17, "eco#1"]]


def test_a_lifted_card_is_named_until_the_next_press():
    play = at_table(building())
    play.lifted(0, "eco#1")
    named = ["lifted", {"card": ["card", "eco"]}]
    assert named in play.screen(0)["lines"]
    press(play, "left")
    assert named not in play.screen(0)["lines"]


def test_each_settlement_begins_with_its_best_plan():
    play = accepted(building(), PLANS)
    press(play, "right", "right")
    assert play.screen(0)["lines"][0] == ["plan", {"n": 3}]
    press(play, "BACK", "ok")
    assert play.screen(0)["lines"][0] == ["plan", {"n": 1}]
    press(play, "left")
    assert play.screen(0)["lines"][0] == ["plan", {"n": 1}]


def test_taking_a_push_back_is_over_when_the_step_is():
    play = at_table(after(started(), ["next"]))
    play.slot("B@2#1")
    press(play, "back", "ok")
    assert play.state["phase"] == "event" and line(play) == "unpush"
    press(play, "BACK", "BACK", "ok")
    assert play.state["phase"] == "event" and line(play) == "push"


def test_the_machine_chosen_by_hand_is_lit_on_the_active_board_until_it_has_fired():
    play = accepted(building(), DRIVEN)
    press(play, "axis", "right")
    assert cells(play)[1] == "c" and "c" not in cells(play, 1)
    press(play, "ok")
    assert cells(play)[1] == "f" and "c" not in cells(play)
    press(play, "left")
    assert line(play) == "manual_done" and "c" not in cells(play)
    press(play, "left", "BACK", "BACK")
    assert play.state["phase"] == "build" and "c" not in cells(play)


def test_firing_by_hand_ends_with_axis_or_a_long_ok():
    play = accepted(building(), DRIVEN)
    press(play, "axis", "ok", "axis")
    assert play.state["fired"] == [] and play.plan()["net"] == [2, 0, 0]
    press(play, "axis", "ok", "OK")
    assert play.state["rulers"] == [1, 0, 0] and play.state["active"] == 1


def test_flows_are_animated_in_the_settlement_only_and_each_unit_runs_one_way():
    play = think(at_table(building(), PLANS))
    assert play.plan()["flows"] and play.view()["cues"] == []
    play = think(at_table(building(), DRIVEN))
    press(play, "ok")
    assert play.view()["cues"] == [["flow", 1, None, 0], ["flow", 2, None, 0]], "it was known before it was settled"
    assert play.view()["cues"] == []
    runs = [cue[1:] for cue in accepted(building(), PLANS).view()["cues"]]
    assert [1, 2, 2] in runs and [1, None, 2] not in runs, "what a converter takes does not run to the ruler"


def test_a_ruler_that_is_hit_says_so_until_the_life_is_taken():
    state = dict(building(), rulers=[10, 0, 0])
    play = accepted(state, DRIVEN)
    assert play.screen(0)["lines"][1] == ["moves_hit", {"kind": ["kind", 0], "n": 2, "to": 12}]
    press(play, "ok")
    view = play.view()
    assert ["hit", 0] in view["cues"] and [ruler[3] for ruler in view["rulers"]] == [True, False, False]
    nearly = accepted(dict(building(), rulers=[11, 0, 0]), DRIVEN)
    assert nearly.screen(0)["lines"][1][1]["to"] == 12
    assert accepted(dict(building(), rulers=[9, 0, 0]), DRIVEN).screen(0)["lines"][1][0] == "moves"


def test_a_long_ok_says_that_a_hand_is_empty_but_mends_first():
    play = at_table(after(started(), ["next"]))
    play.see(1, picture("A@1 . . ." + REST))
    press(play, "OK")
    assert play.state["phase"] == "event" and play.faults(1) == []
    press(play, "OK")
    assert play.state["phase"] == "build" and play.state["event"] == "none"


def test_a_long_ok_while_settling_accepts_what_lies_there_and_thinks_again():
    play = accepted(building(), DRIVEN)
    play.see(0, picture("- A@1 . ." + REST))
    press(play, "OK")
    assert play.state["phase"] == "settle" and play.screen(0)["lines"][0] == ["plan", {"n": 1}]
    assert play.plan()["net"] == [1, 0, 0]


def test_a_long_ok_says_that_doubtful_cards_were_taken_off_and_waits_for_the_picture():
    play = at_table(building())
    seen = picture("- A@1[eco] . ." + REST)
    seen["doubtful"] = [[1, "eco"]]
    play.see(0, seen)
    press(play, "OK")
    assert play.take_orders() == [["gone", 0, 1, "eco"]] and play.state["phase"] == "build"
    play.see(0, picture("- A@1 . ." + REST))
    press(play, "ok")
    assert notation.write(account.board_of(play.state, 0)) == "- A@1 . ." + REST


def test_which_battery_is_doubtful_stays_secret():
    play = at_table(building())
    seen = picture("- A@1 . ." + REST)
    seen["doubtful"] = [[0, "C@3#1"], [1, "A@1"]]
    play.see(0, seen)
    assert play.screen(0)["lines"][1][1]["card"] == ["card", ""]
    play.see(0, dict(seen, doubtful=[[1, "A@1"]]))
    assert play.screen(0)["lines"][1][1]["card"] == ["card", "A@1"]


def test_a_question_says_which_card_of_a_stack_it_is_about():
    play = at_table(building())
    seen = picture("- A@1[eco] . ." + REST)
    seen["cells"][0] = ["row", ["C@3#1", "B@2#7"]]
    seen["doubtful"] = [[0, "B@2#7"]]
    play.see(0, seen)
    assert dict(play.screen(0)["lines"])["doubtful"]["card"] == ["nth", {"n": 2, "card": ["card", ""]}]
    play.see(0, dict(seen, doubtful=[[1, "eco"]]))
    assert dict(play.screen(0)["lines"])["doubtful"]["card"] == ["nth", {"n": 2, "card": ["card", "eco"]}]


def test_cards_may_lie_about_before_the_game_is_dealt():
    play = at_table(GAME.setup("duel"), "- A@1 . ." + REST)
    press(play, "ok")
    assert play.state["phase"] == "fill"


def test_players_fill_the_queue_in_turn_and_both_displays_say_who():
    play = at_table(after(GAME.setup("duel"), ["next"]))
    for who, hint in ((0, "h_push"), (1, "h_back_unpush"), (0, "h_back_unpush")):
        for player in (0, 1):
            screen = play.screen(player)
            assert screen["lines"][0][1]["player"] == ["player", who] and screen["hint"] == [hint, {}]
        play.slot("A@1#%d" % play.state["pushed"])


def test_what_is_to_be_done_stands_first_and_all_that_is_to_be_mended_after_it():
    play = at_table(building())
    play.see(0, picture(". . . ." + REST))
    play.see(1, picture("A@1 B@2 . ." + REST))
    assert [code for code, _ in play.screen(0)["lines"]] == ["points", "take_off", "take_off"]
    play = accepted(building(), DRIVEN)
    play.see(1, picture("A@1 B@2 . ." + REST))
    assert [code for code, _ in play.screen(0)["lines"]] == ["plan", "take_off", "take_off", "moves"]


def test_points_never_fall_below_none_on_the_display():
    play = at_table(building())
    play.see(0, picture("- - - A@1" + REST, recent=[0, 1, 2, 3]))
    assert ["points", {"n": 0, "of": 3}] in play.screen(0)["lines"]
    assert play.faults(0)[0][:2] == [0, "too_many"], "the newest change is the one too many"


def test_the_waiting_player_hears_of_a_board_that_is_lost():
    play = at_table(building())
    play.see(0, None)
    assert line(play, 1) == "no_board"


def test_dismantle_without_a_machine_says_that_nothing_happens():
    state = after(dict(after(started(), ["next"]), queue=["dismantle#1"]), ["push", "C@3#9"], ["reveal"])
    assert line(at_table(state)) == "turn_over"
    assert ["dismantle_none", {}] in at_table(state).screen(0)["lines"]


def test_a_machine_lifted_while_the_players_tell_something_is_no_answer():
    whole = "- A@1[eco] A@1[oc] ." + REST
    play = at_table(dismantling(), whole)
    press(play, "AXIS")
    play.see(0, picture("- . A@1[oc] ." + REST))
    assert play.state["phase"] == "dismantle" and play.report()["draft"] == {"cost": 0, "faults": 0}
    press(play, "back")
    play.see(0, picture("- . A@1[oc] ." + REST))
    assert play.state["phase"] == "build"


def test_a_machine_is_dismantled_frame_by_frame_but_not_two_at_once():
    play = at_table(dismantling(), "- A@1[eco] A@1[oc] ." + REST)
    play.see(0, picture("- A@1 A@1[oc] ." + REST))
    assert play.faults(0) == []
    play.see(0, picture("- A@1 A@1 ." + REST))
    assert [fault[:2] for fault in play.faults(0)] == [[1, "put_back"], [2, "put_back"]]
    assert play.state["phase"] == "dismantle"


def test_what_the_rules_refuse_is_a_fault_where_it_lies():
    play = at_table(building(options={"frames_per_machine": 1}))
    play.see(0, picture("A@1[eco,oc] . . ." + REST))
    assert [fault[:2] for fault in play.faults(0)] == [[0, "frames_full"]]
    assert play.view()["points"] == [1, 3, 0]


def test_an_edge_battery_without_a_battery_on_its_line_is_dim():
    play = at_table(building(), "- . . ." + REST + " edge=r0,c3")
    assert play.view()["players"][0]["edges"] == "w......d"


def test_nobody_is_active_before_the_game_and_after_it():
    states = GAME.setup("duel"), dict(building(), phase="over", winner=0)
    assert [at_table(state).view()["players"][0]["active"] for state in states] == [False, False]
    assert at_table(building()).view()["players"][0]["active"]


def test_the_pad_lights_places_for_the_active_player_and_known_cards_only():
    play = at_table(building(), "- A@1 . ." + REST)
    play.tap(1, "A@1#5")
    assert "t" not in cells(play, 1)
    play.tap(0, "?04aabb")
    assert "t" not in cells(play)


def test_the_pad_lights_batteries_for_cards_that_may_be_stacked_on_them():
    for stacked, lit in ((True, "tot" + "t" * 13), (False, "bot" + "t" * 13)):
        play = at_table(building(options={"stack_batteries": stacked}), "- A@1 . ." + REST)
        for token in ("sun#2", "A@1#5"):
            play.tap(0, token)
            assert cells(play) == lit, token


def test_the_table_reads_pad_and_cells_of_whoever_builds_most_often():
    play = at_table(building())
    assert play.focus() == {0: list(range(18))}
    assert at_table(after(started(), ["next"])).focus() == {0: [16]}
