"""Room: what lies on a board -> the fewest build actions that explain it, and the faults no action explains.

Physical cards are proposals (rules section 7): the difference between the account and what is seen is what costs
action points. Moving or turning a piece is taking it off and placing it.
"""

from firmware.games import CELLS, EDGE, EDGES
from firmware.games.energy_matrix.cards import kinds

UNSEEN = ("skew", "none")  # faces of cards that no light sees: askew, or pointed at where nothing lies yet


def proposals(account, seen, axes=None):
    """(actions, faults): removals first, then placements; faults are [position, code, {args}].

    account: a board; seen: see the contract of a game; axes: {token: "row"|"col"} set by hand for batteries whose
    axis the sensors cannot know.
    """
    removals = []
    placements = []
    faults = []
    for cell in range(CELLS):
        wanted, fault = _entry(account["cells"][cell], seen["cells"][cell], axes or {})
        if fault is not None:
            fault[1]["at"] = cell
            faults.append([cell, fault[0], fault[1]])
        if wanted is not False:
            _differ(cell, account["cells"][cell], wanted, removals, placements)
    for edge in range(EDGES):
        before, now = list(account["edges"][edge]), list(seen["edges"][edge])
        for token in list(now):
            if token == "~":
                continue
            if token[0] == "?" or not kinds.CURRENT.is_edge(token):
                code = "unknown_card" if token[0] == "?" else "not_ext"
                faults.append([EDGE + edge, code, {"at": EDGE + edge, "card": token}])
                now.remove(token)
        _edge(edge, before, now, removals, placements)
    return removals + placements, faults


def _edge(edge, before, now, removals, placements):
    """The socket's sensor knows only that a frame lies there ("~"): it stands for one whose identity is unknown."""
    for token in list(now):
        match = token if token in before else None
        if match is None and token == "~" and before:
            match = "" if "" in before else before[0]
        if match is None and token != "~" and "" in before:
            match = ""
        if match is not None:
            before.remove(match)
            now.remove(token)
    for token in before:
        removals.append(["take_ext", edge, token])
    for token in now:
        placements.append(["ext", edge, "" if token == "~" else token])


def _entry(before, seen, axes):
    """(the cell entry that the picture means or False if it means none, fault or None)."""
    if seen is None:
        return None, None
    face, tokens = seen
    for token in tokens:
        if token[:1] == "?":
            return False, ["unknown_card", {"card": token}]
    if "~" in tokens:
        return False, ["silent", {}]
    if face == "up":
        return _machine(_stacked(before, tokens))
    if face in UNSEEN and (before is None or before[0] != "b") and not any(token in axes for token in tokens):
        return False, ["skew", {}]
    return _batteries(before, face, tokens, axes), None


def _stacked(before, tokens):
    """Tokens lowest first: cards laid down together are read in any order, and only machines lie under frames."""
    machines = [token for token in tokens if kinds.CURRENT.kind(token) in ("producer", "converter")]
    known = [token for token in machines if before is not None and before[0] == "m" and token == before[1]]
    lowest = (known or machines)[:1] if known or len(machines) == 1 else []
    return lowest + [token for token in tokens if token not in lowest]


def _machine(tokens):
    bottom = tokens[0]
    kind = kinds.CURRENT.kind(bottom)
    if kinds.CURRENT.is_edge(bottom):
        return False, ["ext_on_cell", {"card": bottom}]
    if kind == "frame":
        return False, ["frame_alone", {"card": bottom}]
    if kind == "event":
        return False, ["event_up", {"card": bottom}]
    for token in tokens[1:]:
        if kinds.CURRENT.kind(token) != "frame":
            return ["m", bottom, []], ["occupied", {"card": token}]
        if kinds.CURRENT.is_edge(token):
            return ["m", bottom, []], ["ext_on_cell", {"card": token}]
    return ["m", bottom, list(tokens[1:])], None


def _batteries(before, face, tokens, axes):
    """A stack: the lowest card shows its axis; one above takes what was set by hand, what it had, or the lowest's."""
    known = {}
    if before is not None and before[0] == "b":
        for axis, token in before[1]:
            known[token] = axis
        if sorted(known) == sorted(tokens) and face in (before[1][0][0],) + UNSEEN:
            tokens = [token for _, token in before[1]]  # laid down together again, read in another order
    lowest = face if face in ("row", "col") else axes.get(tokens[0], known.get(tokens[0], "row"))
    stack = [[lowest, tokens[0]]]
    for token in tokens[1:]:
        stack.append([axes.get(token, known.get(token, lowest)), token])
    return ["b", stack]


