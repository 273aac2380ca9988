"""Room: details of "what is here?": cards told twice or taken back, places that ask, how a card lies that none sees."""

from tests.games.table_play import EMPTY, after, at_table, building, picture

REST = " / . . . . / . . . . / . . . ."


def press(play, *buttons):
    """Presses of player 0's panel; in capitals a long one."""
    for button in buttons:
        play.press(0, button.lower(), button.isupper())


def seen_with(cell, face, *tokens):
    seen = picture(EMPTY)
    seen["cells"][cell] = [face, list(tokens)]
    return seen


def telling(seen, state=None, *cards):
    """A Play in which the players tell these cards of the place that asks."""
    play = at_table(state or building())
    play.see(0, seen)
    press(play, "AXIS", "ok")
    for token in cards:
        play.tap(0, token)
    return play


def answer(play):
    """What the board room is told in the end."""
    press(play, "ok")
    return [order for order in play.take_orders() if order[0] == "here"]


def test_a_card_held_to_the_pad_twice_is_told_once():
    play = telling(seen_with(6, "up", "~"), None, "A@1#1", "eco#1", "eco#1", "A@1#1")
    assert answer(play) == [["here", 0, 6, [["A@1#1", "eco#1"], None]]]


def test_a_card_taken_back_forgets_how_it_was_turned():
    play = telling(seen_with(6, "row", "~"), None, "A@1#1", "B@2#1")
    press(play, "axis")
    assert play.screen(0)["lines"][-1] == ["told_battery", {"n": 2, "axis": ["axis_col", {}]}]
    press(play, "left")
    play.tap(0, "B@2#1")
    assert play.screen(0)["lines"][-1] == ["told_battery", {"n": 2, "axis": ["axis_row", {}]}]


def test_of_many_told_cards_the_last_two_are_shown():
    play = telling(seen_with(6, "up", "~"), None, "A@1#1", "eco#1", "oc#1")
    assert [(line[0], line[1].get("n")) for line in play.screen(0)["lines"]] == [
        ("tell_what", None), ("told_card", 2), ("told_card", 3),
    ]  # fmt: skip


def test_a_card_that_no_sensor_sees_lies_as_the_account_has_it_else_as_its_kind_does():
    battery = after(building(), ["battery", 3, "col", "A@1#1"], ["next"])
    machine = after(building(), ["machine", 3, "A@1#1"], ["next"])
    for state, token, face in (
        (battery, "A@1#1", "col"),
        (machine, "A@1#1", "up"),
        (machine, "sun#1", "up"),
        (building(), "A@1#1", "up"),
        (building(), "sun#1", "row"),
    ):
        play = telling(seen_with(3, "none", "~"), state, token)
        assert answer(play) == [["here", 0, 3, [[token], face]]], (token, face)


def test_a_board_that_is_away_neither_asks_nor_can_be_told_about():
    play = at_table(building())
    play.see(0, seen_with(6, "up", "~"))
    play.see(1, None)
    press(play, "AXIS")
    places = set()
    for _ in range(30):
        press(play, "right")
        places.add(str(play.screen(0)["lines"][0][1]["at"][1]["player"]))
    assert places == {str(["player", 0])}


def test_an_edge_that_was_accepted_asks_again_when_something_else_lies_there():
    play = at_table(building())
    for token in ("?04aabb", "?04aacc"):
        seen = picture(EMPTY)
        seen["edges"][2] = [token]
        play.see(0, seen)
        assert [fault[:2] for fault in play.faults(0)] == [[20, "unknown_card"]]
        play.press(0, "ok", True)
        assert play.faults(0) == []
        play.press(0, "back", True)


def test_a_dead_reader_is_named_also_where_what_lies_there_was_accepted():
    play = at_table(building())
    seen = seen_with(5, "up", "?04aabb")
    seen["faults"] = [[5, "reader_fault", {"at": 5}]]
    play.see(0, seen)
    play.press(0, "ok", True)
    assert [fault[:2] for fault in play.faults(0)] == [[5, "reader_fault"]]
