"""Room: what the players say about a place that the table cannot know, and places whose reader is dead."""

from firmware.board.room import BoardRoom

TAP = 17


class Names:
    """A catalogue that calls every card by its UID."""

    def token(self, uid):
        return uid

    def told(self, uid):
        return True


def report(position, uids=(), face="none", status=None, missing=()):
    status = status or ("doubtful" if missing else "card" if uids else "empty")
    return {"pos": position, "status": status, "face": face, "uids": list(uids), "missing": list(missing)}


def started(boards=1):
    room = BoardRoom(Names(), boards)
    for board in range(boards):
        room.online(board, True)
    room.take()
    return room


def tap(room, *uids, board=0):
    for uid in uids:
        room.report(board, report(TAP, [uid]))
        room.report(board, report(TAP))


def pictures(news):
    return {item[1]: item[2] for item in news if item[0] == "see"}


def test_cards_of_a_silent_stack_lie_in_the_order_in_which_they_were_tapped():
    room = started()
    room.report(0, report(4, [], "up", "silent"))
    tap(room, "A@1#1", "eco#1", "eco#2")
    room.here(0, 4, ["A@1#1", "eco#1", "eco#2"], None)
    assert pictures(room.take())[0]["cells"][4] == ["up", ["A@1#1", "eco#1", "eco#2"]]
    room.report(0, report(4, ["eco#2"], "up"))  # one tag is read by and by: the order stays
    assert pictures(room.take())[0]["cells"][4] == ["up", ["A@1#1", "eco#1", "eco#2"]]


def test_what_was_told_holds_until_the_cell_is_empty():
    room = started()
    room.report(0, report(4, [], "row", "silent"))
    tap(room, "A@1#1")
    room.here(0, 4, ["A@1#1"], None)
    room.report(0, report(4))
    assert pictures(room.take())[0]["cells"][4] is None


def test_a_card_that_is_not_named_any_more_is_forgotten_by_the_scanner_but_what_is_read_stays():
    room = started()
    room.report(0, report(4, ["A@1#1", "eco#1", "eco#2"], "up", missing=["eco#1"]))
    room.take()
    room.here(0, 4, ["A@1#1"], None)
    news = room.take()
    assert ["gone", 0, 4, "eco#1"] in news
    assert pictures(news)[0]["cells"][4] == ["up", ["A@1#1", "eco#2"]] and pictures(news)[0]["doubtful"] == []


def test_naming_a_missing_card_says_that_it_is_still_there():
    room = started()
    room.report(0, report(4, ["A@1#1", "eco#1"], "up", missing=["eco#1"]))
    room.here(0, 4, ["A@1#1", "eco#1"], None)
    seen = pictures(room.take())[0]
    assert seen["cells"][4] == ["up", ["A@1#1", "eco#1"]] and seen["doubtful"] == []


def test_a_card_told_to_lie_here_leaves_the_stack_where_it_was_told_to_lie_before():
    room = started(2)
    room.report(1, report(2, [], "row", "silent"))
    tap(room, "A@1#1")
    room.here(1, 2, ["A@1#1"], None)
    room.report(0, report(4, [], "row", "silent"))
    tap(room, "A@1#1")
    room.here(0, 4, ["A@1#1"], None)
    seen = pictures(room.take())
    assert seen[0]["cells"][4] == ["row", ["A@1#1"]] and seen[1]["cells"][2] == ["row", ["~"]]


def test_the_players_tell_the_face_only_where_the_sensors_cannot():
    room = started()
    room.report(0, report(4, ["A@1#1"], "skew"))
    room.here(0, 4, ["A@1#1"], "col")
    assert pictures(room.take())[0]["cells"][4] == ["col", ["A@1#1"]]
    room.report(0, report(4, ["A@1#1"], "row"))
    room.here(0, 4, ["A@1#1"], "col")
    assert pictures(room.take())[0]["cells"][4] == ["row", ["A@1#1"]]


