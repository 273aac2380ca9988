"""Room: cards that the database does not know name themselves; another catalogue names everything anew."""

from tests.board.test_room import Names, picture, report, room


def asked(made):
    return [item for item in made.take() if item[0] == "ask"]


def test_an_unknown_tag_is_asked_once_for_its_name():
    names = Names()
    made = room(names=names)
    made.report(1, report(4, ["ff", "aa"]))
    assert asked(made) == [["ask", 1, 4, "ff"]]
    made.report(1, report(4, []))
    made.report(1, report(5, ["ff"]))
    assert asked(made) == []
    names.says["ff"] = "C@3#4"
    made.named("ff")
    assert picture(made, 1)["cells"][5] == ["up", ["C@3#4"]]
    made.report(1, report(6, ["ff"]))
    assert asked(made) == []


def test_a_tag_that_says_nothing_is_not_asked_again():
    names = Names()
    made = room(names=names)
    made.report(0, report(4, ["ff"]))
    names.says["ff"] = ""
    made.named("ff")
    made.take()
    made.report(0, report(5, ["ff"]))
    assert asked(made) == []


def test_a_tag_that_could_not_be_read_is_asked_at_its_next_report():
    made = room()
    made.report(0, report(4, ["ff"]))
    assert len(asked(made)) == 1
    made.ask_again("ff")
    made.report(0, report(4, []))
    made.report(0, report(7, ["ff"]))
    assert asked(made) == [["ask", 0, 7, "ff"]]


def test_a_board_that_was_lost_is_asked_again():
    made = room()
    made.report(1, report(4, ["ff"]))
    assert len(asked(made)) == 1
    made.online(1, False)
    made.online(1, True)
    made.report(1, report(4, ["ff"]))
    assert len(asked(made)) == 1


def test_a_card_at_the_pad_is_told_again_when_its_name_is_known():
    names = Names()
    made = room(names=names)
    made.report(0, report(17, ["ff"], face="none"))
    assert ["tap", 0, "?ff"] in made.take()
    names.says["ff"] = "eco#5"
    made.named("ff")
    assert ["tap", 0, "eco#5"] in made.take()


def test_another_catalogue_names_everything_anew():
    made = room()
    made.report(0, report(3, ["ff"]))
    made.report(0, report(17, ["bb"], face="none"))
    made.take()

    class Later(Names):
        KNOWN = {"ff": "6A@4#1", "bb": "eco#2"}

    made.use(Later())
    news = made.take()
    assert ["tap", 0, "eco#2"] in news
    seen = [item for item in news if item[0] == "see"]
    assert [item[1] for item in seen] == [0, 1] and seen[0][2]["cells"][3] == ["up", ["6A@4#1"]]


def test_cards_that_lie_anywhere():
    made = room()
    made.report(0, report(3, ["aa"]))
    made.report(1, report(17, ["bb"], face="none"))
    made.report(1, report(17, []))
    made.report(1, report(7, [], status="silent"))
    made.report(0, report(3, ["aa", "ff"], status="doubtful", missing=["aa"]))
    assert made.lying() == [(0, 3, "aa"), (0, 3, "ff"), (1, 7, "bb")]
