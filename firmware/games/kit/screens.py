"""Room: what every game's display says the same way: faults with their places and cards, and the screen of a step.

Messages are codes with arguments (panel/text.py words them); play.py is next.
"""

from firmware.compat import const
from firmware.games import CELLS, EDGE, code_of

_MOST_LINES = const(6)  # of what is to be mended


def place_name(place):
    """A position as an argument of a message: a cell, an edge line, the slot or the pad."""
    if 0 <= place < CELLS:
        return ["cell", place]
    return ["line", place - EDGE] if place >= EDGE else ["place", place]


def card_name(token):
    """A token as an argument of a message; a card that cannot be named is "any card"."""
    return ["card", "" if not token or token[0] in "?~" else code_of(token)]


def named(details):
    """Refusal or fault details with cards and places as the display words them."""
    args = {}
    for key, value in details.items():
        if key in ("at", "to"):
            value = place_name(value)
        elif key == "card":
            value = card_name(value)
        args[key] = value
    return args


def screen(play, player):
    """Title and prompt of the step; after its first line a refusal and what is to be mended."""
    state = play.state
    lines, hint = play.step.prompt(play)
    faults = play.all_faults() if state["phase"] != "over" else []
    warnings = [[code, named(details)] for _, (_, code, details) in faults[:_MOST_LINES]]
    if faults:
        hint = ["h_doubt" if faults[0][1][1] == "doubtful" else "h_mend", {}]
    if play.message is not None and not any(fault[1:] == play.message for _, fault in faults):
        warnings.insert(0, [play.message[0], named(play.message[1])])
    title = ["t_" + state["phase"], {"player": ["player", state.get("active", 0)]}]
    return {"title": title, "lines": lines[:1] + warnings + lines[1:], "hint": hint}
