"""Room: boards for `bench settle`, in matrix notation with rulers: as good players build them, and as bad as can be.

Everything follows from the seed. Players use cards of one real deck (copies counted) and bring most machines to their
demand; the worst boards have no battery at all and use as many `eco` frames as it takes.
"""

import random

from firmware.games.energy_matrix.cards import kinds
from firmware.games.energy_matrix.matrix import notation, voltage
from firmware.games.energy_matrix.plan.converters import Converters
from firmware.games.energy_matrix.plan.problem import LIMITS, NEAR, problem

PRODUCERS = [row[kinds.CODE] for row in kinds.CARDS if row[kinds.KIND] == "producer"]
CONVERTERS = [row[kinds.CODE] for row in kinds.CARDS if row[kinds.KIND] == "converter"]
RATED = {code: kinds.DEFAULT.get(code)[kinds.RATED] for code in PRODUCERS + CONVERTERS}
# Converters that can feed each other in circles: C into A and B, A and B into C.
CIRCLING = ["C>4A+2B@3", "C>3B@1", "2A+2B>2C@1", "4A>2C@2"]
DRAWN = 4  # boards drawn for each one kept: players look for a place where their converters are fed


def player_boards(count, seed):
    """`count` boards as good players build them: [{"board": notation, "rulers": [a, b, c]}, ...]."""
    rng = random.Random(seed)
    boards = []
    for _ in range(count):
        drawn = [_player_board(rng) for _ in range(DRAWN)]
        boards.append(max(drawn, key=_fed))
    return boards


def worst_boards(count, seed):
    """`count` boards full of converters: 8 to 13 of them in one connected group, a few producers between them."""
    rng = random.Random(seed)
    return [_worst_board(rng) for _ in range(count)]


def _fed(case):
    """How many converters of a board can be fed at all."""
    return bin(Converters(problem(*notation.parse(case["board"]))).everyone).count("1")


def _player_board(rng):
    deck = {row[kinds.CODE]: row[kinds.COPIES] for row in kinds.CARDS}
    event = rng.choices(["none", "sun", "rain", "thunder"], [6, 2, 2, 1])[0]
    board = {"cells": [None] * 16, "edges": [[] for _ in range(8)]}
    for cell in rng.sample(range(16), rng.randint(2, 5)):
        axes = rng.choices(["row", "col"], k=rng.choice([1, 1, 1, 2, 2, 3]))
        board["cells"][cell] = ["b", [[axis, ""] for axis in axes]]
    for _ in range(rng.choice([0, 0, 1, 2])):
        board["edges"][rng.randrange(8)].append("ext")
    volts = voltage.voltages(board, event)
    free = [cell for cell in range(16) if board["cells"][cell] is None]
    rng.shuffle(free)
    converters = free[: round(len(free) * rng.uniform(0.2, 0.55))]
    for cell in free:
        pool = CONVERTERS if cell in converters else PRODUCERS
        _place(rng, deck, board, volts, cell, [_machine(rng, deck, volts[cell], pool) for _ in range(3)])
    for cell in converters:
        for _ in range(rng.choice([0, 1, 2, 3])):
            _feed(rng, deck, board, volts, cell, converters)
    return {"board": notation.write(board, event), "rulers": _rulers(rng)}


def _feed(rng, deck, board, volts, cell, converters):
    """Put a producer of something that this converter lacks beside it."""
    entry = board["cells"][cell]
    if entry is None:
        return
    lack = list(kinds.DEFAULT.get(entry[1])[kinds.INPUTS])
    beside = [other for other in NEAR[cell] if board["cells"][other] and board["cells"][other][0] == "m"]
    for other in beside:
        made = kinds.DEFAULT.get(board["cells"][other][1])[kinds.OUTPUTS]
        lack = [units - more for units, more in zip(lack, made, strict=True)]
    places = [other for other in beside if other not in converters]
    lacking = [kind for kind in range(3) if lack[kind] > 0]
    if not places or not lacking:
        return
    place, kind = rng.choice(places), rng.choice(lacking)
    for code in [board["cells"][place][1], *board["cells"][place][2]]:
        deck[code] += 1
    old = board["cells"][place]
    pool = [code for code in PRODUCERS if kinds.DEFAULT.get(code)[kinds.OUTPUTS][kind]]
    new = [_machine(rng, deck, volts[place], pool)]
    _place(rng, deck, board, volts, place, new if new[0] else [old])


def _place(rng, deck, board, volts, cell, choices):
    """Lay the one of these machines that goes best with its neighbours."""
    machine = max(choices, key=lambda choice: _fit(board, cell, choice))
    if machine:
        for code in [machine[1], *machine[2]]:
            deck[code] -= 1
    board["cells"][cell] = machine


def _fit(board, cell, machine):
    """How well a machine goes with its neighbours: units that one makes and the other takes."""
    if machine is None:
        return -1
    mine = kinds.DEFAULT.get(machine[1])
    fit = 0
    for other in NEAR[cell]:
        if board["cells"][other] and board["cells"][other][0] == "m":
            theirs = kinds.DEFAULT.get(board["cells"][other][1])
            for kind in range(3):
                fit += min(mine[kinds.OUTPUTS][kind], theirs[kinds.INPUTS][kind])
                fit += min(theirs[kinds.OUTPUTS][kind], mine[kinds.INPUTS][kind])
    return fit


def _machine(rng, deck, volts, pool):
    """A machine with its frames, nearly always powered at that voltage; None when the deck has none."""
    near = [code for code in pool if deck[code] and -min(2, deck["oc"]) <= RATED[code] - volts <= min(3, deck["eco"])]
    if not near or rng.random() < 0.03:
        near = [code for code in pool if deck[code]]
    if not near:
        return None
    exact = [code for code in near if RATED[code] == volts]
    code = rng.choice(exact if exact and rng.random() < 0.6 else near)
    over = RATED[code] - volts
    frames = ["eco"] * min(over, 3, deck["eco"]) if over > 0 else ["oc"] * min(-over, 2, deck["oc"])
    if rng.random() < 0.2:
        frame = rng.choice(["sun+", "rain+"])
        if deck[frame]:
            frames.append(frame)
    return ["m", code, frames]


def _worst_board(rng):
    """No battery; thunder half of the time: every machine is brought to that voltage by `eco`."""
    thunder = rng.random() < 0.5
    producers = rng.randint(2, 7)
    kinds = rng.choice([CIRCLING, CONVERTERS, CIRCLING + CONVERTERS])
    board = {"cells": [None] * 16, "edges": [[] for _ in range(8)]}
    places = rng.sample(range(16), producers)
    for cell in range(16):
        code = rng.choice(PRODUCERS) if cell in places else rng.choice(kinds)
        frames = ["eco"] * (RATED[code] - (1 if thunder else 0))
        if rng.random() < 0.1:
            frames += ["oc", "eco"]
        board["cells"][cell] = ["m", code, frames]
    return {"board": notation.write(board, "thunder" if thunder else "none"), "rulers": _rulers(rng)}


def _rulers(rng):
    if rng.random() < 0.4:
        return [0, 0, 0]
    return [rng.randint(1 - limit, limit - 1) for limit in LIMITS]
