"""Room: the wiring of the bench-first set-up, one reader and one sensor on a breadboard: a part of the whole netlist.

Before: netlist.py. After: assembly.py, which puts the wire list and the drawing into the guide. Millimetres.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from html import escape

from host_tools.hardware.netlist import Netlist, load, subcircuits

# Parts of the table that the bench needs too, from left to right in the drawing.
PICO = "U1"
CHIPS = ("U2", "U3", "U4", "RD0", "Q1", "IR0N")
RESISTORS = ("R1", "R2", "R3", "R4", "R5", "R6", "R7")
# Supplies come from elsewhere than on the carrier: one reader and one emitter are within what the Pico can give.
SUPPLIES = {"3V3": ("36", "3V3(OUT)"), "+5V": ("40", "VBUS")}
_TITLES = {"IR0N": "sensor", "RD0": "reader", "U1": "Pico"}


@lru_cache(maxsize=1)
def _whole() -> Netlist:
    return load()


@lru_cache(maxsize=1)
def nets() -> dict[str, list[tuple[str, str, str]]]:
    """{net: [(part, pin number, pin name), ...]} of the bench, the Pico's pin first."""
    whole = _whole()
    wanted = (PICO, *CHIPS, *RESISTORS)
    found = {}
    for net, nodes in whole.nets.items():
        here = [(part, pin, whole.parts[part].pins[pin].name) for part, pin in nodes if part in wanted]
        if net in SUPPLIES:
            here = [(PICO, *SUPPLIES[net])] + here
        here.sort(key=lambda node: wanted.index(node[0]))
        if len(here) > 1:
            found[net] = here
    return found


def _value(part: str) -> str:
    known = _whole().parts[part]
    return f"{known.subtype or known.type}"


def wires() -> str:
    """A table: every net of the bench with all pins on it, supplies last."""
    lines = ["| net | connect |", "|---|---|"]
    for net, nodes in sorted(nets().items(), key=lambda item: (item[0] in SUPPLIES or item[0] == "GND", item[0])):
        named: dict[str, list[str]] = {}
        for part, pin, name in nodes:
            named.setdefault(part, []).append(pin if part in RESISTORS else f"{pin} {name}")
        if net == "GND":
            named[PICO] = named[PICO][:1]
        lines.append(f"| {net} | " + ", ".join(f"{part} {' and '.join(pins)}" for part, pins in named.items()) + " |")
    return "\n".join(lines)


def parts() -> str:
    """A table: what stands for each designator."""
    whole = _whole()
    lines = ["| part | what |", "|---|---|"]
    for name in (PICO, *CHIPS, *RESISTORS):
        lines.append(f"| {name} | {_value(name)}{', ' + whole.parts[name].notes if whole.parts[name].notes else ''} |")
    return "\n".join(lines)


def node() -> str:
    """A table: the inside of the sensor node, from its own diagram."""
    inside = subcircuits()["IR node"]
    lines = ["| net | connect |", "|---|---|"]
    for net, nodes in inside.nets.items():
        named = []
        for part, pin in nodes:
            known = inside.parts[part]
            value = f" ({known.subtype or known.type})"
            named.append(f"IR0N {pin}" if part == "PORT" else f"{part}{value} {known.pins[pin].name}")
        lines.append(f"| {net} | {', '.join(named)} |")
    return "\n".join(lines)


# The drawing: the Pico left, chips right, a lane for each net between them.
_ROW, _LEFT, _RIGHT, _FIRST_LANE, _LANE, _TOP = 15, 150, 640, 190, 18, 155
_WIDTH = 780
_APART = 5  # between a stub from the left and one from the right
_COLOURS = ("#1f6f8b", "#b5532a", "#4a7a2f", "#7a3f8f", "#8f7a1f", "#2f4f9f", "#9f2f5f", "#2f8f7f")


