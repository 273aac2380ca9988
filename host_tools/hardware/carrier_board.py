"""Room: writes the board file of KiCad 6 (`carrier.kicad_pcb`) from plan, tracks and vias.

Millimetres from the board's upper left corner; on KiCad's page the corner lies at ORIGIN.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from host_tools.hardware import carrier_library
from host_tools.hardware.carrier_geometry import COPPER, Point, Track, Via
from host_tools.hardware.carrier_plan import HOLE, Item, Plan
from host_tools.hardware.carrier_sexpr import Word, child, children, word

ORIGIN = (50.8, 50.8)
LIBRARY = "carrier"
_LAYERS = (
    (0, "F.Cu", "signal", ""),
    (31, "B.Cu", "signal", ""),
    (36, "B.SilkS", "user", "B.Silkscreen"),
    (37, "F.SilkS", "user", "F.Silkscreen"),
    (38, "B.Mask", "user", ""),
    (39, "F.Mask", "user", ""),
    (35, "F.Paste", "user", ""),
    (34, "B.Paste", "user", ""),
    (40, "Dwgs.User", "user", "User.Drawings"),
    (44, "Edge.Cuts", "user", ""),
    (45, "Margin", "user", ""),
    (46, "B.CrtYd", "user", "B.Courtyard"),
    (47, "F.CrtYd", "user", "F.Courtyard"),
    (48, "B.Fab", "user", ""),
    (49, "F.Fab", "user", ""),
)
_NAMESPACE = uuid.UUID("6f1c9ad2-8f3b-5c1e-9b0a-4d2f6f0e7c11")
_MIDDLE = ("DIP", "R_", "C_", "D_", "Raspberry")  # footprints whose name fits into their body
CLEARANCE = 0.25  # of the zones


def stamp(*what: object) -> str:
    """An identifier for KiCad that is the same every time."""
    return str(uuid.uuid5(_NAMESPACE, "/".join(str(part) for part in what)))


def _at(point: Point, *turn: float) -> list[Any]:
    return word("at", point[0] + ORIGIN[0], point[1] + ORIGIN[1], *turn)


def _xy(name: str, point: Point) -> list[Any]:
    return word(name, point[0] + ORIGIN[0], point[1] + ORIGIN[1])


def net_numbers(plan: Plan) -> dict[str, int]:
    """{net: its number in the board file}, from 1."""
    return {net: number for number, net in enumerate(sorted(plan.nets()), 1)}


def expression(
    plan: Plan,
    tracks: Sequence[Track],
    vias: Sequence[Via],
    fills: dict[str, list[list[Point]]],
    clearance: float = CLEARANCE,
) -> list[Any]:
    """The whole board. `fills` gives the copper of each zone, by zone name, as KiCad's filler computed it."""
    numbers = net_numbers(plan)
    board = [Word("kicad_pcb"), word("version", Word("20211014")), word("generator", Word("carrier"))]
    board += [word("general", word("thickness", plan.thickness)), word("paper", "A4")]
    title = word("title_block", word("title", "Energy matrix: carrier"), word("rev", "1"))
    board += [title, word("layers", *(_layer(*layer) for layer in _LAYERS)), _setup()]
    board.append(word("net", 0, ""))
    board += [word("net", number, net) for net, number in numbers.items()]
    board += [_footprint(item, numbers) for item in plan.items]
    board += [_hole(index, at) for index, at in enumerate(plan.holes, 1)]
    board += _outline(plan.size)
    board += [_text(name, *title) for name, title in plan.titles.items()]
    for track in tracks:
        ends = [_xy("start", track.start), _xy("end", track.end), word("width", track.width)]
        board.append(word("segment", *ends, word("layer", track.layer), word("net", numbers[track.net])))
    for via in vias:
        hole = [word("size", via.size), word("drill", via.drill), word("layers", *COPPER)]
        board.append(word("via", _xy("at", via.at), *hole, word("net", numbers[via.net])))
    for zone in zones(plan):
        board.append(_zone(zone, numbers[zone.net], fills.get(zone.name, []), clearance))
    return board


def _stamp(*what: object) -> list[Any]:
    return word("tstamp", Word(stamp(*what)))


def _layer(number: int, name: str, kind: str, shown: str) -> list[Any]:
    return [Word(number), name, Word(kind)] + ([shown] if shown else [])


def _setup() -> list[Any]:
    return word("setup", word("pad_to_mask_clearance", 0.05), word("grid_origin", *ORIGIN))


