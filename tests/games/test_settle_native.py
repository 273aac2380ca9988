"""Room: the solver's hunt in machine code against the plain one, part by part and as a whole; where the port has no
native emitter, that the plain one is taken."""

import sys

from firmware.games.energy_matrix import settle, settle_fast, settle_tables
from firmware.games.energy_matrix.settle_graph import STEPS
from tests.games.native_desk import BOARDS, NATIVE, Desk, hunted, on_micropython, outcomes, plain_outcomes


def hunter_of(moves, bound):
    for hunt in settle_fast.hunter(moves, bound):
        pass
    return hunt


def walks(moves, count):
    """Positions met on the way of random firing: (bits fired, change, rank, stock, place fired next, its stocks)."""
    state = 1
    for _ in range(count):
        fired = change = rank = 0
        stock = moves.start
        while True:
            able = [at for at in range(len(moves.nodes)) if not fired >> at & 1 and moves.can(stock, at)]
            if not able:
                break
            state = (state * 75 + 74) % 65537
            at = able[state % len(able)]
            now = fired | 1 << at
            ways = sorted([bytes(way) for way in moves.after(stock, at, now)])
            yield fired, change, rank, stock, at, ways
            change += moves.gains[at][0]
            rank += moves.gains[at][1]
            fired = now
            state = (state * 75 + 74) % 65537
            stock = ways[state % len(ways)]


def test_machine_code_is_used_where_the_port_has_it():
    for case in BOARDS:
        native = isinstance(hunter_of(*hunted(case)), settle_fast.Hunter)
        assert native == NATIVE


@on_micropython
def test_a_place_fires_in_the_same_ways():
    most = 0
    for case in BOARDS:
        moves, bound = hunted(case)
        desk = Desk(moves, bound)
        for fired, _, _, stock, at, ways in walks(moves, 12):
            found, touched = desk.ways(stock, at, fired | 1 << at)
            assert found == ways
            most = max(most, len(ways))
            # Whoever is not touched can fire after it as before.
            for other in range(len(moves.nodes)):
                if not touched >> other & 1 and not (fired | 1 << at) >> other & 1:
                    assert all([moves.can(way, other) == moves.can(stock, other) for way in ways])
    assert most > 12


@on_micropython
def test_a_position_is_judged_alike():
    lines = set()
    equals = set()
    # With the last steps some converters are a loss.
    for case, steps in [(case, STEPS) for case in BOARDS] + [(BOARDS[0], (54, 10, 60)), (BOARDS[1], (9, 9, 54))]:
        moves, bound = hunted(case, steps)
        desk = Desk(moves, bound)
        for fired, change, rank, stock, at, _ in walks(moves, 20):
            waiting = moves.everyone & ~fired
            for sleep in (0, 1 << at, waiting & 0x5555):
                desk.put(change, rank, stock)
                score = desk.look_native.look(desk.at, waiting, 0, waiting, sleep)
                told = bound.score_of(change, stock, waiting, sleep)
                assert (score,) + desk.told() == told
                _, able, reach, line = told
                lines.add(line)
                # What is known to be able need not be looked at.
                assert desk.look_native.look(desk.at, waiting, able, 0, sleep) == score
                assert desk.look_native.glance(desk.at, reach) == score
                for best, mark in ((score, rank - 1), (score, rank), (score, -1), (score + 1, -(1 << 20))):
                    bound.score, bound.rank = best, mark
                    known = (reach, able & reach, sleep, best, mark + settle_tables.BIAS)
                    may = desk.equal_native.equal(desk.at, *known)
                    assert bool(may) == bool(bound.may_equal(change, rank, stock, reach, sleep))
                    equals.add(bool(may))
    assert lines == {0, 1, 2} and equals == {False, True}


@on_micropython
def test_the_plans_are_the_same():
    for case in BOARDS:
        assert plain_outcomes(case, 9) == outcomes(case, 9)


@on_micropython
def test_the_pool_grows_and_slices_may_end_anywhere():
    kept = settle_fast.RECORDS, settle_fast.SLICE
    for case in BOARDS:
        there = outcomes(case, 9)
        try:
            for settle_fast.RECORDS, settle_fast.SLICE in ((4, 1), (5, 3), (400, 10000)):
                assert outcomes(case, 9) == there
        finally:
            settle_fast.RECORDS, settle_fast.SLICE = kept


def test_all_plans_of_a_group_that_could_be_listed():
    case = (
        "5A@4[eco,eco,eco,eco] A+B>2C@3[eco,eco,eco] 2B@3[eco,eco,eco] . / A+B>2C@3[eco,eco,eco] C>3B@1[eco]"
        " 2A+2B>2C@1[eco] . / 2B@3[eco,eco,eco] C>4A+2B@3[eco,eco,eco] 2A@2[eco,eco] . / . . . .",
        (0, 0, 0),
    )
    there = outcomes(case, 99)
    assert len(there) > 6
    tried = settle.TRIED
    settle.TRIED = 0
    try:
        assert outcomes(case, 99) == there
    finally:
        settle.TRIED = tried


def test_what_does_not_fit_is_hunted_plainly():
    moves, bound = hunted(BOARDS[0])
    assert settle_tables.fits(moves, bound)
    bound.worth.weight = 1 << 12
    assert not settle_tables.fits(moves, bound)
    bound.worth.weight = 1
    moves.exact = True
    assert not settle_tables.fits(moves, bound)
    moves.exact = False
    moves.nodes = moves.nodes + moves.nodes
    assert not settle_tables.fits(moves, bound)


@on_micropython
def test_it_is_gone_with_the_game():
    hunter_of(*hunted(BOARDS[0]))
    for name in settle_fast.PARTS:
        assert "firmware.drivers." + name not in sys.modules
