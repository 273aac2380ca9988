"""Room: where the LEDs of a chain lie: from which strip each group is cut, which end comes first, what the wires lose.

Before: firmware/wiring.py (chains), the table top's places, parts.py (strips), netlist.py, rules_firmware.py,
rules_bus.py (metres). After: assembly_measures.py, assembly.py.
"""

from collections.abc import Callable

from firmware.wiring import CHAIN_PRIMARY
from hardware.table_top import params, places
from host_tools.hardware import parts, rules_bus, rules_firmware
from host_tools.hardware.netlist import load

NAMES = {"queue": "QUEUE", "point": "POINTS", "life": "LIVES"}  # engraved on the bed
SINGLE = {
    "first": "beside the carrier, it has no window",
    "cell": "singly: cells A1 to A4 from west to east, then rows B, C, D",
    "edge": "singly: sockets of rows A to D, then of columns 1 to 4",
}
WIRE_OHM_M = 2 * 0.0345  # both wires of 0.5 mm2, copper at 20 C
STRIP_OHM_M = 0.3  # both traces of an LED strip; estimate
STRIP_M = 1.1  # strips of rulers, queue, points and lives together; estimate


def strips() -> dict[str, str]:
    """{group: strip of parts.yml that it is cut from}."""
    entries = [entry for entry in parts.load().entries if entry.quantity.kind == "leds"]
    return {group: entry.name.split(", ")[1] for entry in entries for group in entry.quantity.of}


def way(group: str, spots: list[tuple[float, float]]) -> str:
    """From which end to which a group's LEDs run, as one looks at the table from above."""
    (x1, y1), (x2, y2) = spots[0], spots[-1]
    first, last = ("south", "north") if x1 == x2 else ("west", "east")
    if (y1, x1) > (y2, x2):
        first, last = last, first
    two = "; two pieces, the southern one first, the points between them" if group == "life" else ""
    return f"slot {NAMES.get(group, group[-1].upper())}, from {first} to {last}{two}"


def labels(role: str) -> dict[str, str]:
    """{group: designator of its strip in the wiring of that board}."""
    return {group: part for part, group, _ in rules_firmware.chain(load(role))}


def chain() -> str:
    """A table: the groups of both chains in the order in which the data runs."""
    spots = places.lights(params.load(), "primary")
    cut, own, others = strips(), labels("primary"), labels("satellite")
    lines = ["| strip | group | LEDs | cut from a strip with | where | on a satellite |", "|---|---|---|---|---|---|"]
    for name, count in CHAIN_PRIMARY:
        where = SINGLE.get(name) or way(name, spots[name])
        lines.append(f"| {own[name]} | `{name}` | {count} | {cut[name]} | {where} | {others.get(name, 'none')} |")
    return "\n".join(lines)


def wire_m() -> float:
    """Metres of wire that the primary's chain goes through, from J2 to the last LED."""
    wiring = load()
    wires = [name for name, cable in wiring.cables.items() if cable.type == "stranded wire"]
    [pieces] = [entry for entry in parts.load().entries if entry.key == "wire_led_pieces"]
    return rules_bus.metres(wiring, wires) + pieces.quantity.times


def drop_v(cap_ma: float) -> float:
    """Volts lost on the way there and back when LEDs all along take the cap together: half of it, on average."""
    return cap_ma / 1000 / 2 * (wire_m() * WIRE_OHM_M + STRIP_M * STRIP_OHM_M)


MAKERS: dict[str, Callable[[], str]] = {"chain": chain}
