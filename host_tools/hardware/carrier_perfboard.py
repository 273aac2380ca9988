"""Room: the carrier on perfboard: a hole for every pin, a wire for every joint. Units are holes of 2.54 mm.

After carrier_plan.py and `hardware/carrier/perfboard.yml`. Column and row count from 0 at the upper left, as seen from
the side of the parts; people read them from 1.
"""

from dataclasses import dataclass, replace
from typing import Any
from xml.sax.saxutils import escape

import yaml

from host_tools.hardware import carrier_library
from host_tools.hardware.carrier_plan import Plan
from host_tools.hardware.wireviz_files import LOADER

FILE = carrier_library.FOLDER / "perfboard.yml"
STEP = 2.54
_BEND = 0.9  # mm that leads can be bent aside to find their hole
_SLACK = 0.25  # mm that KiCad's courtyards are wider than the bodies
_OVER = 0.15  # holes that a name may reach over the next box
STAR = " \\*"
_ABOUT = """\
For a board of 100 x 160 mm with holes 2.54 mm apart. Generated from the wiring and [perfboard.yml](perfboard.yml) by
`make hardware ARGS=carrier`, checked by `tests/hardware/test_carrier_perfboard.py`; never built. It takes two or three
evenings (*estimate*: half a minute for each end of a wire); a [circuit board](README.md) takes one.

- Holes are column-row from 1, from the upper left as seen from the parts. The drawing shows that side; red is pin 1.
- +5V, +5V_IN, VSYS, 3V3, IR_LED and GND: tinned wire of 0.5 mm2, from pin to pin. From J1 to F1, F1 to J2, and J1 to J2
  for ground: a second wire beside the first, since the LEDs' current goes there.
- The rest: insulated wire of 0.2 mm2. Neighbours (length 1, in holes) need a drop of solder only.
- Pin 1 of D1 and D2 is the cathode, the end with the ring; of C1 and C12 it is plus; of headers it is at the triangle.
- The board has no holes for screws: foam tape of 3 mm holds it on the table's base, turned like the carrier.
- J2 is a 3-way screw terminal here. Q1 lies across three pads: gate and source on neighbours, drain towards the third.
- Ring out each net when its wires are in: every end against the first, and against +5V, 3V3 and GND.

![Parts on the perfboard](perfboard.svg)""".splitlines()
Hole = tuple[int, int]
Pin = tuple[str, str]


@dataclass(frozen=True)
class Wire:
    """One wire from pin to pin; `last` if it only serves the parts that come last."""

    net: str
    start: Pin
    end: Pin
    length: float
    last: bool


@dataclass(frozen=True)
class Perfboard:
    """Where the pins are: `holes` {(part, pin): [hole, ...]}, `boxes` {part: left, top, right, bottom in holes}."""

    size: Hole
    last: frozenset[str]
    holes: dict[Pin, list[Hole]]
    boxes: dict[str, tuple[float, float, float, float]]


def load(plan: Plan, given: dict[str, Any] | None = None) -> Perfboard:
    """The perfboard of a plan; ValueError names a part without place, off the holes, or on another."""
    data = given or yaml.load(FILE.read_text(encoding="utf-8"), LOADER)
    names = {item.name for item in plan.items}
    if names != set(data["places"]):
        odd = ", ".join(sorted(names ^ set(data["places"])))
        raise ValueError(f"hardware/carrier/perfboard.yml must place what the wiring has on the carrier: {odd}")
    holes: dict[Pin, list[Hole]] = {}
    boxes = {}
    for item in plan.items:
        column, row, turn = data["places"][item.name]
        here = replace(item, at=(column * STEP, row * STEP), turn=turn)
        own = data.get("instead", {}).get(item.name)
        if isinstance(own, str):
            here, own = replace(here, footprint=own), None
        left, top, right, bottom = carrier_library.outline(here.footprint, here.at, turn)
        boxes[item.name] = (
            (left + _SLACK) / STEP, (top + _SLACK) / STEP, (right - _SLACK) / STEP, (bottom - _SLACK) / STEP,
        )  # fmt: skip
        for pad in carrier_library.pads_of(item.name, here.footprint, here.at, turn, {}):
            hole = (round(pad.x / STEP), round(pad.y / STEP))
            if own:
                hole = (column + own[int(pad.number)][0], row + own[int(pad.number)][1])
            elif max(abs(pad.x / STEP - hole[0]), abs(pad.y / STEP - hole[1])) * STEP > _BEND:
                raise ValueError(
                    f"perfboard.yml: pin {pad.number} of {item.name} finds no hole; say where under instead"
                )
            own_holes = holes.setdefault((item.name, pad.number), [])
            if hole not in own_holes:
                own_holes.append(hole)
    board = Perfboard((data["holes"][0], data["holes"][1]), frozenset(data.get("last", ())), holes, boxes)
    _check(board)
    return board


def _check(board: Perfboard) -> None:
    taken: dict[Hole, Pin] = {}
    for pin, own in board.holes.items():
        for hole in own:
            if not (0 <= hole[0] < board.size[0] and 0 <= hole[1] < board.size[1]):
                raise ValueError(f"perfboard.yml: pin {pin[1]} of {pin[0]} lies off the board")
            if hole in taken:
                raise ValueError(f"perfboard.yml: {pin[0]} and {taken[hole][0]} share hole {named(hole)}")
            taken[hole] = pin
    names = list(board.boxes)
    for index, one in enumerate(names):
        a = board.boxes[one]
        for other in names[:index]:
            b = board.boxes[other]
            if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
                raise ValueError(f"perfboard.yml: {one} lies on {other}")


def named(hole: Hole) -> str:
    """A hole as people read it: column-row from 1."""
    return f"{hole[0] + 1}-{hole[1] + 1}"


