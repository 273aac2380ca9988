"""Room: how the display words what Energy Matrix has to say: places, cards, faults, and the screen of every step.

Before: play.py, whose steps give lines and hint. After: the display, which words codes with arguments:
["player", n], ["card", code], ["cell", 0..15], ["line", 0..7], ["kind", 0..2], ["event", code].
"""

from firmware.compat import const
from firmware.games.kit import screens
from firmware.games.kit.screens import place_name

_MOST_LINES = const(6)  # of what is to be mended


def named(details):
    """Details as arguments; which card a battery is stays secret."""
    args = screens.named(details)
    if args.pop("battery", False) and "card" in args:
        args["card"] = screens.card_name("")
    if "n" in args and "card" in args:
        args["card"] = ["nth", {"n": args.pop("n"), "card": args["card"]}]
    return args


def place_of(play, player, place):
    """A place as an argument of a message: with its board where there are several."""
    at = place_name(place)
    return at if len(play.seen) < 2 else ["on_board", {"player": ["player", player], "at": at}]


def screen(play, player):
    """The screen of a player's board: what the step says, what is to be mended, what the other one is about."""
    state = play.state
    phase = state["phase"]
    active = state["active"]
    shown = {"title": ["t_" + phase, {"player": ["player", active], "turn": state["turn"]}]}
    shown["badge"] = state["event"]
    if player != active and phase not in ("deal", "fill", "discard", "over"):
        shown["lines"] = _others(play, player)
        shown["hint"] = ["h_wait", {"player": ["player", active]}]
        return shown
    lines, hint = play.step.prompt(play)
    if phase != "over":
        lines, hint = _mended(play, player, lines, hint)
    shown["lines"] = lines
    shown["hint"] = hint
    return shown


def _mended(play, player, lines, hint):
    """The instruction, then a refusal and what is to be mended, then the rest; the hint says how to mend."""
    faults = play.all_faults() if play.state["phase"] != "deal" else []
    warnings = _mend(play, player, faults)
    if play.message is not None and not any(fault[1:] == play.message for _, fault in faults):
        refusal = [play.message[0], named(play.message[1])]
        warnings[:0] = [refusal] if refusal not in lines else []
    return lines[:1] + warnings + lines[1:] + _dead(play, player), _cure(faults) or hint


def _cure(faults):
    if not faults:
        return None
    code = faults[0][1][1]
    if code == "doubtful":
        return ["h_doubt", {}]
    if code == "no_board":
        return ["h_cable", {}]
    return ["h_tell" if code in ("silent", "skew", "unknown_card") else "h_mend", {}]


def _mend(play, player, faults):
    """A line for each of the first faults; those of another board name it."""
    lines = []
    for whose, (place, code, details) in faults[:_MOST_LINES]:
        args = named(details)
        if whose != player and "at" in args:
            args["at"] = place_of(play, whose, place)
        lines.append([code, args])
    return lines


def _dead(play, player):
    """Readers of a board that do not work."""
    return [[code, named(args)] for _, code, args in play.faults(player) if code == "reader_fault"][:_MOST_LINES]


def _others(play, player):
    """The player who waits: the faults of their own board, else what the other one is about."""
    faults = [(whose, fault) for whose, fault in play.all_faults() if whose == player or fault[1] == "no_board"]
    lines = _mend(play, player, faults) or [["waits", {"player": ["player", play.state["active"]]}]]
    return lines + _dead(play, player)
