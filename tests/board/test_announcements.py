"""Room: how long a card from the tap pad counts as announced: it must not turn up later as a ghost."""

from firmware.board.room import BoardRoom

TAP = 17


class Names:
    """A catalogue that calls every card by its UID."""

    def token(self, uid):
        return uid


def report(position, uids=(), face="none", missing=()):
    status = "doubtful" if missing else "card" if uids else "empty"
    return {"pos": position, "status": status, "face": face, "uids": list(uids), "missing": list(missing)}


def room_with(*uids):
    """A room of one board where these cards lie on cells 0, 1, ..."""
    room = BoardRoom(Names(), 1)
    room.online(0, True)
    for cell, uid in enumerate(uids):
        room.report(0, report(cell, [uid], "up"))
    return room


def cells(room):
    pictures = [item[2] for item in room.take() if item[0] == "see"]
    return pictures[-1]["cells"]


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
