"""Room: the footprints of the carrier, read from its own KiCad library, and where their pads come to lie. Millimetres.

`hardware/carrier/carrier.pretty` holds copies of KiCad's own footprints and one for the Pico on two socket strips.
Angles are KiCad's: degrees, against the clock as seen on the screen, whose y runs down.
"""

import copy
import math
from functools import cache
from pathlib import Path
from typing import Any

from host_tools.hardware.carrier_geometry import COPPER, Pad, Point
from host_tools.hardware.carrier_sexpr import child, children, parse

FOLDER = Path(__file__).parents[2] / "hardware" / "carrier"
LIBRARY = FOLDER / "carrier.pretty"


@cache
def _read(name: str) -> list[Any]:
    return parse((LIBRARY / f"{name}.kicad_mod").read_text(encoding="utf-8"))


def footprint(name: str) -> list[Any]:
    """A copy of the footprint of that name. Raises FileNotFoundError."""
    return copy.deepcopy(_read(name))


def reference(node: list[Any]) -> list[Any]:
    """The (fp_text reference ...) of a footprint: its part's name."""
    return next(text for text in children(node, "fp_text") if text[1] == "reference")


def turned(point: Point, angle: float) -> Point:
    """A point of a footprint after the footprint was turned about its origin."""
    sine, cosine = math.sin(math.radians(angle)), math.cos(math.radians(angle))
    return round(point[0] * cosine + point[1] * sine, 6), round(point[1] * cosine - point[0] * sine, 6)


def numbers(part: list[Any]) -> list[float]:
    """The numbers of an (at ...), (size ...), (drill ...) and the like."""
    found = []
    for value in part[1:]:
        try:
            found.append(float(value))
        except (TypeError, ValueError):
            continue
    return found


def pad_of(part: str, net: str, node: list[Any], origin: Point, turn: float) -> Pad:
    """The shape of a (pad ...) of a footprint that lies at `origin`, turned by `turn` (a multiple of 90).

    The angle in the expression is that of the pad on the board, as KiCad writes it there."""
    at = numbers(child(node, "at"))
    angle = at[2] if len(at) > 2 else 0.0
    wide, high = numbers(child(node, "size"))
    if round(angle / 90) % 2:
        wide, high = high, wide
    shape = str(node[3])
    rim = min(wide, high) / 2 if shape in ("circle", "oval") else 0.0
    x, y = turned((at[0], at[1]), turn)
    layers = [str(layer) for layer in child(node, "layers")[1:]]
    copper = COPPER if "*.Cu" in layers else tuple(layer for layer in COPPER if layer in layers)
    drill = [numbers(inner)[0] for inner in children(node, "drill") if numbers(inner)]
    if str(node[2]) == "np_thru_hole":
        copper = ()
    place = (origin[0] + x, origin[1] + y)
    return Pad(part, str(node[1]), net, *place, wide / 2 - rim, high / 2 - rim, rim, copper, drill[0] if drill else 0.0)


def pads_of(part: str, name: str, origin: Point, turn: float, nets: dict[str, str]) -> list[Pad]:
    """Pads of a part whose footprint has that name; `nets` gives the net by pad number."""
    found = []
    for node in children(_read(name), "pad"):
        at = child(node, "at")
        own = float(at[3]) if len(at) > 3 else 0.0
        turned_node = [[*at[:3], own + turn] if inner is at else inner for inner in node]
        found.append(pad_of(part, nets.get(str(node[1]), ""), turned_node, origin, turn))
    return found


@cache
def _courtyard(name: str) -> list[Point]:
    """Points whose outermost are the corners of a footprint's courtyard."""
    points: list[Point] = []
    for node in _read(name):
        if not isinstance(node, list) or node[0] not in ("fp_line", "fp_circle", "fp_arc", "fp_rect"):
            continue
        if str(child(node, "layer")[1]) != "F.CrtYd":
            continue
        if node[0] == "fp_circle":
            cx, cy = numbers(child(node, "center"))
            ex, ey = numbers(child(node, "end"))
            r = math.hypot(ex - cx, ey - cy)
            points += [(cx - r, cy - r), (cx + r, cy + r)]
        else:
            for key in ("start", "mid", "end"):
                points += [(float(part[1]), float(part[2])) for part in children(node, key)]
    if not points:
        raise ValueError(f"footprint {name} has no courtyard")
    return points


def outline(name: str, origin: Point, turn: float) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the courtyard of a placed footprint."""
    there = [turned(point, turn) for point in _courtyard(name)]
    return (
        origin[0] + min(p[0] for p in there),
        origin[1] + min(p[1] for p in there),
        origin[0] + max(p[0] for p in there),
        origin[1] + max(p[1] for p in there),
    )
