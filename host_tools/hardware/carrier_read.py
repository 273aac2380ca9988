"""Room: reads a board file of KiCad back into pads, tracks, vias, copper areas and outline. In mm from its corner.

It knows nothing of the plan: carrier_check_board.py compares the two.
"""

from dataclasses import dataclass, field
from typing import Any

from host_tools.hardware import carrier_library
from host_tools.hardware.carrier_board import ORIGIN
from host_tools.hardware.carrier_geometry import Pad, Point, Track, Via
from host_tools.hardware.carrier_library import numbers
from host_tools.hardware.carrier_sexpr import child, children, parse


@dataclass(frozen=True)
class Area:
    """A zone: its net and layer, and the pieces of copper it was filled with."""

    name: str
    net: str
    layer: str
    pieces: list[list[Point]]


@dataclass
class Board:
    """What a board file holds; `footprints` {part: library name}."""

    pads: list[Pad] = field(default_factory=list)
    tracks: list[Track] = field(default_factory=list)
    vias: list[Via] = field(default_factory=list)
    areas: list[Area] = field(default_factory=list)
    rim: list[tuple[Point, Point]] = field(default_factory=list)
    footprints: dict[str, str] = field(default_factory=dict)

    def fills(self) -> dict[str, list[list[Point]]]:
        """{zone name: its pieces of copper}."""
        return {area.name: area.pieces for area in self.areas}


def board(text: str) -> Board:
    """The Board of a `.kicad_pcb`; ValueError when the text is none."""
    tree = parse(text)
    if tree[0] != "kicad_pcb":
        raise ValueError("this is no board file of KiCad")
    names = {str(net[1]): str(net[2]) for net in children(tree, "net")}
    found = Board()
    for node in children(tree, "footprint"):
        _footprint(found, node)
    for node in children(tree, "segment"):
        ends = (_point(child(node, "start")), _point(child(node, "end")))
        width = numbers(child(node, "width"))[0]
        found.tracks.append(Track(_net(node, names), str(child(node, "layer")[1]), *ends, width))
    for node in children(tree, "via"):
        size, drill = numbers(child(node, "size"))[0], numbers(child(node, "drill"))[0]
        found.vias.append(Via(_net(node, names), _point(child(node, "at")), size, drill))
    for node in children(tree, "zone"):
        pieces = [
            [_point(xy) for xy in children(child(polygon, "pts"), "xy")] for polygon in children(node, "filled_polygon")
        ]
        layer = str(child(node, "layer")[1])
        found.areas.append(Area(str(child(node, "name")[1]), str(child(node, "net_name")[1]), layer, pieces))
    for node in children(tree, "gr_line"):
        if str(child(node, "layer")[1]) == "Edge.Cuts":
            found.rim.append((_point(child(node, "start")), _point(child(node, "end"))))
    return found


def _point(node: list[Any]) -> Point:
    x, y = numbers(node)[:2]
    return round(x - ORIGIN[0], 4), round(y - ORIGIN[1], 4)


def _net(node: list[Any], names: dict[str, str]) -> str:
    return names[str(child(node, "net")[1])]


def _footprint(found: Board, node: list[Any]) -> None:
    at = numbers(child(node, "at"))
    turn = at[2] if len(at) > 2 else 0.0
    reference = str(carrier_library.reference(node)[2])
    found.footprints[reference] = str(node[1]).partition(":")[2]
    for pad in children(node, "pad"):
        net = next((str(part[2]) for part in children(pad, "net")), "")
        found.pads.append(carrier_library.pad_of(reference, net, pad, _point(child(node, "at")), turn))
