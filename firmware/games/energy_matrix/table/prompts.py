"""Room: what the display says in each phase, as codes with arguments; words belong to the display.

Arguments that the display words itself: ["player", n], ["card", code], ["cell", 0..15], ["line", 0..7],
["kind", 0..2], ["event", code].
"""

from firmware.compat import const
from firmware.games.energy_matrix.cards import kinds
from firmware.games.energy_matrix.cards.effects import EVENTS, event_of
from firmware.games.energy_matrix.rules.account import board_of, loser, mode_of, rulers_for
from firmware.games.energy_matrix.rules.turn import draw_count, machines_on
from firmware.games.energy_matrix.table.manual_firing import DONE

_MOST_LINES = const(6)  # of what is to be mended
_EVENT_WORDS = EVENTS + ("none", "ap+1", "ap-1", "draw2")


def named(details):
    """Refusal or fault details with cards and places as the display words them; battery cards stay unnamed."""
    args = {}
    for key, value in details.items():
        if key in ("at", "to"):
            args[key] = place_name(value)
        elif key == "card":
            hidden = details.get("battery") or not value or value[0] in "?~"
            args["card"] = ["card", "" if hidden else kinds.code_of(value)]
        elif key != "battery":
            args[key] = value
    return args


def place_name(place):
    """A position as an argument: a cell, an edge line, the slot or the pad."""
    if 0 <= place < 16:
        return ["cell", place]
    return ["line", place - 18] if place >= 18 else ["place", place]


def place_of(play, player, place):
    """A place as an argument of a message: with its board where there are several."""
    at = place_name(place)
    return at if len(play.seen) < 2 else ["on_board", {"player": ["player", player], "at": at}]


def screen(play, player):
    """The screen dict of a player's board (contract of a game)."""
    state = play.state
    phase = state["phase"]
    active = state["active"]
    shown = {"title": ["t_" + phase, {"player": ["player", active], "turn": state["turn"]}]}
    shown["badge"] = state["event"]
    if phase == "over":
        if len(state["players"]) == 1:
            shown["lines"] = [["alone_done", {"n": state["turn"]}]]
        else:
            shown["lines"] = [["winner", {"player": ["player", state["winner"]]}]]
        shown["hint"] = ["h_new_game", {}]
        return shown
    if player != active and phase not in ("deal", "fill", "discard"):
        shown["lines"] = _others(play, player)
        shown["hint"] = ["h_wait", {"player": ["player", active]}]
        return shown
    lines, hint = _WORDS[phase](play)
    faults = play.all_faults() if phase != "deal" else []
    if play.message is not None:
        lines = [[play.message[0], named(play.message[1])]]
        hint = _cure(faults) or hint
    elif faults:
        mend = _mend(play, player, faults)
        lines = mend[:1] + lines if phase == "build" else mend
        hint = _cure(faults) or hint
    if play.message is None:
        lines = lines + _dead(play, player)
    shown["lines"] = lines
    shown["hint"] = hint
    return shown


def _cure(faults):
    if not faults:
        return None
    code = faults[0][1][1]
    if code == "doubtful":
        return ["h_doubt", {}]
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


def _deal(play):
    data = mode_of(play.state)
    return [["deal", {"life": data["life"], "n": data["hand"]}], ["per_frame", {}]], ["h_ok_done", {}]


def _fill(play):
    state = play.state
    done = len(state["queue"])
    players = len(state["players"])
    all_cards = mode_of(state)["fill_each"] * players
    who = ["player", done % players]
    if play.announced_push() is not None:
        return [["push_told", {}]], ["h_push_told", {}]
    if play.unpushing:
        return [["unpush", {}]], ["h_back_cancel", {}]
    return [["fill", {"player": who, "n": done, "of": all_cards}]], ["h_back_unpush" if done else "h_push", {}]


def _discard(play):
    return [["discard_head", {}]], ["h_ok_done", {}]


def _draw(play):
    return [["draw", {"n": draw_count(play.state)}], ["per_frame", {}]], ["h_ok_done", {}]


