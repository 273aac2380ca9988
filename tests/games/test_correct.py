"""Room: "what is here?": the players tell with panel and tap pad what the table cannot know; and dead readers."""

from firmware.games.energy_matrix.table.telling import Telling
from tests.games.table_play import EMPTY, after, at_table, building, picture

REST = " / . . . . / . . . . / . . . ."


def silent(cell, face, token="~"):
    """An otherwise empty board with a covered cell that nothing is known of."""
    seen = picture(EMPTY)
    seen["cells"][cell] = [face, [token]]
    return seen


def hints(play, player=0):
    return play.screen(player)["hint"][0]


def told(play):
    """Orders to the board room but those that only keep a tapped card from being announced."""
    return [order for order in play.take_orders() if order[0] != "forget"]


def tell(play, *presses):
    """Presses of player 0's panel: names of buttons; "AXIS" is a long one."""
    for button in presses:
        play.press(0, button.lower(), button == "AXIS")


def test_the_cards_of_a_silent_stack_are_told_from_the_lowest_on():
    play = at_table(building())
    play.see(0, silent(6, "up"))
    assert hints(play) == "h_tell" and play.view()["players"][0]["cells"][6] == "n"
    tell(play, "AXIS")
    assert play.screen(1)["lines"] == [
        ["tell_where", {"at": ["on_board", {"player": ["player", 0], "at": ["cell", 6]}]}]
    ]
    assert play.view()["players"][0]["cells"][6] == "c"
    tell(play, "ok")
    play.tap(0, "A@1#1")
    play.tap(0, None)
    play.tap(1, "eco#1")
    assert play.screen(0)["lines"][1:] == [
        ["told_card", {"n": 1, "card": ["card", "A@1"]}],
        ["told_card", {"n": 2, "card": ["card", "eco"]}],
    ]
    tell(play, "ok")
    orders = play.take_orders()
    assert orders[:2] == [["forget", 0, 17, None], ["forget", 1, 17, None]], "no other place may take the cards"
    assert orders[2:] == [["here", 0, 6, [["A@1#1", "eco#1"], None]]]
    assert play.doing(Telling) is None and play.announced[0] is None


def test_back_leaves_and_nothing_has_changed():
    play = at_table(building())
    play.see(0, silent(6, "row"))
    before = play.screen(0), play.view(), play.state
    tell(play, "AXIS", "ok")
    play.tap(0, "A@1#1")
    tell(play, "back", "back")
    assert (play.screen(0), play.view(), play.state) == before and told(play) == [] and play.axes == {}


def test_any_place_of_any_board_is_reached_with_the_arrows():
    play = at_table(building())
    tell(play, "AXIS", "left")
    assert play.doing(Telling).at == (1, 25)
    for _ in range(24):
        tell(play, "left")
    assert play.doing(Telling).at == (0, 25)
    tell(play, "right")
    assert play.doing(Telling).at == (1, 0)


def test_axis_goes_from_one_place_that_asks_to_the_next_those_unknown_first():
    play = at_table(building())
    seen = silent(6, "up")
    seen["cells"][9] = ["up", ["eco#1"]]  # a frame alone: a fault, but known
    seen["doubtful"] = [[9, "eco#1"]]
    seen["cells"][2] = ["up", ["sun#1"]]
    play.see(0, seen)
    tell(play, "AXIS")
    visited = []
    for _ in range(3):
        visited.append(play.doing(Telling).at[1])
        tell(play, "axis")
    assert visited == [6, 9, 2] or visited == [6, 2, 9]


def test_it_is_there_in_every_step_that_has_faults_and_the_game_goes_on_by_itself():
    state = after(building(), ["machine", 6, "A@1#1"], ["next"])
    play = at_table(state)
    play.see(0, silent(6, "up"))
    assert play.state["phase"] == "settle" and hints(play) == "h_tell"
    tell(play, "AXIS", "ok")
    play.tap(0, "A@1#1")
    tell(play, "ok")
    assert told(play)[-1] == ["here", 0, 6, [["A@1#1"], None]]
    play.see(0, silent(6, "up", "A@1#1"))
    assert play.faults(0) == []


def test_batteries_are_not_named_and_turn_where_the_sensors_cannot_know():
    play = at_table(building())
    play.see(0, silent(3, "row"))
    tell(play, "AXIS", "ok")
    play.tap(0, "A@1#1")
    tell(play, "axis")  # the sensors see the lowest card
    assert play.message[0] == "axis_is_seen"
    play.tap(0, "B@2#1")
    tell(play, "axis")
    assert play.screen(0)["lines"][1:] == [
        ["told_battery", {"n": 1, "axis": ["axis_row", {}]}],
        ["told_battery", {"n": 2, "axis": ["axis_col", {}]}],
    ]
    tell(play, "ok")
    seen = picture(EMPTY)
    seen["cells"][3] = ["row", ["A@1#1", "B@2#1"]]
    play.see(0, seen)
    assert play.draft(0).board["cells"][3] == ["b", [["row", "A@1#1"], ["col", "B@2#1"]]]