def wires(plan: Plan, board: Perfboard) -> list[Wire]:
    """The fewest wires that join every net, short ones first chosen; those of the last parts hang on at the end."""
    found = []
    for net, pins in plan.nets().items():
        nodes = sorted((pin, board.holes[pin][0]) for pin in pins)
        tree = [next((node for node in nodes if node[0][0] not in board.last), nodes[0])]
        left = [node for node in nodes if node is not tree[0]]
        while left:
            pairs = [(one[0][0] in board.last, _apart(one[1], to[1]), one, to) for one in left for to in tree]
            late, length, new, old = min(pairs)
            found.append(Wire(net, old[0], new[0], length, late or old[0][0] in board.last))
            tree.append(new)
            left.remove(new)
    return found


def _apart(one: Hole, other: Hole) -> float:
    return float(abs(one[0] - other[0]) + abs(one[1] - other[1]))


def markdown(plan: Plan, board: Perfboard) -> str:
    """The list of wires, by net, supplies first."""
    found = wires(plan, board)
    metres = sum(wire.length for wire in found) * STEP / 1000
    holes = f"{board.size[0]} x {board.size[1]}"
    late = sum(wire.last for wire in found)
    lines = ["# The carrier on perfboard", "", *_ABOUT]
    lines += [
        "",
        f"**{len(found)} wires**, {metres:.1f} m without ends, on {holes} holes; {late} of them,",
    ]
    lines += ["marked \\*, only serve readers under the cells (J11 to J14): a thrifty table leaves them out.", ""]
    order = sorted(plan.nets(), key=lambda net: (net not in plan.supplies, net != plan.ground))
    for net in order:
        lines += [f"## {net}", "", "| from | hole | to | hole | length |", "|---|---|---|---|---|"]
        for wire in found:
            if wire.net == net:
                ends = [
                    f"{_pin(plan, pin)} | {' or '.join(map(named, board.holes[pin]))}" for pin in (wire.start, wire.end)
                ]
                lines.append(f"| {ends[0]} | {ends[1]} | {wire.length:.0f}{STAR if wire.last else ''} |")
        lines.append("")
    return "\n".join(lines)


def _pin(plan: Plan, pin: Pin) -> str:
    name = plan.item(pin[0]).pins[pin[1]][0]
    return f"{pin[0]} pin {pin[1]}" + (f" ({name})" if name != pin[1] else "")


def drawing(board: Perfboard) -> str:
    """The perfboard with its parts as SVG, seen from their side; a unit is a hole's distance."""
    columns, rows = board.size
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 {columns + 5} {rows + 5}" width="1200" '
        f'height="{1200 * (rows + 5) / (columns + 5):.0f}">',
        "<style>text{font-family:sans-serif;text-anchor:middle;fill:#222}.n{font-size:.8px;font-weight:bold}.k{font-size:.7px;fill:#888}"
        "rect{stroke-width:.1}.b{fill:#eef3ff;stroke:#345;stroke-width:.07}.h{fill:#ccc}.p{fill:#b8860b}.o{fill:#c0392b}</style>",
        f'<rect x="-3" y="-3" width="{columns + 5}" height="{rows + 5}" fill="white"/>',
        f'<rect x="-1" y="-1" width="{columns + 1}" height="{rows + 1}" fill="#faf6ea" stroke="#999"/>',
    ]
    for column in range(4, columns, 5):
        lines.append(f'<text class="k" x="{column}" y="-1.4">{column + 1}</text>')
    for row in range(4, rows, 5):
        lines.append(f'<text class="k" x="-2" y="{row + 0.3}">{row + 1}</text>')
    for left, top, right, bottom in board.boxes.values():
        size = f'width="{right - left:.2f}" height="{bottom - top:.2f}"'
        lines.append(f'<rect class="b" x="{left:.2f}" y="{top:.2f}" {size} rx=".2"/>')
    dots = "".join(f"M{c} {r}h.01" for r in range(rows) for c in range(columns))
    lines.append(f'<path d="{dots}" stroke="#bbb" stroke-width=".3" stroke-linecap="round"/>')
    for (_, number), holes in board.holes.items():
        for column, row in holes:
            lines.append(f'<circle class="{"o" if number == "1" else "p"}" cx="{column}" cy="{row}" r=".3"/>')
    for name in board.boxes:
        x, y = name_spot(board, name)
        lines.append(f'<text class="n" x="{x:.2f}" y="{y + 0.28:.2f}">{escape(name)}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def name_spot(board: Perfboard, name: str) -> tuple[float, float]:
    """Middle of a part's name: in its box if it covers no pin there, else beside the box, where nothing else is."""
    left, top, right, bottom = board.boxes[name]
    x, y = (left + right) / 2, (top + bottom) / 2
    wide, high = 0.28 * len(name) + 0.1, 0.4  # half of what the letters take
    pins = [hole for holes in board.holes.values() for hole in holes]
    inside = [(x, y), (x, bottom - high), (x, top + high), (left + wide, y), (right - wide, y)]
    beside = [(x, top - high), (x, bottom + high), (left - wide, y), (right + wide, y)]
    others = [box for other, box in board.boxes.items() if other != name]
    for number, (at_x, at_y) in enumerate(inside + beside):
        free = all(abs(column - at_x) > wide + 0.25 or abs(row - at_y) > high + 0.25 for column, row in pins)
        apart = not any(
            a < at_x + wide - _OVER and c > at_x - wide + _OVER and b < at_y + high - _OVER and d > at_y - high + _OVER
            for a, b, c, d in others
        )
        if free and (number < len(inside) or apart):
            return at_x, at_y
    return x, y
