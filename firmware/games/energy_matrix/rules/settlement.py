"""Room: settlement and the end of a turn: firing, rulers, damage, next player (rules sections 3, 4.4 and 4.5)."""

from firmware.games import CELLS, Refusal
from firmware.games.energy_matrix.modes import side
from firmware.games.energy_matrix.plan import firing
from firmware.games.energy_matrix.rules.account import board_event, board_of, loser, mode_of, rulers_for
from firmware.games.kit.journal import argument, changed


def fire_code(state, fired, cell):
    """None when the active player may fire that cell after those, else the refusal's code."""
    player = state["active"]
    return firing.can_fire(
        board_of(state, player), board_event(state, player), fired, cell, rule=state["options"]["voltage_rule"]
    )


def fire(state, action):
    """["fire", cell]: one machine at a time, in the player's own order."""
    cell = argument(action, int)
    code = fire_code(state, state["fired"], cell)
    if code is not None:
        raise Refusal(code, at=cell)
    return changed(state, fired=state["fired"] + [cell])


def unfire(state, _):
    """["unfire"]: take the last fired machine back."""
    if not state["fired"]:
        raise Refusal("nothing_fired")
    return changed(state, fired=state["fired"][:-1])


def _net(state, order):
    """Units that firing these cells leaves; the refusal names the first cell that cannot fire."""
    player = state["active"]
    machines = [cell for cell in order if type(cell) is int and 0 <= cell < CELLS]
    if len(machines) == len(order) == len(set(order)):
        try:
            rule = state["options"]["voltage_rule"]
            return firing.totals(board_of(state, player), board_event(state, player), order, rule=rule)
        except ValueError:
            pass
    for at, cell in enumerate(order):
        code = fire_code(state, order[:at], cell) if type(cell) is int else "no_machine"
        if code is not None:
            raise Refusal(code, at=cell)
    raise Refusal("bad_action", what="settle")


def settle(state, action):
    """["settle", [cells in firing order]]: fire them, move the rulers (rules sections 3 and 4.4)."""
    order = argument(action, list)
    player = state["active"]
    net = _net(state, order)
    at, limits = rulers_for(state, player)
    hits = []
    for kind in range(3):
        at[kind] = min(limits[kind], at[kind] + net[kind])
        if at[kind] >= limits[kind]:
            hits.append(kind)
    rulers = [side(player) * value for value in at]
    state = changed(state, rulers=rulers, hits=hits, fired=[], phase="end")
    return state if hits else next_turn(state)


def take_life(state):
    """One ruler at its threshold: the opponent loses a life card, the marker returns to 0 (rules section 4.5)."""
    rulers = list(state["rulers"])
    rulers[state["hits"][0]] = 0
    takes = loser(state)
    players = list(state["players"])
    players[takes] = {"board": players[takes]["board"], "life": players[takes]["life"] - 1}
    state = changed(state, rulers=rulers, players=players, hits=state["hits"][1:])
    if players[takes]["life"] == 0:
        return changed(state, phase="over", winner=state["active"])
    return state if state["hits"] else next_turn(state)


def next_turn(state):
    """The next player draws; the event is over."""
    active = (state["active"] + 1) % len(state["players"])
    points = mode_of(state)["points"]
    return changed(state, turn=state["turn"] + 1, active=active, phase="draw", event="none", points=points, pushed=0)