def test_a_battery_with_a_dead_tag_is_told_with_the_panel_alone():
    play = at_table(building())
    play.see(0, silent(3, "row"))
    tell(play, "AXIS", "ok")
    assert play.screen(0)["lines"][1][0] == "tell_blank"
    tell(play, "ok")
    assert play.faults(0) == [] and play.view()["points"] == [2, 3, 0]
    tell(play, "ok")
    assert play.state["players"][0]["board"]["cells"][3] == ["b", [["row", ""]]]
    assert play.state["phase"] == "settle" and play.faults(0) == []
    play.see(0, picture(EMPTY))
    assert [fault[:2] for fault in play.faults(0)] == [[3, "put_back"]]
    play.see(0, silent(3, "row"))
    assert [fault[:2] for fault in play.faults(0)] == [[3, "silent"]], "what lies there now was not told"


def test_a_skewed_card_is_told_whole():
    play = at_table(building())
    play.see(0, silent(3, "skew", "A@1#1"))
    tell(play, "AXIS", "ok")
    play.tap(0, "A@1#1")
    assert play.doing(Telling).face == "up"
    tell(play, "axis", "axis")
    tell(play, "ok")
    assert told(play) == [["here", 0, 3, [["A@1#1"], "col"]]]


def test_left_takes_the_last_card_back_and_an_unknown_one_is_not_taken():
    play = at_table(building())
    play.see(0, silent(3, "up"))
    tell(play, "AXIS", "ok")
    play.tap(0, "A@1#1")
    play.tap(0, "B@2#1")
    tell(play, "left")
    play.tap(0, "?04aabb")
    assert play.message[0] == "tap_unknown" and play.doing(Telling).told == ["A@1#1"]


def test_a_lifted_card_at_the_pad_is_gone_and_needs_no_back():
    play = at_table(building(), "- A@1 . ." + REST)
    play.tap(0, "eco#1")
    play.lifted(0, "eco#1")
    assert play.announced[0] is None
    assert ["lifted", {"card": ["card", "eco"]}] in play.screen(0)["lines"]
    assert "t" not in play.view()["players"][0]["cells"]
    play.press(0, "ok")
    assert play.state["phase"] == "settle"


def dead(cells, text=EMPTY):
    seen = picture(text)
    seen["faults"] = [[cell, "reader_fault", {"at": cell}] for cell in cells]
    return seen


def test_a_dead_reader_is_shown_and_stops_nobody():
    play = at_table(building())
    play.see(0, dead([5]))
    assert play.view()["players"][0]["cells"][5] == "n"
    assert ["reader_fault", {"at": ["cell", 5]}] in play.screen(0)["lines"]
    play.press(0, "ok")
    assert play.state["phase"] == "settle"


def test_a_card_over_a_dead_reader_is_announced_and_pointed_at():
    play = at_table(building())
    seen = dead([5])
    seen["cells"][5] = ["up", ["~"]]
    play.see(0, seen)
    play.press(0, "ok")
    assert play.state["phase"] == "build" and play.screen(0)["lines"][1] == ["silent", {"at": ["cell", 5]}]
    play.tap(0, "A@1#1")
    for _ in range(6):
        play.press(0, "right")
    play.press(0, "ok")
    assert play.take_orders() == [["assign", 0, 5, "A@1#1"]]
    seen["cells"][5] = ["up", ["A@1#1"]]
    play.see(0, seen)
    assert play.view()["players"][0]["cells"][5] == "u"  # what lies there is known now
    play.press(0, "ok")
    assert play.state["phase"] == "settle"


def test_with_a_dead_slot_the_tap_pad_takes_the_card_that_is_pushed():
    state = after(building(), ["next"], ["settle", []])
    play = at_table(after(state, ["next"]))
    play.see(0, dead([16]))
    play.tap(1, "sun#2")
    assert play.screen(1)["lines"][0] == ["push_told", {}]
    play.press(1, "ok")
    assert play.state["queue"][-1] == "sun#2" and play.announced[1] is None
    play.tap(1, "B@2#9")
    play.press(1, "back")
    assert play.state["queue"][-1] == "sun#2" and play.state["pushed"] == 1
    play.press(1, "ok")
    assert play.state["phase"] == "reveal"


def test_with_a_dead_pad_the_other_boards_pad_announces():
    play = at_table(building())
    play.see(0, dead([17]))
    play.tap(1, "A@1#1")
    assert play.announced[0] == "A@1#1"