def _differ(cell, before, now, removals, placements):
    """The fewest actions from one cell entry to another."""
    if before == now:
        return
    if before is not None and now is not None and before[0] == "b" and now[0] == "b":
        _differ_stacks(cell, before[1], now[1], removals, placements)
        return
    if before is not None and now is not None and before[0] == "m" and now[0] == "m" and before[1] == now[1]:
        off, on = without(before[2], now[2]), without(now[2], before[2])
        # Lifting the machine takes all its frames off at once, which may be cheaper when none of them stays.
        if len(off) < len(before[2]) or len(off) + len(on) <= 2 + len(now[2]):
            removals += [["take_frame", cell, token] for token in off]
            placements += [["frame", cell, token] for token in on]
            return
    if before is not None and before[0] == "m":
        removals.append(["take", cell])
    elif before is not None and before[0] == "b":
        removals += [["take_battery", cell, axis, token] for axis, token in before[1]]
    if now is not None and now[0] == "m":
        placements.append(["machine", cell, now[1]])
        placements += [["frame", cell, token] for token in now[2]]
    elif now is not None and now[0] == "b":
        placements += [["battery", cell, axis, token] for axis, token in now[1]]


def without(these, others):
    """What is left of a list when others are taken out, each once: cards that tell no copy look alike."""
    left = list(these)
    for one in others:
        if one in left:
            left.remove(one)
    return left


def _differ_stacks(cell, before, now, removals, placements):
    """Batteries on one cell: unknown cards of the account ("") stand for any card of the same axis."""
    gone, come = without(before, now), without(now, before)
    for pair in list(come):
        if [pair[0], ""] in gone:
            gone.remove([pair[0], ""])
            come.remove(pair)
    removals += [["take_battery", cell, axis, token] for axis, token in gone]
    placements += [["battery", cell, axis, token] for axis, token in come]


def board_as_seen(account, seen, axes=None):
    """The board that an overrule accepts: what can be told of the cells as they lie, unknown cards left out."""
    cells = []
    for cell in range(CELLS):
        entry, _ = _entry(account["cells"][cell], seen["cells"][cell], axes or {})
        cells.append(account["cells"][cell] if entry is False else entry)
    edges = []
    for edge in range(EDGES):
        known = [token for token in seen["edges"][edge] if token == "~" or kinds.CURRENT.is_edge(token)]
        edges.append(["" if token == "~" else token for token in known])
    return {"cells": cells, "edges": edges}


def strays(account, seen, axes=None):
    """Where a board differs from the account when it may not: [position, code, {args}] with the cure as code.

    Codes: "put_back" (a card is missing), "take_off" (a card too much), "belongs" (too much here, missing elsewhere),
    "turn" (another axis), "flip" (the other side up), or a fault's own.
    """
    actions, found = proposals(account, seen, axes)
    for fault in found:
        card = fault[2].get("card")
        home = _home(account, card)
        if home is not None and home != fault[0]:
            fault[1], fault[2]["to"] = "belongs", home
        elif _is_battery(account, fault[0], card):
            fault[1], fault[2] = "flip", {"at": fault[0]}
    off = {}
    for action in actions:
        place = action[1] if "ext" not in action[0] else EDGE + action[1]
        if action[0].startswith("take"):
            entry = None if place >= EDGE else account["cells"][place]
            card = action[-1] if len(action) > 2 else entry[1]
            off[place] = card
            found.append([place, "put_back", {"at": place, "card": card, "battery": action[0] == "take_battery"}])
        else:
            battery = action[0] == "battery"
            before = None if place >= EDGE else account["cells"][place]
            turned = off.get(place) == action[-1] and action[-1]
            # One request a place at a time: what is too much goes first, then what is missing is asked for.
            found = [f for f in found if f[0] != place]
            if turned:
                over = before is not None and (before[0] == "b") != battery
                found.append([place, "flip" if over else "turn", {"at": place}])
                continue
            args = {"at": place, "card": action[-1], "battery": battery}
            home = None if battery else _home(account, action[-1])
            if home is not None and home != place:
                args["to"] = home
            found.append([place, "take_off" if home is None or home == place else "belongs", args])
    return found


def _is_battery(account, place, token):
    """Whether the account has that card as the only battery of a place."""
    entry = account["cells"][place] if place < CELLS else None
    return bool(token) and entry is not None and entry[0] == "b" and [pair[1] for pair in entry[1]] == [token]


def _home(account, token):
    """The cell where the account has a card, or None."""
    for cell in range(CELLS):
        entry = account["cells"][cell]
        if token and entry is not None and entry[0] == "m" and (token == entry[1] or token in entry[2]):
            return cell
    return None
