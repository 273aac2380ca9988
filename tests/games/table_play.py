"""Room: helpers of the turn tests: short ways to a phase, and pictures of boards from notation."""

from firmware import games
from firmware.games.energy_matrix.matrix import notation

GAME = games.load("energy_matrix")


def after(state, *actions):
    """The state after these actions."""
    for action in actions:
        state = GAME.apply(state, list(action))
    return state


def started(queue=("A@1#1", "sun#1", "A@1#2", "A@1#3"), options=None):
    """A duel in which player 0 draws for the first turn; the queue holds the last three of `queue`."""
    state = GAME.setup("duel", options)
    return after(state, ["next"], *[["push", token] for token in queue], ["next"])


def building(event="A@1#9", options=None):
    """Player 0's first build phase; `event` was the card turned over (default: no event)."""
    state = started(("B@2#1", event, "B@2#2", "B@2#3"), options)
    return after(state, ["next"], ["push", "B@2#4"], ["reveal"], ["next"])


def picture(text, recent=()):
    """What the board room sees of a board in notation; a battery stack shows its lowest card's axis."""
    board, _ = notation.parse(text)
    cells = []
    for entry in board["cells"]:
        if entry is None:
            cells.append(None)
        elif entry[0] == "m":
            cells.append(["up", [entry[1]] + entry[2]])
        else:
            cells.append([entry[1][0][0], [token or "A@1" for _, token in entry[1]]])
    edges = [["~" for _ in tokens] for tokens in board["edges"]]
    return {"cells": cells, "edges": edges, "recent": list(recent), "doubtful": [], "faults": []}


EMPTY = ". . . . / . . . . / . . . . / . . . ."


def at_table(state, text=EMPTY):
    """A Play that has seen both boards: player 0's as in notation, the other one empty."""
    play = GAME.at_table(state)
    play.see(0, picture(text))
    play.see(1, picture(EMPTY))
    return play


def think(play):
    """Let the play work until it has nothing more to think about."""
    for _ in range(10000):
        if not play.work():
            return play
    raise AssertionError("thinking does not end")
