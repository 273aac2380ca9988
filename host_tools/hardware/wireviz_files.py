"""Room: reads one WireViz diagram of `hardware/wiring/` into plain records; netlist.py joins them.

Understood is what these diagrams use of WireViz 0.4: connectors with `pins` and `pinlabels` or a `pincount`, cables
whose `wirelabels` are names of nets, and connections that go from pins over wires to pins.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "hardware/wiring"
# The compiled reader where the package has one: ten times as fast.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class WiringError(ValueError):
    """One sentence: which diagram, what is wrong, what to do."""


@dataclass(frozen=True)
class Joint:
    """One pin on one wire: `net` is the wire's label, `cable` the WireViz cable and `wire` its number there, from 1,
    `where` the diagram's file name."""

    net: str
    part: str
    pin: str
    cable: str
    wire: int
    where: str


@dataclass(frozen=True)
class Connector:
    """A WireViz connector: any part. `labels` {pin number: name} holds only the pins that this diagram speaks of."""

    type: str
    subtype: str
    notes: str
    labels: dict[str, str]


@dataclass(frozen=True)
class Cable:
    """A WireViz cable: one of cables and wires, or the traces of a board (`board` names it, None for a cable)."""

    type: str
    board: str | None
    nets: list[str]
    attributes: dict[str, Any]


@dataclass
class Diagram:
    """One file. `only`: the role whose board has it, None for both. `subcircuit`: the part type it draws, or None."""

    name: str
    title: str
    about: str
    only: str | None
    subcircuit: str | None
    connectors: dict[str, Connector] = field(default_factory=dict)
    cables: dict[str, Cable] = field(default_factory=dict)
    joints: list[Joint] = field(default_factory=list)


def read(path):
    """The Diagram in a file; WiringError if it is not one."""
    try:
        return parse(path.name, path.read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        raise WiringError(f"hardware/wiring/{path.name} is no YAML: {' '.join(str(error).split())}") from error


def parse(name, text):
    """The Diagram in a text; `name` is the file name that faults are reported with."""
    data = yaml.load(text, LOADER)
    if not isinstance(data, dict) or not {"metadata", "connectors", "cables", "connections"} <= data.keys():
        raise WiringError(f"hardware/wiring/{name} needs metadata, connectors, cables and connections")
    about = data["metadata"]
    diagram = Diagram(name, about["title"], about["about"], about.get("only"), about.get("subcircuit"))
    for designator, given in data["connectors"].items():
        diagram.connectors[designator] = _connector(name, designator, given)
    for designator, given in data["cables"].items():
        board = given["type"] if given.get("category") == "bundle" else None
        diagram.cables[designator] = Cable(given["type"], board, [str(net) for net in given["wirelabels"]], given)
    for entries in data["connections"]:
        _join(diagram, [_entry(name, entry) for entry in entries])
    return diagram


def _connector(name, designator, given):
    labels = [str(label) for label in given.get("pinlabels", [])]
    count = given.get("pincount") or len(labels)
    pins = [str(pin) for pin in given.get("pins") or range(1, count + 1)]
    labels = labels or pins
    if len(labels) != len(pins) or len(set(pins)) != len(pins):
        raise WiringError(f"hardware/wiring/{name}: {designator} has {len(pins)} pins but {len(labels)} names")
    return Connector(given["type"], given.get("subtype", ""), given.get("notes", ""), dict(zip(pins, labels)))


def _entry(name, entry):
    """(designator, pins or wires) of one step of a connection, with ranges such as "1-14" written out."""
    if not isinstance(entry, dict) or len(entry) != 1:
        raise WiringError(f"hardware/wiring/{name}: a step of a connection is a part or cable with its pins: {entry}")
    ((designator, items),) = entry.items()
    found = []
    for item in items:
        span = re.fullmatch(r"(\d+)-(\d+)", str(item))
        found += [str(n) for n in range(int(span[1]), int(span[2]) + 1)] if span else [str(item)]
    return designator, found


def _join(diagram, steps):
    if len({len(items) for _, items in steps}) != 1:
        raise WiringError(f"hardware/wiring/{diagram.name}: the steps of a connection differ in length: {steps}")
    for at, (designator, items) in enumerate(steps):
        if designator not in diagram.connectors:
            if designator not in diagram.cables:
                raise WiringError(f"hardware/wiring/{diagram.name} connects {designator} but does not describe it")
            continue
        pins = [_pin(diagram, designator, item) for item in items]
        for cable, wires in steps[max(0, at - 1) : at] + steps[at + 1 : at + 2]:
            for pin, wire in zip(pins, wires):
                number = _wire(diagram, cable, wire)
                net = diagram.cables[cable].nets[number - 1]
                diagram.joints.append(Joint(net, designator, pin, cable, number, diagram.name))


def _pin(diagram, designator, item):
    """Number of a pin that is given by number or by name."""
    labels = diagram.connectors[designator].labels
    named = [pin for pin, label in labels.items() if label == item]
    if item in labels and not (named and named != [item]):
        return item
    if len(named) != 1:
        raise WiringError(f"hardware/wiring/{diagram.name}: {designator} has {len(named)} pins called {item}")
    return named[0]


def _wire(diagram, cable, wire):
    """Number of a wire that is given by number or by net."""
    if cable not in diagram.cables:
        raise WiringError(f"hardware/wiring/{diagram.name}: {cable} stands where a cable belongs")
    nets = diagram.cables[cable].nets
    if wire.isdigit() and 1 <= int(wire) <= len(nets):
        return int(wire)
    if nets.count(wire) != 1:
        raise WiringError(f"hardware/wiring/{diagram.name}: {cable} has {nets.count(wire)} wires called {wire}")
    return nets.index(wire) + 1
