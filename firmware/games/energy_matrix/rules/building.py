"""Room: the verbs of the build phase (rules section 4.3): each checks, then returns a new board.

A verb is `verb(state, board, arguments) -> board`; it raises Refusal and changes nothing when the rules say no.
One action costs one action point; the caller counts.
"""

from firmware.games import CELLS, EDGE, EDGES, Refusal, code_of
from firmware.games.energy_matrix.cards import kinds
from firmware.games.energy_matrix.rules.account import tokens_of, with_cell, with_edge

AXES = ("row", "col")


def _index(value, size, what):
    if type(value) is not int or not 0 <= value < size:
        raise Refusal("bad_action", what=what)
    return value


def _text(value, what):
    if type(value) is not str:
        raise Refusal("bad_action", what=what)
    return value


def _is_new(state, board, token, where):
    """A card is in one place only: a token that names its copy may not lie on the table already."""
    if "#" not in token:
        return
    if token in state["queue"]:
        raise Refusal("card_twice", at=where, card=token)
    for number, player in enumerate(state["players"]):
        other = board if number == state["active"] else player["board"]
        for entry in other["cells"]:
            if token in tokens_of(entry):
                raise Refusal("card_twice", at=where, card=token)
        for edge in other["edges"]:
            if token in edge:
                raise Refusal("card_twice", at=where, card=token)


def _kind(token, where, wanted, code):
    if kinds.CURRENT.get(code_of(token)) is None:
        raise Refusal("unknown_card", at=where, card=token)
    if kinds.CURRENT.kind(token) not in wanted:
        raise Refusal(code, at=where, card=token)


def battery(state, board, cell, axis, token):
    """A hand card face down on a cell; "" when the card is not known."""
    _index(cell, CELLS, "cell")
    if axis not in AXES:
        raise Refusal("bad_action", what="axis")
    if _text(token, "card"):
        if kinds.CURRENT.get(code_of(token)) is None:
            raise Refusal("unknown_card", at=cell, card=token)
        _is_new(state, board, token, cell)
    entry = board["cells"][cell]
    if entry is None:
        return with_cell(board, cell, ["b", [[axis, token]]])
    if entry[0] != "b" or not state["options"]["stack_batteries"]:
        raise Refusal("occupied", at=cell)
    return with_cell(board, cell, ["b", entry[1] + [[axis, token]]])


def machine(state, board, cell, token):
    """A machine face up on an empty cell."""
    _index(cell, CELLS, "cell")
    _kind(_text(token, "card"), cell, ("producer", "converter"), "not_machine")
    _is_new(state, board, token, cell)
    if board["cells"][cell] is not None:
        raise Refusal("occupied", at=cell)
    return with_cell(board, cell, ["m", token, []])


def frame(state, board, cell, token):
    """A frame round a machine."""
    _index(cell, CELLS, "cell")
    _kind(_text(token, "card"), cell, ("frame",), "not_frame")
    if kinds.CURRENT.is_edge(token):
        raise Refusal("ext_on_cell", at=cell, card=token)
    _is_new(state, board, token, cell)
    entry = board["cells"][cell]
    if entry is None or entry[0] != "m":
        raise Refusal("frame_alone", at=cell, card=token)
    most = state["options"]["frames_per_machine"]
    if most and len(entry[2]) >= most:
        raise Refusal("frames_full", at=cell, most=most)
    return with_cell(board, cell, ["m", entry[1], entry[2] + [token]])


def ext(state, board, edge, token):
    """An `ext` frame in an edge socket; "" when only the socket's sensor saw it."""
    _index(edge, EDGES, "edge")
    if _text(token, "card"):
        if not kinds.CURRENT.is_edge(token):
            raise Refusal("not_ext", at=EDGE + edge, card=token)
        _is_new(state, board, token, EDGE + edge)
    return with_edge(board, edge, board["edges"][edge] + [token])


def take(state, board, cell):
    """A machine off the board, to hand; its frames are discarded with it."""
    entry = board["cells"][_index(cell, CELLS, "cell")]
    if entry is None or entry[0] != "m":
        raise Refusal("no_machine", at=cell)
    return with_cell(board, cell, None)


def take_frame(state, board, cell, token):
    """A frame off a machine, to the discard pile."""
    entry = board["cells"][_index(cell, CELLS, "cell")]
    if entry is None or entry[0] != "m" or token not in entry[2]:
        raise Refusal("no_frame", at=cell, card=token)
    frames = list(entry[2])
    frames.remove(token)
    return with_cell(board, cell, ["m", entry[1], frames])


def take_battery(state, board, cell, axis, token):
    """A battery off a cell, to the discard pile."""
    entry = board["cells"][_index(cell, CELLS, "cell")]
    if entry is None or entry[0] != "b" or [axis, token] not in entry[1]:
        raise Refusal("no_battery", at=cell)
    stack = list(entry[1])
    stack.remove([axis, token])
    return with_cell(board, cell, ["b", stack] if stack else None)


def take_ext(state, board, edge, token):
    """An `ext` out of its socket, to the discard pile."""
    tokens = list(board["edges"][_index(edge, EDGES, "edge")])
    if token not in tokens:
        raise Refusal("no_ext", at=EDGE + edge)
    tokens.remove(token)
    return with_edge(board, edge, tokens)


# verb -> (function, number of arguments)
VERBS = {
    "battery": (battery, 3),
    "machine": (machine, 2),
    "frame": (frame, 2),
    "ext": (ext, 2),
    "take": (take, 1),
    "take_frame": (take_frame, 2),
    "take_battery": (take_battery, 3),
    "take_ext": (take_ext, 2),
}


def build(state, board, action):
    """The board after one build action."""
    function, count = VERBS[action[0]]
    if len(action) != count + 1:
        raise Refusal("bad_action", what=action[0])
    return function(state, board, *action[1:])
