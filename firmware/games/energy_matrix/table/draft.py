"""Room: one player's board as it lies, held against the account: what it would cost and what is wrong with it."""

from firmware.games import CELLS, EDGE, EDGES, Refusal
from firmware.games.energy_matrix.matrix.proposals import board_as_seen, proposals, strays
from firmware.games.energy_matrix.rules.account import board_of
from firmware.games.energy_matrix.rules.building import build

NOTHING = {"cells": [None] * CELLS, "edges": [[]] * EDGES, "recent": []}


class Draft:
    """actions: what the active player has built so far; board: the account with them; faults: [position, code, {}]."""

    def __init__(self, actions, board, faults):
        self.actions = actions
        self.board = board
        self.faults = faults


def place_of(action):
    """The position that a build action speaks of."""
    return EDGE + action[1] if action[0] in ("ext", "take_ext") else action[1]


def draft(state, player, seen, axes, waived=()):
    """The Draft of a player's board in the phase the game is in. waived: places that were accepted as they are."""
    account = board_of(state, player)
    if seen is None:
        return Draft([], account, [[-1, "no_board", {"player": ["player", player]}]])
    found = _draft(state, player, account, seen, axes, waived)
    if waived:
        found.faults = [fault for fault in found.faults if fault[0] not in waived]
    return found


def _draft(state, player, account, seen, axes, waived):
    if state["phase"] == "build" and player == state["active"]:
        return _build(state, account, seen, axes)
    if state["phase"] == "dismantle" and player == state["active"]:
        return _dismantle(state, account, seen, axes, waived)
    return Draft([], account, _strays(state, account, seen, axes))


def _strays(state, account, seen, axes):
    """Strays; a card of the queue goes back there, unnamed."""
    found = strays(account, seen, axes)
    for fault in found:
        if fault[1] == "take_off" and fault[2]["card"] in state["queue"]:
            fault[1], fault[2] = "queue_card", {"at": fault[0]}
    return found


def _build(state, account, seen, axes):
    actions, faults = proposals(account, seen, axes)
    board = account
    good = []
    gone = _discarded(account, actions)
    for action in actions:
        try:
            if action[0] in ("machine", "frame") and action[-1] in gone:
                raise Refusal("discarded", at=action[1], card=action[-1])
            board = build(state, board, action)
            good.append(action)
        except Refusal as refusal:
            faults.append([place_of(action), refusal.code, refusal.details])
    if len(good) > state["points"]:
        changed = [place_of(action) for action in good]
        newest = [place for place in seen["recent"] if place in changed]
        place = newest[0] if newest else changed[-1]
        faults.append([place, "too_many", {"n": len(good), "of": state["points"]}])
    return Draft(good, board, faults)


def _discarded(account, actions):
    """Cards that the rules send to the discards: they cannot come back as machine or frame in the same turn."""
    gone = []
    for action in actions:
        if action[0] == "take":
            gone += account["cells"][action[1]][2]
        elif action[0] in ("take_frame", "take_battery"):
            gone.append(action[-1])
    return [token for token in gone if "#" in token]


def _dismantle(state, account, seen, axes, waived):
    """One whole machine lifted is the answer; anything else is a stray."""
    actions, faults = proposals(account, seen, axes)
    faults = [fault for fault in faults if fault[0] not in waived]
    if not faults and len(actions) == 1 and actions[0][0] == "take":
        return Draft([["dismantle", actions[0][1]]], account, [])
    if not faults and actions and all(action[0] in ("take", "take_frame") for action in actions):
        cells = [action[1] for action in actions]
        if all(cell == cells[0] for cell in cells):
            return Draft([], account, [])
    return Draft([], account, _strays(state, account, seen, axes))


def accepted(state, player, seen, axes):
    """The action by which the account follows the board as it lies."""
    return ["overrule", player, board_as_seen(board_of(state, player), seen or NOTHING, axes)]
