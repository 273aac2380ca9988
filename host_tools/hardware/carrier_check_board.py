"""Room: compares a board file with the wiring and checks its copper: every fault is a sentence that names the net.

Millimetres. KiCad's own rule check (carrier_kicad.py) is the second opinion where KiCad is installed.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator

from host_tools.hardware import carrier_geometry as geometry
from host_tools.hardware import carrier_route as route
from host_tools.hardware.carrier_geometry import COPPER, Pad, Point, Track, Via
from host_tools.hardware.carrier_plan import Plan
from host_tools.hardware.carrier_read import Board

Copper = Pad | Track | Via
_CELL = 5.0  # side of the squares that neighbours are looked for in
_TINY = 1e-3
NEAR = 5.0  # a chip's capacitor to its supply pin


def nets(plan: Plan, board: Board) -> list[str]:
    """Pads on another net than the wiring says, pads without a pin, pins without a pad, and other footprints."""
    wanted = {(item.name, number): net for item in plan.items for number, (_, _, net) in item.pins.items()}
    faults = []
    seen = set()
    for pad in board.pads:
        if not pad.number:
            continue
        seen.add((pad.part, pad.number))
        if (pad.part, pad.number) not in wanted:
            faults.append(f"pad {pad.number} of {pad.part}, net {pad.net or 'none'}: the wiring has no such pin")
        elif wanted[pad.part, pad.number] != pad.net:
            meant = wanted[pad.part, pad.number] or "no net"
            faults.append(f"pad {pad.number} of {pad.part} is on {pad.net or 'no net'}, the wiring says {meant}")
    for part, number in sorted(set(wanted) - seen):
        faults.append(f"pin {number} of {part}, net {wanted[part, number] or 'none'}: the board has no such pad")
    for item in plan.items:
        if board.footprints.get(item.name) not in (item.footprint, None):
            faults.append(f"{item.name} has the footprint {board.footprints[item.name]}, not {item.footprint}")
    return faults


def unrouted(board: Board) -> list[str]:
    """Nets whose pads are not all joined by copper."""
    faults = []
    copper: dict[str, list[Copper]] = defaultdict(list)
    everything: list[Copper] = [*board.pads, *board.tracks, *board.vias]
    for thing in everything:
        if thing.net:
            copper[thing.net].append(thing)
    pours: dict[str, list[tuple[str, list[Point]]]] = defaultdict(list)
    for area in board.areas:
        pours[area.net] += [(area.layer, piece) for piece in area.pieces]
    for net, things in sorted(copper.items()):
        groups = _groups(things, pours[net])
        pads = [(group, thing) for group, thing in zip(groups, things) if isinstance(thing, Pad)]
        pieces = Counter(group for group, _ in pads)
        if len(pieces) > 1:
            most = pieces.most_common(1)[0][0]
            cut = next(pad for group, pad in pads if group != most)
            faults.append(f"net {net} is in {len(pieces)} pieces: pad {cut.number} of {cut.part} is cut off")
    return faults


def _groups(things: list[Copper], pours: list[tuple[str, list[Point]]]) -> list[int]:
    """For each thing the number of the piece of copper it belongs to."""
    parent = list(range(len(things) + len(pours)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    for one, other in _neighbours(things, _TINY):
        if gap(things[one], things[other]) <= _TINY:
            parent[root(one)] = root(other)
    for number, (layer, piece) in enumerate(pours, len(things)):
        for index, thing in enumerate(things):
            if layer in layers(thing) and _on(thing, piece):
                parent[root(index)] = root(number)
    return [root(index) for index in range(len(things))]


def _on(thing: Copper, piece: list[Point]) -> bool:
    """Whether a via or pad lies in an area. A pad's spokes end within it; a track hangs on its pads and vias."""
    if isinstance(thing, Via):
        return geometry.within(thing.at, piece)
    return isinstance(thing, Pad) and any(geometry.on_pad(point, thing) for point in piece)


def layers(thing: Copper) -> tuple[str, ...]:
    """Copper layers a thing lies on."""
    if isinstance(thing, Track):
        return (thing.layer,)
    return COPPER if isinstance(thing, Via) else thing.layers


def gap(one: Copper, other: Copper) -> float:
    """Between the copper of two things; inf if they share no layer."""
    if not set(layers(one)) & set(layers(other)):
        return math.inf
    if isinstance(one, Pad) and isinstance(other, Pad):
        return geometry.pads(one, other)
    if isinstance(one, Pad):
        one, other = other, one
    start, end, width = _line(one)
    if isinstance(other, Pad):
        return geometry.segment_pad(start, end, other) - width / 2
    to_start, to_end, to_width = _line(other)
    return geometry.segments(start, end, to_start, to_end) - width / 2 - to_width / 2