def drawing() -> str:
    """The bench as SVG."""
    shown = {net: [node for node in nodes if node[0] not in RESISTORS] for net, nodes in nets().items()}
    through = {net: [node[0] for node in nodes if node[0] in RESISTORS] for net, nodes in nets().items()}
    left = [
        (pin, name, net)
        for net, nodes in shown.items()
        for part, pin, name in nodes
        if part == PICO and (net != "GND" or pin == "38")
    ]
    left.sort(key=lambda entry: int(entry[0]))
    right = {chip: [(pin, name, net) for net, nodes in shown.items() for part, pin, name in nodes if part == chip]
             for chip in CHIPS}  # fmt: skip
    places: dict[str, list[tuple[int, int]]] = {}
    out: list[str] = []
    y = _TOP
    boxes = []
    for chip in CHIPS:
        height = _ROW * (len(right[chip]) + 1)
        boxes.append(_box(_RIGHT, y - 4, 120, height, f"{chip} {_TITLES.get(chip, _value(chip))}"))
        y += _ROW - 4
        for pin, name, net in right[chip]:
            out.append(_label(_RIGHT + 6, y, f"{pin}  {name}", "start"))
            places.setdefault(net, []).append((_RIGHT, y))
            y += _ROW
        y += _ROW + 8
    taken = [place[1] for points in places.values() for place in points]
    left_y = _TOP
    for pin, name, net in left:
        left_y += _ROW * 2
        while any(abs(left_y - other) < _APART for other in taken):
            left_y += 1
        out.append(_label(_LEFT - 6, left_y, f"{name}  {pin}", "end"))
        places.setdefault(net, []).append((_LEFT, left_y))
    boxes.append(_box(_LEFT - 110, _TOP - 4, 110, left_y - _TOP + 20, "U1 Raspberry Pi Pico"))
    lines = list(_lines(places, through))
    height = max(y, left_y) + 10
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
        'font-family="sans-serif" font-size="11">\n'
        "<title>Bench-first wiring: one reader, one sensor</title>\n"
        f'<rect width="{_WIDTH}" height="{height}" fill="white"/>\n'
    )
    return head + "\n".join([*boxes, *lines, *out]) + "\n</svg>\n"


def _lines(places: dict[str, list[tuple[int, int]]], through: dict[str, list[str]]) -> Iterator[str]:
    """One lane for each net, a stub to every pin; resistors are named on it, with what they do."""
    joined = {"SCK_PICO": "SCK", "MOSI_PICO": "MOSI", "IR_ON": "IR_GATE"}  # through a series resistor
    lanes: dict[str, list[tuple[int, int]]] = {}
    named: dict[str, list[str]] = {}
    for net, points in places.items():
        lane = joined.get(net, net)
        lanes.setdefault(lane, []).extend(points)
        named.setdefault(lane, []).extend(one for one in through[net] if one not in named.get(lane, []))
    for number, (net, points) in enumerate(lanes.items()):
        colour = {"GND": "#222", "3V3": "#d03030", "+5V": "#e08000"}.get(net, _COLOURS[number % len(_COLOURS)])
        x = _FIRST_LANE + _LANE * number
        ys = [y for _, y in points]
        yield f'<path d="M{x} {min(ys)}V{max(ys)}" stroke="{colour}" stroke-width="1.5" fill="none"/>'
        for px, py in points:
            yield f'<path d="M{px} {py}H{x}" stroke="{colour}" stroke-width="1.2" fill="none"/>'
            yield f'<circle cx="{x}" cy="{py}" r="2.2" fill="{colour}"/>'
        text = net if net in SUPPLIES or net == "GND" else ", ".join([net, *map(_resistor, named[net])])
        yield (f'<text x="{x + 4}" y="{_TOP - 22}" font-size="9" fill="{colour}" '
               f'transform="rotate(-55 {x + 4} {_TOP - 22})">{escape(text)}</text>')  # fmt: skip
        yield f'<path d="M{x} {_TOP - 18}V{min(ys)}" stroke="{colour}" stroke-width="0.6" stroke-dasharray="2 3"/>'


def _resistor(name: str) -> str:
    """What a resistor does on its line."""
    rails = [net for net in (*SUPPLIES, "GND") if any(part == name for part, _, _ in nets()[net])]
    return f"{name} to {rails[0]}" if rails else f"through {name}"


def _box(x: int, y: int, width: int, height: int, title: str) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="#f4f1ea" stroke="#444"/>'
        f'<text x="{x + width / 2}" y="{y - 4}" text-anchor="middle" font-weight="bold">{escape(title)}</text>'
    )


def _label(x: int, y: int, text: str, anchor: str) -> str:
    return f'<text x="{x}" y="{y + 4}" text-anchor="{anchor}">{escape(text)}</text>'


MAKERS: dict[str, Callable[[], str]] = {"bench-wires": wires, "bench-parts": parts, "bench-node": node}
