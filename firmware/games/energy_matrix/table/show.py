"""Room: account and draft -> what the LEDs should say (`view` of the contract of a game)."""

from firmware import games as role
from firmware.games.energy_matrix.cards import kinds
from firmware.games.energy_matrix.matrix.machines import survey
from firmware.games.energy_matrix.matrix.voltage import ext_works, voltages
from firmware.games.energy_matrix.modes import side
from firmware.games.energy_matrix.rules.account import board_event, board_of, mode_of, points_total, rulers_for
from firmware.games.energy_matrix.rules.turn import machines_on

_STATES = {"ok": role.OK, "under": role.UNDER, "over": role.OVER}
_FAULTS = {
    "put_back": role.PUT_BACK,
    "take_off": role.TAKE_OFF,
    "belongs": role.TAKE_OFF,
    "queue_card": role.TAKE_OFF,
    "turn": role.TURN,
    "unknown_card": role.UNKNOWN,
    "silent": role.UNKNOWN,
    "skew": role.UNKNOWN,
    "doubtful": role.UNKNOWN,
    "reader_fault": role.UNKNOWN,
}


def view(play):
    """The `view` dict of a Play (firmware/games/__init__.py)."""
    state = play.state
    players = [_player(play, player) for player in range(len(state["players"]))]
    of = mode_of(state)["life"]
    cost = len(play.draft(state["active"]).actions) if state["phase"] == "build" else 0
    pulse = 1 if state["phase"] in ("fill", "event") else 0
    return {
        "players": players,
        "rulers": _rulers(play),
        "queue": [len(state["queue"]), pulse],
        "points": [max(0, state["points"] - cost), points_total(state), 1 if cost > state["points"] else 0],
        "life": [[player["life"], of] for player in state["players"]],
        "cues": play.take_cues(),
    }


def flows(state, plan):
    """Cues of a plan: units that run from machine to converter, then what is left runs to the rulers."""
    player = state["active"]
    cues = [["flow", source, target, kind] for source, target, kind, _ in plan["flows"]]
    machines = survey(board_of(state, player), board_event(state, player), state["options"]["voltage_rule"])
    for cell, _, _, _, _, _, _, outputs in machines:
        if cell not in plan["order"]:
            continue
        for kind in range(3):
            given = sum([units for source, _, which, units in plan["flows"] if source == cell and which == kind])
            if outputs[kind] > given:
                cues.append(["flow", cell, None, kind])
    return cues


def _rulers(play):
    state = play.state
    active = state["active"]
    plan = (play.plan() or play.so_far()) if state["phase"] == "settle" else None
    at, limits = rulers_for(state, active)
    rulers = []
    for kind in range(3):
        to = at[kind] if plan is None else min(limits[kind], at[kind] + plan["net"][kind])
        hit = to >= limits[kind] if plan is not None else kind in state["hits"]
        rulers.append([limits[kind], side(active) * at[kind], side(active) * to, bool(hit)])
    return rulers


def _player(play, player):
    state = play.state
    draft = play.draft(player)
    board = draft.board
    event = board_event(state, player)
    cells = [role.DARK] * 16
    for cell in range(16):
        if board["cells"][cell] is not None and board["cells"][cell][0] == "b":
            cells[cell] = role.BATTERY
    plan = (play.plan() or play.so_far()) if player == state["active"] else None
    for cell, _, _, _, _, powered, inputs, _ in survey(board, event, state["options"]["voltage_rule"]):
        sign = _STATES[powered]
        if sign == role.OK and plan is not None:
            fires = cell in plan["order"]
            if state["phase"] == "settle" and fires:
                sign = role.FIRES
            elif inputs is not None:
                sign = role.FIRES if fires else role.STARVED
        cells[cell] = sign
    edges = [role.DARK] * 8
    for edge in range(8):
        if board["edges"][edge]:
            edges[edge] = role.WORKS if ext_works(board, edge) else role.DIM
    if state["phase"] != "build" and play.all_faults():
        cells = [role.DARK] * 16  # only what is to be mended speaks
        edges = [role.DARK] * 8
    else:
        _requests(play, player, cells, edges)
    for place, code, _ in play.faults(player):
        if code == "reader_fault" and place < 16 and board["cells"][place] is not None:
            continue  # the tap pad has told what lies there
        sign = _FAULTS.get(code, role.REFUSED)
        if 0 <= place < 16:
            cells[place] = sign
        elif place >= 18:
            edges[place - 18] = sign
    cursor = play.cursor_of(player)
    if cursor is not None:
        if cursor < 16:
            cells[cursor] = role.CHOSEN
        else:
            edges[cursor - 18] = role.CHOSEN
    return {
        "cells": "".join(cells),
        "edges": "".join(edges),
        "volts": voltages(board, event),
        "active": player == state["active"] and state["phase"] not in ("deal", "over"),
    }


def _requests(play, player, cells, edges):
    """Pulsing questions: candidates, the cursor, where the card at the tap pad may go."""
    state = play.state
    if state["phase"] == "dismantle" and player == state["active"]:
        for cell in machines_on(board_of(state, player)):
            cells[cell] = role.ASK
    for place in targets(play, player):
        if place < 16:
            cells[place] = role.TARGET
        else:
            edges[place - 18] = role.TARGET


def targets(play, player):
    """Positions where the card announced at this player's tap pad may go now."""
    state = play.state
    token = play.announced(player)
    if token is None or state["phase"] != "build" or player != state["active"] or token[0] == "?":
        return []
    kind = kinds.CURRENT.kind(token)
    board = play.draft(player).board
    if kinds.CURRENT.is_edge(token):
        return [18 + edge for edge in range(8)]
    wanted = ("m",) if kind == "frame" else (None,)
    if state["options"]["stack_batteries"] and kind != "frame":
        wanted = (None, "b")
    found = []
    for cell in range(16):
        entry = board["cells"][cell]
        if (None if entry is None else entry[0]) in wanted:
            found.append(cell)
    return found
