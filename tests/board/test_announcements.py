"""Room: how long a card from the tap pad counts as announced: it must not turn up later as a ghost."""

from firmware.board.room import BoardRoom

TAP = 17


class Names:
    """A catalogue that calls every card by its UID."""

    def token(self, uid):
        return uid


def report(position, uids=(), face="none", missing=(), status=None):
    status = status or ("doubtful" if missing else "card" if uids else "empty")
    return {"pos": position, "status": status, "face": face, "uids": list(uids), "missing": list(missing)}


def room_with(*uids, boards=1):
    """A room where these cards lie on cells 0, 1, ... of the first board."""
    room = BoardRoom(Names(), boards)
    for board in range(boards):
        room.online(board, True)
    for cell, uid in enumerate(uids):
        room.report(0, report(cell, [uid], "up"))
    return room


def cells(room, player=0):
    """Cells of the newest picture of a board, None if there is no new one."""
    pictures = [item[2] for item in room.take() if item[0] == "see" and item[1] == player]
    return pictures[-1]["cells"] if pictures else None


def tap(room, uid):
    room.report(0, report(TAP, [uid]))
    room.report(0, report(TAP))


def test_an_announced_card_goes_where_something_changes_unreadably():
    room = room_with("A@1#1")
    tap(room, "eco#1")
    room.report(0, report(0, ["A@1#1"], "up", missing=["A@1#1"]))
    assert cells(room)[0] == ["up", ["A@1#1", "eco#1"]]


def test_a_card_that_the_players_forget_turns_up_nowhere():
    room = room_with("A@1#1")
    tap(room, "eco#1")
    room.forget(0, "eco#1")
    room.report(0, report(0, ["A@1#1"], "up", missing=["A@1#1"]))
    assert cells(room)[0] == ["up", ["A@1#1"]]


def test_a_card_that_was_read_on_a_cell_is_not_announced_any_more():
    room = room_with("A@1#1")
    tap(room, "B@2#1")
    room.report(0, report(5, ["B@2#1"], "up"))
    room.report(0, report(5))
    room.report(0, report(0, ["A@1#1"], "up", missing=["A@1#1"]))
    assert cells(room)[0] == ["up", ["A@1#1"]]


def test_a_card_lifted_from_the_table_does_not_come_back_as_a_ghost():
    room = room_with("A@1#1", "B@2#1")
    room.report(0, report(0, ["A@1#1", "eco#1"], "up"))
    room.report(0, report(0, ["A@1#1", "eco#1"], "up", missing=["eco#1"]))
    tap(room, "eco#1")
    room.report(0, report(1, ["B@2#1"], "up", missing=["B@2#1"]))
    assert cells(room)[:2] == [["up", ["A@1#1"]], ["up", ["B@2#1"]]]


def test_a_card_lifted_and_held_to_the_pad_again_is_announced_anew():
    room = room_with("A@1#1", "B@2#1")
    room.report(0, report(0, ["A@1#1", "eco#1"], "up"))
    room.report(0, report(0, ["A@1#1", "eco#1"], "up", missing=["eco#1"]))
    tap(room, "eco#1")
    tap(room, "eco#1")
    room.report(0, report(1, ["B@2#1"], "up", missing=["B@2#1"]))
    assert cells(room)[1] == ["up", ["B@2#1", "eco#1"]]


def lifted(room):
    return [item[2] for item in room.take() if item[0] == "lifted"]


def test_the_first_tap_of_a_card_that_left_a_stack_says_that_it_is_gone_the_next_announces_it():
    room = room_with("A@1#1")
    room.report(0, report(0, ["A@1#1", "eco#1"], "up"))
    room.report(0, report(0, ["A@1#1"], "up"))  # its going was noticed
    tap(room, "eco#1")
    assert lifted(room) == ["eco#1"]
    room.report(0, report(0, ["A@1#1"], "up", missing=["A@1#1"]))
    assert cells(room)[0] == ["up", ["A@1#1"]]
    tap(room, "eco#1")
    assert lifted(room) == []
    room.assign(0, 0, "eco#1")
    assert cells(room)[0] == ["up", ["A@1#1", "eco#1"]]


def test_a_card_that_lay_alone_or_was_lifted_in_an_earlier_step_is_announced_at_once():
    room = room_with("A@1#1", "B@2#1")
    room.report(0, report(0))
    tap(room, "A@1#1")
    room.report(0, report(1, ["B@2#1", "eco#1"], "up"))
    room.report(0, report(1, ["B@2#1"], "up"))
    room.forget(0, None)
    tap(room, "eco#1")
    assert lifted(room) == []


