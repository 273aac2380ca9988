"""Room: what each button does in each phase (a turn at the table); every step works with the panel alone."""

from firmware.games import Refusal
from firmware.games.energy_matrix.matrix.proposals import UNSEEN
from firmware.games.energy_matrix.rules.turn import undone
from firmware.games.energy_matrix.table.draft import accepted
from firmware.games.energy_matrix.table.manual_firing import DONE
from firmware.games.energy_matrix.table.show import targets

SLOT = 16  # position of the queue slot
TAP = 17  # position of the tap pad


def press(play, player, button, held):
    """One press of a debounced button; held: at least 800 ms."""
    if play.correcting is not None:
        play.correcting.press(play, button)
    elif button == "axis" and held and play.state["phase"] != "over":
        from firmware.games.energy_matrix.table.corrections import begin  # loaded only when asked for: it takes heap

        begin(play, player)
    elif button == "back" and held:
        _undo(play)
    elif button == "ok" and held:
        _hold_ok(play)
    elif _answer_doubt(play, button) or _place_announced(play, button):
        pass
    else:
        action = _PHASES.get(play.state["phase"], _simple)
        action(play, button)


def _undo(play):
    try:
        play.adopt(undone(play.state))
    except Refusal as refusal:
        play.message = [refusal.code, refusal.details]


def _hold_ok(play):
    """Overrule: the account follows the boards as they lie. In the event phase: my hand is empty."""
    phase = play.state["phase"]
    if phase == "event" and not play.all_faults():
        play.act(["pass"])
        return
    if play.manual:
        _accept(play)
        return
    overruled = False
    for player, fault in play.all_faults():
        if fault[1] == "no_board":
            play.message = [fault[1], fault[2]]
            return
        if fault[1] == "doubtful":
            play.order("gone", player, fault[0], fault[2]["card"])
    for player in range(len(play.seen)):
        if play.draft(player).faults:
            if not play.act(accepted(play.state, player, play.known(player), play.axes)):
                return
            overruled = True
    for player, fault in play.all_faults():
        if fault[1] != "doubtful":
            overruled = True
            play.waive(player, fault[0])
    if overruled and phase == "build":
        play.act(["next"])
    elif not overruled:
        press(play, play.state["active"], "ok", False)


def _answer_doubt(play, button):
    """A covered cell has lost a tag: LEFT the card is still there, RIGHT it was taken off."""
    if button not in ("left", "right"):
        return False
    for player, fault in play.all_faults():
        if fault[1] == "doubtful":
            play.order("gone" if button == "right" else "stays", player, fault[0], fault[2]["card"])
            return True
    return False


def _place_announced(play, button):
    """The card from the tap pad cannot be seen where it lies: the player points at the place."""
    player = play.state["active"]
    token = play.announced(player)
    places = targets(play, player)
    if token is None or play.state["phase"] != "build":
        return False
    if button == "back":
        play.order("forget", player, TAP, token)
        play.forget_announced(player)
    elif button in ("left", "right") and places:
        play.cursor = _step(places, play.cursor, button)
    elif button == "ok" and play.cursor is not None:
        play.order("assign", player, play.cursor, token)
        play.forget_announced(player)
    else:
        return False
    return True


def _step(places, cursor, button):
    if cursor not in places:
        return places[0] if button == "right" else places[-1]
    return places[(places.index(cursor) + (1 if button == "right" else -1)) % len(places)]


def _blocked(play):
    """The first fault becomes the message: OK explains instead."""
    faults = play.all_faults()
    if faults:
        play.message = [faults[0][1][1], faults[0][1][2]]
    return bool(faults)


def _simple(play, button):
    """Phases that only want an OK."""
    if button == "ok" and (play.state["phase"] == "deal" or not _blocked(play)):
        play.act(["next"])


def _queue(play, button):
    token = play.announced_push()
    if button in ("ok", "back") and token is not None:
        play.drop_announced()
        if button == "ok":
            play.slot(token)
    elif button == "back" and play.state["pushed"]:
        play.unpushing = not play.unpushing
    elif button == "ok" and play.unpushing:
        play.message = ["unpush", {}]
    elif button == "ok" and play.state["phase"] == "event" and not _blocked(play):
        play.act(["reveal"])


def _build(play, button):
    player = play.state["active"]
    if button == "ok" and not _blocked(play):
        for action in play.draft(player).actions:
            if not play.act(action):
                return
        play.act(["next"])
    elif button == "axis":
        _turn_newest(play, player)


def _turn_newest(play, player):
    """The axis of the newest battery that the sensors cannot know: one above another, or a skewed one."""
    seen = play.seen[player]
    if seen is None:
        return
    for place in seen["recent"]:
        entry = seen["cells"][place] if place < 16 else None
        if entry is None or entry[0] == "up":
            continue
        token = entry[1][-1]
        if len(entry[1]) > 1 or entry[0] in UNSEEN:
            board = play.draft(player).board["cells"][place]
            axis = "row"
            if board is not None and board[0] == "b":
                axis = board[1][-1][0]
            play.axes[token] = "col" if axis == "row" else "row"
            play.see(player, seen)
            return
    play.message = ["axis_is_seen", {}]


def _settle(play, button):
    if play.manual:
        _manual(play, button)
    elif button == "axis":
        play.manual = True
        play.cursor = None
        while play.state["fired"]:
            play.act(["unfire"])
    elif button == "right":
        play.plan_at += 1
    elif button == "left":
        play.plan_at = max(0, play.plan_at - 1)
    elif button == "ok":
        _accept(play)


def _accept(play):
    plan = play.plan() or play.so_far()
    if _blocked(play):
        return
    if plan is None:
        play.message = play.unplanned()
        return
    if play.act(["settle", list(plan["order"])]):
        play.manual = False


def _manual(play, button):
    """LEFT RIGHT choose a machine or "done"; OK fires it; BACK takes it back; AXIS leaves manual firing."""
    places = play.hand().fireable() + [DONE]
    if play.cursor not in places:
        play.cursor = None
    if button == "axis":
        play.manual = False
        play.cursor = None
        while play.state["fired"]:
            play.act(["unfire"])
    elif button in ("left", "right"):
        play.cursor = _step(places, play.cursor, button)
    elif button == "back":
        play.act(["unfire"])
    elif button == "ok":
        chosen = places[0] if play.cursor is None else play.cursor
        if chosen == DONE:
            _accept(play)
        elif play.act(["fire", chosen]):
            play.cursor = None


def _over(play, button):
    if button == "ok":
        play.finished = True


def _dismantle(play, button):
    if button == "ok" and not _blocked(play):
        done = play.draft(play.state["active"]).actions
        if done:  # lifted while the board was away
            play.act(done[0])
        else:
            play.message = ["lift_one", {}]


_PHASES = {
    "fill": _queue,
    "event": _queue,
    "build": _build,
    "settle": _settle,
    "dismantle": _dismantle,
    "over": _over,
}
