"""Room: where a card lies already, it cannot be laid a second time; what is taken off leaves nothing behind."""

from tests.games.table_play import EMPTY, after, at_table, building, picture
from tests.games.test_turn import refused


def test_a_card_that_names_its_copy_lies_in_one_place_only():
    state = after(building(), ["machine", 5, "A@1#1"], ["frame", 5, "eco#1"], ["ext", 2, "ext#1"])
    state = after(state, ["next"], ["settle", []], ["next"], ["pass"])
    assert state["active"] == 1 and "B@2#3" in state["queue"]
    for action in (
        ["machine", 0, "A@1#1"],
        ["machine", 0, "B@2#3"],
        ["battery", 0, "row", "eco#1"],
        ["battery", 0, "row", "ext#1"],
        ["ext", 0, "ext#1"],
    ):
        assert refused(state, action) == "card_twice", action
    assert after(state, ["machine", 0, "A@1"])["points"] == 2, "which copy it is was not read"


def test_a_card_may_be_laid_again_once_it_was_taken_off_in_the_same_turn():
    state = after(building(), ["machine", 5, "A@1#1"], ["take", 5], ["machine", 6, "A@1#1"])
    assert [entry for entry in state["players"][0]["board"]["cells"] if entry] == [["m", "A@1#1", []]]
    state = after(building(), ["ext", 2, "ext#1"], ["take_ext", 2, "ext#1"], ["ext", 3, "ext#1"])
    assert state["players"][0]["board"]["edges"][2:4] == [[], ["ext#1"]]


def test_a_card_that_moved_on_the_board_does_not_lie_there_twice():
    state = after(building(), ["machine", 1, "A@1#1"], ["ext", 2, "ext#1"], ["next"])
    play = at_table(dict(state, phase="build", points=4))
    seen = picture(EMPTY)
    seen["cells"][2], seen["edges"][3] = ["up", ["A@1#1"]], ["ext#1"]
    play.see(0, seen)
    assert play.faults(0) == [] and play.view()["points"] == [0, 3, 0]


def test_the_last_battery_taken_off_leaves_an_empty_cell():
    state = after(building(), ["battery", 5, "row", ""], ["take_battery", 5, "row", ""])
    assert state["players"][0]["board"]["cells"] == [None] * 16
    assert after(state, ["machine", 5, "A@1"])["points"] == 0


def test_a_machine_takes_so_many_frames_as_the_option_says():
    state = after(building(options={"frames_per_machine": 1}), ["machine", 5, "A@1"], ["frame", 5, "eco"])
    assert refused(state, ["frame", 5, "oc"]) == "frames_full"
    state = after(building(), ["machine", 5, "A@1"], ["frame", 5, "eco"], ["frame", 5, "oc"])
    assert state["points"] == 0, "without the option there is no limit"
