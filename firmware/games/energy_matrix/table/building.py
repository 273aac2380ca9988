"""Room: the steps of building: cards are laid and lifted until OK, and a card from the tap pad is given its place.

After: play.py.
"""

from firmware.games import CELLS, EDGE, EDGES, TAP, TARGET, code_of
from firmware.games.energy_matrix.cards import kinds
from firmware.games.energy_matrix.matrix.proposals import UNSEEN
from firmware.games.kit.play import Step, light


class Building(Step):
    """What lies there is what was built; AXIS turns the newest battery that no sensor sees, RIGHT shows voltages."""

    drafting = True

    def press(self, play, player, button):
        player = play.state["active"]
        if button == "ok" and not play.blocked():
            for action in play.draft(player).actions:
                if not play.act(action):
                    return
            play.act(["next"])
        elif button == "axis":
            _turn_newest(play, player)
        elif button == "right":
            from firmware.games.energy_matrix.table.voltage_map import VoltageMap  # only when asked for: it takes heap

            play.begin(VoltageMap())

    def prompt(self, play):
        return _prompt(play, [])


def _prompt(play, more):
    """Points left, `more`, where removed pieces go, a card that has gone, and what the board would make."""
    lines = [_points(play)] + more + _removed(play.draft(play.state["active"]).actions)
    token = play.lifted_card[play.state["active"]]
    if token is not None:
        lines.append(["lifted", {"card": ["card", "" if token[0] == "?" else code_of(token)]}])
    plan = play.plan()
    if plan is not None:
        a, b, c = plan["net"]
        lines.append(["net", {"a": a, "b": b, "c": c}])
    return lines, ["h_build", {}]


def _removed(actions):
    """Where pieces go that were taken off and not laid elsewhere."""
    laid = [action[-1] for action in actions if action[0][:4] != "take"]
    taken = [action for action in actions if action[0][:4] == "take" and (len(action) < 3 or action[-1] not in laid)]
    lines = []
    machines = [action for action in taken if action[0] == "take"]
    if len(machines) > len([action for action in actions if action[0] == "machine"]):
        lines.append(["to_hand", {}])
    if len(taken) > len(machines):
        lines.append(["to_discards", {}])
    return lines


def _points(play):
    points = play.state["points"]
    return ["points", {"n": max(0, points - play.cost()), "of": points}]


def _turn_newest(play, player):
    """The axis of the newest battery that the sensors cannot know: one above another, or a skewed one."""
    seen = play.seen[player]
    if seen is None:
        return
    for place in seen["recent"]:
        entry = seen["cells"][place] if place < CELLS else None
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


class Placing(Step):
    """The card from the tap pad cannot be seen where it lies: the player points at the place; BACK forgets it."""

    def press(self, play, player, button):
        player = play.state["active"]
        token = play.announced[player]
        places = targets(play, player)
        if button == "back":
            play.order("forget", player, TAP, token)
            play.forget_announced(player)
        elif button in ("left", "right") and places:
            self.cursor = stepped(places, self.cursor, button)
        elif button == "ok" and self.cursor is not None:
            play.order("assign", player, self.cursor, token)
            play.forget_announced(player)
        else:
            return False
        return True

    def prompt(self, play):
        token = play.announced[play.state["active"]]
        if token[0] in "?~":
            return _prompt(play, [["tap_unknown", {}]])
        lines = [_points(play), ["announced", {"card": ["card", code_of(token)]}]]
        cells = would_work(play, play.state["active"])
        if cells is not None:
            lines.append(["works_at", {"at": [["cell", cell] for cell in cells]}] if cells else ["works_nowhere", {}])
        return lines, ["h_where", {}]

    def lights(self, play, player, cells, edges):
        for place in targets(play, player):
            light(cells, edges, place, TARGET)


def would_work(play, player):
    """Cells at which the machine announced at this player's tap pad would have its voltage; None without one."""
    token = play.announced[player]
    if token is None or token[0] in "?~" or kinds.CURRENT.kind(token) not in ("producer", "converter"):
        return None
    from firmware.games.energy_matrix.table.voltage_map import works_at  # only when asked for: it takes heap

    return works_at(play, player, token)


def stepped(places, cursor, button):
    """The place to the right or left of the cursor, round and round."""
    if cursor not in places:
        return places[0] if button == "right" else places[-1]
    return places[(places.index(cursor) + (1 if button == "right" else -1)) % len(places)]


def targets(play, player):
    """Positions where the card announced at this player's tap pad may go now."""
    state = play.state
    token = play.announced[player]
    if token is None or player != state["active"] or token[0] == "?":
        return []
    kind = kinds.CURRENT.kind(token)
    board = play.draft(player).board
    if kinds.CURRENT.is_edge(token):
        return [EDGE + edge for edge in range(EDGES)]
    wanted = ("m",) if kind == "frame" else (None,)
    if state["options"]["stack_batteries"] and kind != "frame":
        wanted = (None, "b")
    found = []
    for cell in range(CELLS):
        entry = board["cells"][cell]
        if (None if entry is None else entry[0]) in wanted:
            found.append(cell)
    return found