def _outline(size: Point) -> list[list[Any]]:
    corners = [(0.0, 0.0), (size[0], 0.0), size, (0.0, size[1])]
    lines = []
    for index, corner in enumerate(corners):
        line = word("gr_line", _xy("start", corners[index - 1]), _xy("end", corner))
        lines.append([*line, word("layer", "Edge.Cuts"), word("width", 0.1), _stamp("rim", index)])
    return lines


def _text(name: str, text: str, at: Point, turn: float) -> list[Any]:
    effects = word("effects", word("font", word("size", 1.2, 1.2), word("thickness", 0.18)))
    return word("gr_text", text, _at(at, turn), word("layer", "F.SilkS"), effects, _stamp("text", name))


def _hole(index: int, at: Point) -> list[Any]:
    item = Item(f"H{index}", "hole", "M3", "", HOLE, at, 0, {})
    return _footprint(item, {})


def _footprint(item: Item, numbers: dict[str, int]) -> list[Any]:
    """The footprint of a part: placed, named, and each pad joined to its net."""
    shape = carrier_library.footprint(item.footprint)
    nets = item.nets()
    inside: list[Any] = []
    for node in shape[2:]:
        if not isinstance(node, list) or node[0] in ("version", "generator", "tedit", "layer", "tstamp"):
            continue
        if node[0] in ("fp_text", "pad"):
            at = child(node, "at")
            turn = (carrier_library.numbers(at) + [0.0])[2] + item.turn
            if node[1] == "reference":
                node[2] = item.name
                turn = name_place(item, node)
            elif node[1] == "value":
                node[2] = item.value
            at[3:] = [turn % 360] if turn % 360 else []
        for old in list(children(node, "tstamp")):
            node.remove(old)
        if node[0] == "pad" and nets.get(str(node[1])):
            net = nets[str(node[1])]
            name, kind, _ = item.pins[str(node[1])]
            node += [word("net", numbers[net], net), word("pinfunction", name), word("pintype", kind)]
        if node[0] in ("fp_text", "pad", "fp_line", "fp_arc", "fp_circle", "fp_poly", "fp_rect"):
            node.append(_stamp(item.name, len(inside)))
        inside.append(node)
    head = [Word("footprint"), f"{LIBRARY}:{item.footprint}", word("layer", "F.Cu"), _stamp(item.name)]
    at = _at(item.at, item.turn) if item.turn else _at(item.at)
    path = [] if item.type == "hole" else [word("path", "/" + stamp("symbol", item.name))]
    return [*head, at, *path, *inside]


def name_place(item: Item, node: list[Any]) -> float:
    """Moves a part's printed name to where it can be read; its angle."""
    if item.footprint.startswith(_MIDDLE):
        left, top, right, bottom = carrier_library.outline(item.footprint, (0.0, 0.0), 0)
        child(node, "at")[1:] = [round((left + right) / 2, 3), round((top + bottom) / 2, 3)]
    if item.name.startswith(("J", "H")):
        child(node, "layer")[1] = "F.Fab"  # its title says it
    upright = item.turn == 180 or item.footprint.startswith(("DIP", "Raspberry"))
    return 0 if upright else item.turn


@dataclass(frozen=True)
class Zone:
    """An area to be filled; a higher `rank` is filled first."""

    name: str
    net: str
    layer: str
    corners: list[Point]
    rank: int


def zones(plan: Plan) -> list[Zone]:
    """The pours of the plan, and the ground on both sides."""
    edge = 0.6
    right, bottom = plan.size[0] - edge, plan.size[1] - edge
    whole = [(edge, edge), (right, edge), (right, bottom), (edge, bottom)]
    found = [Zone(f"{pour.net} {pour.layer}", pour.net, pour.layer, list(pour.corners), 1) for pour in plan.pours]
    return found + [Zone(f"{plan.ground} {layer}", plan.ground, layer, whole, 0) for layer in COPPER]


def _zone(zone: Zone, number: int, fill: list[list[Point]], clearance: float) -> list[Any]:
    head = [word("net", number), word("net_name", zone.net), word("layer", zone.layer), _stamp("zone", zone.name)]
    rules = [word("name", zone.name), word("hatch", Word("edge"), 0.508)]
    rules += [word("priority", zone.rank)] if zone.rank else []
    rules += [word("connect_pads", word("clearance", clearance)), word("min_thickness", 0.25)]
    bridge = 1.0 if zone.rank else 0.5
    rules.append(word("fill", Word("yes"), word("thermal_gap", 0.4), word("thermal_bridge_width", bridge)))
    corners = word("pts", *(_xy("xy", corner) for corner in zone.corners))
    expression = word("zone", *head, *rules, word("polygon", corners))
    for outline in fill:
        points = word("pts", *(_xy("xy", point) for point in outline))
        expression.append(word("filled_polygon", word("layer", zone.layer), points))
    return expression
