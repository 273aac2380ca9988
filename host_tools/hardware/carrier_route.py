"""Room: finds tracks and vias for all nets on a grid of two layers, by negotiation. Millimetres; nets by name.

Every net is laid on its cheapest way, at first also through others. Places that several nets want grow dearer from
round to round until each has one user (McMurchie and Ebeling, PathFinder, 1995). Steps run along the grid; corners are
cut afterwards (carrier_tracks.py). A grid of a quarter of 2.54 mm lets one track pass between two pins of a socket.
"""

import heapq
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from host_tools.hardware import carrier_geometry as geometry
from host_tools.hardware.carrier_geometry import COPPER, Pad

PITCH = 0.635
CLEARANCE = 0.2
EDGE = 0.5  # copper to the rim of the board
SIGNAL = 0.25
POWER = 0.4
VIA = 0.6
DRILL = 0.3
_ACROSS = 1.6  # cost of a step against a layer's direction; along it costs 1
_VIA_COST = 7.0
_SHUT = -1
_FREE = 0


@dataclass
class Grid:
    """Nodes of the board. Node = layer * plane + row * columns + column; the outermost ones are always shut.

    `fat` names the nets with wide tracks, `kept` areas (net, layer, corners) that only that net may enter."""

    width: float
    height: float
    pads: Sequence[Pad]
    fat: frozenset[str] = frozenset()
    kept: Sequence[tuple[str, str, Sequence[geometry.Point]]] = ()

    def __post_init__(self) -> None:
        self.columns = int(self.width / PITCH) + 1
        self.rows = int(self.height / PITCH) + 1
        self.plane = self.columns * self.rows
        names = dict.fromkeys(pad.net for pad in self.pads if pad.net)
        self.numbers = {name: number for number, name in enumerate(names, 1)}
        self.thin = self._owners(SIGNAL)
        self.thick = self._owners(POWER)
        self.vias = self._owners(VIA)

    def place(self, node: int) -> geometry.Point:
        """Where a node lies."""
        row, column = divmod(node % self.plane, self.columns)
        return column * PITCH, row * PITCH

    def around(self, pad: Pad, reach: float) -> Iterable[int]:
        """Nodes of one plane whose distance to the copper of a pad is less than `reach`."""
        wide, high = pad.hx + pad.rim + reach, pad.hy + pad.rim + reach
        for row in range(max(0, int((pad.y - high) / PITCH)), min(self.rows, int((pad.y + high) / PITCH) + 2)):
            for column in range(
                max(0, int((pad.x - wide) / PITCH)), min(self.columns, int((pad.x + wide) / PITCH) + 2)
            ):
                if geometry.point_box((column * PITCH, row * PITCH), pad) - pad.rim < reach - 1e-6:
                    yield row * self.columns + column

    def _owners(self, width: float) -> list[int]:
        """By node: free, shut, or the number of the only net whose track of that width may pass."""
        owners = [_SHUT if self._at_rim(node, EDGE + width / 2) else _FREE for node in range(2 * self.plane)]
        for net, side, corners in self.kept:
            first = COPPER.index(side) * self.plane
            for node in range(first, first + self.plane):
                if owners[node] == _FREE and geometry.within(self.place(node), corners):
                    owners[node] = self.numbers[net]
        for pad in self.pads:
            number = self.numbers[pad.net] if pad.net else _SHUT
            for layer, side in enumerate(COPPER):
                if side not in pad.layers and not pad.hole:
                    continue
                for node in self.around(pad, CLEARANCE + width / 2):
                    node += layer * self.plane
                    owners[node] = number if owners[node] in (_FREE, number) and width != VIA else _SHUT
        return owners

    def _at_rim(self, node: int, margin: float) -> bool:
        """Whether a node is one of the outermost, or nearer to the rim than `margin`."""
        x, y = self.place(node)
        row, column = divmod(node % self.plane, self.columns)
        if row in (0, self.rows - 1) or column in (0, self.columns - 1):
            return True
        return min(x, y, self.width - x, self.height - y) < margin

    def inside(self, pad: Pad) -> list[int]:
        """On each of a pad's layers the node nearest its middle, one on its copper where there is any."""
        nodes = list(self.around(pad, 0.0)) or [round(pad.y / PITCH) * self.columns + round(pad.x / PITCH)]
        node = min(nodes, key=lambda n: (self.place(n)[0] - pad.x) ** 2 + (self.place(n)[1] - pad.y) ** 2)
        return [node + layer * self.plane for layer, side in enumerate(COPPER) if side in pad.layers]


@dataclass
class Net:
    """A net while it is laid: its pads' nodes, and the steps taken (from, to)."""

    name: str
    pads: list[list[int]]
    steps: list[tuple[int, int]] = field(default_factory=list)
    nodes: set[int] = field(default_factory=set)
    vias: set[int] = field(default_factory=set)


