"""Room: the contract of a game (what a cartridge must offer), and the list of games.

A game is a package in this folder. It is pure: no time, no I/O, no asyncio; plain JSON-ready data in and out, so
that the same journal gives the same state on every interpreter. Sensing, board, lights, link and app know only
what stands here. A cartridge module offers:

    NAME, VERSION        str, int (a saved game of another version is refused)
    MODES                tuple of mode names; the first is the default
    OPTIONS              tuple of (option name, (value, ...)); the first value is the default
    setup(mode, options) -> state       options: {name: value}; raises Refusal("bad_option", ...)
    players(state) -> int
    zones(state) -> [[zone name, player, [positions]]]  the positions of each player's board that the game reads
    legal_actions(state) -> [action]    an action is a list: [verb, argument, ...], JSON-ready
    apply(state, action) -> state       the one checked entrance: validates first, raises Refusal and leaves the
                                        old state untouched; accepted actions stand in state["journal"]
    replay(journal) -> state            undo is replay of a shorter journal
    proposals(state, player, seen) -> (actions, faults)
                                        the fewest actions that turn the account into what is seen, and the faults
                                        [position, code, {args}] that no action explains
    result(state) -> None | {"winner": player | None}
    encode(state) -> str, decode(str) -> state          raises ValueError with one sentence
    WORDS                {language: name of a module with a dict WORDS: code -> template}, imported only when shown
    card_name(code, language) -> str | None
    use_cards(rows)      play with these kinds of card from now on: lists of texts from the card database, the code
                         first, the rest as the game likes; None: those the game brings along. ValueError: one sentence
    only_adds(rows) -> bool             whether these are the kinds in use, unchanged, and perhaps more; ValueError
    card_codes() -> [code]              all kinds in use
    between_turns(state) -> bool        nothing of a turn has happened yet: use_cards may add kinds
    PARTS                names of its modules in loading order: a board loads them before a game and forgets them
                         after it; what the cartridge itself holds must serve the menu without them
    options_of(mode)     the OPTIONS that this mode knows
    players_of(mode)     how many play it: a table offers the modes for as many boards as it has
    at_table(state) -> Play             the game at the table, see below
    report(play) -> dict                {"t":"account",...} for hosts: nothing secret
    focus(play) -> {player: [positions]}                what the game waits for now

A game that can be judged without a table has a module `judge`, which host_tools/judge_core.py describes and no board
loads.

`seen` is what the board room knows of one player's board:
    {"cells": [16 x (None | [face, [token, ...]])], "edges": [8 x [token, ...]], "recent": [position, ...],
     "doubtful": [[position, token], ...], "faults": [[position, code, {args}], ...]}
face is "up", "row", "col" (battery axis by what the lowest card shows) or "skew"; tokens stand bottom to top in
order of arrival: "CODE#COPY" a known card, "?UID" an unknown tag, "~" covered but nothing readable.
`recent` lists positions, newest change first; `doubtful` cards that are covered but not read any more; `faults` what
sensing and board have to say. None instead of a picture: that board is not there.

Play turns what is seen and pressed into actions. Methods:
    see(player, seen)             a new stable picture of that player's board
    slot(token)                   a card was seen in the queue slot and is gone again
    tap(player, token | None)     a card is held to the tap pad / taken away
    lifted(player, token)         that card lay on a stack: it is gone from there, and is not announced
    press(player, button, held)   button: "ok", "back", "left", "right", "axis"; held: a long press
    take_orders() -> [[verb, player, position, token]]   what the players answered about cards that cannot be read:
                                  "assign" it lies there, "gone" it was taken off, "stays" it is still there,
                                  "forget" the card from the tap pad will not be placed (token None: nor do lifted
                                  cards count any more), "here" all that lies there: token is [[token, ...], face of
                                  the lowest card or None]
    work()                        one slice (at most 10 ms on the device) of pending thinking; True while more is due;
    thoughts                      grows whenever work has found something to show
    view() -> dict                what the LEDs should say (below); derived from the state only
    screen(player) -> dict        {"title": [code, {args}], "lines": [[code, {args}], ...], "hint": [code, {args}]}
    finished                      True when the players want a new game
    state                         the account; replaced, never changed in place
    faults(player) -> [[position, code, {args}]]

view():
    {"players": [{"cells": 16 chars, "edges": 8 chars, "volts": [16 ints], "active": bool}, ...],
     "rulers": [[limit, at, to, hit], ...]  markers -limit..limit, positive towards the last player's side; `to` is
                                            where the marker would go (== at when nothing is pending), hit: bool
     "queue": [cards in the queue, pulse 0|1], "points": [left, total, pulse 0|1],
     "life": [[left, of], ...], "cues": [[name, ...]] droppable animations since the last view}
cells and edges are strings of ROLES, one character per position.
"""

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

GAMES = ("energy_matrix",)


class Refusal(Exception):
    """An action that the rules do not allow now: a code and its arguments; the state is as it was."""

    def __init__(self, code, **details):
        super().__init__(code)
        self.code = code
        self.details = details


def load(name):
    """The cartridge module of that name; Refusal("unknown_game") otherwise."""
    if name not in GAMES:
        raise Refusal("unknown_game", name=name)
    return __import__("firmware.games." + name, None, None, ("*",))
