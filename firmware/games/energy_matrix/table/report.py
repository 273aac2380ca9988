"""Room: what others may know of a game: positions it reads, what it waits for, its account for hosts and referees."""

from firmware.games.energy_matrix.matrix.write_notation import write
from firmware.games.energy_matrix.rules.account import board_of, points_total


def zones(state):
    """[[zone, player, positions]] (contract of a game)."""
    found = []
    for player in range(len(state["players"])):
        found.append(["matrix", player, list(range(16))])
        found.append(["edges", player, list(range(18, 26))])
        found.append(["tap", player, [17]])
    found.append(["queue", 0, [16]])
    return found


def focus(play):
    """{player: [positions]} (contract of a game)."""
    state = play.state
    if state["phase"] in ("fill", "event"):
        return {0: [16]}
    if state["phase"] in ("build", "dismantle"):
        return {state["active"]: list(range(18))}
    return {}


def report(play):
    """What hosts and referees may know of a game: no card of a battery or of the queue is named."""
    state = play.state
    players = len(state["players"])
    draft = play.draft(state["active"])
    cost = len(draft.actions) if state["phase"] == "build" else 0
    plan = play.plan()
    return {
        "t": "account",
        "phase": state["phase"],
        "turn": state["turn"],
        "active": state["active"],
        "points": [state["points"] - cost, points_total(state)],
        "queue": len(state["queue"]),
        "pushed": state["pushed"],
        "event": state["event"],
        "rulers": state["rulers"],
        "hits": state["hits"],
        "lives": [player["life"] for player in state["players"]],
        "winner": state["winner"],
        "boards": [write(board_of(state, player)) for player in range(players)],
        "draft": {"cost": cost, "faults": sum(len(play.faults(p)) for p in range(players))},
        "plan": None if plan is None else {"n": play.plan_at, "order": plan["order"], "net": plan["net"]},
        "manual": play.manual,
    }
