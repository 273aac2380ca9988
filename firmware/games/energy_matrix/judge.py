"""Room: Energy Matrix without a table, as `ematrix judge` (host_tools/judge_core.py) plays it; no board loads it.

A position is a state of rules/account.py: nothing in this game is rolled, and setup says all that options leave open.
"""

from firmware import games
from firmware.games import Refusal
from firmware.games.energy_matrix.plan import best, firing
from firmware.games.energy_matrix.rules.account import board_event, board_of, rulers_for
from firmware.games.energy_matrix.table import show

OPTIONAL = ("setup", "rolls")  # entries of a line that may be missing

_GAME = games.load("energy_matrix")
play = _GAME.apply


def begin(options, setup, rolls):
    """(position, None) of a game with these options: {"mode": name, option: value}; ValueError with one sentence."""
    if setup:
        raise ValueError("'setup' must be empty: the table is, when a game of Energy Matrix begins")
    mode = options.get("mode", "duel")
    modes = [name for name, _ in _GAME.MODES]
    if type(mode) is not str or mode not in modes:
        raise ValueError("'options': 'mode' must be " + _listed(modes))
    chosen = {name: options[name] for name in options if name != "mode"}
    for name in sorted(chosen):
        try:
            _GAME.setup(mode, {name: chosen[name]})
        except Refusal:
            raise ValueError(_wrong_option(mode, name))
    return _GAME.setup(mode, chosen), None


def _wrong_option(mode, name):
    options = _GAME.options_of(mode)
    values = dict(options).get(name)
    if values is None:
        name = name if len(name) <= 40 else name[:37] + "..."
        known = ", ".join([option for option, _ in options])
        return "'options': '%s' is unknown; known are mode, %s" % (name, known)
    return "'options': '%s' must be %s" % (name, _listed(values))


def _listed(values):
    return " or ".join([str(value).lower() if type(value) is bool else str(value) for value in values])


def account(state):
    """What hosts get of a table (show.account) whose boards lie as accounted for, with the plan that it shows first.

    "draft" is therefore nothing; "plan" and "manual" say the best plan while building or settling, or what has been
    fired by hand.
    """
    found = show.account(state)
    found["draft"] = {"cost": 0, "faults": 0}
    found["plan"] = _plan(state)
    found["manual"] = bool(state["fired"])
    return found


def _plan(state):
    if state["phase"] not in ("build", "settle"):
        return None
    player = state["active"]
    board, event, rule = board_of(state, player), board_event(state, player), state["options"]["voltage_rule"]
    if state["fired"]:
        return {"n": 0, "order": state["fired"], "net": firing.totals(board, event, state["fired"], rule)}
    at, limits = rulers_for(state, player)
    for plan in best.plans(best.problem(board, event, at, limits, rule)):
        if plan is not None:
            return {"n": 0, "order": plan["order"], "net": plan["net"]}
