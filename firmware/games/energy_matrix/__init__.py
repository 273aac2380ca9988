"""Room: the cartridge of Energy Matrix: what the contract of a game asks for, each from its module in this folder.

Modules are loaded when they are asked for: while the menu is shown, only the modes are in memory. A board loads PARTS
before a game and forgets them after it.
"""

from firmware.games.energy_matrix.modes import MODES as _MODES
from firmware.games.energy_matrix.modes import NAME, OPTIONS, VERSION

MODES = tuple(_MODES)
WORDS = {
    "en": "firmware.games.energy_matrix.words_en",
    "zh": "firmware.games.energy_matrix.words_zh",
}
# What a game needs: each brings a handful of modules, all together bring everything.
PARTS = (
    "cards.kinds", "cards.database_rows", "rules.account", "matrix.machines", "plan.firing", "plan.best", "rules.turn",
    "table.draft", "table.prompts", "table.play", "table.report",
)  # fmt: skip


def _part(name):
    return __import__("firmware.games.energy_matrix." + name, None, None, ("*",))


def options_of(mode):
    """((option, values), ...) that this mode knows; the first value is the default."""
    return tuple(option for option in OPTIONS if option[0] in _MODES[mode]["options"])


def players_of(mode):
    """How many play this mode."""
    return _MODES[mode]["players"]


def setup(mode="duel", options=None):
    """The state before the first card is dealt; Refusal."""
    return _part("rules.account").setup(mode, options)


def players(state):
    """How many play."""
    return len(state["players"])


def zones(state):
    """[[zone, player, positions]]: what the game reads on each player's board (wiring numbering)."""
    return _part("table.report").zones(state)


def legal_actions(state):
    """Actions that `apply` accepts now."""
    return _part("rules.legal_actions").legal_actions(state)


def apply(state, action):
    """The state after an action; raises Refusal(code, **details) and leaves `state` as it was."""
    return _part("rules.turn").apply(state, action)


def replay(journal):
    """The state that a journal leads to; Refusal or ValueError."""
    return _part("rules.turn").replay(journal)


def proposals(state, player, seen):
    """(actions, faults): the fewest actions from the account to what is seen (rules section 7)."""
    return _part("matrix.proposals").proposals(state["players"][player]["board"], seen)


def result(state):
    """None while the game goes on, else {"winner": player}."""
    return {"winner": state["winner"]} if state["phase"] == "over" else None


def encode(state):
    """The journal as text: what a saved game stores."""
    return _part("rules.saved_game").encode(state)


def decode(text):
    """The state of an encoded game; ValueError with one sentence when it is none of ours."""
    return _part("rules.saved_game").decode(text)


def card_name(code, language):
    """How a kind of card is called in a language; None when this game has no such card."""
    cards = _part("cards.kinds")
    row = cards.CURRENT.get(code)
    return None if row is None else row[cards.NAME_ZH if language == "zh" else cards.NAME_EN]


def use_cards(list_of_fields):
    """Play with these kinds of card (contract of a game); None: those that the game brings along. ValueError."""
    cards = _part("cards.kinds")
    cards.use(cards.DEFAULT if list_of_fields is None else _part("cards.database_rows").catalogue_of(list_of_fields))


def only_adds(list_of_fields):
    """Whether these kinds are those in use, with the same rules, and perhaps more; ValueError."""
    rows = _part("cards.database_rows")
    return rows.covers(rows.catalogue_of(list_of_fields), rows.prints(_part("cards.kinds").CURRENT))


def card_codes():
    """The codes of all kinds of card in use."""
    return _part("cards.kinds").CURRENT.codes()


def between_turns(state):
    """Whether nothing of a turn has happened yet: other cards may come into use."""
    return state["phase"] in ("deal", "fill", "discard", "draw", "over")


def focus(play):
    """{player: [positions]} that the game waits for now: they are polled most."""
    return _part("table.report").focus(play)


def report(play):
    """What hosts and referees may know of a game (table/report.py)."""
    return _part("table.report").report(play)


def at_table(state):
    """A Play of that state, at the table."""
    return _part("table.play").Play(state)


__all__ = (
    "MODES", "NAME", "OPTIONS", "PARTS", "VERSION", "WORDS", "apply", "at_table", "between_turns", "card_codes",
    "card_name", "decode", "encode", "focus", "legal_actions", "only_adds", "options_of", "players", "players_of",
    "proposals", "replay", "report", "result", "setup", "use_cards", "zones",
)  # fmt: skip
