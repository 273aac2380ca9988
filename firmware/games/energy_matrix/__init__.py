"""Room: the cartridge of Energy Matrix: what the contract of a game asks for, gathered from this folder."""

import json

from firmware.games import Refusal
from firmware.games.energy_matrix import cards, notation, rows
from firmware.games.energy_matrix import modes as _modes
from firmware.games.energy_matrix.ledger import NAME, VERSION, board_of, points_total, setup
from firmware.games.energy_matrix.proposing import proposals as _proposals
from firmware.games.energy_matrix.turn import apply, legal_actions, replay

MODES = tuple(_modes.MODES)
OPTIONS = _modes.OPTIONS
WORDS = {
    "en": "firmware.games.energy_matrix.words_en",
    "zh": "firmware.games.energy_matrix.words_zh",
}


def options_of(mode):
    """((option, values), ...) that this mode knows; the first value is the default."""
    return tuple(option for option in OPTIONS if option[0] in _modes.MODES[mode]["options"])


def players(state):
    """How many play."""
    return len(state["players"])


def zones(state):
    """[[zone, player, positions]]: what the game reads on each player's board (wiring numbering)."""
    found = []
    for player in range(players(state)):
        found.append(["matrix", player, list(range(16))])
        found.append(["edges", player, list(range(18, 26))])
        found.append(["tap", player, [17]])
    found.append(["queue", 0, [16]])
    return found


def proposals(state, player, seen):
    """(actions, faults): the fewest actions from the account to what is seen (rules section 7)."""
    return _proposals(board_of(state, player), seen)


def result(state):
    """None while the game goes on, else {"winner": player}."""
    return {"winner": state["winner"]} if state["phase"] == "over" else None


def encode(state):
    """The journal as text: what a saved game stores."""
    return json.dumps({"game": NAME, "version": VERSION, "journal": state["journal"]})


def decode(text):
    """The state of an encoded game; ValueError with one sentence when it is none of ours."""
    try:
        saved = json.loads(text)
        game, version, journal = saved["game"], saved["version"], saved["journal"]
    except (ValueError, KeyError, TypeError):
        raise ValueError("this is no saved game: start a new one")
    if game != NAME or version != VERSION:
        raise ValueError(
            "the saved game is of %s version %s, not %s %d: start a new one" % (game, version, NAME, VERSION)
        )
    try:
        return replay(journal)
    except (Refusal, TypeError) as problem:
        if isinstance(problem, Refusal) and problem.code == "other_cards":
            raise ValueError("the saved game was begun with other cards: load those again, or start a new one")
        raise ValueError("the saved game does not replay (%s): start a new one" % problem)


def card_name(code, language):
    """How a kind of card is called in a language; None when this game has no such card."""
    record = cards.CURRENT.get(code)
    if record is None:
        return None
    return record[cards.NAME_ZH if language == "zh" else cards.NAME_EN]


def use_cards(list_of_fields):
    """Play with these kinds of card (contract of a game); None: those that the game brings along. ValueError."""
    cards.use(cards.DEFAULT if list_of_fields is None else rows.catalogue_of(list_of_fields))


def only_adds(list_of_fields):
    """Whether these kinds are those in use, with the same rules, and perhaps more; ValueError."""
    return rows.covers(rows.catalogue_of(list_of_fields), rows.prints(cards.CURRENT))


def card_codes():
    """The codes of all kinds of card in use."""
    return cards.CURRENT.codes()


def between_turns(state):
    """Whether nothing of a turn has happened yet: other cards may come into use."""
    return state["phase"] in ("deal", "fill", "discard", "draw", "over")


def focus(play):
    """{player: [positions]} that the game waits for now: they are polled most."""
    state = play.state
    if state["phase"] in ("fill", "event"):
        return {0: [16]}
    if state["phase"] in ("build", "dismantle"):
        return {state["active"]: list(range(18))}
    return {}


def report(play):
    """What hosts and referees may know of a game: no card of a battery or of the queue is named."""
    state = play.state
    draft = play.draft(state["active"])
    cost = len(draft.actions) if state["phase"] == "build" else 0
    plan = play.plan()
    return {
        "t": "account",
        "phase": state["phase"],
        "turn": state["turn"],
        "active": state["active"],
        "points": [state["points"] - cost, points_total(state)],
        "queue": len(state["queue"]),
        "pushed": state["pushed"],
        "event": state["event"],
        "rulers": state["rulers"],
        "hits": state["hits"],
        "lives": [player["life"] for player in state["players"]],
        "winner": state["winner"],
        "boards": [notation.write(board_of(state, player)) for player in range(players(state))],
        "draft": {"cost": cost, "faults": sum(len(play.faults(p)) for p in range(players(state)))},
        "plan": None if plan is None else {"n": play.plan_at, "order": plan["order"], "net": plan["net"]},
        "manual": play.manual,
    }


def at_table(state):
    """A Play of that state, at the table."""
    from firmware.games.energy_matrix.play import Play

    return Play(state)


__all__ = (
    "MODES", "NAME", "OPTIONS", "VERSION", "WORDS", "apply", "at_table", "between_turns", "card_codes",
    "card_name", "decode", "encode", "focus", "legal_actions", "only_adds", "options_of", "players", "proposals",
    "replay", "report", "result", "setup", "use_cards", "zones",
)  # fmt: skip
