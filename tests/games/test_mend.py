"""Room: when reality and account differ: what the LEDs and displays ask, how the game goes on, what is accepted."""

from firmware.games.energy_matrix.matrix import notation
from tests.games.table_play import EMPTY, after, at_table, building, picture, think

FULL = [
    ["battery", 0, "row", "C@3#1"],
    ["machine", 1, "A@1#1"],
    ["frame", 1, "eco#1"],
]


def settled():
    """Settlement of player 0 with a battery, a machine with a frame; the second player's board is empty."""
    return after(building(), *FULL, ["next"])


def lies(**cells):
    """A picture: c0=[face, [tokens]], ..."""
    seen = picture(EMPTY)
    for name, entry in cells.items():
        seen["cells"][int(name[1:])] = entry
    return seen


RIGHT = {"c0": ["row", ["C@3#1"]], "c1": ["up", ["A@1#1", "eco#1"]]}


def test_only_what_is_to_be_mended_is_lit_and_all_is_lit_again_when_it_agrees():
    play = at_table(settled())
    play.see(0, lies(**RIGHT))
    before = think(play).view()["players"][0]["cells"]
    assert before == "bv" + "." * 14
    play.see(0, lies(c1=RIGHT["c1"]))
    assert play.view()["players"][0]["cells"] == "p" + "." * 15
    assert play.screen(0)["lines"][1] == ["put_back", {"at": ["cell", 0], "card": ["card", ""]}]
    play.see(0, lies(**RIGHT))
    assert think(play).view()["players"][0]["cells"] == before and play.faults(0) == []


def test_a_board_on_which_every_card_moved_says_where_each_belongs_and_heals_card_by_card():
    play = at_table(settled())
    play.see(0, lies(c1=["row", ["C@3#1"]], c4=["up", ["A@1#1"]], c5=["up", ["eco#1"]], c9=["up", ["~"]]))
    assert play.view()["players"][0]["cells"] == "pk..kk...n......"
    lines = play.screen(0)["lines"]
    assert ["belongs", {"at": ["cell", 4], "card": ["card", "A@1"], "to": ["cell", 1]}] in lines
    assert ["belongs", {"at": ["cell", 5], "card": ["card", "eco"], "to": ["cell", 1]}] in lines
    for step in (
        lies(c4=["up", ["A@1#1"]]),
        lies(c0=RIGHT["c0"], c4=["up", ["A@1#1"]]),
        lies(c0=RIGHT["c0"], c1=["up", ["A@1#1"]]),
    ):
        play.see(0, step)
        play.press(0, "ok")
        assert play.state["phase"] == "settle" and play.faults(0)
    play.see(0, lies(**RIGHT))
    think(play).press(0, "ok")
    assert play.state["active"] == 1


def test_a_turned_battery_is_to_be_turned_back():
    play = at_table(settled())
    play.see(0, lies(c0=["col", ["C@3#1"]], c1=RIGHT["c1"]))
    assert play.view()["players"][0]["cells"][:2] == "r."
    assert play.screen(0)["lines"][1:] == [["turn", {"at": ["cell", 0]}]]


def test_each_place_asks_for_one_thing_at_a_time():
    play = at_table(settled())
    play.see(0, lies(c0=["row", ["C@3#1"]], c1=["up", ["B@2#1"]]))
    assert [fault[:2] for fault in play.faults(0)] == [[1, "take_off"]]
    play.see(0, lies(c0=["row", ["C@3#1"]]))
    assert [fault[:2] for fault in play.faults(0)] == [[1, "put_back"]]


def test_while_building_the_other_cells_stay_lit():
    play = at_table(building())
    play.see(0, lies(c0=["row", ["C@3#1"]], c1=["up", ["~"]]))
    assert play.view()["players"][0]["cells"][:2] == "bn"


