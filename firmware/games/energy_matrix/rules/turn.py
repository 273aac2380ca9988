"""Room: the turn as data: phases, the one checked entrance `apply`, undo by replay (rules section 4).

`apply(state, action)` validates first and returns a new state; a refused action raises Refusal and the old state
stands. Every accepted action is appended to the journal, so that a journal gives the same state anywhere.
"""

from firmware.games import Refusal
from firmware.games.energy_matrix.cards import kinds
from firmware.games.energy_matrix.rules.account import (
    board_of,
    changed,
    mode_of,
    points_total,
    setup,
    with_board,
)
from firmware.games.energy_matrix.rules.building import VERBS as BUILD_VERBS
from firmware.games.energy_matrix.rules.building import build
from firmware.games.energy_matrix.rules.settlement import argument, fire, settle, take_life, unfire

# phase -> (verbs permitted, phase after ["next"] or None when another verb ends it)
PHASES = {
    "deal": (("next", "overrule"), "fill"),
    "fill": (("push", "unpush", "overrule"), None),
    "discard": (("next", "overrule"), "draw"),
    "draw": (("next", "overrule"), "event"),
    "event": (("push", "unpush", "reveal", "pass", "overrule"), None),
    "reveal": (("next", "overrule"), "build"),
    "dismantle": (("dismantle", "overrule"), None),
    "build": (tuple(BUILD_VERBS) + ("next", "overrule"), "settle"),
    "settle": (("fire", "unfire", "settle", "overrule"), None),
    "end": (("next", "overrule"), None),
    "over": ((), None),
}


def machines_on(board):
    """Cells that hold a machine."""
    return [cell for cell in range(16) if board["cells"][cell] is not None and board["cells"][cell][0] == "m"]


def draw_count(state):
    """Cards the active player draws now (rules section 4.1)."""
    return mode_of(state)["first_draw" if state["turn"] == 1 else "draw"]


def _next(state, _):
    phase = state["phase"]
    if phase == "end":
        return take_life(state)
    after = PHASES[phase][1]
    if phase == "discard":
        return changed(state, phase=after, queue=state["queue"][1:], turn=1)
    if phase == "reveal" and state["event"] == "dismantle" and machines_on(board_of(state, state["active"])):
        after = "dismantle"
    if after == "event":
        return changed(state, phase=after, pushed=0)
    return changed(state, phase=after)


def _push(state, action):
    token = argument(action, str)
    if kinds.CURRENT.get(kinds.code_of(token)) is None:
        raise Refusal("unknown_card", at=16, card=token)
    if "#" in token and token in state["queue"]:
        raise Refusal("card_twice", at=16, card=token)
    queue = state["queue"] + [token]
    data = mode_of(state)
    full = data["fill_each"] * data["players"]
    phase = "discard" if state["phase"] == "fill" and len(queue) == full else state["phase"]
    return changed(state, queue=queue, pushed=state["pushed"] + 1, phase=phase)


def _unpush(state, action):
    token = argument(action, str)
    if not state["pushed"]:
        raise Refusal("nothing_pushed")
    if state["queue"][-1] != token:
        raise Refusal("not_the_last", at=16, card=token)
    return changed(state, queue=state["queue"][:-1], pushed=state["pushed"] - 1)


def _reveal(state, _):
    count = state["pushed"]
    if not count:
        raise Refusal("push_one")
    code = kinds.code_of(state["queue"][count - 1])
    event = kinds.CURRENT.event(code)
    state = changed(state, queue=state["queue"][count:], event=event, phase="reveal")
    return changed(state, points=points_total(state))


def _pass(state, _):
    """An empty hand: nothing is pushed and nothing turned over (rules section 4.2, ruling)."""
    if state["pushed"]:
        raise Refusal("already_pushed")
    return changed(state, event="none", points=mode_of(state)["points"], phase="build")


def _dismantle(state, action):
    cell = argument(action, int)
    board = build(state, board_of(state, state["active"]), ["take", cell])
    return changed(with_board(state, state["active"], board), phase="build")


def _build(state, action):
    player = state["active"]
    if state["points"] < 1:
        raise Refusal("no_points")
    board = build(state, board_of(state, player), action)
    return changed(with_board(state, player, board), points=state["points"] - 1)


def _overrule(state, action):
    """["overrule", player, board]: the account follows the board, whatever the rules say."""
    if len(action) != 3 or action[1] not in range(len(state["players"])) or not is_board(action[2]):
        raise Refusal("bad_action", what="overrule")
    state = with_board(state, action[1], action[2])
    if state["phase"] == "settle":
        return changed(state, fired=[])
    return changed(state, phase="build") if state["phase"] == "dismantle" else state


def is_board(board):
    """Whether plain data has the shape of a board (account.py)."""
    try:
        if len(board["cells"]) != 16 or len(board["edges"]) != 8:
            return False
        for entry in board["cells"]:
            if entry is None or (entry[0] == "w" and len(entry) == 1):
                continue
            if entry[0] == "m":
                known = all(kinds.CURRENT.get(kinds.code_of(t)) is not None for t in [entry[1]] + entry[2])
                if not known or kinds.CURRENT.kind(entry[1]) not in ("producer", "converter"):
                    return False
            elif entry[0] != "b" or not entry[1] or any(axis not in ("row", "col") for axis, _ in entry[1]):
                return False
        return all(type(token) is str for edge in board["edges"] for token in edge)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        return False


_VERBS = {
    "next": _next,
    "push": _push,
    "unpush": _unpush,
    "reveal": _reveal,
    "pass": _pass,
    "dismantle": _dismantle,
    "overrule": _overrule,
    "fire": fire,
    "unfire": unfire,
    "settle": settle,
}
_VERBS.update({verb: _build for verb in BUILD_VERBS})


def apply(state, action):
    """The state after an action; raises Refusal(code, **details) and leaves `state` as it was."""
    if type(action) is not list or not action or type(action[0]) is not str or action[0] not in _VERBS:
        raise Refusal("bad_action", what="verb")
    if action[0] not in PHASES[state["phase"]][0]:
        raise Refusal("not_now", verb=action[0], phase=state["phase"])
    after = _VERBS[action[0]](state, action)
    return changed(after, journal=state["journal"] + [action])


def replay(journal):
    """The state that a journal leads to; raises Refusal or ValueError when it is not one of this game."""
    if type(journal) is not list or not journal or type(journal[0]) is not list or journal[0][:1] != ["setup"]:
        raise ValueError("a journal starts with its setup entry")
    state = setup(*journal[0][1:])
    for action in journal[1:]:
        state = apply(state, action)
    return state


def undone(state):
    """The state one step earlier: a whole build phase is one step; the setup entry stays."""
    journal = state["journal"]
    if len(journal) < 2:
        raise Refusal("nothing_to_undo")
    cut = len(journal) - 1
    if journal[cut] == ["next"]:
        while cut > 1 and journal[cut - 1][0] in BUILD_VERBS:
            cut -= 1
    return replay(journal[:cut])
