"""Room: what all games and the rooms behind them agree on: positions, pictures, lights, refusals; the list of games.

A game is pure: no time, no I/O, no asyncio; plain JSON-ready data in and out, so that the same journal gives the same
state on every interpreter. It is a package with a class `Game(Cartridge)`: kit/cartridge.py says what that is, and
kit/play.py what the game at the table is, a Play. Sensing, board, lights, link and app know no more than these two
classes and this file. A game that can be judged without a table has a module `judge` besides, which
host_tools/judge_core.py describes and no board loads.

What the board room knows of one player's board (`seen`), None instead of it when that board is not there:
    {"cells": [16 x (None | [face, [token, ...]])], "edges": [8 x [token, ...]], "recent": [position, ...],
     "doubtful": [[position, token], ...], "faults": [[position, code, {args}], ...]}
face is "up", "row", "col" (a card back up, by the way it lies; what the lowest card shows), "none" or "skew"; tokens
stand bottom to top in order of arrival: "CODE#COPY" a known card, "?UID" an unknown tag, "~" covered but nothing
readable. `recent` lists positions, newest change first; `doubtful` cards that are covered but not read any more;
`faults` what sensing and board have to say.

What the LEDs should say (`view`), derived from the state only:
    {"players": [{"cells": 16 chars, "edges": 8 chars, "active": bool}, ...]    one a board, characters of ROLES;
                 besides, if the game has voltages: "volts": [16 ints]; while a board is being built "needs": of each
                 cell the volts that its machine needs, or None; "works": [cell, ...] where an announced machine works
     "rulers": [[limit, at, to, hit], ...]  markers -limit..limit, positive towards the last player's side; `to` is
                                            where the marker would go (== at when nothing is pending), hit: bool
     "queue": [cards in the queue, pulse 0|1], "points": [left, total, pulse 0|1],
     "life": [[left, of], ...], "cues": [[name, ...]] droppable animations since the last view}

What a display should say (`screen`): {"title": MESSAGE, "lines": [MESSAGE, ...], "hint": MESSAGE} and perhaps
"badge", and "plain" where the title is a row like the others; a message is [code, {args}] (panel/text.py).
"""

from firmware.compat import const

# Positions of a board; wiring.py has the same numbers for the rooms that know hardware.
CELLS = const(16)  # 0..15, four rows of four in reading order
QUEUE = const(16)  # the queue slot
TAP = const(17)  # the tap pad
EDGE = const(18)  # the first edge socket: rows 0..3, then columns 0..3
EDGES = const(8)
POSITIONS = const(26)

# What a cell or edge LED says. Steady ones state, pulsing ones ask.
DARK = "."  # nothing to say
BATTERY = "b"
OK = "o"  # powered machine
UNDER = "u"
OVER = "v"
STARVED = "s"  # powered converter that the plan does not feed
FIRES = "f"  # fires in the plan shown
REFUSED = "x"  # pulsing: this card is illegal here
ASK = "?"  # pulsing: a candidate, choose one of these
TARGET = "t"  # pulsing: the card at the tap pad may go here
PUT_BACK = "p"  # pulsing: something is missing here
TAKE_OFF = "k"  # pulsing: something is too much here
TURN = "r"  # pulsing: turn the card
UNKNOWN = "n"  # pulsing: unknown or unreadable
WORKS = "w"  # steady: an edge battery that works
DIM = "d"  # steady, dim: an edge battery whose line has no battery of its own
CHOSEN = "c"  # pulsing: the cursor
ROLES = ".bouvsfx?tpkrnwdc"

GAMES = {"energy_matrix": "firmware.games.energy_matrix"}  # name -> its package


class Refusal(Exception):
    """An action that the rules do not allow now: a code and its arguments; the state is as it was."""

    def __init__(self, code, **details):
        super().__init__(code)
        self.code = code
        self.details = details


def load(name):
    """The cartridge of that name (kit/cartridge.py); Refusal("unknown_game") otherwise."""
    if name not in GAMES:
        raise Refusal("unknown_game", name=name)
    return __import__(GAMES[name], None, None, ("*",)).Game(GAMES[name])


def code_of(token):
    """The code of a token's card, without its copy number."""
    end = token.find("#")
    return token if end < 0 else token[:end]
