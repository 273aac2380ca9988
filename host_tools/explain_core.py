"""Room: what `ematrix explain` computes, as plain data; runs unchanged on CPython and MicroPython (docs/cli.md).

`answer(line)` is the whole service. Run as a script it answers lines from standard input, each sent as a JSON string.
"""

import json
import sys

from firmware.games import code_of
from firmware.games.energy_matrix.cards.kinds import ENERGIES
from firmware.games.energy_matrix.matrix import machines, notation, voltage
from firmware.games.energy_matrix.plan import best
from host_tools.line_server import serve

KEYS = ("board", "rulers", "limits", "rule")


def answer(line):
    """The explanation of one line as a dict of docs/cli.md; ValueError with one sentence when the line is bad."""
    board, event, rulers, limits, rule = request(line)
    return explain(board, event, rulers, limits, rule)


def request(line):
    """(board, event, rulers, limits, rule) asked for by bare notation or a JSON object; ValueError."""
    text = line.strip()
    if not text:
        raise ValueError("the line is empty; write one board in matrix notation or a JSON object")
    if text[0] not in '{["':
        board, event = notation.parse(text)
        return board, event, [0, 0, 0], list(best.LIMITS), "exact"
    asked = _json(text)
    if not isinstance(asked, dict):
        raise ValueError('a JSON line must be an object such as {"board": NOTATION}')
    for key in sorted(asked):
        if key not in KEYS:
            raise ValueError(f"the key '{key}' is unknown; known are " + ", ".join(KEYS))
    if "board" not in asked:
        raise ValueError("the key 'board' is missing; it takes matrix notation")
    if not isinstance(asked["board"], str):
        raise ValueError("'board' must be a string in matrix notation")
    rulers, limits = _rulers(asked)
    rule = asked.get("rule", "exact")
    if rule not in machines.RULES:
        raise ValueError("'rule' must be " + " or ".join([f'"{name}"' for name in machines.RULES]))
    board, event = notation.parse(asked["board"])
    return board, event, rulers, limits, rule


def _rulers(asked):
    """(rulers, limits), three whole numbers each, the markers within the limits; ValueError."""
    limits = _three(asked, "limits", best.LIMITS)
    rulers = _three(asked, "rulers", (0, 0, 0))
    for kind in range(3):
        if limits[kind] < 1:
            raise ValueError(f"'limits' must be 1 or more, {ENERGIES[kind]} is {limits[kind]}")
        if not -limits[kind] <= rulers[kind] <= limits[kind]:
            raise ValueError(
                f"'rulers': {ENERGIES[kind]} is {rulers[kind]} but must lie between -{limits[kind]} and {limits[kind]}"
            )
    return rulers, limits


def explain(board, event, rulers, limits, rule):
    """Voltages, machines and best plan as the dict that `explain --json` prints, and under "flows" who feeds whom."""
    volts = voltage.voltages(board, event)
    plan = best.best(board, event, rulers, limits, rule)
    found = []
    for cell, token, frames, demand, here, state, _, _ in machines.survey(board, event, rule):
        found.append(
            {
                "cell": [cell >> 2, cell & 3],
                "card": code_of(token),
                "frames": [code_of(frame) for frame in frames],
                "demand": demand,
                "voltage": here,
                "state": state,
                "fires": cell in plan["order"],
            }
        )
    return {
        "voltage": [volts[row : row + 4] for row in range(0, 16, 4)],
        "machines": found,
        "converters": [[cell >> 2, cell & 3] for cell in plan["converters"]],
        "net": {"A": plan["net"][0], "B": plan["net"][1], "C": plan["net"][2]},
        "damage": plan["damage"],
        "value": plan["value"],
        "flows": plan["flows"],
    }


def _json(text):
    try:
        return json.loads(text)
    except (ValueError, RuntimeError):  # RuntimeError: nested too deeply
        pass
    raise ValueError("the line is no valid JSON; write one board in matrix notation or a JSON object")


def _three(asked, key, default):
    value = asked.get(key, list(default))
    if not isinstance(value, list) or len(value) != 3 or not all([type(part) is int for part in value]):
        raise ValueError(f"'{key}' must be three whole numbers, for A, B and C")
    return value


if __name__ == "__main__":
    serve(answer, sys.stdin, sys.stdout)
