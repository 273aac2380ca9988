"""Room: reports of positions become pictures, pushes and taps; what cannot be known is asked, never guessed."""

from firmware.board.room import BoardRoom


class Names:
    """A catalogue of three known tags."""

    KNOWN = {"aa": "A@1#1", "bb": "eco#2", "cc": "B@2#1", "ee": "ext#1"}

    def __init__(self):
        self.says = {}  # what tags say of themselves

    def token(self, uid):
        return self.KNOWN.get(uid) or self.says.get(uid) or "?" + uid

    def told(self, uid):
        return uid in self.says


def room(players=2, names=None):
    made = BoardRoom(names or Names(), players)
    for player in range(players):
        made.online(player, True)
    made.take()
    return made


def report(pos, uids=(), face="up", status=None, missing=()):
    if status is None:
        status = "card" if uids else "empty"
    return {"pos": pos, "status": status, "face": face if uids or status != "empty" else "none",
            "uids": list(uids), "missing": list(missing)}  # fmt: skip


def picture(made, player=0):
    found = None
    for news in made.take():
        if news[0] == "see" and news[1] == player:
            found = news[2]
    return found


def test_cards_on_cells_with_face_and_order_of_arrival():
    made = room()
    made.report(0, report(5, ["aa"]))
    made.report(0, report(5, ["bb", "aa"]))
    seen = picture(made)
    assert seen["cells"][5] == ["up", ["A@1#1", "eco#2"]] and seen["recent"] == [5]


def test_the_newest_change_stands_first():
    made = room()
    made.report(0, report(5, ["aa"]))
    made.report(0, report(2, ["cc"], face="row"))
    made.report(0, report(5, []))
    assert picture(made)["recent"] == [5, 2]


def test_unknown_silent_and_faulty_positions():
    made = room()
    made.report(0, report(1, ["ff"]))
    made.report(0, report(2, [], status="silent"))
    made.report(0, report(3, [], status="fault"))
    seen = picture(made)
    assert seen["cells"][1] == ["up", ["?ff"]] and seen["cells"][2] == ["up", ["~"]]
    assert seen["faults"] == [[3, "reader_fault", {"at": 3}]]


def test_a_report_that_says_nothing_new_is_no_news():
    made = room()
    made.report(0, report(5, ["aa"]))
    made.take()
    made.report(0, report(5, ["aa"]))
    assert not made.take()


def test_a_card_seen_in_the_slot_and_gone_was_pushed():
    made = room()
    made.report(0, report(16, ["aa"], face="none"))
    assert not made.take()
    made.report(0, report(16, []))
    assert made.take() == [["slot", "A@1#1"]]


def test_two_cards_in_the_slot_one_after_the_other():
    made = room()
    made.report(0, report(16, ["aa"], face="none"))
    made.report(0, report(16, ["cc"], face="none"))
    made.report(0, report(16, []))
    assert made.take() == [["slot", "A@1#1"], ["slot", "B@2#1"]]


def test_a_tap_is_told_and_its_end():
    made = room()
    made.report(0, report(17, ["bb"], face="none"))
    assert made.take() == [["tap", 0, "eco#2"]]
    made.report(0, report(17, []))
    assert made.take() == [["tap", 0, None]]


def test_the_announced_card_goes_to_the_cell_whose_tags_changed_unreadably():
    made = room()
    made.report(0, report(5, ["aa"]))
    made.report(0, report(17, ["bb"], face="none"))
    made.report(0, report(17, []))
    made.report(0, report(5, ["aa"], status="doubtful", missing=["aa"]))
    seen = picture(made)
    assert seen["cells"][5] == ["up", ["A@1#1", "eco#2"]] and seen["doubtful"] == []


def test_an_announced_card_under_which_nothing_answers():
    made = room()
    made.report(0, report(17, ["cc"], face="none"))
    made.report(0, report(17, []))
    made.report(0, report(7, [], status="silent", face="col"))
    assert picture(made)["cells"][7] == ["col", ["B@2#1"]]
    made.report(0, report(7, []))
    assert picture(made)["cells"][7] is None


def test_an_announced_ext_goes_to_the_socket_that_is_covered():
    made = room()
    made.report(0, report(17, ["ee"], face="none"))
    made.report(0, report(17, []))
    made.report(0, report(18, [], status="silent"))
    assert picture(made)["edges"][0] == ["ext#1"]


def test_a_missing_card_is_doubtful_until_answered():
    made = room()
    made.report(0, report(5, ["aa", "bb"]))
    made.report(0, report(5, ["aa", "bb"], status="doubtful", missing=["bb"]))
    assert picture(made)["doubtful"] == [[5, "eco#2"]]
    made.stays(0, 5, "eco#2")
    assert picture(made)["doubtful"] == []
    made.report(0, report(5, ["aa", "bb"]))
    made.report(0, report(5, ["aa", "bb"], status="doubtful", missing=["bb"]))
    assert picture(made)["doubtful"] == [[5, "eco#2"]]
    assert made.gone(0, 5, "eco#2") == "bb"
    assert picture(made)["cells"][5] == ["up", ["A@1#1"]]


def test_a_missing_card_that_is_read_at_the_pad_has_left_its_stack():
    made = room()
    made.report(0, report(5, ["aa", "bb"]))
    made.report(0, report(5, ["aa", "bb"], status="doubtful", missing=["bb"]))
    made.take()
    made.report(0, report(17, ["bb"], face="none"))
    news = made.take()
    assert ["gone", 0, 5, "bb"] in news and ["tap", 0, "eco#2"] in news
    assert [item for item in news if item[0] == "see"][0][2]["cells"][5] == ["up", ["A@1#1"]]


def test_one_uid_read_at_two_places_is_shown_at_both_and_cured_when_one_goes():
    made = room()
    made.report(0, report(5, ["aa"]))
    made.report(0, report(6, ["aa"]))
    seen = picture(made, 0)
    assert [fault[:2] for fault in seen["faults"]] == [[5, "card_twice"], [6, "card_twice"]]
    made.report(0, report(5, []))
    assert picture(made, 0)["faults"] == []


def test_twice_on_two_boards_is_shown_on_both():
    made = room()
    made.report(0, report(5, ["aa"]))
    made.take()
    made.report(1, report(9, ["aa"]))
    seen = {news[1]: news[2] for news in made.take() if news[0] == "see"}
    assert seen[0]["faults"][0][:2] == [5, "card_twice"] and seen[1]["faults"][0][:2] == [9, "card_twice"]
    made.report(1, report(9, []))
    assert picture(made, 0)["faults"] == []


def test_the_panel_says_where_an_announced_card_lies():
    made = room()
    made.report(0, report(5, ["aa"]))
    made.report(0, report(17, ["bb"], face="none"))
    made.report(0, report(17, []))
    made.take()
    made.assign(0, 5, "eco#2")
    assert picture(made)["cells"][5] == ["up", ["A@1#1", "eco#2"]]


def test_a_lost_board_has_no_picture_and_comes_back_empty():
    made = room()
    made.report(1, report(5, ["aa"]))
    made.take()
    made.online(1, False)
    assert made.take() == [["see", 1, None]]
    made.online(1, True)
    assert picture(made, 1)["cells"][5] is None
