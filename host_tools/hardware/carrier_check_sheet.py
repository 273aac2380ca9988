"""Room: reads a schematic of KiCad, joins its wires, and checks it: the wiring's nets, and electrical rules. In mm.

The rules are those of KiCad's own check that matter here: no pin left open without a cross, no net with two names,
every input driven, every supply pin fed, no two outputs on one net. Every fault is a sentence that names the net.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from host_tools.hardware.carrier_library import numbers
from host_tools.hardware.carrier_plan import Plan
from host_tools.hardware.carrier_sexpr import child, children, parse
from host_tools.hardware.carrier_symbols import KINDS

Spot = tuple[float, float]
_DRIVING = {"output", "tri_state", "bidirectional", "open_collector", "passive", "power_out"}
_STRONG = {"output", "power_out"}
_TURNS = {0: (1, 0, 0, -1), 90: (0, -1, -1, 0), 180: (-1, 0, 0, 1), 270: (0, 1, 1, 0)}


@dataclass
class Group:
    """All that is joined: names from labels and supply signs, pins (part, number, kind), crosses."""

    names: set[str] = field(default_factory=set)
    pins: list[tuple[str, str, str]] = field(default_factory=list)
    crosses: int = 0


class _Joined:
    """Sets of spots that are joined, by union and find; a name counts as a spot too."""

    def __init__(self) -> None:
        self._parent: dict[Any, Any] = {}

    def root(self, spot: Any) -> Any:
        """One spot that stands for all that are joined with this one."""
        while self._parent.setdefault(spot, spot) != spot:
            spot = self._parent[spot]
        return spot

    def join(self, one: Any, other: Any) -> None:
        self._parent[self.root(one)] = self.root(other)


def groups(text: str) -> list[Group]:
    """What a `.kicad_sch` joins; groups that bear one name are one. ValueError when the text is no schematic."""
    tree = parse(text)
    if tree[0] != "kicad_sch":
        raise ValueError("this is no schematic of KiCad")
    joined = _Joined()
    for wire in children(tree, "wire"):
        joined.join(*(_spot(numbers(xy)) for xy in children(child(wire, "pts"), "xy")))
    pins = list(_placed_pins(tree))
    named = [(_spot(numbers(child(label, "at"))), str(label[1])) for label in children(tree, "label")]
    named += [(spot, value) for spot, (reference, _, _), value in pins if reference.startswith("#PWR")]
    for spot, name in named:
        joined.join(spot, ("name", name))
    found: dict[Any, Group] = defaultdict(Group)
    for spot, name in named:
        found[joined.root(spot)].names.add(name)
    for spot, pin, _ in pins:
        found[joined.root(spot)].pins.append(pin)
    for cross in children(tree, "no_connect"):
        found[joined.root(_spot(numbers(child(cross, "at"))))].crosses += 1
    return list(found.values())


def _placed_pins(tree: list[Any]) -> Iterator[tuple[Spot, tuple[str, str, str], str]]:
    """(where, (part, number, kind), value of the part) of every pin on the sheet."""
    library = {str(node[1]): node for node in children(child(tree, "lib_symbols"), "symbol")}
    for placed in children(tree, "symbol"):
        own = library[str(child(placed, "lib_id")[1])]
        reference, value = (str(part[2]) for part in list(children(placed, "property"))[:2])
        for number, kind, spot in _pins(placed, own):
            yield spot, (reference, number, kind), value


def _spot(values: list[float]) -> Spot:
    return round(values[0], 2), round(values[1], 2)


def _pins(placed: list[Any], symbol: list[Any]) -> list[tuple[str, str, Spot]]:
    at = numbers(child(placed, "at"))
    turn = _TURNS[int(at[2])]
    found = []
    for unit in children(symbol, "symbol"):
        for pin in children(unit, "pin"):
            x, y = numbers(child(pin, "at"))[:2]
            spot = _spot([at[0] + turn[0] * x + turn[1] * y, at[1] + turn[2] * x + turn[3] * y])
            found.append((str(child(pin, "number")[1]), str(pin[1]), spot))
    return found


def nets(plan: Plan, text: str) -> list[str]:
    """Differences between the schematic's nets and those of the wiring; pins, kinds and footprints too."""
    faults = []
    drawn = {
        (part, number): (next(iter(sorted(group.names)), ""), kind)
        for group in groups(text)
        for part, number, kind in group.pins
        if not part.startswith("#")
    }
    for item in plan.items:
        for number, (_, kind, net) in item.pins.items():
            shown, drawn_kind = drawn.pop((item.name, number), (None, ""))
            if shown is None:
                faults.append(f"pin {number} of {item.name}, net {net or 'none'}: the schematic does not have it")
            elif shown != net:
                faults.append(f"pin {number} of {item.name} is on {shown or 'no net'}, the wiring says {net or 'none'}")
            elif drawn_kind != KINDS[kind]:
                faults.append(f"pin {number} of {item.name} is drawn as {drawn_kind}, it is {KINDS[kind]}")
    faults += [
        f"pin {number} of {part}, net {net}: the wiring has no such pin" for (part, number), (net, _) in drawn.items()
    ]
    shapes = _footprints(text)
    for item in plan.items:
        if shapes.get(item.name) != "carrier:" + item.footprint:
            faults.append(
                f"{item.name} has the footprint {shapes.get(item.name)} in the schematic, not {item.footprint}"
            )
    return faults


def _footprints(text: str) -> dict[str, str]:
    found = {}
    for placed in children(parse(text), "symbol"):
        own = {str(part[1]): str(part[2]) for part in children(placed, "property")}
        found[own["Reference"]] = own["Footprint"]
    return found


def rules(text: str) -> list[str]:
    """Faults against the electrical rules."""
    faults = []
    for group in groups(text):
        net = " = ".join(sorted(group.names)) or "without a name"
        pins = [pin for pin in group.pins if not pin[0].startswith("#PWR")]
        kinds = [kind for _, _, kind in pins]
        who = ", ".join(f"pin {number} of {part}" for part, number, _ in pins[:3])
        if len(group.names) > 1:
            faults.append(f"net {net}: two names on one net")
        if group.crosses and (len(pins) > 1 or group.names):
            faults.append(f"net {net}: a cross says that {who} is joined to nothing")
        if len(pins) < 2 and not group.crosses:
            faults.append(f"net {net}: {who or 'nothing'} is joined to nothing, and has no cross")
        if group.crosses or len(pins) < 2:
            continue
        if "power_in" in kinds and "power_out" not in kinds:
            faults.append(f"net {net}: nothing feeds {who}")
        if "input" in kinds and not _DRIVING & set(kinds):
            faults.append(f"net {net}: nothing drives {who}")
        strong = [f"pin {number} of {part}" for part, number, kind in pins if kind in _STRONG]
        if len(strong) > 1:
            faults.append(f"net {net}: {' and '.join(strong)} drive against each other")
    return faults