def test_a_card_shown_before_its_reader_missed_it_leaves_its_stack_without_a_question():
    room = room_with("A@1#1")
    room.report(0, report(0, ["A@1#1", "eco#1"], "up"))
    tap(room, "eco#1")
    room.report(0, report(0, ["A@1#1", "eco#1"], "up", missing=["eco#1"]))
    news = room.take()
    assert ["lifted", 0, "eco#1"] in news and ["gone", 0, 0, "eco#1"] in news
    seen = [item[2] for item in news if item[0] == "see"][-1]
    assert seen["cells"][0] == ["up", ["A@1#1"]] and seen["doubtful"] == []
    room.report(0, report(TAP))
    tap(room, "eco#1")
    assert lifted(room) == [], "its second tap announces it"


def test_a_card_shown_before_its_reader_missed_it_is_asked_about_when_another_card_or_step_came_between():
    def another_card(room):
        tap(room, "A@1#1")

    def another_step(room):
        room.report(0, report(TAP))
        room.forget(0, None)

    for between in (another_card, another_step):
        room = room_with("A@1#1")
        room.report(0, report(0, ["A@1#1", "eco#1"], "up"))
        tap(room, "eco#1")
        between(room)
        room.take()
        room.report(0, report(0, ["A@1#1", "eco#1"], "up", missing=["eco#1"]))
        [seen] = [item[2] for item in room.take() if item[0] == "see"]
        assert seen["doubtful"] == [[0, "eco#1"]], between


def test_a_card_that_went_from_one_stack_to_another_is_announced_at_once_when_it_is_lifted_alone():
    room = room_with("A@1#1")
    room.report(0, report(0, ["A@1#1", "eco#1"], "up"))
    room.report(0, report(7, ["eco#1"], "up"))
    room.report(0, report(0, ["A@1#1"], "up"))
    room.report(0, report(7))
    tap(room, "eco#1")
    assert lifted(room) == []


def test_an_unreadable_card_that_was_told_leaves_its_stack_when_it_is_tapped():
    room = room_with("A@1#1")
    tap(room, "eco#1")
    room.assign(0, 0, "eco#1")
    room.take()
    tap(room, "eco#1")
    assert lifted(room) == ["eco#1"]
    room.report(0, report(1, [], "none"))
    room.assign(0, 0, "eco#1")
    room.report(0, report(3, ["C@3#1"], "up"))
    assert cells(room)[0] == ["up", ["A@1#1"]]


def test_a_place_that_changes_while_the_pad_still_reads_the_card_receives_it_when_the_pad_misses_it():
    room = room_with("A@1#1")
    room.report(0, report(TAP, ["eco#1"]))
    room.report(0, report(0, ["A@1#1"], "up", missing=["A@1#1"]))
    assert cells(room)[0] == ["up", ["A@1#1"]]
    room.report(0, report(TAP))
    assert cells(room)[0] == ["up", ["A@1#1", "eco#1"]]


def test_a_place_that_is_empty_by_then_receives_nothing():
    room = room_with("A@1#1")
    room.report(0, report(TAP, ["eco#1"]))
    room.report(0, report(0, ["A@1#1"], "up", missing=["A@1#1"]))
    room.report(0, report(0))
    room.report(0, report(TAP))
    assert cells(room)[0] is None
    room.report(0, report(1, [], "up", status="silent"))
    assert cells(room)[1] == ["up", ["eco#1"]], "it is announced still"


def test_a_place_that_changed_before_another_card_was_held_to_the_pad_receives_nothing():
    room = room_with("A@1#1")
    room.report(0, report(TAP, ["eco#1"]))
    room.report(0, report(0, ["A@1#1"], "up", missing=["A@1#1"]))
    room.report(0, report(TAP, ["oc#1"]))
    room.report(0, report(TAP))
    assert cells(room)[0] == ["up", ["A@1#1"]]


def test_a_card_at_one_pad_is_not_for_the_other_board():
    room = room_with("A@1#1", boards=2)
    room.report(1, report(TAP, ["eco#1"]))
    room.report(1, report(TAP))
    room.report(0, report(0, ["A@1#1"], "up", missing=["A@1#1"]))
    assert cells(room)[0] == ["up", ["A@1#1"]]
    room.assign(0, 0, "eco#1")
    assert cells(room) is None, "what was announced at the other pad cannot be placed here"


def test_only_the_card_that_is_announced_can_be_placed():
    room = room_with("A@1#1")
    tap(room, "eco#1")
    tap(room, "oc#1")
    room.assign(0, 0, "eco#1")
    assert cells(room)[0] == ["up", ["A@1#1"]]
    room.assign(0, 0, "oc#1")
    assert cells(room)[0] == ["up", ["A@1#1", "oc#1"]]


def test_a_card_that_was_placed_is_not_placed_again():
    room = room_with("A@1#1", "B@2#1")
    tap(room, "eco#1")
    room.assign(0, 0, "eco#1")
    room.report(0, report(1, ["B@2#1"], "up", missing=["B@2#1"]))
    assert cells(room)[:2] == [["up", ["A@1#1", "eco#1"]], ["up", ["B@2#1"]]]