def test_what_the_players_told_of_a_face_is_over_when_the_sensors_see_one():
    room = started()
    room.report(0, report(4, ["A@1#1"], "skew"))
    room.here(0, 4, ["A@1#1"], "col")
    for face in ("row", "skew"):
        room.report(0, report(4, ["A@1#1"], face))
        assert pictures(room.take())[0]["cells"][4] == [face, ["A@1#1"]]


def test_a_card_that_was_told_is_not_announced_any_more():
    room = started()
    room.report(0, report(4, [], "up", "silent"))
    tap(room, "A@1#1")
    room.here(0, 4, ["A@1#1"], None)
    room.report(0, report(9, [], "up", "silent"))
    cells = pictures(room.take())[0]["cells"]
    assert cells[4] == ["up", ["A@1#1"]] and cells[9] == ["up", ["~"]]


def test_of_many_cards_held_to_the_pad_the_newest_can_be_told():
    room = started()
    room.report(0, report(4, [], "up", "silent"))
    cards = ["A@1#%d" % n for n in range(1, 31)]
    tap(room, *cards)
    room.here(0, 4, cards[-12:], None)
    assert pictures(room.take())[0]["cells"][4] == ["up", cards[-12:]]


def test_an_announced_card_laid_over_a_dead_reader_is_taken_by_its_light():
    room = started()
    room.report(0, report(4, [], "none", "fault"))
    tap(room, "A@1#1")
    room.report(0, report(4, [], "col", "fault"))
    seen = pictures(room.take())[0]
    assert seen["cells"][4] == ["col", ["A@1#1"]] and seen["faults"] == [[4, "reader_fault", {"at": 4}]]
    room.report(0, report(4, [], "none", "fault"))
    assert pictures(room.take())[0]["cells"][4] is None


def test_what_a_dead_reader_last_read_leaves_when_it_is_held_to_the_pad():
    room = started()
    room.report(0, report(4, ["A@1#1", "eco#1"], "up", "fault"))
    room.take()
    tap(room, "eco#1")
    news = room.take()
    assert ["gone", 0, 4, "eco#1"] in news and pictures(news)[0]["cells"][4] == ["up", ["A@1#1"]]


def test_a_reader_that_works_again_over_a_silent_stack_receives_nothing_that_was_announced_elsewhere():
    room = started()
    room.report(0, report(4, [], "up", "fault"))
    tap(room, "A@1#1")
    room.report(0, report(4, [], "up", "silent"))
    assert pictures(room.take())[0]["cells"][4] == ["up", ["~"]]


def test_dead_readers_of_slot_and_pad_are_named_and_satellites_have_no_slot():
    room = started(2)
    for board in (0, 1):
        for position in (16, TAP):
            room.report(board, report(position, [], "none", "fault"))
    seen = pictures(room.take())
    assert [fault[0] for fault in seen[0]["faults"]] == [16, TAP]
    assert [fault[0] for fault in seen[1]["faults"]] == [TAP]


def test_a_board_that_was_only_silent_for_a_while_still_knows_its_cards():
    room = started(2)
    room.report(1, report(5, ["A@1#1"], "up"))
    room.online(1, False)
    assert pictures(room.take())[1] is None
    room.online(1, True, fresh=False)
    assert pictures(room.take())[1]["cells"][5] == ["up", ["A@1#1"]]


def test_light_over_a_dead_reader_is_quicker_than_the_pad_that_misses_the_card():
    room = started()
    room.report(0, report(4, [], "none", "fault"))
    room.report(0, report(TAP, ["A@1#1"]))
    room.report(0, report(4, [], "row", "fault"))
    assert pictures(room.take())[0]["cells"][4] == ["row", ["~"]]
    room.report(0, report(TAP))
    assert pictures(room.take())[0]["cells"][4] == ["row", ["A@1#1"]]


def test_a_pad_that_dies_over_a_card_takes_it_from_nowhere():
    room = started()
    room.report(0, report(4, [], "row", "silent"))
    tap(room, "A@1#1")
    room.here(0, 4, ["A@1#1"], None)
    room.report(0, report(TAP, ["A@1#1"], "none", "fault"))
    assert pictures(room.take())[0]["cells"][4] == ["row", ["A@1#1"]]
