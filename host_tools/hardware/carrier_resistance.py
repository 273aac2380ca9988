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


class _Mesh:
    """The copper of one net as nodes joined by resistors: `joints` {node: {neighbour: siemens}}."""

    def __init__(self, board: Board, net: str) -> None:
        self.joints: dict[object, dict[object, float]] = defaultdict(dict)
        self._pads = [pad for pad in board.pads if pad.net == net]
        self._owner: dict[object, object] = {}

    def place(self, layer: str, point: geometry.Point) -> object:
        """The node of a point on a layer: the pin whose pad it lies on, else itself."""
        if (layer, point) not in self._owner:
            own = [_pin(pad) for pad in self._pads if layer in pad.layers and geometry.on_pad(point, pad)]
            self._owner[layer, point] = own[0] if own else (layer, point)
        return self._owner[layer, point]

    def join(self, one: object, other: object, ohms: float) -> None:
        """One more resistor between two nodes."""
        if one != other:
            self.joints[one][other] = self.joints[one].get(other, 0.0) + 1 / ohms
            self.joints[other][one] = self.joints[one][other]

    def pour(self, node: object, layer: str, piece: list[geometry.Point]) -> None:
        """Join a filled area to every pad that its rim runs over."""
        for pad in self._pads:
            if layer in pad.layers and any(geometry.on_pad(point, pad) for point in piece):
                self.join(_pin(pad), node, SQUARE)


def _pin(pad: geometry.Pad) -> tuple[str, str, str]:
    return "pad", pad.part, pad.number


def _mesh(board: Board, net: str) -> dict[object, dict[object, float]]:
    """{node: {neighbour: siemens}} of a net."""
    mesh = _Mesh(board, net)
    for track in board.tracks:
        if track.net == net:
            squares = math.dist(track.start, track.end) / track.width
            ends = mesh.place(track.layer, track.start), mesh.place(track.layer, track.end)
            mesh.join(*ends, max(squares * SQUARE, 1e-6))
    for via in board.vias:
        if via.net == net:
            mesh.join(mesh.place("F.Cu", via.at), mesh.place("B.Cu", via.at), VIA)
    pieces = [(area.layer, piece) for area in board.areas if area.net == net for piece in area.pieces]
    for index, (layer, piece) in enumerate(pieces):
        mesh.pour(("area", index), layer, piece)
    return mesh.joints
