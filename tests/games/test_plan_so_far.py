"""Room: a settlement whose plan takes long to find: the table says that it thinks, shows the best plan so far, and OK
takes it (rules section 3; docs/best_plan.md, 7)."""

import json

from firmware.games.energy_matrix.matrix import notation
from firmware.games.energy_matrix.plan import best
from tests.games.table_play import after, at_table, building, think
from tests.games.test_plan_hard import HARDEST


def hard_board():
    """The second of the hardest boards: (notation, its event card, rulers)."""
    with open(HARDEST) as lines:
        lines.readline()
        case = json.loads(lines.readline())
    board, event = notation.parse(case["board"])
    return board, case["board"].split(" event=")[0], {"none": "A@1#9", "thunder": "thunder#1"}[event], case["rulers"]


def settling():
    """A Play that has just begun to settle such a board."""
    board, text, event, rulers = hard_board()
    state = after(building(event), ["overrule", 0, board], ["next"])
    play = at_table(dict(state, rulers=rulers), text)
    assert play.state["phase"] == "settle"
    return play


def thinking():
    """The same, thought about until there is something to see."""
    play = settling()
    while play.so_far() is None:
        assert play.screen(0)["lines"] == [["thinking", {}]]
        assert play.work()
    return play


def key(plan):
    """A plan that comes first has the largest key."""
    return plan["damage"], plan["value"], -len(plan["converters"]), [-cell for cell in plan["converters"]]


def moved(play, plan):
    """Where the rulers are after a plan."""
    limits = (12, 8, 4)
    return [min(limits[kind], play.state["rulers"][kind] + plan["net"][kind]) for kind in range(3)]


def test_the_best_plan_so_far_is_shown_and_said_to_be_that():
    play = thinking()
    plan = play.so_far()
    shown = play.screen(0)
    assert shown["lines"][0] == ["so_far", {}] and shown["hint"] == ["h_so_far", {}]
    assert [line[1]["n"] for line in shown["lines"][1:]] == [units for units in plan["net"] if units]
    view = play.view()
    assert [ruler[2] for ruler in view["rulers"]] == moved(play, plan)
    assert [sign for cell, sign in enumerate(view["players"][0]["cells"]) if cell in plan["order"]] == ["f"] * len(
        plan["order"]
    )
    assert play.plan() is None and play.report()["plan"] is None
    assert [cue for cue in view["cues"] if cue[0] == "flow"] == []


def test_it_only_gets_better_and_each_time_there_is_something_new_to_show():
    play = thinking()
    seen = [play.so_far()]
    thoughts = play.thoughts
    while play.work():
        if play.so_far() is not seen[-1]:
            seen.append(play.so_far())
            thoughts += 1
        assert play.thoughts == thoughts
    assert len(seen) > 1 and sorted(seen, key=key) == seen


def test_when_the_search_is_over_the_plan_is_shown_as_ever():
    play = think(thinking())
    board, _, event, rulers = hard_board()
    plan = best.best(board, "thunder" if event[0] == "t" else "none", rulers)
    assert play.plan() == plan and play.so_far() is None
    assert play.screen(0)["lines"][0] == ["plan", {"n": 1}] and play.screen(0)["hint"] == ["h_settle", {}]
    assert [cue for cue in play.view()["cues"] if cue[0] == "flow"]


def test_ok_takes_the_best_plan_so_far_and_nothing_else_changes():
    play = thinking()
    plan, before = play.so_far(), play.state
    play.press(0, "ok")
    assert play.state == after(before, ["settle", list(plan["order"])])
    assert play.state["journal"] == before["journal"] + [["settle", list(plan["order"])]]
    hits = [kind for kind in range(3) if moved(thinking(), plan)[kind] == (12, 8, 4)[kind]]
    assert play.state["hits"] == hits and play.state["phase"] == ("end" if hits else "draw")
    assert not play.work() and play.so_far() is None and play.message is None
    assert play.screen(0)["lines"][0][0] == ("take_life" if hits else "waits")


def test_ok_before_anything_is_shown_takes_nothing():
    play = settling()
    before = play.state
    play.work()
    play.press(0, "ok")
    assert play.state is before and play.screen(0)["lines"] == [["thinking", {}]]
    think(play)
    assert play.screen(0)["lines"][0][0] == "plan" and "thinking" not in [code for code, _ in play.screen(0)["lines"]]
    play.press(0, "ok")
    assert play.state["phase"] != "settle"


def test_a_card_lifted_meanwhile_stops_ok():
    play = thinking()
    before = play.state
    board, text, _, _ = hard_board()
    cell = [cell for cell in range(16) if board["cells"][cell]][0]
    cells = list(play.seen[0]["cells"])
    cells[cell] = None
    play.see(0, dict(play.seen[0], cells=cells))
    play.press(0, "ok")
    assert play.state is before and play.screen(0)["lines"][1][0] == "put_back"


def test_axis_fires_by_hand_meanwhile():
    play = thinking()
    play.press(0, "axis")
    assert think(play).so_far() is None and play.plan()["order"] == []
    play.press(0, "ok")
    assert len(play.state["fired"]) == 1 and play.state["phase"] == "settle"


class Slow:
    """A stand-in for best.plans: so many slices, these plans the best so far in them, then a plan or a full heap."""

    def __init__(self, slices, plans, end):
        self.left = slices
        self.plans = plans
        self.end = end

    def __call__(self, _asked, _memory):
        return self

    def __next__(self):
        self.left -= 1
        if self.left >= 0:
            return None
        if isinstance(self.end, dict):
            return self.end
        raise self.end

    def so_far(self):
        return self.plans[max(0, len(self.plans) - 1 - self.left)] if self.plans else None


def slowly(slow, story):
    """Tell a story while the solver is that slow."""
    usual, best.plans = best.plans, slow
    try:
        story()
    finally:
        best.plans = usual


PLAN = {"converters": [], "order": [1, 2], "flows": [], "net": [2, 0, 0], "damage": 0, "value": 36}
LESS = {"converters": [], "order": [1], "flows": [], "net": [1, 0, 0], "damage": 0, "value": 18}


def two_machines():
    rest = " / . . . ." * 3
    play = at_table(building(), "- A@1 A@1 ." + rest)
    play.press(0, "ok")
    return play


def test_a_quick_search_shows_nothing_but_its_plan():
    def story():
        play = two_machines()
        while play.work():
            assert play.so_far() is None
        assert play.plan() is PLAN

    slowly(Slow(30, [LESS], PLAN), story)


def test_a_heap_that_gets_full_leaves_nothing_to_take():
    def story():
        play = two_machines()
        while play.work():
            pass
        assert play.so_far() is None and play.screen(0)["lines"] == [["no_room", {}]]
        play.press(0, "ok")
        assert play.state["phase"] == "settle"

    slowly(Slow(90, [LESS], MemoryError()), story)


def test_the_next_plan_may_take_long_too_and_ok_takes_the_best_of_those_left():
    def story():
        play = two_machines()
        think(play)
        assert play.plan() is PLAN
        slow.left = 90
        play.press(0, "right")
        while play.so_far() is None:
            assert play.work()
        assert play.screen(0)["lines"][0] == ["so_far", {}] and play.so_far() is LESS
        play.press(0, "ok")
        assert play.state["rulers"] == [1, 0, 0] and play.state["phase"] == "draw"

    slow = Slow(3, [LESS], PLAN)
    slowly(slow, story)
