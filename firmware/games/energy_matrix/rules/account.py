"""Room: the account of a game as plain data: how it starts, how it is copied, who is where in it.

state = {"game", "version", "mode", "options", "players": [{"board", "life"}], "turn", "active", "phase",
         "queue": [token, head first], "pushed": n, "event": code, "points": n, "rulers": [a, b, c],
         "fired": [cell], "hits": [kind], "winner": None | player, "journal": [action]}
Rulers are seen from player 0's side. A state is never changed in place once it has been handed out.
"""

from firmware.games import CELLS, EDGES, Refusal
from firmware.games.energy_matrix.cards import database_rows, kinds
from firmware.games.energy_matrix.cards.effects import points_of
from firmware.games.energy_matrix.modes import MODES, side
from firmware.games.kit.journal import changed


def empty_board():
    """A board with nothing on it: 16 cells, 8 edge sockets (rows, then columns)."""
    return {"cells": [None] * CELLS, "edges": [[] for _ in range(EDGES)]}


def prints_of(prints):
    """The fingerprints of the cards in use. prints: of those that a saved game was begun with (database_rows.py);
    Refusal("other_cards") unless the catalogue in use has them all.
    """
    if prints is None:
        return database_rows.prints(kinds.CURRENT)
    if type(prints) is not str or not database_rows.covers(kinds.CURRENT, prints):
        raise Refusal("other_cards")
    return prints


def start(mode):
    """The game's own entries before the first card is dealt (rules section 4, Setup)."""
    data = MODES[mode]
    return {
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
