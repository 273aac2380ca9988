"""Room: the turn as data: phases, what is permitted in each, and the verbs that lead on (rules section 4).

Before: building.py and settlement.py, which have the other verbs. After: the kit's journal, which calls them.
"""

from firmware.games import CELLS, EDGES, QUEUE, Refusal, code_of
from firmware.games.energy_matrix.cards import kinds
from firmware.games.energy_matrix.rules.account import board_of, mode_of, points_total, with_board
from firmware.games.energy_matrix.rules.building import AXES, build
from firmware.games.energy_matrix.rules.building import VERBS as BUILD_VERBS
from firmware.games.energy_matrix.rules.settlement import fire, settle, take_life, unfire
from firmware.games.kit import journal
from firmware.games.kit.journal import argument, changed

PHASES = {
    "deal": ("next", "overrule"),
    "fill": ("push", "unpush", "overrule"),
    "discard": ("next", "overrule"),
    "draw": ("next", "overrule"),
    "event": ("push", "unpush", "reveal", "pass", "overrule"),
    "reveal": ("next", "overrule"),
    "dismantle": ("dismantle", "overrule"),
    "build": tuple(BUILD_VERBS) + ("next", "overrule"),
    "settle": ("fire", "unfire", "settle", "overrule"),
    "end": ("next", "overrule"),
    "over": (),
}
_AFTER = {"deal": "fill", "discard": "draw", "draw": "event", "reveal": "build", "build": "settle"}  # by ["next"]


def machines_on(board):
    """Cells that hold a machine."""
    return [cell for cell in range(CELLS) if board["cells"][cell] is not None and board["cells"][cell][0] == "m"]


def draw_count(state):
    """Cards the active player draws now (rules section 4.1)."""
    return mode_of(state)["first_draw" if state["turn"] == 1 else "draw"]


def _next(state, _):
    phase = state["phase"]
    if phase == "end":
        return take_life(state)
    after = _AFTER[phase]
    if phase == "discard":
        return changed(state, phase=after, queue=state["queue"][1:], turn=1)
    if phase == "reveal" and state["event"] == "dismantle" and machines_on(board_of(state, state["active"])):
        after = "dismantle"
    if after == "event":
        return changed(state, phase=after, pushed=0)  # in turn 1: what the set-up pushed
    return changed(state, phase=after)


def _push(state, action):
    token = argument(action, str)
    if kinds.CURRENT.get(code_of(token)) is None:
        raise Refusal("unknown_card", at=QUEUE, card=token)
    if "#" in token and token in state["queue"]:
        raise Refusal("card_twice", at=QUEUE, card=token)
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
        raise Refusal("not_the_last", at=QUEUE, card=token)
    return changed(state, queue=state["queue"][:-1], pushed=state["pushed"] - 1)


def _reveal(state, _):
    count = state["pushed"]
    if not count:
        raise Refusal("push_one")
    code = code_of(state["queue"][count - 1])
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
    players = len(state["players"])
    if type(action[1]) is not int or not 0 <= action[1] < players or not is_board(action[2]):
        raise Refusal("bad_action", what="overrule")
    state = with_board(state, action[1], action[2])
    if state["phase"] == "settle":
        return changed(state, fired=[])
    return changed(state, phase="build") if state["phase"] == "dismantle" else state


def is_board(board):
    """Whether plain data has the shape of a board (account.py)."""
    if type(board) is not dict or sorted(board) != ["cells", "edges"]:
        return False
    cells, edges = board["cells"], board["edges"]
    if type(cells) is not list or len(cells) != CELLS or type(edges) is not list or len(edges) != EDGES:
        return False
    return all(entry is None or _is_entry(entry) for entry in cells) and all(_is_socket(edge) for edge in edges)


def _is_entry(entry):
    """Whether plain data has the shape of what lies on a cell."""
    if type(entry) is not list or not entry:
        return False
    if entry[0] == "b" and len(entry) == 2:
        stack = entry[1]
        return type(stack) is list and len(stack) > 0 and all(_is_battery(battery) for battery in stack)
    if entry[0] == "m" and len(entry) == 3:
        machine = _are_texts(entry[1:2]) and kinds.CURRENT.kind(entry[1]) in ("producer", "converter")
        return machine and _are_texts(entry[2]) and all(_is_frame(token, False) for token in entry[2])
    return entry == ["w"]


def _is_battery(battery):
    return _are_texts(battery) and len(battery) == 2 and battery[0] in AXES


def _is_socket(edge):
    """A frame in an edge socket may be one that only its sensor saw ("")."""
    return _are_texts(edge) and all(token == "" or _is_frame(token, True) for token in edge)


def _is_frame(token, at_edge):
    return kinds.CURRENT.kind(token) == "frame" and kinds.CURRENT.is_edge(token) == at_edge


def _are_texts(values):
    return type(values) is list and all(type(value) is str for value in values)


_VERBS = {
    "next": (_next, 0),
    "push": (_push, 1),
    "unpush": (_unpush, 1),
    "reveal": (_reveal, 0),
    "pass": (_pass, 0),
    "dismantle": (_dismantle, 1),
    "overrule": (_overrule, 2),
    "fire": (fire, 1),
    "unfire": (unfire, 0),
    "settle": (settle, 1),
}
_VERBS.update({verb: (_build, count) for verb, (_, count) in BUILD_VERBS.items()})


def apply(state, action):
    """The state after an action; raises Refusal(code, **details) and leaves `state` as it was."""
    return journal.apply(state, action, PHASES, _VERBS)


def last_step(actions):
    """Where the last step of a journal begins: a whole build phase is one."""
    cut = len(actions) - 1
    if actions[cut] == ["next"]:
        while cut > 1 and actions[cut - 1][0] in BUILD_VERBS:
            cut -= 1
    return cut
