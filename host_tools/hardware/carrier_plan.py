"""Room: the carrier's parts and nets from the wiring, joined with their footprints and places. Millimetres.

Before it: netlist.py and `hardware/carrier/carrier.yml`. After it: routing, schematic, board file and checks.
"""

from dataclasses import dataclass
from typing import Any

import yaml

from host_tools.hardware import carrier_library, netlist
from host_tools.hardware.carrier_geometry import Pad, Point
from host_tools.hardware.wireviz_files import LOADER

FILE = carrier_library.FOLDER / "carrier.yml"
BOARD = "carrier"
HOLE = "MountingHole_3.2mm_M3"  # footprint of the mounting holes


@dataclass(frozen=True)
class Item:
    """A part on the board: `pins` {number: (name, kind, net or "")}, `at` and `turn` of its footprint's origin."""

    name: str
    type: str
    value: str
    about: str
    footprint: str
    at: Point
    turn: float
    pins: dict[str, tuple[str, str, str]]

    def nets(self) -> dict[str, str]:
        """{pin number: net} of the pins that are joined to something."""
        return {number: net for number, (_, _, net) in self.pins.items() if net}


@dataclass(frozen=True)
class Pour:
    """An area of a layer that belongs to one net; filled with copper."""

    net: str
    layer: str
    corners: list[Point]


@dataclass(frozen=True)
class Plan:
    """The board before any track is laid."""

    size: Point
    thickness: float
    holes: list[Point]
    supplies: frozenset[str]
    ground: str
    pours: list[Pour]
    titles: dict[str, tuple[str, Point, float]]
    items: list[Item]
    pads: list[Pad]

    def item(self, name: str) -> Item:
        """The part of that name; KeyError if it is not on the board."""
        return {item.name: item for item in self.items}[name]

    def nets(self) -> dict[str, list[tuple[str, str]]]:
        """{net: [(part, pin number)]} of the wiring."""
        found: dict[str, list[tuple[str, str]]] = {}
        for item in self.items:
            for number, net in item.nets().items():
                found.setdefault(net, []).append((item.name, number))
        return found


def _order(name: str) -> tuple[str, int]:
    letters = name.rstrip("0123456789")
    return letters, int(name[len(letters) :] or 0)


def given() -> dict[str, Any]:
    """What carrier.yml says."""
    found: dict[str, Any] = yaml.load(FILE.read_text(encoding="utf-8"), LOADER)
    return found


def load(wiring: Any = None, data: dict[str, Any] | None = None) -> Plan:
    """The plan of the board; ValueError names a part without footprint or place, or one too many."""
    data = data or given()
    parts, nets = (wiring or netlist.load()).on(BOARD)
    net_of = {node: net for net, nodes in nets.items() for node in nodes}
    for name in sorted(set(data["places"]) - set(parts)):
        raise ValueError(f"hardware/carrier/carrier.yml places {name}, which the wiring does not have on the carrier")
    items = []
    for name in sorted(parts, key=_order):
        part = parts[name]
        footprint = data["footprints"].get(f"{part.type}, {part.subtype}") or data["footprints"].get(part.type)
        if footprint is None or name not in data["places"]:
            what = "place" if footprint else f"footprint for {part.type}"
            raise ValueError(f"hardware/carrier/carrier.yml has no {what}: {name} needs it")
        x, y, turn = data["places"][name]
        pins = {number: (pin.name, pin.kind, net_of.get((name, number), "")) for number, pin in part.pins.items()}
        items.append(Item(name, part.type, part.subtype or part.type, part.notes, footprint, (x, y), turn, pins))
    pads = [pad for item in items for pad in pads_of(item)]
    for x, y in data["holes"]:
        pads += carrier_library.pads_of("hole", HOLE, (x, y), 0, {})
    holes = [(x, y) for x, y in data["holes"]]
    size = (data["size"][0], data["size"][1])
    supplies = frozenset(data["supplies"])
    pours = [Pour(pour["net"], pour["layer"], [(x, y) for x, y in pour["corners"]]) for pour in data["pours"]]
    titles = {name: (text, (at[0], at[1]), turn) for name, (text, at, turn) in data["titles"].items()}
    return Plan(size, data["thickness"], holes, supplies, data["ground"], pours, titles, items, pads)


def pads_of(item: Item) -> list[Pad]:
    """The pads of a part where they lie; ValueError if its pins and its footprint's pads differ."""
    pads = carrier_library.pads_of(item.name, item.footprint, item.at, item.turn, item.nets())
    if {pad.number for pad in pads if pad.number} != set(item.pins):
        raise ValueError(f"{item.name}: pins of a {item.type} and pads of {item.footprint} differ")
    return pads
