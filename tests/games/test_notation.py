"""Room: matrix notation (rules section 8): what it says, that it round-trips, and what it answers to nonsense."""

from firmware.games.energy_matrix.cards import kinds
from firmware.games.energy_matrix.matrix import notation
from tests.games.card_rows import machine_row
from tests.helpers import raises

EMPTY = ". . . . / . . . . / . . . . / . . . ."


def refused(text):
    with raises(notation.NotationError) as caught:
        notation.parse(text)
    return caught.value


def test_an_empty_board():
    board, event = notation.parse(EMPTY)
    assert board == {"cells": [None] * 16, "edges": [[] for _ in range(8)]}
    assert event == "none"


def test_everything_that_can_lie_on_a_board():
    board, event = notation.parse(
        "- -|| B@2[eco,sun+] * / . . . 2A+2B>2C@1 / . . . . / . . . . edge=r0,c3,c3 event=rain"
    )
    assert board["cells"][0] == ["b", [["row", ""]]]
    assert board["cells"][1] == ["b", [["row", ""], ["col", ""], ["col", ""]]]
    assert board["cells"][2] == ["m", "B@2", ["eco", "sun+"]]
    assert board["cells"][3] == ["w"]
    assert board["cells"][7] == ["m", "2A+2B>2C@1", []]
    assert board["edges"] == [["ext"], [], [], [], [], [], [], ["ext", "ext"]]
    assert event == "rain"


def test_spaces_around_slashes_do_not_matter():
    assert notation.parse("  . . . ./. . . ./ . . . .   /. . . . ") == notation.parse(EMPTY)


def test_boards_round_trip():
    for text in (
        EMPTY,
        EMPTY + " event=thunder",
        EMPTY + " edge=r0,r0,c2",
        "- -|| B@2[eco,eco] * / A+B>2C@3[oc,rain+] . . . / | . . . / . . . 5A@4 edge=r3 event=sun",
    ):
        board, event = notation.parse(text)
        assert notation.write(board, event) == text
        assert notation.parse(notation.write(board, event)) == (board, event)


def test_writing_drops_copy_numbers():
    board, _ = notation.parse(EMPTY)
    board["cells"][0] = ["m", "A@1#4", ["eco#2"]]
    board["cells"][1] = ["b", [["col", "B@2#1"]]]
    board["edges"][0] = ["ext#1"]
    assert notation.write(board) == "A@1[eco] | . . / . . . . / . . . . / . . . . edge=r0"


def test_malformed_words_name_row_cell_and_token():
    for word in (
        "X", "A", "A@2", "a@1", "A@1#1", "A@1[]", "A@1[eco", "A@1eco]", "A@1[eco]x", "A@1[[eco]]", "A@1[eco,]", "]",
        "A@1[,eco]", "A@1[eco][oc]", "A@1[ECO]", "A@1[eco#1]", "-x", "-.", "..", "**", "[eco]", "A@1\t.", "edge=r0",
    ):  # fmt: skip
        problem = refused(f". . . . / . . {word} . / . . . . / . . . .")
        assert problem.code == "malformed", word
        assert str(problem).startswith(f"row 1, cell 2: '{word}' is malformed: "), str(problem)


def test_illegal_boards_are_another_error():
    for word, why in (
        ("-[eco]", "only on a machine"),
        (".[eco]", "only on a machine"),
        ("*[oc]", "only on a machine"),
        ("eco", "in brackets"),
        ("ext", "in brackets"),
        ("sun", "does not lie on a cell"),
        ("A@1[ext]", "edge="),
        ("A@1[B@2]", "no frame"),
        ("A@1[sun]", "no frame"),
    ):
        problem = refused(word + EMPTY[1:])
        assert problem.code == "illegal", word
        assert str(problem).startswith(f"row 0, cell 0: '{word}' is illegal: ") and why in str(problem)


def test_wrong_numbers_of_rows_and_cells():
    for text, words in (
        ("", "4 rows"),
        (". . . .", "this one has 1"),
        (EMPTY + " / . . . .", "this one has 5"),
        (". . . / . . . . / . . . . / . . . .", "row 0 has 3 cells instead of 4"),
        (". . . . / . . . . . / . . . . / . . . .", "row 1 has 5 cells instead of 4"),
        (". . . . / / . . . . / . . . .", "row 1 has 0 cells instead of 4"),
        (". . . . / . . . . / . . . . / . . . edge=r0", "row 3 has 3 cells instead of 4"),
    ):
        problem = refused(text)
        assert problem.code == "malformed" and words in str(problem), str(problem)


def test_bad_options_name_the_option():
    for option in (
        "event=snow", "event=", "event=Sun", "edge=", "edge=r4", "edge=r0,", "edge=r0;c1", "edge=x1", "evnt=sun", "=",
        "event=sun=rain",
    ):  # fmt: skip
        problem = refused(EMPTY + " " + option)
        assert problem.code == "malformed" and f"'{option}'" in str(problem), str(problem)
    assert "stands twice" in str(refused(EMPTY + " event=sun event=sun"))
    assert "stands twice" in str(refused(EMPTY + " edge=r0 edge=r1"))
    assert "before event=" in str(refused(EMPTY + " event=sun edge=r0"))
    assert "row 3" in str(refused(EMPTY + " event=sun ."))


def test_what_is_no_text():
    for thing in (None, 7, [EMPTY], b". . . ."):
        assert "not" in str(refused(thing))


def test_long_words_are_cut_in_the_message():
    assert len(str(refused("A" * 5000 + EMPTY[1:]))) < 200


def test_another_catalogue():
    mine = kinds.Catalogue([machine_row("3A>C@2")])
    board, _ = notation.parse("3A>C@2" + EMPTY[1:], mine)
    assert board["cells"][0] == ["m", "3A>C@2", []]
    with raises(notation.NotationError):
        notation.parse("A@1" + EMPTY[1:], mine)
