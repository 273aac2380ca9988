"""Room: design rules of supply and connection: power pins, rails, capacitors, loose pins, plugs that may be swapped.

Each takes a netlist and returns sentences; rules.py asks them all.
"""

from host_tools.hardware.levels import RAILS

# Rail: what feeds it. VSYS is also fed by USB, through the diode on the Pico.
SOURCES = {"+5V_IN": ("J1", "1"), "+5V": ("F1", "2"), "VSYS": ("D1", "1"), "3V3": ("U10", "3")}
# Inputs that may stay open: they have a pull-up inside (Pico data sheet 2.1).
OPEN_INPUTS = {("U1", "3V3_EN")}


def power_pin_faults(netlist):
    """Every supply pin is on a rail whose voltage suits it, every ground pin on ground."""
    found = []
    for name, part in netlist.parts.items():
        supply = netlist.types[part.type].get("supply", {})
        for pin in part.pins.values():
            net = netlist.net_of(name, pin.number)
            if pin.kind == "ground" and net != "GND":
                found.append(f"{name} {pin.name} (pin {pin.number}) is on {net}, not on GND")
            elif pin.kind == "power" and net not in RAILS:
                found.append(f"{name} {pin.name} (pin {pin.number}) is on {net}, which is no supply")
            elif pin.kind == "power" and int(pin.number) in supply:
                least, most = supply[int(pin.number)]
                lower, upper = RAILS[net]
                if lower < least or upper > most:
                    found.append(f"{name} wants {least} to {most} V at {pin.name}, but {net} is {lower} to {upper} V")
    return found


def rail_faults(netlist):
    """Every rail is fed once, by the part that is meant to; no other source joins it."""
    found = []
    for rail, source in SOURCES.items():
        nodes = netlist.nets.get(rail, [])
        if source not in nodes:
            found.append(f"{rail} is not fed: {source[0]} pin {source[1]} is not on it")
        for part, number in nodes:
            pin = netlist.parts[part].pins[number]
            if pin.kind == "source" and (part, number) != source:
                found.append(f"{rail} is fed by {source[0]} and by {part} {pin.name}")
    return found


def decoupling_faults(netlist):
    """Every chip has a capacitor of its own between its supply pin and ground, on the same board."""
    found = []
    for name, part in netlist.parts.items():
        described = netlist.types[part.type]
        if not described.get("decoupled"):
            continue
        rails = {netlist.net_of(name, str(pin)) for pin in described["supply"]}
        rails |= {netlist.net_of(name, pin.number) for pin in part.pins.values() if pin.kind == "source"}
        for rail in sorted(map(str, rails)):
            if not any(_serves(netlist, other, part, rail) for other in netlist.parts.values()):
                found.append(f"{name} has no capacitor between {rail} and GND")
    return found


def _serves(netlist, capacitor, part, rail):
    if capacitor.type != "capacitor" or capacitor.place != part.place:
        return False
    ends = {netlist.net_of(capacitor.designator, pin) for pin in capacitor.pins}
    return ends == {rail, "GND"} and capacitor.notes.split()[:2] == ["at", part.designator]


def open_pin_faults(netlist):
    """No input is left open, no pin of a connector, and no end of a part that has two."""
    found = []
    for name, part in netlist.parts.items():
        for pin in part.pins.values():
            wanted = pin.kind in ("in", "analog") or name[0] == "J" or len(part.pins) == 2
            if wanted and netlist.net_of(name, pin.number) is None and (name, pin.name) not in OPEN_INPUTS:
                found.append(f"{name} {pin.name} (pin {pin.number}) is not connected")
    return found


def lonely_net_faults(netlist):
    """A net joins two pins or more."""
    lonely = {net: nodes[0] for net, nodes in netlist.nets.items() if len(nodes) < 2}
    return [f"{net} has one pin only: {netlist.title(*node)}" for net, node in lonely.items()]


def loose_wire_faults(netlist):
    """A wire of a cable that begins at a part leads to another. With a plug alone it is spare, or ground between."""
    ends: dict[tuple[str, int], list] = {}
    for joint in netlist.joints:
        if joint.cable in netlist.cables:
            ends.setdefault((joint.cable, joint.wire), []).append(joint)
    return [
        f"{joints[0].net}, wire {wire} of {cable}, ends at {netlist.title(joints[0].part, joints[0].pin)} alone"
        for (cable, wire), joints in ends.items()
        if len(joints) == 1 and joints[0].part[0] != "J"
    ]


def plug_faults(netlist):
    """Two connectors into which the same plug fits carry the same supply at the same pin."""
    found = []
    board = {name: part for name, part in netlist.parts.items() if part.place == "carrier" and name[0] == "J"}
    alike = [(one, other) for one in board for other in board if one < other and board[one].type == board[other].type]
    for one, other in alike:
        for pin in board[one].pins:
            nets = [netlist.net_of(part, pin) for part in (one, other)]
            if nets[0] != nets[1] and set(nets) & (RAILS.keys() - {"GND"}):
                found.append(
                    f"{one} and {other} take the same plug, but pin {pin} is {nets[0]} here and {nets[1]} there"
                )
    return found
