"""Room: boards and a work bench for the parts of the solver's machine code (test_settle_native.py, _pool.py)."""

import sys
from array import array

from firmware.compat import machine_code
from firmware.games.energy_matrix import notation, settle, settle_fast, settle_tables
from firmware.games.energy_matrix.settle_bound import Bound, Worth
from firmware.games.energy_matrix.settle_graph import STEPS
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


def asked_of(case, steps=STEPS):
    return settle.problem(*notation.parse(case[0]), case[1], steps=steps)


def outcomes(case, most):
    """The first plans of a board, without their orders and flows, which may differ among equals."""
    found = []
    for plan in settle.plans(asked_of(case)):
        if plan is not None:
            found.append((plan["converters"], plan["net"], plan["damage"], plan["value"]))
            if len(found) == most:
                return found
    return found


def plain_outcomes(case, most):
    """The same, hunted for in plain Python."""
    kept = settle_fast.native, settle_fast.wanted
    settle_fast.native, settle_fast.wanted = None, False
    try:
        return outcomes(case, most)
    finally:
        settle_fast.native, settle_fast.wanted = kept


def hunted(case, steps=STEPS):
    """(Moves, Bound) of all converters of a board together."""
    asked = asked_of(case, steps)
    for found in prepare(asked):
        pass
    moves = Moves(found, [node for members in found.groups for node in members])
    bound = Bound(found, Worth(asked), moves)
    for _ in bound.draw([0]):
        pass
    return moves, bound


class Desk:
    """The parts of the machine code, with a block and a pool of their own."""

    def __init__(self, moves, bound):
        import uctypes

        for name in ("fire_native", "look_native", "equal_native", "keep_native"):
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
