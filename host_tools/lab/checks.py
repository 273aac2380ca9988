"""Room: holds what the table says (account, view, LEDs) against the referee; every deviation is one sentence.

Comes after `referee.py` and `read_leds.py`; `match.py` asks after every step. Players are named 1 and 2, as at the
table; cells "row,column" from 0.
"""

from host_tools.lab.notation import read_notation, write_notation
from host_tools.lab.referee import HAND, LIVES
from host_tools.lab.rules import LIMITS, demand, line_volts, state_of, voltages
from host_tools.simulator.read_leds import CUE, read_leds

KINDS = "ABC"
_SIGNS = {"ok": "o", "under": "u", "over": "v"}
# Roles that pass without anything lying differently: an animation, targets of a card at the tap pad, the cursor.
PASSING = (CUE, "t", "c")
WEATHER = ("sun", "rain", "thunder")


class Expected:
    """What the table should say now. `plan` is the plan it should show while a player settles."""

    def __init__(self, referee, plan=None):
        self.referee = referee
        self.sides = referee.sides()
        self.illegal = referee.illegal(self.sides)
        self.cost = referee.cost()
        self.plan = plan
        if plan is None and not self.illegal and referee.phase in ("build", "settle"):
            self.plan = referee.ranked_plans(self.sides[referee.active].layout)[0]

    def account(self):
        """The account record, without what only the table can know."""
        referee = self.referee
        return {
            "phase": referee.phase,
            "turn": referee.turn,
            "active": referee.active,
            "queue": len(referee.queue),
            "event": referee.event,
            "rulers": list(referee.rulers),
            "lives": list(referee.lives),
            "winner": referee.winner,
            "hits": list(referee.hits),
        }

    def points(self):
        """[left, total]; below 0 while there are too many actions."""
        return [self.referee.points - self.cost, self.referee.points]

    def asks(self):
        """Lines that the active player's display must show: what to draw, turn over, take; who has won."""
        referee = self.referee
        who = ["player", 1 - referee.active]
        if referee.phase == "deal":
            return [["deal", {"life": LIVES, "n": HAND}]]
        if referee.phase == "draw":
            return [["draw", {"n": referee.due[referee.active]}]]
        if referee.phase == "reveal":
            return [["turn_over", {"n": referee.pushed}]] + ([["e_draw2", {}]] if referee.event == "draw2" else [])
        if referee.phase == "build" and not self.illegal:
            return [["points", {"n": self.points()[0], "of": self.points()[1]}]]
        if referee.phase == "end":
            damage = {"player": who, "kind": ["kind", referee.hits[0]]}
            return [["take_life", damage], ["then_draw", {"player": who, "n": referee.due[who[1]]}]]
        return [["winner", {"player": ["player", referee.winner]}]] if referee.phase == "over" else []

    def event(self, player):
        """The event that acts on a player's side (rules section 4.2: on one's own turn)."""
        return self.referee.event if player == self.referee.active and self.referee.event in WEATHER else None

    def cells(self, player):
        """16 roles of a side (firmware/games, ROLES)."""
        referee, layout = self.referee, self.sides[player].layout
        volts = voltages(layout, self.event(player))
        signs = ["b" if cell in layout.batteries else "." for cell in range(16)]
        mine = player == referee.active
        for cell, (code, frames) in layout.machines.items():
            sign = _SIGNS[state_of(volts[cell], demand(code, frames))]
            if sign == "o" and mine and self.plan is not None:
                if ">" in code:
                    sign = "f" if cell in self.plan.cells else "s"
                elif referee.phase == "settle" and (self.plan.fired is None or cell in self.plan.fired):
                    sign = "f"
            signs[cell] = "?" if mine and referee.phase == "dismantle" else sign
        return "".join(signs)

    def edges(self, player):
        layout = self.sides[player].layout
        bare = line_volts(layout)
        return "".join("." if not layout.edges[line] else "w" if bare[line] else "d" for line in range(8))

    def marks(self):
        """[[at, to, hit], ...] of the three rulers, seen from player 0's side."""
        referee = self.referee
        sign = 1 if referee.active == 0 else -1
        found = []
        for kind in range(3):
            to = at = referee.rulers[kind]
            hit = referee.phase in ("end", "over") and kind in referee.hits
            if referee.phase == "settle" and self.plan is not None:
                to = sign * min(LIMITS[kind], sign * at + self.plan.net[kind])
                hit = abs(to) == LIMITS[kind] and sign * to > 0
            found.append([at, to, hit])
        return found


def check_account(expected, account):
    """Sentences about the account record."""
    if account is None:
        return ["the table has sent no account yet"]
    found = _check_members(expected, account)
    if bool(account["draft"]["faults"]) != expected.illegal:
        found.append(_sentence("faults", "some" if expected.illegal else "none", account["draft"]["faults"]))
    found += _check_boards(expected, account["boards"])
    if expected.plan is not None and account["plan"] is None:
        found.append(_sentence("plan", f"converters {list(expected.plan.cells)}", "none yet"))
    elif expected.plan is not None:
        found += _check_plan(expected, account["plan"])
    if not any(side.wrong for side in expected.sides):
        of_interest = 2 if expected.referee.phase == "build" else 1
        if account["points"][:of_interest] != expected.points()[:of_interest]:
            found.append(_sentence("points", expected.points(), account["points"]))
        if account["draft"]["cost"] != expected.cost:
            found.append(_sentence("cost of the draft", expected.cost, account["draft"]["cost"]))
    return found


