"""Room: the resistance of the carrier's copper between two pads of a net, in ohms. After carrier_read.py.

Tracks are resistors; the pads of a pin count as one point, and so does a filled area, since they are wide. Nodes other
than the two ends are taken out one by one, each replaced by resistors between its neighbours (star to mesh).
"""

import math
from collections import defaultdict

from host_tools.hardware import carrier_geometry as geometry
from host_tools.hardware.carrier_read import Board

SQUARE = 1.72e-8 / 35e-6  # a square of copper, 35 um thick, at 20 C: resistivity over thickness
VIA = 0.9e-3  # estimate: a plated hole of 0.3 mm, 1.6 mm long, wall 20 um


def resistance(board: Board, net: str, source: tuple[str, str], sink: tuple[str, str]) -> float:
    """Ohms between two pads (part, number) of a net; inf if no copper joins them."""
    mesh = _mesh(board, net)
    ends = {("pad", *source), ("pad", *sink)}
    todo = set(mesh) - ends
    while todo:
        node = min(todo, key=lambda one: (len(mesh[one]), repr(one)))
        todo.remove(node)
        around = mesh.pop(node)
        whole = sum(around.values())
        for one, to_one in around.items():
            del mesh[one][node]
            for other, to_other in around.items():
                if one != other:
                    mesh[one][other] = mesh[one].get(other, 0.0) + to_one * to_other / whole
    between = mesh.get(("pad", *source), {}).get(("pad", *sink), 0.0)
    return 1 / between if between else math.inf


def _mesh(board: Board, net: str) -> dict[object, dict[object, float]]:
    """{node: {neighbour: siemens}} of a net."""
    pads = [pad for pad in board.pads if pad.net == net]
    areas = [(area, piece) for area in board.areas if area.net == net for piece in area.pieces]
    mesh: dict[object, dict[object, float]] = defaultdict(dict)
    name = {id(pad): ("pad", pad.part, pad.number) for pad in pads}
    owner: dict[object, object] = {}

    def place(layer: str, point: geometry.Point) -> object:
        if (layer, point) not in owner:
            own = [name[id(pad)] for pad in pads if layer in pad.layers and geometry.on_pad(point, pad)]
            owner[layer, point] = own[0] if own else (layer, point)
        return owner[layer, point]

    def join(one: object, other: object, ohms: float) -> None:
        if one != other:
            mesh[one][other] = mesh[one].get(other, 0.0) + 1 / ohms
            mesh[other][one] = mesh[one][other]

    for track in board.tracks:
        if track.net == net:
            squares = math.dist(track.start, track.end) / track.width
            join(place(track.layer, track.start), place(track.layer, track.end), max(squares * SQUARE, 1e-6))
    for via in board.vias:
        if via.net == net:
            join(place("F.Cu", via.at), place("B.Cu", via.at), VIA)
    for index, (area, piece) in enumerate(areas):
        for pad in pads:
            if area.layer in pad.layers and any(geometry.on_pad(point, pad) for point in piece):
                join(name[id(pad)], ("area", index), SQUARE)
    return mesh
