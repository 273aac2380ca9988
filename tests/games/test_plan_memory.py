"""Room: a card moved re-solves only what it touches: what one board leaves to the next (best.Memory)."""

from firmware.games.energy_matrix.matrix import notation
from firmware.games.energy_matrix.plan import best
from tests.games.table_play import at_table, building, picture, think

# Two groups that share nothing: one in the north-west, a hard one along the east and the south.
WHOLE = (
    "A@1[eco] A+B>2C@3[eco,eco,eco] . 5A@4[eco,eco,eco,eco]"
    " / A+B>2C@3[eco,eco,eco] 2B@3[eco,eco,eco] . 2A+2B>2C@1[eco]"
    " / . . C>3B@1[eco] 5A@4[eco,eco,eco,eco]"
    " / 2A+2B>2C@1[eco] C>4A+2B@3[eco,eco,eco] C@3[eco,eco,eco] C>3B@1[eco]"
)


def board_without(cell):
    board, event = notation.parse(WHOLE)
    if cell is not None:
        board["cells"][cell] = None
    return board, event


def solved(cell, memory=None):
    """(converters, net, slices) of the best plan with that cell empty."""
    board, event = board_without(cell)
    slices = 0
    for plan in best.plans(best.problem(board, event), memory):
        if plan is not None:
            return plan["converters"], plan["net"], slices
        slices += 1


def test_what_is_untouched_is_not_searched_again():
    memory = best.Memory()
    fresh = solved(None, memory)
    again = solved(None, memory)
    assert again[:2] == fresh[:2]
    assert again[2] < fresh[2]
    # A card of the small group is lifted: what cannot fire in the hard one is known.
    lifted = solved(0, memory)
    assert lifted[:2] == solved(0)[:2]
    assert lifted[2] < solved(0)[2]


def test_what_is_touched_is_searched_again():
    memory = best.Memory()
    solved(None, memory)
    for cell in range(16):
        assert solved(cell, memory)[:2] == solved(cell)[:2]
        assert solved(None, memory)[:2] == solved(None)[:2]


def test_a_solve_given_up_half_way_leaves_what_it_knew():
    memory = best.Memory()
    solved(None, memory)
    board, event = board_without(0)
    unfinished = best.plans(best.problem(board, event), memory)
    next(unfinished)
    again = solved(None, memory)
    assert again[:2] == solved(None)[:2]
    assert again[2] < solved(None)[2]


def test_only_what_the_last_board_asked_for_is_kept():
    memory = best.Memory()
    for cell in range(16):
        solved(cell, memory)
    plan = solved(None, memory)
    fresh = best.Memory()
    solved(None, fresh)
    assert memory.won == fresh.won == sum([1 << node for node in plan[0]])
    last = best.Converters(best.problem(*board_without(None)))
    known = []
    for _ in memory.find(last, known):
        pass
    assert 0 < len(memory.conflicts) == len(known) <= best.KEPT


def shown(play, cell):
    """Slices until the plan of the board with that cell empty is there."""
    board, _ = board_without(cell)
    play.see(0, picture(notation.write(board)))
    slices = 1
    while play.work():
        slices += 1
    return slices


def test_players_who_move_a_card_wait_only_for_what_it_touches():
    play = at_table(building())
    whole = shown(play, None)
    assert shown(play, None) == 1, "the same board is not thought about again"
    assert shown(play, 0) < shown(at_table(building()), 0)
    assert shown(play, None) < whole


def test_players_who_move_a_card_while_the_table_thinks_do_not_begin_anew():
    play = at_table(building())
    whole = shown(play, None)
    play.see(0, picture(notation.write(board_without(0)[0])))
    for _ in range(3):
        assert play.work()
    assert shown(play, None) < whole


def test_the_plan_of_the_build_phase_is_there_when_it_is_settled():
    play = at_table(building(), "- A@1 A@1 ." + " / . . . ." * 3)
    plan = think(play).plan()
    play.press(0, "ok")
    assert play.state["phase"] == "settle" and play.plan() == plan and not play.work()


def crowded(found, asked):
    """A stand-in for best.plans whose heap is full after so many plans; `asked` gets the memory of each call."""

    def plans(_asked, memory):
        asked.append(memory)
        yield None
        for plan in found:
            yield plan
        raise MemoryError

    return plans


def in_the_heap(found, story):
    """Tell a story while the heap takes so many plans a board; the memories that the solver got."""
    usual, asked = best.plans, []
    best.plans = crowded(found, asked)
    try:
        story()
    finally:
        best.plans = usual
    return asked


def test_a_full_heap_lets_go_of_what_other_boards_left_and_the_next_board_is_thought_about_again():
    play = at_table(building())

    def story():
        shown(play, None)
        shown(play, 0)

    first, second = in_the_heap([], story)
    assert first is not second and play.plan() is None
    shown(play, 5)
    assert play.plan() is not None


def test_after_a_full_heap_the_table_says_that_it_thinks_about_the_next_board():
    rest = " / . . . ." * 3
    play = at_table(building(), "- A@1 A@1 ." + rest)
    in_the_heap([], lambda: think(play))
    play.see(0, picture("- A@1 . A@1" + rest))
    play.press(0, "ok")
    assert play.work() and play.screen(0)["lines"] == [["thinking", {}]]


def test_a_full_heap_keeps_the_plans_that_were_found():
    board = "- A@1 A@1 ." + " / . . . ." * 3
    plan = think(at_table(building(), board)).plan()
    play = at_table(building(), board)

    def story():
        think(play)
        play.press(0, "ok")
        play.press(0, "right")
        think(play)

    in_the_heap([plan], story)
    assert play.plan() == plan and play.plans.at == 0
    assert play.screen(0)["lines"][0] == ["plan", {"n": 1}]


def test_while_building_a_converter_shows_live_whether_it_would_fire():
    # Thunder and a battery give two volts; the converter lacks two of its four A until the second machine lies there
    # (the fourth change, which pulses for want of a point).
    rest = " / . . . . / . . . . / . . . ."
    without, whole = "- 2A@2 4A>2C@2 ." + rest, "- 2A@2 4A>2C@2 2A@2" + rest
    play = at_table(building("thunder#1"), without)
    assert play.state["phase"] == "build" and play.faults(0) == []
    for text, cells in ((without, "bos."), (whole, "bofx"), (without, "bos."), (whole, "bofx")):
        play.see(0, picture(text, recent=[3]))
        think(play)
        assert play.state["phase"] == "build"
        assert play.view()["players"][0]["cells"][:4] == cells
