"""Room: a game as text and back: the journal is what is stored; after journal.py."""

import json

from firmware.games import Refusal
from firmware.games.kit.journal import replay


def encode(state):
    """The journal as text: what a saved game stores."""
    return json.dumps({"game": state["game"], "version": state["version"], "journal": state["journal"]})


def decode(cartridge, text):
    """The state of an encoded game; ValueError with one sentence when it is none of this cartridge."""
    try:
        saved = json.loads(text)
        game, version, journal = saved["game"], saved["version"], saved["journal"]
    except (ValueError, KeyError, TypeError):
        raise ValueError("this is no saved game: start a new one")
    if game != cartridge.NAME or version != cartridge.VERSION:
        what = "the saved game is of %s version %s, not %s %d: start a new one"
        raise ValueError(what % (game, version, cartridge.NAME, cartridge.VERSION))
    try:
        return replay(cartridge, journal)
    except (Refusal, TypeError) as problem:
        if isinstance(problem, Refusal) and problem.code == "other_cards":
            raise ValueError("the saved game was begun with other cards: load those again, or start a new one")
        raise ValueError("the saved game does not replay (%s): start a new one" % problem)
