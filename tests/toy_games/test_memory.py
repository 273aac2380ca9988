"""Room: the toy game of docs/cartridge.md: its rules, and a whole game at the table with cards turned by hand."""

from examples.memory import words_en, words_zh
from firmware.games import Refusal
from firmware.games.kit.journal import replay, undone
from firmware.games.kit.saved_game import decode, encode
from firmware.panel.text import Words
from host_tools.simulator.games import cartridge
from tests.helpers import raises

GAME = cartridge("memory")
# The cards of a kind lie side by side.
DECK = [row[0] + "#" + copy for row in GAME.CARDS for copy in ("1", "2")]


class Hands:
    """Cards on a table and the Play that sees them."""

    def __init__(self, deck=DECK):
        self.play = GAME.at_table(GAME.setup())
        self.cells = [None] * 16
        for cell, token in enumerate(deck):
            self.lay(cell, token)

    def lay(self, cell, token, face="row"):
        self.put(cell, [face, [token]])

    def put(self, cell, entry):
        """Something else lies on a cell: the board room has a new picture."""
        self.cells[cell] = entry
        seen = {"cells": list(self.cells), "edges": [[]] * 8, "recent": [], "doubtful": [], "faults": []}
        self.play.see(0, seen)

    def turn(self, cell, face="up"):
        self.lay(cell, self.cells[cell][1][0], face)

    @property
    def state(self):
        return self.play.state

    def says(self):
        """What the display says first, and the first warning after it, in English."""
        return [Words("en", GAME).say(line) for line in self.play.screen(0)["lines"][:2]]


def refused(state, action):
    with raises(Refusal) as refusal:
        GAME.apply(state, action)
    return refusal.value.code


def test_the_game_begins_when_all_cards_lie_face_down():
    hands = Hands(DECK[:15])
    assert hands.state["phase"] == "lay" and hands.says()[0] == "Shuffle and lay 16 cards face down."
    hands.lay(15, DECK[15], "up")
    assert hands.state["phase"] == "lay"
    hands.turn(15, "col")
    assert hands.state["phase"] == "turn" and hands.says()[0] == "Turn one card up."


def test_a_layout_without_pairs_is_refused():
    hands = Hands(DECK[:15] + ["moon#3"])
    assert hands.state["phase"] == "lay" and hands.says()[1] == "Lay two cards of each kind."
    assert refused(GAME.setup(), ["lay", []]) == "not_pairs" and refused(GAME.setup(), ["lay", [1] * 16]) == "not_pairs"


def test_two_of_a_kind_are_taken_and_the_finder_goes_on():
    hands = Hands()
    hands.turn(2)
    assert hands.play.view()["players"][0]["cells"] == "..c............."
    hands.turn(3)
    assert hands.state["phase"] == "take" and hands.play.view()["players"][0]["cells"] == "..kk............"
    hands.put(3, None)
    hands.put(2, None)
    assert (hands.state["phase"], hands.state["pairs"], hands.state["active"]) == ("turn", [1, 0], 0)
    assert hands.state["cells"][2:4] == [None, None] and hands.play.all_faults() == []


def test_two_kinds_are_covered_and_the_other_player_goes_on():
    hands = Hands()
    hands.turn(0)
    hands.turn(2)
    assert hands.state["phase"] == "cover" and hands.says()[1] == "A1: turn the card over."
    assert hands.play.view()["players"][0]["cells"] == "r.r............."
    hands.turn(0, "row")
    hands.turn(2, "col")
    assert (hands.state["phase"], hands.state["pairs"], hands.state["active"]) == ("turn", [0, 0], 1)


def test_a_card_that_is_missing_or_another_one_is_asked_back():
    hands = Hands()
    hands.put(9, None)
    assert hands.says()[1] == "C2: put the card back." and hands.play.view()["players"][0]["cells"][9] == "p"
    hands.lay(9, DECK[8])
    assert [fault[:2] for _, fault in hands.play.all_faults()] == [[9, "put_back"]]
    hands.lay(9, DECK[9])
    assert hands.play.all_faults() == []


def test_no_card_is_named_while_it_may_be_secret():
    hands = Hands()
    hands.turn(0)
    hands.put(5, None)
    told = [hands.play.faults(0), hands.play.screen(0), hands.play.report()]
    told += [hands.play.masked(action) for action in hands.state["journal"][1:]]
    assert "sun" not in str(told) and "star" not in str(told)


def test_a_game_to_its_end():
    hands = Hands()
    for cell in range(0, 16, 2):
        if cell == 8:  # not a pair: the second player finds the others
            for face in ("up", "row"):
                hands.turn(8, face)
                hands.turn(10, face)
        for at in (cell, cell + 1):
            hands.turn(at)
        for at in (cell, cell + 1):
            hands.put(at, None)
    assert (hands.state["phase"], hands.state["pairs"]) == ("over", [4, 4]) and hands.says()[0] == "Pairs: 4 to 4."
    assert refused(hands.state, ["turn", 0]) == "not_now"
    hands.play.press(0, "left")
    assert not hands.play.finished
    hands.play.press(0, "ok")
    assert hands.play.finished


def test_actions_that_cannot_be_are_refused():
    state = GAME.apply(GAME.setup(), ["lay", DECK])
    for action in (["turn"], ["turn", "0"], ["turn", 0, 1], ["fly"], [], "turn"):
        assert refused(state, action) == "bad_action", action
    assert refused(state, ["turn", 16]) == "no_card" and refused(state, ["turn", -1]) == "no_card"
    assert refused(GAME.apply(state, ["turn", 3]), ["turn", 3]) == "no_card"
    assert refused(state, ["clear"]) == "not_now"


def test_the_kit_brings_journal_undo_and_saved_games():
    hands = Hands()
    hands.turn(0)
    hands.turn(2)
    state = hands.state
    assert replay(GAME, state["journal"]) == state and decode(GAME, encode(state)) == state
    assert undone(GAME, state)["open"] == [0]
    hands.play.press(0, "back", True)
    assert hands.state["phase"] == "turn" and hands.state["open"] == [0]


def test_the_menu_offers_it_on_one_board_and_the_database_names_its_cards():
    assert GAME.modes_for(1) == ["pairs"] and GAME.boards_of("pairs") == 1
    assert GAME.card_codes()[0] == "sun" and GAME.card_name("sun", "zh") == "太阳" and GAME.card_name("x", "en") is None
    assert GAME.only_adds([list(row) for row in GAME.CARDS] + [["new", "2", "新", "new"]])
    assert not GAME.only_adds(GAME.CARDS[1:])


def test_both_languages_say_the_same_codes():
    assert sorted(words_en.WORDS) == sorted(words_zh.WORDS)
    for phase in GAME.PHASES:
        assert {phase, "t_" + phase, "h_" + phase} <= set(words_en.WORDS)


def test_a_game_that_is_nowhere_is_named():
    with raises(ValueError) as problem:
        cartridge("chess")
    assert "chess" in str(problem.value) and "memory" in str(problem.value)
    with raises(ValueError):
        cartridge("read_tag")
