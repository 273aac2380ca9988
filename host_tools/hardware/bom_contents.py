"""Room: what one board is made of: parts, metres of cable and LEDs, from wiring, firmware numbers and its settings.

After netlist.py; before bom.py. Readers that the settings say are not built are left out, and with them the headers and
ribbons that would serve nobody else.
"""

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from firmware import settings, wiring
from hardware.table_top import params, places
from host_tools.hardware import netlist

DRAWINGS = netlist.ROOT / "hardware/table_top/laser"
READER = re.compile(r"RD(\d+)")
STRIP = "WS2812B strip"  # counted LED by LED


@dataclass
class Contents:
    """`parts` {(type, subtype): [designators]}; `files` {same: diagram}; `metres` {cable: m}; `leds` {group: n};
    `table_top` {"screws", "sheets", "floors": n}."""

    role: str
    parts: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    files: dict[tuple[str, str], str] = field(default_factory=dict)
    metres: Counter[str] = field(default_factory=Counter)
    leds: dict[str, int] = field(default_factory=dict)
    table_top: dict[str, int] = field(default_factory=dict)


def read_settings(path: Path):
    """The whole settings in a file, as the firmware takes them; ValueError in one sentence."""
    try:
        given = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as problem:
        raise ValueError(f"{path.name} is no JSON: {problem}") from None
    try:
        return settings.load(given)
    except ValueError as problem:
        raise ValueError(f"{path.name}: {problem}") from None


def contents(chosen, wired=None):
    """The Contents of a board with these settings. wired: its Netlist, None: that of hardware/wiring."""
    role = chosen["role"]
    wired = netlist.load(role) if wired is None else wired
    left_out = _left_out(wired, role, chosen["readers"])
    found = Contents(role)
    inside = netlist.subcircuits()
    for designator, part in wired.parts.items():
        if designator in left_out:
            continue
        _add(found, part, designator)
        if part.type in inside:
            for inner in inside[part.type].parts.values():
                if inner.type != part.type:
                    _add(found, inner, f"{designator} {inner.designator}")
    for name, cable in wired.cables.items():
        if name not in left_out:
            found.metres[cable.type] += _metres(cable)
    found.leds = dict(wiring.CHAIN_PRIMARY if role == "primary" else wiring.CHAIN_SATELLITE)
    found.table_top = _table_top(role)
    return found


def _table_top(role):
    """Standoffs, sheets of 3 mm and floors of a board's table top: the screws of its model, and its drawings."""
    drawings = [path.stem for path in DRAWINGS.glob(f"{role}_*.dxf")]
    floors = sum(name.endswith("_floor") for name in drawings)
    return {
        "screws": len(places.screws(params.load(), role)),
        "sheets": len(drawings) - floors,
        "floors": floors,
    }


def _add(found, part, designator):
    key = (part.type, part.subtype)
    found.parts.setdefault(key, []).append(designator)
    found.files.setdefault(key, f"hardware/wiring/{part.files[0]}")


def _left_out(wired, role, readers):
    """Designators and cables that a board of that role with those readers has not."""
    absent = set()
    for designator in wired.parts:
        reader = READER.fullmatch(designator)
        if reader and not wiring.has_reader(int(reader[1]), role, readers):
            absent.add(designator)
    joined: dict[str, set[str]] = {}
    for joint in wired.joints:
        joined.setdefault(joint.cable, set()).add(joint.part)
    for cable in wired.cables:
        headers = {name for name in joined.get(cable, ()) if wired.parts[name].type.startswith("IDC header")}
        served = joined.get(cable, set()) - headers
        if served and served <= absent:
            absent |= headers | {cable}
    return absent


def _metres(cable):
    """Length of a cable in metres."""
    number, _, unit = str(cable.attributes.get("length", "0 m")).partition(" ")
    if unit != "m":
        raise netlist.WiringError(f"a {cable.type} is {number} {unit} long: say it in m")
    return float(number)
