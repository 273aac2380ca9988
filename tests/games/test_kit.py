"""Room: the kit of games by the least game there is: one button, one board; steps on steps, faults, refusals, undo."""

from firmware.games import Refusal
from firmware.games.kit.cartridge import Cartridge
from firmware.games.kit.journal import changed, replay, undone
from firmware.games.kit.lying import face, mend, token
from firmware.games.kit.play import Step
from firmware.games.kit.saved_game import decode, encode
from firmware.games.kit.screens import named
from tests.helpers import raises


class Counting(Step):
    """As in the docstring of Cartridge; AXIS asks a question first."""

    def press(self, play, player, button):
        if button == "axis":
            play.begin(Asking())
        else:
            play.act(["more"])

    def prompt(self, play):
        return [["counted", {"n": play.state["n"]}]], ["h_press", {}]

    def lights(self, play, player, cells, edges):
        cells[play.state["n"]] = "o"

    def disagreements(self, play, player):
        return mend(play.seen[player], [None] * 16)


class Asking(Step):
    """A question that lies on top; LEFT and RIGHT are for what lies beneath."""

    cursor = 20

    def press(self, play, player, button):
        if button in ("left", "right"):
            return False
        play.end(self)
        return True

    def prompt(self, play):
        return [["asked", {}]], ["h_ask", {}]


class Lasting(Asking):
    lasting = True
    alone = True


class Game(Cartridge):
    NAME = "count"
    MODES = (("alone", 1), ("both", 2))
    OPTIONS = (("most", (2, 3)),)
    PHASES = {"count": ("more",), "over": ()}
    VERBS = {"more": (lambda state, _: more(state), 0)}
    STEPS = {"count": Counting, "over": Counting}
    PUBLIC = ("n",)

    def start(self, mode, options):
        return {"phase": "count", "n": 0}


def more(state):
    n = state["n"] + 1
    return changed(state, n=n, phase="over" if n == state["options"]["most"] else "count")


GAME = Game("tests.games")
NOTHING = {"cells": [None] * 16, "edges": [[]] * 8, "recent": [], "doubtful": [], "faults": []}


def begun(mode="alone", **options):
    play = GAME.at_table(GAME.setup(mode, options))
    for board in range(len(play.seen)):
        play.see(board, NOTHING)
    return play


def test_a_button_is_pressed_until_the_game_is_over():
    play = begun()
    assert play.screen(0) == {
        "title": ["t_count", {"player": ["player", 0]}], "lines": [["counted", {"n": 0}]], "hint": ["h_press", {}]
    }  # fmt: skip
    play.press(0, "ok")
    assert play.state["n"] == 1 and play.view()["players"][0]["cells"][:3] == ".o." and play.view()["rulers"] == []
    play.press(0, "right")
    assert play.state["phase"] == "over" and play.report() == {"t": "account", "phase": "over", "n": 2}
    assert play.masked(["more", "secret"]) == ["more"] and not play.view()["players"][0]["active"]


def test_ok_leaves_a_game_that_is_over():
    play = begun()
    play.steps = [Step()]
    play.press(0, "ok")
    assert not play.finished
    play.state = changed(play.state, phase="over")
    play.press(0, "left")
    assert not play.finished
    play.press(0, "ok")
    assert play.finished


def test_a_refusal_is_the_message_until_something_changes():
    play = begun(most=3)
    assert not play.act(["less"]) and play.screen(0)["lines"][1:] == [["bad_action", {"what": "verb"}]]
    play.press(0, "ok")
    assert play.message is None and play.screen(0)["lines"] == [["counted", {"n": 1}]]
    play.act(["more", 1])
    assert play.message == ["bad_action", {"what": "more"}]
    play.see(0, NOTHING)
    assert play.message is None


def test_a_step_on_top_takes_presses_and_leaves_others_to_the_one_beneath():
    play = begun(most=3)
    play.press(0, "axis")
    assert play.doing(Asking) is play.step and play.screen(0)["lines"] == [["asked", {}]]
    assert play.view()["players"][0]["edges"] == "..c....."
    play.press(0, "left")
    assert play.state["n"] == 1 and play.doing(Asking)
    play.press(0, "ok")
    assert play.state["n"] == 1 and play.doing(Asking) is None and len(play.steps) == 1


def test_another_phase_ends_the_steps_but_those_that_last():
    play = begun(most=2)
    play.begin(Asking())
    play.begin(Lasting())
    play.act(["more"])
    assert len(play.steps) == 3
    play.act(["more"])
    assert [type(step) for step in play.steps] == [Counting, Lasting]