def _event(play):
    state = play.state
    if play.announced_push() is not None:
        return [["push_told", {}]], ["h_push_told", {}]
    if play.unpushing:
        return [["unpush", {}]], ["h_back_cancel", {}]
    if not state["pushed"]:
        return [["push", {"queue": len(state["queue"])}]], ["h_hold_empty", {}]
    return [["pushed", {"n": state["pushed"], "queue": len(state["queue"])}]], ["h_reveal", {"n": state["pushed"]}]


def _reveal(play):
    state = play.state
    event = state["event"]
    lines = [["turn_over", {"n": state["pushed"]}]]
    if event == "dismantle" and not machines_on(board_of(state, state["active"])):
        return lines + [["dismantle_none", {}]], ["h_ok", {}]
    lines.append(_event_line(event))
    return lines, ["h_ok", {}]


def _event_line(event):
    """What an event does; those beyond the first card list are worded by their number."""
    if event in _EVENT_WORDS:
        return ["e_" + event, {}]
    name, number = event_of(event)
    return ["e_" + name, {"n": number}]


def _dismantle(play):
    return [["dismantle", {}]], ["h_lift", {}]


def _build(play):
    state = play.state
    draft = play.draft(state["active"])
    cost = len(draft.actions)
    lines = [["points", {"n": max(0, state["points"] - cost), "of": state["points"]}]]
    token = play.announced(state["active"])
    if token is not None and token[0] not in "?~":
        lines.append(["announced", {"card": ["card", kinds.code_of(token)]}])
        return lines, ["h_where", {}]
    if token is not None:
        lines.append(["tap_unknown", {}])
    token = play.lifted_card[state["active"]]
    if token is not None:
        lines.append(["lifted", {"card": ["card", "" if token[0] == "?" else kinds.code_of(token)]}])
    plan = play.plan()
    if plan is not None:
        lines.append(_net(plan["net"]))
    return lines, ["h_build", {}]


def _net(net):
    return ["net", {"a": net[0], "b": net[1], "c": net[2]}]


def _moves(play, plan):
    """One line for each ruler that moves: how far, to where, and whether it is hit."""
    at, limits = rulers_for(play.state, play.state["active"])
    lines = []
    for kind in range(3):
        if plan["net"][kind]:
            to = min(limits[kind], at[kind] + plan["net"][kind])
            code = "moves_hit" if to >= limits[kind] else "moves"
            lines.append([code, {"kind": ["kind", kind], "n": plan["net"][kind], "to": to}])
    return lines or [["moves_none", {}]]


def _settle(play):
    plan = play.plan()
    if play.manual:
        return _manual(play, plan)
    if plan is None and play.so_far() is not None:
        return [["so_far", {}]] + _moves(play, play.so_far()), ["h_so_far", {}]
    if plan is None:
        return [play.unplanned()], ["h_settle", {}]
    return [["plan", {"n": play.plan_at + 1}]] + _moves(play, plan), ["h_settle", {}]


def _manual(play, plan):
    if play.hand().asking():
        return [["thinking", {}]], ["h_manual", {}]
    places = play.hand().fireable()
    chosen = play.cursor
    if chosen is None or (chosen not in places and chosen != DONE):
        chosen = places[0] if places else DONE
    if chosen == DONE:
        return [["manual_done", {"n": len(play.state["fired"])}]] + _moves(play, plan), ["h_manual", {}]
    entry = board_of(play.state, play.state["active"])["cells"][chosen]
    card = ["card", kinds.code_of(entry[1])]
    return [["manual", {"at": ["cell", chosen], "card": card}]] + _moves(play, plan), ["h_manual", {}]


def _end(play):
    state = play.state
    who = ["player", loser(state)]
    lines = [["take_life", {"player": who, "kind": ["kind", state["hits"][0]]}]]
    lines.append(["then_draw", {"player": who, "n": mode_of(state)["damage_draw"]}])
    return lines, ["h_ok_done", {}]


_WORDS = {
    "deal": _deal,
    "fill": _fill,
    "discard": _discard,
    "draw": _draw,
    "event": _event,
    "reveal": _reveal,
    "dismantle": _dismantle,
    "build": _build,
    "settle": _settle,
    "end": _end,
}
