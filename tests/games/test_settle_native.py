"""Room: the solver's loops in machine code against the plain ones; where the port has no native emitter, that the plain
ones are taken. The same outcomes in the same order, and the same positions on the way."""

import sys

from firmware.games.energy_matrix import notation, settle, settle_fast, settle_hunt
from firmware.games.energy_matrix.settle_bound import Bound, Worth
from firmware.games.energy_matrix.settle_moves import Moves
from firmware.games.energy_matrix.settle_prepare import prepare

# Full boards of converters that can feed each other in circles; the last needs more splits of one move than are listed.
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
        "5A@4[eco,eco,eco,eco] 4A>2C@2[eco,eco] 5A@4[eco,eco,eco,eco] 4A>2C@2[eco,eco]"
        " / 4A>2C@2[eco,eco] 5A@4[eco,eco,eco,eco] 4A>2C@2[eco,eco] 5A@4[eco,eco,eco,eco]"
        " / 5A@4[eco,eco,eco,eco] 4A>2C@2[eco,eco] 5A@4[eco,eco,eco,eco] 4A>2C@2[eco,eco]"
        " / C>3B@1[eco] 5A@4[eco,eco,eco,eco] C>4A+2B@3[eco,eco,eco] 2A+2B>2C@1[eco]",
        (0, 0, 0),
    ),
)


def asked_of(case):
    board, event = notation.parse(case[0])
    return settle.problem(board, event, case[1])


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


def layers(case, expand_of, best):
    """Three layers of positions, each expanded from all of the one before; `best` is the score to beat."""
    moves, bound = hunted(case)
    expand = expand_of(moves, bound)
    score, able, reach, _ = bound.score_of(0, moves.start, moves.everyone, 0)
    bound.score = best
    layer = {0: [0, 0, {moves.start: (score, able, reach, 0)}]}
    told = [layer]
    for _ in range(3):
        grown = {}
        for fired in sorted(layer):
            change, rank, positions = layer[fired]
            for stock in sorted(positions):
                _, able, reach, sleep = known = positions[stock]
                bits = able & ~sleep
                while bits:
                    left = expand(moves, bound, grown, fired, change, rank, stock, known, bits)
                    sleep |= bits ^ left
                    known = (known[0], able, reach, sleep)
                    bits = left
        layer = grown
        told.append(layer)
    return told


def plain(moves, bound):
    return settle_hunt.expand


def flat(told):
    """Layers without the order of the positions, which depends on the order of the splits."""
    return [
        sorted([(fired, entry[0], entry[1], sorted(entry[2].items())) for fired, entry in layer.items()])
        for layer in told
    ]


def test_machine_code_is_used_where_the_port_has_it():
    for case in BOARDS:
        moves, bound = hunted(case)
        native = settle_fast.expander(moves, bound) is not settle_hunt.expand
        assert native == (sys.implementation.name == "micropython")


def test_every_layer_has_the_same_positions():
    for case in BOARDS:
        for best in (-1, 1000):
            assert flat(layers(case, settle_fast.expander, best)) == flat(layers(case, plain, best))


def test_the_plans_are_the_same():
    for case in BOARDS:
        there = outcomes(case, 9)
        native = settle_fast.native
        settle_fast.native = None
        try:
            assert outcomes(case, 9) == there
        finally:
            settle_fast.native = native


def test_it_is_gone_with_the_game():
    settle_fast.expander(*hunted(BOARDS[0]))
    assert "firmware.drivers.settle_native" not in sys.modules
    assert "firmware.drivers.fire_native" not in sys.modules
