"""Room: account and draft -> what LEDs should say, and what scanner and hosts are told; play.py hands it on."""

from firmware import games as role
from firmware.games import CELLS, EDGE, EDGES, QUEUE
from firmware.games.energy_matrix.matrix.machines import survey
from firmware.games.energy_matrix.matrix.voltage import ext_works
from firmware.games.energy_matrix.matrix.write_notation import write
from firmware.games.energy_matrix.modes import side
from firmware.games.energy_matrix.rules.account import board_event, board_of, mode_of, points_total, rulers_for
from firmware.games.energy_matrix.table.settling import FiringByHand

_STATES = {"ok": role.OK, "under": role.UNDER, "over": role.OVER}


def counts(play):
    """Rulers, queue, points and lives (`counts` of kit/play.py)."""
    state = play.state
    of = mode_of(state)["life"]
    cost = play.cost()
    return {
        "rulers": _rulers(play),
        "queue": [len(state["queue"]), 1 if state["phase"] in ("fill", "event") else 0],
        "points": [max(0, state["points"] - cost), points_total(state), 1 if cost > state["points"] else 0],
        "life": [[player["life"], of] for player in state["players"]],
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


def lights(play, player, cells, edges):
    """Batteries, machines by their state, edge batteries (`lights` of kit/play.py)."""
    state = play.state
    board = play.draft(player).board
    for cell in range(CELLS):
        if board["cells"][cell] is not None and board["cells"][cell][0] == "b":
            cells[cell] = role.BATTERY
    plan = (play.plan() or play.so_far()) if player == state["active"] else None
    machines = survey(board, board_event(state, player), state["options"]["voltage_rule"])
    if state["phase"] == "build" and player == state["active"]:
        play.needs = _needs(machines)
    for cell, _, _, _, _, powered, inputs, _ in machines:
        sign = _STATES[powered]
        if sign == role.OK and plan is not None:
            fires = cell in plan["order"]
            if state["phase"] == "settle" and fires:
                sign = role.FIRES
            elif inputs is not None:
                sign = role.FIRES if fires else role.STARVED
        cells[cell] = sign
    for edge in range(EDGES):
        if board["edges"][edge]:
            edges[edge] = role.WORKS if ext_works(board, edge) else role.DIM


def _needs(machines):
    """Of each cell the volts that its machine needs, or None."""
    needs = [None] * CELLS
    for machine in machines:
        needs[machine[0]] = machine[3]
    return needs


def focus(play):
    """{player: [positions]} (kit/play.py)."""
    state = play.state
    if state["phase"] in ("fill", "event"):
        return {0: [QUEUE]}
    if state["phase"] in ("build", "dismantle"):
        return {state["active"]: list(range(EDGE))}
    return {}


def account(state):
    """What a state alone says to hosts and referees: no card of a battery or of the queue is named."""
    return {
        "t": "account",
        "phase": state["phase"],
        "turn": state["turn"],
        "active": state["active"],
        "points": [state["points"], points_total(state)],
        "queue": len(state["queue"]),
        "pushed": state["pushed"],
        "event": state["event"],
        "rulers": state["rulers"],
        "hits": state["hits"],
        "lives": [player["life"] for player in state["players"]],
        "winner": state["winner"],
        "boards": [write(board_of(state, player)) for player in range(len(state["players"]))],
    }


def report(play):
    """The account of a game at the table: what lies there but is not accounted for yet, and the plan on show."""
    state = play.state
    found = account(state)
    cost = play.cost()
    plan = play.plan()
    found["points"][0] -= cost
    found["draft"] = {"cost": cost, "faults": sum(len(play.faults(p)) for p in range(len(state["players"])))}
    found["plan"] = None if plan is None else {"n": play.plans.at, "order": plan["order"], "net": plan["net"]}
    found["manual"] = play.doing(FiringByHand) is not None
    return found
