"""Room: draws the symbols of the carrier's schematic as KiCad 6 symbol expressions. Millimetres, y up, as KiCad has it.

A chip or connector is a box with its pins around it; a part with two ends is drawn by its own sign, pin 1 above.
"""

import re
from dataclasses import dataclass
from typing import Any

from host_tools.hardware.carrier_plan import Item
from host_tools.hardware.carrier_sexpr import Word, word

STEP = 2.54
KINDS = {
    "power": "power_in",
    "ground": "power_in",
    "source": "power_out",
    "in": "input",
    "out": "output",
    "tri": "tri_state",
    "open": "open_collector",
    "io": "bidirectional",
    "analog": "passive",
    "passive": "passive",
    "nc": "no_connect",
}
_LETTER = 1.1  # width of a letter of a pin's name
_PLUS = [[(1.0, 1.9), (1.0, 2.9)], [(0.5, 2.4), (1.5, 2.4)]]
# Lines of the parts with two ends, between 1.27 below and above the middle: the wires to the pins are added.
SIGNS: dict[str, list[list[tuple[float, float]]]] = {
    "resistor": [[(-1.0, 2.54), (1.0, 2.54), (1.0, -2.54), (-1.0, -2.54), (-1.0, 2.54)]],
    "fuse": [[(-0.8, 2.54), (0.8, 2.54), (0.8, -2.54), (-0.8, -2.54), (-0.8, 2.54)], [(0, 2.54), (0, -2.54)]],
    "capacitor": [
        [(-1.9, 0.6), (1.9, 0.6)],
        [(-1.9, -0.6), (1.9, -0.6)],
        [(0, 2.54), (0, 0.6)],
        [(0, -0.6), (0, -2.54)],
    ],
    "diode": [
        [(-1.3, 1.27), (1.3, 1.27)],
        [(0, 1.27), (-1.3, -1.27), (1.3, -1.27), (0, 1.27)],
        [(0, 2.54), (0, 1.27)],
        [(0, -1.27), (0, -2.54)],
    ],
    "jumper": [[(0, 2.54), (0, 1.3)], [(0, -1.3), (0, -2.54)], [(-0.7, 1.3), (-0.7, -1.3)], [(-0.4, 1.3), (0.4, 1.3)]],
    "button": [[(0, 2.54), (0, 1.3)], [(0, -1.3), (0, -2.54)], [(-1.0, 1.6), (-1.0, -1.6)], [(-1.0, 0), (-2.0, 0)]],
}
SIGNS["electrolytic capacitor"] = SIGNS["capacitor"] + _PLUS
SIGNS["suppressor diode"] = [*SIGNS["diode"], [(-1.3, 1.27), (-1.8, 0.8)], [(1.3, 1.27), (1.8, 1.8)]]


@dataclass(frozen=True)
class Place:
    """Where a pin's end lies in its symbol, and the angle in which it points into the symbol."""

    number: str
    x: float
    y: float
    angle: int


@dataclass(frozen=True)
class Symbol:
    """A drawn symbol: `half` is half its box's width and height."""

    name: str
    places: list[Place]
    half: tuple[float, float]
    lines: list[list[tuple[float, float]]]
    item: Item


def order(name: str) -> tuple[int, str, int]:
    """Sorts pin names: numbers within by value; inverted ones beside the others."""
    match = re.match(r"^/?(\D*)(\d*)", name)
    letters, digits = match.groups() if match else (name, "")
    return int(not digits), letters, int(digits or 0)


