"""Room: the union of all wiring diagrams as one netlist: parts, pins, nets, and which board or cable joins them.

After wireviz_files.py; before rules.py, budget.py, parts and carrier. Pins are numbers as text, as printed in the
data sheets; `hardware/parts_pins.yml` has all pins of every type.
"""

from dataclasses import dataclass, field
from functools import cache, cached_property

import yaml

from host_tools.hardware.wireviz_files import FOLDER, LOADER, ROOT, Cable, Diagram, Joint, WiringError, read

PINS_FILE = ROOT / "hardware/parts_pins.yml"
SERIES = "series"  # note of a resistor that a signal passes through


@dataclass(frozen=True)
class Pin:
    """`number` as text, `name` and electrical `kind` (see hardware/parts_pins.yml)."""

    number: str
    name: str
    kind: str


@dataclass
class Part:
    """`place`: the board it is soldered to ("carrier", "panel"), or "table" for what only cables reach."""

    designator: str
    type: str
    subtype: str = ""
    notes: str = ""
    place: str = "table"
    pins: dict[str, Pin] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)

    @cached_property
    def numbers(self) -> dict[str, list[str]]:
        """{name: numbers of the pins called so}; asked for when all diagrams are joined."""
        found: dict[str, list[str]] = {}
        for pin in self.pins.values():
            found.setdefault(pin.name, []).append(pin.number)
        return found


@dataclass
class Netlist:
    """`nets` {name: [(designator, pin number), ...]} in the order of the files; `joints` say which file and cable."""

    parts: dict[str, Part] = field(default_factory=dict)
    nets: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    joints: list[Joint] = field(default_factory=list)
    cables: dict[str, Cable] = field(default_factory=dict)
    types: dict[str, dict] = field(default_factory=dict)
    at: dict[tuple[str, str], list[Joint]] = field(default_factory=dict)  # joints of each pin
    signals: list | None = None  # what clusters.py made of it

    def pin(self, part, name):
        """Number of the pin of a part that has that name or number; WiringError if there is none, or several."""
        name = str(name)
        named = self.parts[part].numbers.get(name, [])
        if len(named) == 1:
            return named[0]
        if name in self.parts[part].pins and not named:
            return name
        raise WiringError(f"{part} has {len(named)} pins called {name}: ask by number")

    def title(self, part, number):
        """A pin as it stands in sentences: "U2 /Y0"."""
        return f"{part} {self.parts[part].pins[number].name}"

    def net_of(self, part, name):
        """Name of the net at a pin, or None."""
        joints = self.at.get((part, self.pin(part, name)))
        return joints[0].net if joints else None

    def wired(self, part, name):
        """{net that a signal at this pin is on, or reaches through series resistors}."""
        todo = [self.net_of(part, name)]
        found: set[str] = set()
        while todo:
            net = todo.pop()
            if net is not None and net not in found:
                found.add(net)
                todo += self.across(net)
        return found

    def across(self, net):
        """Nets at the other end of the series resistors on this net."""
        ends = []
        for part, number in self.nets.get(net, []):
            if self.parts[part].notes == SERIES:
                others = [self.at.get((part, other)) for other in self.parts[part].pins if other != number]
                ends += [joints[0].net if joints else None for joints in others]
        return ends

    def files(self, part, name):
        """Diagrams that draw this pin, as paths in the repository; those of the part if none does."""
        found = [joint.where for joint in self.at.get((part, self.pin(part, name)), [])]
        return sorted({f"hardware/wiring/{where}" for where in found or self.parts[part].files})

    def on(self, board):
        """The netlist of one board alone: its parts, and {net: pins} of those."""
        parts = {name: part for name, part in self.parts.items() if part.place == board}
        nets = {net: [node for node in nodes if node[0] in parts] for net, nodes in self.nets.items()}
        return parts, {net: nodes for net, nodes in nets.items() if nodes}


@cache
def types():
    """{part type: {"pins": {number text: (name, kind)}, ...}} of hardware/parts_pins.yml; connectors have a count."""
    found = yaml.load(PINS_FILE.read_text(encoding="utf-8"), LOADER)
    for name, given in found.items():
        if isinstance(given, int):
            found[name] = {"pins": {str(number): (None, "passive") for number in range(1, given + 1)}}
        else:
            found[name] = dict(given, pins={str(number): tuple(pin) for number, pin in given["pins"].items()})
    return found


@cache
def diagrams(folder=FOLDER):
    """All diagrams, by file name; read once."""
    return {path.name: read(path) for path in sorted(folder.glob("*.yml"))}


def load(role="primary", folder=FOLDER):
    """The Netlist of a board in that role ("primary" or "satellite"); WiringError names the diagram at fault."""
    return join([one for one in diagrams(folder).values() if one.only in (None, role) and not one.subcircuit])


@cache
def subcircuits(folder=FOLDER):
    """{part type: Netlist of what is inside}, for parts that a diagram of their own draws."""
    return {one.subcircuit: join([one]) for one in diagrams(folder).values() if one.subcircuit}


def join(drawn: list[Diagram]):
    """The Netlist of these diagrams together."""
    netlist = Netlist(types=types())
    for diagram in drawn:
        for designator, connector in diagram.connectors.items():
            _add_part(netlist, diagram, designator, connector)
        for name, cable in diagram.cables.items():
            if cable.board is None:
                if name in netlist.cables:
                    raise WiringError(f"hardware/wiring/{diagram.name} draws cable {name} a second time")
                netlist.cables[name] = cable
        for joint in diagram.joints:
            _add_joint(netlist, joint, diagram.cables[joint.cable].board)
    return netlist


def _add_part(netlist, diagram, designator, connector):
    where = f"hardware/wiring/{diagram.name}"
    known = netlist.types.get(connector.type)
    if known is None:
        raise WiringError(f"{where}: {designator} is a {connector.type}; add its pins to hardware/parts_pins.yml")
    part = netlist.parts.get(designator)
    if part is None:
        part = Part(designator, connector.type, connector.subtype, connector.notes)
        part.pins = {number: Pin(number, name or number, kind) for number, (name, kind) in known["pins"].items()}
        netlist.parts[designator] = part
    elif (part.type, part.subtype, part.notes) != (connector.type, connector.subtype, connector.notes):
        raise WiringError(f"{where}: {designator} is described otherwise in {', '.join(part.files)}")
    for number, label in connector.labels.items():
        if number not in known["pins"]:
            raise WiringError(f"{where}: {designator} has no pin {number}; a {connector.type} has {len(known['pins'])}")
        name, kind = known["pins"][number]
        if name is None:
            name = part.pins[number].name if part.files else label
            part.pins[number] = Pin(number, name, kind)
        if name != label:
            raise WiringError(f"{where}: pin {number} of {designator} is {name}, not {label}")
    part.files.append(diagram.name)


def _add_joint(netlist, joint, board):
    nodes = netlist.nets.setdefault(joint.net, [])
    node = (joint.part, joint.pin)
    known = netlist.at.setdefault(node, [])
    if known and known[0].net != joint.net:
        raise WiringError(
            f"hardware/wiring/{joint.where} puts {joint.part} {netlist.parts[joint.part].pins[joint.pin].name} on "
            f"{joint.net}, hardware/wiring/{known[0].where} on {known[0].net}: one of them is wrong"
        )
    if not known:
        nodes.append(node)
    known.append(joint)
    netlist.joints.append(joint)
    if board is not None:
        part = netlist.parts[joint.part]
        if part.place not in ("table", board):
            raise WiringError(f"hardware/wiring/{joint.where} puts {joint.part} on two boards")
        part.place = board
