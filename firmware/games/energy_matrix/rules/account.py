"""Room: the account of a game as plain data: how it starts, how it is copied, who is where in it.

state = {"game", "version", "mode", "options", "players": [{"board", "life"}], "turn", "active", "phase",
         "queue": [token, head first], "pushed": n, "event": code, "points": n, "rulers": [a, b, c],
         "fired": [cell], "hits": [kind], "winner": None | player, "journal": [action]}
Rulers are seen from player 0's side. A state is never changed in place once it has been handed out.
"""

from firmware.games import Refusal
from firmware.games.energy_matrix.cards import database_rows, kinds
from firmware.games.energy_matrix.cards.effects import points_of
from firmware.games.energy_matrix.modes import MODES, NAME, OPTIONS, VERSION, side


def empty_board():
    """A board with nothing on it: 16 cells, 8 edge sockets (rows, then columns)."""
    return {"cells": [None] * 16, "edges": [[] for _ in range(8)]}


def setup(mode="duel", options=None, prints=None):
    """The state before the first card is dealt (rules section 4, Setup).

    prints: of the cards that a saved game was begun with (database_rows.py); Refusal("other_cards") unless the
    catalogue in play has them all.
    """
    if prints is None:
        prints = database_rows.prints(kinds.CURRENT)
    elif type(prints) is not str or not database_rows.covers(kinds.CURRENT, prints):
        raise Refusal("other_cards")
    if mode not in MODES:
        raise Refusal("bad_mode", mode=mode)
    chosen = {}
    known = dict(OPTIONS)
    for name in MODES[mode]["options"]:
        chosen[name] = known[name][0]
    for name, value in (options or {}).items():
        if name not in chosen or not any(value == v and type(value) is type(v) for v in known[name]):
            raise Refusal("bad_option", name=name, value=value)
        chosen[name] = value
    data = MODES[mode]
    return {
        "game": NAME,
        "version": VERSION,
        "mode": mode,
        "options": chosen,
        "players": [{"board": empty_board(), "life": data["life"]} for _ in range(data["players"])],
        "turn": 0,
        "active": 0,
        "phase": "deal",
        "queue": [],
        "pushed": 0,
        "event": "none",
        "points": data["points"],
        "rulers": [0, 0, 0],
        "fired": [],
        "hits": [],
        "winner": None,
        "journal": [["setup", mode, chosen, prints]],
    }


def mode_of(state):
    """The mode's data (modes.py)."""
    return MODES[state["mode"]]


def points_total(state):
    """Action points of this turn before anything was built (rules section 4.2 and 4.3)."""
    return max(0, mode_of(state)["points"] + points_of(state["event"]))


def board_of(state, player):
    return state["players"][player]["board"]


def board_event(state, player):
    """The event that acts on a player's board: only on the player whose turn it is (rules section 4.2)."""
    event = state["event"]
    return event if player == state["active"] and event in ("sun", "rain", "thunder") else "none"


def loser(state):
    """Who takes a life card when the active player fills a ruler: the other one, or whoever plays alone."""
    return (state["active"] + 1) % len(state["players"])


def rulers_for(state, player):
    """(positions, limits) from that player's side: products add to the position."""
    sign = side(player)
    return [sign * at for at in state["rulers"]], list(mode_of(state)["limits"])


def with_board(state, player, board):
    """A copy of the state in which that player's board is another."""
    players = list(state["players"])
    players[player] = {"board": board, "life": players[player]["life"]}
    return changed(state, players=players)


def changed(state, **changes):
    """A copy of the state with some entries replaced; the rest is shared."""
    copy = dict(state)
    copy.update(changes)
    return copy


def with_cell(board, cell, entry):
    """A copy of the board with one cell replaced."""
    cells = list(board["cells"])
    cells[cell] = entry
    return {"cells": cells, "edges": board["edges"]}


def with_edge(board, edge, tokens):
    """A copy of the board with the tokens of one edge socket replaced."""
    edges = list(board["edges"])
    edges[edge] = tokens
    return {"cells": board["cells"], "edges": edges}


def tokens_of(entry):
    """All tokens of a cell entry, bottom to top."""
    if entry is None or entry[0] == "w":
        return []
    if entry[0] == "m":
        return [entry[1]] + entry[2]
    return [token for _, token in entry[1]]


def tokens_on_table(state):
    """Every known card on any board or in the queue."""
    found = list(state["queue"])
    for player in state["players"]:
        for entry in player["board"]["cells"]:
            found += tokens_of(entry)
        for edge in player["board"]["edges"]:
            found += edge
    return found
