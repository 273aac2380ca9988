"""Room: the figures of the carrier for its README: size, parts, nets, tracks, vias, volts lost in copper. In mm."""

import re

from host_tools.hardware import budget, netlist
from host_tools.hardware import carrier_route as route
from host_tools.hardware.carrier_geometry import length
from host_tools.hardware.carrier_plan import Plan
from host_tools.hardware.carrier_read import Board
from host_tools.hardware.carrier_resistance import resistance
from host_tools.hardware.carrier_tracks import WIDEST

_START, _END = "<!-- figures -->", "<!-- end of figures -->"


def furthest(board: Board, net: str, source: tuple[str, str]) -> float:
    """The largest resistance in ohms from a pad to any other of its net."""
    pins = {(pad.part, pad.number) for pad in board.pads if pad.net == net} - {source}
    return max(resistance(board, net, source, pin) for pin in pins)


def lost(board: Board, wiring: netlist.Netlist) -> dict[str, float]:
    """Volts lost in copper at the most current, as if all of it went to the furthest pin: readers, emitters, LEDs."""
    both_ways = furthest(board, "+5V", ("F1", "2")) + furthest(board, "IR_LED", ("Q1", "3"))
    chain = resistance(board, "+5V_IN", ("J1", "1"), ("F1", "1")) + resistance(board, "+5V", ("F1", "2"), ("J2", "1"))
    return {
        "readers": furthest(board, "3V3", ("U10", "3")) * budget.most(wiring, "3V3") / 1000,
        "emitters": both_ways * budget.pulse_a(wiring),
        "LEDs": chain * budget.most(wiring, "+5V") / 1000,
    }


def table(plan: Plan, board: Board, wiring: netlist.Netlist) -> str:
    """The table of figures, in Markdown."""
    width, height = plan.size
    metres = length(board.tracks) / 1000
    x, y = plan.holes[0]
    volts = lost(board, wiring)
    rows = (
        ("size", f"{width:g} x {height:g} mm; {len(plan.holes)} holes for M3, {x:g} and {y:g} mm from the rims"),
        ("layers", f"2, copper 35 um (1 oz); board {plan.thickness:g} mm thick"),
        ("tracks", f"{route.SIGNAL:g} mm, supplies {route.POWER:g} to {WIDEST:g} mm; {route.CLEARANCE:g} mm apart"),
        ("vias", f"{route.VIA:g} mm, drilled {route.DRILL:g} mm"),
        ("parts", f"{len(plan.items)}; all with leads but Q1, which has pads for hand soldering; chips in sockets"),
        (
            "nets",
            f"{len(plan.nets())}, joined by {len(board.tracks)} tracks ({metres:.1f} m) and {len(board.vias)} vias",
        ),
        ("lost in copper, at most", ", ".join(f"{who} {volts[who] * 1000:.0f} mV" for who in volts)),
    )
    return "\n".join(["| | |", "|---|---|", *(f"| {what} | {value} |" for what, value in rows)])


def inserted(readme: str, figures: str) -> str:
    """A README with its figures put in."""
    return re.sub(f"{_START}.*{_END}", f"{_START}\n{figures}\n{_END}", readme, flags=re.DOTALL)