def test_faults_of_the_other_board_name_it():
    play = at_table(settled())
    play.see(0, lies(**RIGHT))
    play.see(1, lies(c7=["up", ["A@1#5"]]))
    at = ["on_board", {"player": ["player", 1], "at": ["cell", 7]}]
    assert play.screen(0)["lines"][1][1]["at"] == at
    assert play.screen(1)["lines"][0][1]["at"] == ["cell", 7]
    assert play.view()["players"][0]["cells"] == "." * 16


def test_a_card_of_the_queue_on_a_board_goes_back_unnamed():
    state = settled()
    play = at_table(state)
    play.see(0, lies(c7=["up", [state["queue"][0]]], **RIGHT))
    assert play.view()["players"][0]["cells"][7] == "k"
    assert play.screen(0)["lines"][1:] == [["queue_card", {"at": ["cell", 7]}]]


def test_a_long_ok_accepts_the_board_and_is_recorded():
    play = at_table(settled())
    play.see(0, lies(c5=["up", ["A@1#1"]]))
    play.press(0, "ok", True)
    assert play.faults(0) == [] and play.state["phase"] == "settle"
    assert play.state["journal"][-1][0] == "overrule"
    assert notation.write(play.state["players"][0]["board"]) == ". . . . / . A@1 . . / . . . . / . . . ."


def test_a_card_that_nobody_can_name_may_be_accepted_until_something_changes_there():
    play = at_table(settled())
    play.see(0, lies(c0=RIGHT["c0"], c1=["up", ["~"]]))
    play.press(0, "ok")
    assert play.screen(0)["lines"][1][0] == "silent"
    play.press(0, "ok", True)
    assert play.state["journal"][-1][0] == "overrule" and play.faults(0) == []
    think(play).press(0, "ok")
    assert play.state["active"] == 1
    play.see(0, lies(c0=RIGHT["c0"], c1=["row", ["~"]]))
    assert [fault[:2] for fault in play.faults(0)] == [[1, "silent"]]


def test_an_unknown_card_on_the_side_does_not_keep_dismantling_from_its_answer():
    state = after(
        settled(), ["settle", []], ["next"], ["push", "B@2#5"], ["reveal"], ["next"], ["next"], ["settle", []]
    )
    state = after(dict(state, queue=["dismantle#1"]), ["next"], ["push", "C@3#7"], ["reveal"])
    play = at_table(state)
    play.see(0, lies(c9=["up", ["?04aa"]], **RIGHT))
    play.press(0, "ok", True)  # accepts the unknown card
    play.press(0, "ok")
    assert play.state["phase"] == "dismantle"
    play.see(0, lies(c9=["up", ["?04aa"]], c0=RIGHT["c0"]))
    assert play.state["phase"] == "build"


def test_a_board_that_comes_back_card_by_card_answers_no_question():
    state = after(
        settled(), ["settle", []], ["next"], ["push", "B@2#5"], ["reveal"], ["next"], ["next"], ["settle", []]
    )
    state = after(dict(state, queue=["dismantle#1"]), ["next"], ["push", "C@3#7"], ["reveal"], ["next"])
    play = at_table(state)
    play.see(0, lies(**RIGHT))
    play.see(0, None)
    assert play.screen(0)["lines"][1][0] == "no_board"
    play.see(0, lies(c0=RIGHT["c0"]))
    assert play.state["phase"] == "dismantle"
    play.see(0, lies(**RIGHT))
    play.see(0, lies(c0=RIGHT["c0"]))
    assert play.state["phase"] == "build"


def test_a_machine_lifted_while_the_board_was_away_is_the_answer_after_ok():
    state = after(
        settled(), ["settle", []], ["next"], ["push", "B@2#5"], ["reveal"], ["next"], ["next"], ["settle", []]
    )
    state = after(dict(state, queue=["dismantle#1"]), ["next"], ["push", "C@3#7"], ["reveal"], ["next"])
    play = at_table(state)
    play.see(0, None)
    play.see(0, lies(c0=RIGHT["c0"]))
    play.press(0, "ok")
    assert play.state["phase"] == "build"