class Router:
    """Lays the nets of a grid. `run` is true when no place has two users."""

    def __init__(self, grid: Grid):
        self.grid = grid
        self.users = [0] * (2 * grid.plane)
        self.grudge = [0.0] * (2 * grid.plane)
        self.near_via = [0] * grid.plane  # a wide track keeps off the places beside a via, and a via off other vias
        self.near_fat = [0] * grid.plane  # a via keeps off the places beside a wide track
        self.random = random.Random(1)
        self.nets: list[Net] = []
        for name in grid.numbers:
            pads = [grid.inside(pad) for pad in grid.pads if pad.net == name]
            if len(pads) > 1:
                self.nets.append(Net(name, pads))

    def run(self, rounds: int = 60) -> bool:
        """Negotiates, at most so many rounds."""
        pressure = 0.6
        waiting = sorted(self.nets, key=self._extent)
        for _ in range(rounds):
            for net in waiting:
                self._lift(net)
                self._lay(net, pressure)
            crowded = self._crowded()
            if not crowded:
                return True
            for node in crowded:
                self.grudge[node] += 1.0
            waiting = [net for net in self.nets if net.nodes & crowded]
            self.random.shuffle(waiting)
            pressure = min(pressure * 1.4, 40.0)
        return False

    def _extent(self, net: Net) -> float:
        places = [self.grid.place(pad[0]) for pad in net.pads]
        return sum(max(p[axis] for p in places) - min(p[axis] for p in places) for axis in (0, 1))

    def _crowded(self) -> set[int]:
        plane = self.grid.plane
        crowded = {node for node, users in enumerate(self.users) if users > 1}
        wide: dict[int, str] = {}
        for net in self.nets:
            wide.update({node: net.name for node in net.vias | {via + plane for via in net.vias}})
            if net.name in self.grid.fat:
                wide.update({node: net.name for node in net.nodes})
        for net in self.nets:
            for via, near in [(one, near) for one in net.vias for near in self._beside(one)]:
                for node in (near, near + plane):
                    if wide.get(node, net.name) != net.name:
                        crowded |= {node, via, via + plane}
        return crowded

    def _beside(self, node: int) -> tuple[int, int, int, int]:
        return node - 1, node + 1, node - self.grid.columns, node + self.grid.columns

    def _mark(self, net: Net, by: int) -> None:
        for node in net.nodes:
            self.users[node] += by
        for via in net.vias:
            for near in self._beside(via):
                self.near_via[near] += by
        if net.name in self.grid.fat:
            for flat in {node % self.grid.plane for node in net.nodes}:
                for near in self._beside(flat):
                    self.near_fat[near] += by

    def _lift(self, net: Net) -> None:
        self._mark(net, -1)
        net.steps, net.nodes, net.vias = [], set(), set()

    def _lay(self, net: Net, pressure: float) -> None:
        """Grows the tree of a net from its first pad to the nearest one that is not yet on it."""
        plane = self.grid.plane
        left = list(net.pads[1:])
        tree: set[int] = set(net.pads[0])
        net.nodes |= tree
        while left:
            spots = [self.grid.place(node) for node in tree]
            near = min(left, key=lambda pad: min(self._apart(spot, self.grid.place(pad[0])) for spot in spots))
            left.remove(near)
            if not tree & set(near):
                path = self._path(net.name, tree, near, pressure)
                net.steps += list(zip(path, path[1:]))
                net.vias |= {a % plane for a, b in zip(path, path[1:]) if a % plane == b % plane}
                tree |= set(path)
            tree |= set(near)
            net.nodes |= tree
        self._mark(net, 1)

    @staticmethod
    def _apart(one: geometry.Point, other: geometry.Point) -> float:
        return abs(one[0] - other[0]) + abs(one[1] - other[1])

    def _path(self, name: str, tree: set[int], goals: list[int], pressure: float) -> list[int]:
        """Cheapest way from a tree to any of the goals (A*). Raises ValueError when the net is walled in."""
        grid, users, grudge = self.grid, self.users, self.grudge
        columns, plane, number = grid.columns, grid.plane, grid.numbers[name]
        fat = name in grid.fat
        owners = grid.thick if fat else grid.thin
        near_via, near_fat = self.near_via, self.near_fat
        row, column = divmod(goals[0] % plane, columns)
        best = {node: 0.0 for node in tree}
        came: dict[int, int] = {}
        heap: list[tuple[float, float, int]] = []
        for node in tree:
            r, c = divmod(node % plane, columns)
            heapq.heappush(heap, (float(abs(r - row) + abs(c - column)), 0.0, node))
        ends = set(goals)
        done: set[int] = set()
        while heap:
            _, so_far, node = heapq.heappop(heap)
            if node in done:
                continue
            if node in ends:
                path = [node]
                while path[-1] in came:
                    path.append(came[path[-1]])
                return path[::-1]
            done.add(node)
            upper = node < plane
            along, across = (_ACROSS, 1.0) if upper else (1.0, _ACROSS)
            flat = node if upper else node - plane
            steps = [(node + 1, along), (node - 1, along), (node + columns, across), (node - columns, across)]
            if grid.vias[flat] == grid.vias[flat + plane] == _FREE:
                beside = near_via[flat] + near_fat[flat]
                steps.append((node + plane if upper else flat, _VIA_COST + 6 * pressure * beside))
            for there, price in steps:
                if there in done or owners[there] not in (_FREE, number):
                    continue
                many = users[there] + (near_via[there if there < plane else there - plane] if fat else 0)
                cost = so_far + (price + grudge[there]) * (1.0 + pressure * many)
                if cost < best.get(there, 1e18):
                    best[there] = cost
                    came[there] = node
                    r, c = divmod(there if there < plane else there - plane, columns)
                    heapq.heappush(heap, (cost + abs(r - row) + abs(c - column), cost, there))
        raise ValueError(f"net {name}: no way to a pad at {grid.place(goals[0])}")