def test_a_step_that_is_alone_takes_long_presses_too():
    play = begun()
    play.act(["more"])
    play.begin(Lasting())
    play.press(0, "back", True)
    assert play.state["n"] == 1 and play.doing(Lasting) is None
    play.press(0, "back", True)
    assert play.state["n"] == 0
    play.press(0, "back", True)
    assert play.screen(0)["lines"][0] == ["leave", {}] and not play.finished
    play.press(0, "left")
    assert play.message == ["nothing_to_undo", {}] and play.screen(0)["title"][0] == "t_count"


def test_at_its_start_a_game_is_left_only_when_ok_confirms_it():
    play = begun()
    for button, finished, testing in (("back", False, None), ("right", False, None), ("axis", False, 0)):
        if play.screen(0)["title"][0] != "leave_title":
            play.press(0, "back", True)
        play.press(0, button)
        assert (play.finished, play.testing) == (finished, testing)
    play.press(0, "back", True)
    play.press(0, "ok")
    assert play.finished


def lying(**cells):
    seen = dict(NOTHING, cells=[None] * 16)
    for name, entry in cells.items():
        seen["cells"][int(name[1:])] = entry
    return seen


def test_what_is_to_be_mended_is_said_and_silences_the_rest():
    play = begun()
    play.see(0, lying(c5=["up", ["sun#1"]]))
    assert play.faults(0) == [[5, "take_off", {"at": 5}]] and play.blocked() and play.message[0] == "take_off"
    assert play.view()["players"][0]["cells"] == ".....k.........."
    assert play.screen(0)["hint"] == ["h_mend", {}]
    play.see(0, NOTHING)
    assert not play.blocked() and play.view()["players"][0]["cells"][0] == "o"


def test_a_board_that_is_not_there_and_a_dead_reader():
    play = begun("both")
    play.see(1, None)
    assert play.all_faults() == [(1, [-1, "no_board", {"player": ["player", 1]}])]
    play.see(1, dict(NOTHING, faults=[[3, "reader_fault", {"at": 3}]]))
    assert play.faults(1) == [[3, "reader_fault", {"at": 3}]] and not play.blocked()


def test_a_doubtful_card_is_asked_about_and_the_answer_is_an_order():
    play = begun()
    seen = dict(NOTHING, doubtful=[[2, "sun#1"]])
    play.see(0, seen)
    assert play.screen(0)["hint"] == ["h_doubt", {}] and play.view()["players"][0]["cells"][2] == "n"
    play.press(0, "left")
    play.press(0, "right")
    assert play.take_orders() == [["stays", 0, 2, "sun#1"], ["gone", 0, 2, "sun#1"]] and play.take_orders() == []
    assert play.state["n"] == 0


def test_journals_are_replayed_undone_and_kept():
    state = GAME.apply(GAME.apply(GAME.setup("both", {"most": 3}), ["more"]), ["more"])
    assert replay(GAME, state["journal"]) == state and decode(GAME, encode(state)) == state
    assert undone(GAME, state)["n"] == 1
    for text in ("", "[]", encode(state).replace("count", "chess"), encode(state).replace("more", "less")):
        with raises(ValueError) as problem:
            decode(GAME, text)
        assert "start a new one" in str(problem.value)


def test_modes_and_options_are_checked_and_offered():
    assert GAME.setup()["mode"] == "alone" and GAME.setup("both")["options"] == {"most": 2}
    assert GAME.modes_for(2) == ["both"] and GAME.modes_for(4) == ["alone", "both"] == GAME.modes_for(0)
    assert (GAME.boards_of("both"), GAME.boards_of("chess")) == (2, 0)
    for mode, options, code in (
        ("chess", {}, "bad_mode"),
        ("alone", {"most": True}, "bad_option"),
        ("alone", {"x": 1}, "bad_option"),
    ):
        with raises(Refusal) as refusal:
            GAME.setup(mode, options)
        assert refusal.value.code == code


def test_single_cards_are_read_and_held_against_what_is_wanted():
    seen = lying(c0=["up", ["a#1"]], c1=["col", ["b#1"]], c2=["row", ["c#1", "d#1"]], c3=["up", ["~"]])
    assert [face(seen, cell) for cell in range(5)] == ["up", "down", "down", "up", None]
    assert [token(seen, cell) for cell in range(5)] == ["a#1", "b#1", None, "~", None] and face(None, 0) is None
    wanted = [("a#1", "down"), ("b#1", None), ("c#1", None), None, ("e#1", "up")] + [None] * 11
    assert [fault[:2] for fault in mend(seen, wanted)] == [
        [0, "turn_over"], [2, "put_back"], [3, "take_off"], [4, "put_back"]
    ]  # fmt: skip


def test_places_and_cards_are_named_for_the_display():
    said = named({"at": 18, "to": 16, "card": "sun#2", "n": 3})
    assert said == {"at": ["line", 0], "to": ["place", 16], "card": ["card", "sun"], "n": 3}
    assert named({"at": 15, "card": "?04aa"}) == {"at": ["cell", 15], "card": ["card", ""]}
