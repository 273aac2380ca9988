"""Room: what others may know of a game: positions it waits for, its account, its actions without their secrets."""

from firmware.games import EDGE, QUEUE
from firmware.games.energy_matrix.matrix.write_notation import write
from firmware.games.energy_matrix.rules.account import board_of, points_total


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
    draft = play.draft(state["active"])
    cost = len(draft.actions) if state["phase"] == "build" else 0
    plan = play.plan()
    found["points"][0] -= cost
    found["draft"] = {"cost": cost, "faults": sum(len(play.faults(p)) for p in range(len(state["players"])))}
    found["plan"] = None if plan is None else {"n": play.plan_at, "order": plan["order"], "net": plan["net"]}
    found["manual"] = play.manual
    return found


def masked(action):
    """An action as the host may see it: batteries keep the secret of which card they are, so does the queue."""
    if action[0] in ("battery", "take_battery"):
        return action[:3] + [""]
    if action[0] in ("push", "unpush"):
        return [action[0], ""]
    if action[0] == "overrule":
        return action[:2]
    return action