def _check_members(expected, account):
    """What the account says in so many words: phase, turn, rulers, lives and the like."""
    found = []
    for key, value in expected.account().items():
        seen = account.get(key)
        if key == "rulers" and seen != value:
            found += [
                _sentence(f"ruler {KINDS[kind]}", value[kind], seen[kind])
                for kind in range(3)
                if seen[kind] != value[kind]
            ]
        elif seen != value and not (key == "event" and value == "none" and seen is None):
            found.append(_sentence(key, value, seen))
    return found


def _check_boards(expected, boards):
    """The account's matrices, as notation, against the sides as they were accounted for last."""
    found = []
    for player, side in enumerate(expected.referee.start):
        layout = side.layout if side is not None else expected.sides[player].layout
        if _same_for_the_rules(read_notation(boards[player])[0]) != _same_for_the_rules(layout):
            found.append(_sentence(f"the matrix of player {player + 1}", write_notation(layout), boards[player]))
    return found


def _same_for_the_rules(layout):
    """A layout without the order in which frames and batteries were laid."""
    machines = {cell: (code, sorted(frames)) for cell, (code, frames) in layout.machines.items()}
    return machines, {cell: sorted(signs) for cell, signs in layout.batteries.items()}, layout.edges


def _check_plan(expected, plan):
    """The plan on show: the best one, or the one a player chose."""
    machines = expected.sides[expected.referee.active].layout.machines
    cells = tuple(sorted(cell for cell in plan["order"] if ">" in machines.get(cell, ("no machine > here",))[0]))
    if (cells, tuple(plan["net"])) == (expected.plan.cells, expected.plan.net):
        return []
    wanted = f"converters {list(expected.plan.cells)} with a net of {list(expected.plan.net)}"
    return [_sentence("the plan", wanted, f"converters {list(cells)} with {plan['net']}")]


def check_view(expected, view):
    """Sentences about the view record; only meaningful while nothing on the table is illegal."""
    if view is None:
        return ["the table has sent no view yet"]
    found = []
    for player in (0, 1):
        seen = view["players"][player]
        volts = voltages(expected.sides[player].layout, expected.event(player))
        for cell in range(16):
            if seen["volts"][cell] != volts[cell]:
                found.append(_sentence(f"volts of {_place(player, cell)}", volts[cell], seen["volts"][cell]))
        found += _check_roles(player, "cells", expected.cells(player), seen["cells"])
        found += _check_roles(player, "edges", expected.edges(player), seen["edges"])
    for kind, mark in enumerate(expected.marks()):
        if view["rulers"][kind][1:] != mark:
            found.append(_sentence(f"ruler {KINDS[kind]} (at, to, hit)", mark, view["rulers"][kind][1:]))
    return found


def check_screen(expected, screen):
    """Sentences about what the active player's display asks for."""
    lines = screen["lines"] if screen is not None else None
    return [
        _sentence(f"the display of player {expected.referee.active + 1}", f"asking {line}", lines)
        for line in expected.asks()
        if lines is None or line not in lines
    ]


def check_leds(expected, primary, satellite, satellite_chain):
    """Sentences about what the LEDs of both boards say; empty lists of colours are boards that have not lit yet."""
    if not primary or not satellite:
        return ["a board has not lit its LEDs yet"]
    found = []
    said = (read_leds(primary), read_leds(satellite, satellite_chain))
    for player in (0, 1):
        found += _check_roles(player, "cells", expected.cells(player), said[player]["cells"], "LED of ")
        found += _check_roles(player, "edges", expected.edges(player), said[player]["edges"], "LED of ")
    board = said[0]
    for kind, (at, to, hit) in enumerate(expected.marks()):
        if board["rulers"][kind] is None and to == at:
            continue
        if hit != board["hits"][kind]:
            found.append(_sentence(f"LEDs of ruler {KINDS[kind]} (hit)", hit, board["hits"][kind]))
        elif not hit and [board["rulers"][kind], board["to"][kind]] != [at, to]:
            found.append(
                _sentence(f"LEDs of ruler {KINDS[kind]} (at, to)", [at, to], [board["rulers"][kind], board["to"][kind]])
            )
    referee = expected.referee
    for name, value in (
        ("queue", len(referee.queue)),
        ("life", referee.lives),
        ("points", max(0, expected.points()[0])),
    ):
        if board[name] != value:
            found.append(_sentence(f"LEDs of {name}", value, board[name]))
    return found


def _check_roles(player, group, wanted, seen, prefix=""):
    found = []
    for index, (role, other) in enumerate(zip(wanted, seen, strict=True)):
        if role != other and other not in PASSING:
            place = _place(player, index) if group == "cells" else f"player {player + 1}'s {_line(index)}"
            found.append(_sentence(prefix + place, repr(role), repr(other)))
    return found


def _place(player, cell):
    return f"player {player + 1}'s cell {cell // 4},{cell % 4}"


def _line(index):
    return f"edge of {'row' if index < 4 else 'column'} {index % 4}"


def _sentence(place, expected, seen):
    return f"{place} should be {expected} and the table says {seen}"
