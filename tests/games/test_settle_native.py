"""Room: the solver's hunt in machine code against the plain one, part by part and as a whole; where the port has no
native emitter, that the plain one is taken."""

import sys
from array import array

from firmware.compat import machine_code
from firmware.games.energy_matrix import notation, settle, settle_fast, settle_tables
from firmware.games.energy_matrix.settle_bound import Bound, Worth
from firmware.games.energy_matrix.settle_moves import Moves
from firmware.games.energy_matrix.settle_prepare import prepare
from firmware.games.energy_matrix.units import unpack

NATIVE = sys.implementation.name == "micropython"

# Full boards of converters that can feed each other in circles; and one where an input can be split in dozens of ways.
BOARDS = (
    (
        "C>4A+2B@3[eco,eco,eco,eco,oc] A+B>2C@3[eco,eco,eco] C>3B@1[eco] 2A+2B>2C@1[eco,eco,oc]"
        " / 2A+2B>2C@1[eco] C>4A+2B@3[eco,eco,eco,eco,oc] 2A+B>2C@2[eco,eco] 2A@2[eco,eco]"
        " / C>4A+2B@3[eco,eco,eco,eco,oc] A+B>2C@3[eco,eco,eco] 2A@2[eco,eco] 2A+B>2C@2[eco,eco]"
        " / A+B>2C@3[eco,eco,eco] 2B@3[eco,eco,eco] 2A+2B>2C@1[eco,eco,oc] C>4A+2B@3[eco,eco,eco,eco,oc]",
        (-7, -4, 3),
    ),
    (
        "A+B>2C@3[eco,eco,eco] C>3B@1[eco,eco,oc] A+B>2C@3[eco,eco,eco,eco,oc] C>4A+2B@3[eco,eco,eco]"
        " / C>4A+2B@3[eco,eco,eco,eco,oc] C@3[eco,eco,eco] C>4A+2B@3[eco,eco,eco] 2A+B>2C@2[eco,eco,eco,oc]"
        " / 2A+2B>2C@1[eco,eco,oc] C>4A+2B@3[eco,eco,eco] C>4A+2B@3[eco,eco,eco] C@3[eco,eco,eco]"
        " / C>4A+2B@3[eco,eco,eco] C>4A+2B@3[eco,eco,eco] 2A+B>2C@2[eco,eco] C>4A+2B@3[eco,eco,eco]",
        (-11, 0, -3),
    ),
    (
        "3A@3[eco,eco,eco] 4A>2C@2[eco,eco] 3A@3[eco,eco,eco] 4A>2C@2[eco,eco]"
        " / 4A>2C@2[eco,eco] 3A@3[eco,eco,eco] 4A>2C@2[eco,eco] 3A@3[eco,eco,eco]"
        " / 3A@3[eco,eco,eco] 4A>2C@2[eco,eco] 3A@3[eco,eco,eco] 4A>2C@2[eco,eco]"
        " / C>3B@1[eco] 3A@3[eco,eco,eco] C>4A+2B@3[eco,eco,eco] 2A+2B>2C@1[eco]",
        (0, 0, 0),
    ),
)


def on_micropython(test):
    """Elsewhere there is no machine code to compare with."""

    def none():
        assert not NATIVE

    return test if NATIVE else none


def asked_of(case):
    return settle.problem(*notation.parse(case[0]), case[1])


def outcomes(case, most):
    """The first plans of a board, without their orders and flows, which may differ among equals."""
    found = []
    for plan in settle.plans(asked_of(case)):
        if plan is not None:
            found.append((plan["converters"], plan["net"], plan["damage"], plan["value"]))
            if len(found) == most:
                return found
    return found


def hunted(case):
    """(Moves, Bound) of all converters of a board together."""
    asked = asked_of(case)
    for found in prepare(asked):
        pass
    moves = Moves(found, [node for members in found.groups for node in members])
    bound = Bound(found, Worth(asked), moves)
    for _ in bound.draw([0]):
        pass
    return moves, bound


def hunter_of(moves, bound):
    for hunt in settle_fast.hunter(moves, bound):
        pass
    return hunt


class Desk:
    """The parts of the machine code, with a block and a pool of their own."""

    def __init__(self, moves, bound):
        import uctypes

        for name in ("fire_native", "look_native", "equal_native"):
            for module in machine_code(name):
                pass
            setattr(self, name, module)
        self.moves, self.bound = moves, bound
        for block in settle_tables.block_of(moves, bound):
            pass
        self.look_native.prime(block, settle_tables.places_of(moves, bound))
        self.block = block
        self.at = uctypes.addressof(block)
        self.pool = bytearray(4 * settle_tables.words_of(moves))
        self.pool_at = uctypes.addressof(self.pool)

    def ways(self, stock, at, now):
        """Every stock that firing a place leaves, sorted; that of others is touched by it, as bits."""
        settle_tables.put(self.pool, 0, stock)
        touched = self.fire_native.fire(self.at, self.pool_at, at, now)
        found = [self._new(stock)]
        while self.fire_native.another(self.at, self.pool_at):
            found.append(self._new(stock))
        return sorted(found), touched

    def _new(self, stock):
        return bytes(self.block[settle_tables.NEW : settle_tables.NEW + len(stock)])

    def told(self):
        """(able, reach, line)"""
        return tuple(array("i", self.block[settle_tables.TOLD : settle_tables.TOLD + 12]))

    def put(self, change, rank, stock):
        """The position that the next question is about."""
        bound = self.bound
        units = unpack(change)
        lines = [line + sum([price * more for price, more in zip(prices, units)]) for line, prices in (  # noqa: B905
            (bound.free, bound.free_prices), (bound.capped, bound.capped_prices))]  # fmt: skip
        words = array("i", [bound.top + change] + lines + [rank + settle_tables.BIAS])
        settle_tables.put(self.block, settle_tables.TOLD + 12, words)
        settle_tables.put(self.block, settle_tables.NEW, stock)


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
    for case in BOARDS:
        moves, bound = hunted(case)
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
        there = outcomes(case, 9)
        native = settle_fast.native
        settle_fast.native = None
        try:
            assert outcomes(case, 9) == there
        finally:
            settle_fast.native = native


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
    bound.weight = 1 << 12
    assert not settle_tables.fits(moves, bound)
    bound.weight = 1
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