def _line(thing: Copper) -> tuple[Point, Point, float]:
    if isinstance(thing, Track):
        return thing.start, thing.end, thing.width
    if isinstance(thing, Via):
        return thing.at, thing.at, thing.size
    raise TypeError("a pad has no middle line")


def _box(thing: Copper) -> tuple[float, float, float, float]:
    if isinstance(thing, Pad):
        wide, high = thing.hx + thing.rim, thing.hy + thing.rim
        return thing.x - wide, thing.y - high, thing.x + wide, thing.y + high
    (ax, ay), (bx, by), width = _line(thing)
    r = width / 2
    return min(ax, bx) - r, min(ay, by) - r, max(ax, bx) + r, max(ay, by) + r


def _neighbours(things: list[Copper], reach: float) -> Iterator[tuple[int, int]]:
    """Pairs of things whose boxes come nearer than `reach`."""
    cells: dict[tuple[int, int], list[int]] = defaultdict(list)
    boxes = [_box(thing) for thing in things]
    for index, (left, top, right, bottom) in enumerate(boxes):
        for column in range(int((left - reach) // _CELL), int((right + reach) // _CELL) + 1):
            for row in range(int((top - reach) // _CELL), int((bottom + reach) // _CELL) + 1):
                cells[column, row].append(index)
    seen = set()
    for members in cells.values():
        for place, one in enumerate(members):
            a = boxes[one]
            for other in members[place + 1 :]:
                b = boxes[other]
                near = a[0] - reach < b[2] and b[0] - reach < a[2] and a[1] - reach < b[3] and b[1] - reach < a[3]
                if near and (one, other) not in seen:
                    seen.add((one, other))
                    yield one, other


def clearance(board: Board, least: float = route.CLEARANCE) -> list[str]:
    """Copper of different nets that comes nearer than `least`."""
    things: list[Copper] = [*board.pads, *board.tracks, *board.vias]
    faults = []
    for one, other in _neighbours(things, least):
        a, b = things[one], things[other]
        if a.net != b.net or not a.net:
            apart = gap(a, b)
            if apart < least - _TINY:
                x, y = (a.x, a.y) if isinstance(a, Pad) else _line(a)[0]
                faults.append(
                    f"nets {a.net or 'none'} and {b.net or 'none'} are {apart:.3f} mm apart near {x:g}, {y:g}"
                )
    return faults


def outline(plan: Plan, board: Board) -> list[str]:
    """A rim that is no closed line round the whole board, copper too near it, holes that are missing."""
    faults = []
    ends = Counter(point for line in board.rim for point in line)
    if not board.rim or any(count != 2 for count in ends.values()):
        faults.append("the outline is not closed")
    elif (max(x for x, _ in ends), max(y for _, y in ends)) != plan.size or min(ends) != (0, 0):
        faults.append("the outline has not the size that carrier.yml says")
    everything: list[Copper] = [*board.tracks, *board.vias, *board.pads]
    for thing in everything:
        left, top, right, bottom = _box(thing)
        if min(left, top, plan.size[0] - right, plan.size[1] - bottom) < route.EDGE - _TINY and layers(thing):
            faults.append(f"net {thing.net or 'none'} comes too near the rim at {left:.2f}, {top:.2f}")
    holes = sorted((pad.x, pad.y) for pad in board.pads if pad.part.startswith("H") and pad.hole >= 3.2)
    if holes != sorted(plan.holes):
        faults.append(f"the mounting holes lie at {holes}, not at {sorted(plan.holes)}")
    return faults


def decoupling(plan: Plan, board: Board) -> list[str]:
    """Capacitors further from the supply pin of their chip than the wiring asks."""
    at = {(pad.part, pad.number): pad for pad in board.pads}
    faults = []
    for item in plan.items:
        chip = item.about.removeprefix("at ") if item.type == "capacitor" and item.about.startswith("at U") else ""
        if chip not in {other.name for other in plan.items}:
            continue
        for number, (_, kind, net) in plan.item(chip).pins.items():
            if kind == "power":
                here = at[chip, number]
                own = [pad for pad in board.pads if pad.part == item.name and pad.net == net]
                near = min([math.dist((pad.x, pad.y), (here.x, here.y)) for pad in own] or [math.inf])
                if near > NEAR:
                    faults.append(f"{item.name} is {near:.1f} mm from {net} of {chip}; at most {NEAR:g} mm")
    return faults