def symbol(item: Item) -> Symbol:
    """The symbol of a part."""
    name = re.sub(r"[^A-Za-z0-9]+", "_", item.type)
    if item.type in SIGNS:
        places = [Place("1", 0, 3.81, 270), Place("2", 0, -3.81, 90)]
        return Symbol(name, places, (1.27, 2.54), SIGNS[item.type], item)
    if item.name.startswith("J"):
        name += "_" + re.sub(r"[^A-Za-z0-9]+", "", item.pins["7"][0]) if len(item.pins) > 10 else ""
    sides = _sides(item)
    wide = max([len(item.pins[number][0]) for number in sides[0]] or [0])
    wide += max([len(item.pins[number][0]) for number in sides[1]] or [0])
    across = max(wide * _LETTER + 4, STEP * (max(len(sides[2]), len(sides[3])) + 1))
    half_width = STEP * int(across / 2 / STEP + 0.99)
    rows = max(len(sides[0]), len(sides[1]), 1)
    half_height = STEP * (rows + 1) / 2 if rows % 2 else STEP * (rows + 2) / 2
    upright = max([len(item.pins[number][0]) for number in sides[2] + sides[3]] or [0]) * _LETTER
    if len(sides[3]) > 1 or half_height < upright + 1:  # names of upper and lower pins stand within the box
        half_height += 2 * STEP
    places = []
    for side, numbers in enumerate(sides):
        first = STEP * (len(numbers) // 2)
        for index, number in enumerate(numbers):
            along = first - STEP * index
            if side < 2:
                out = -half_width - STEP if side == 0 else half_width + STEP
                places.append(Place(number, out, along, 0 if side == 0 else 180))
            else:
                out = half_height + STEP if side == 2 else -half_height - STEP
                places.append(Place(number, -along, out, 270 if side == 2 else 90))
    w, h = half_width, half_height
    return Symbol(name, places, (w, h), [[(-w, h), (w, h), (w, -h), (-w, -h), (-w, h)]], item)


def _sides(item: Item) -> list[list[str]]:
    """Pin numbers at the left, right, upper and lower side."""
    if item.name.startswith("J"):
        numbers = sorted(item.pins, key=int)
        return [numbers, [], [], []] if len(numbers) < 4 else [numbers[::2], numbers[1::2], [], []]
    sides: list[list[str]] = [[], [], [], []]
    for number in sorted(item.pins, key=int):
        name, kind, _ = item.pins[number]
        if item.type.startswith("Raspberry") and kind == "io":
            sides[int(number) > 20].append(number)
        elif kind in ("power", "ground"):
            sides[2 if kind == "power" else 3].append(number)
        else:
            right = kind in ("out", "tri", "open", "source") or re.fullmatch(r"I\d+", name) is not None
            sides[1 if right or (item.type == "MAX3485" and kind == "io") else 0].append(number)
    if not item.type.startswith("Raspberry"):
        for side in sides[:2]:
            side.sort(key=lambda number: order(item.pins[number][0]))
    return sides


def effects(size: float = 1.27, *more: Any) -> list[Any]:
    """How a text is set."""
    return word("effects", word("font", word("size", size, size)), *more)


def hidden() -> list[Any]:
    """How a text is set that nobody sees."""
    return effects(1.27, Word("hide"))


def field(index: int, key: str, value: str, shown: bool, x: float = 0, y: float = 0, turn: int = 0) -> list[Any]:
    """A property of a symbol, such as its name, and where its text stands."""
    looks = effects() if shown else hidden()
    return word("property", key, value, word("id", index), word("at", x, y, turn), looks)


def stroke(width: float = 0.1524) -> list[Any]:
    """How a line is drawn."""
    return word("stroke", word("width", width), word("type", Word("default")), word("color", 0, 0, 0, 0))


def polyline(points: list[tuple[float, float]]) -> list[Any]:
    """A line of a symbol."""
    return word(
        "polyline",
        word("pts", *(word("xy", x, y) for x, y in points)),
        stroke(),
        word("fill", word("type", Word("none"))),
    )


def pin(kind: str, place: Place, name: str, length: float, *more: Any) -> list[Any]:
    """A pin of a symbol."""
    names = [word("name", name, effects()), word("number", place.number, effects(1.0))]
    at = word("at", place.x, place.y, place.angle)
    return word("pin", Word(kind), Word("line"), at, word("length", length), *more, *names)


def library(drawn: Symbol, prefix: str) -> list[Any]:
    """The symbol as it stands in a symbol library, or with a prefix in a schematic."""
    item = drawn.item
    small = item.type in SIGNS
    properties = [
        field(index, key, value, index < 2)
        for index, (key, value) in enumerate(
            [("Reference", item.name.rstrip("0123456789")), ("Value", item.type), ("Footprint", ""), ("Datasheet", "~")]
        )
    ]
    looks = [word("pin_numbers", Word("hide"))] if small else []
    looks.append(word("pin_names", word("offset", 0 if small else 0.508), *([Word("hide")] if small else [])))
    pins = []
    for place in drawn.places:
        name, kind, _ = item.pins[place.number]
        pins.append(
            pin(KINDS[kind], place, name.replace("/", "~{", 1) + "}" if name[0] == "/" else name, _length(small))
        )
    return word(
        "symbol",
        prefix + drawn.name,
        *looks,
        word("in_bom", Word("yes")),
        word("on_board", Word("yes")),
        *properties,
        word("symbol", f"{drawn.name}_0_1", *(polyline(line) for line in drawn.lines)),
        word("symbol", f"{drawn.name}_1_1", *pins),
    )


def _length(small: bool) -> float:
    return 1.27 if small else STEP


def rail(net: str, down: bool, prefix: str) -> list[Any]:
    """The sign of a supply net, hung below or stood above a wire; "PWR_FLAG" says that a net is fed from outside."""
    flag = net == "PWR_FLAG"
    lines = [[(-1.0, -1.27), (1.0, -1.27)], [(-0.5, -1.7), (0.5, -1.7)]] if down else [[(-1.0, 1.27), (1.0, 1.27)]]
    lines.append([(0, 0), (0, -1.27 if down else 1.27)])
    if flag:
        lines = [[(0, 0), (0, 1.27), (-1.0, 1.9), (0, 2.54), (1.0, 1.9), (0, 1.27)]]
    kind = "power_out" if flag else "power_in"
    own = pin(kind, Place("1", 0, 0, 90), net, 0, *([] if flag else [Word("hide")]))
    properties = [field(0, "Reference", "#FLG" if flag else "#PWR", False), field(1, "Value", net, True)]
    return word(
        "symbol",
        prefix + net,
        word("power"),
        word("pin_numbers", Word("hide")),
        word("pin_names", word("offset", 0), Word("hide")),
        word("in_bom", Word("no")),
        word("on_board", Word("yes")),
        *properties,
        word("symbol", f"{net}_0_1", *(polyline(line) for line in lines)),
        word("symbol", f"{net}_1_1", own),
    )
