"""Room: design rules of single parts: the right way round, switched on, of a value that does what it is there for.

After netlist.py, signals.py, levels.py, budget.py; each rule takes a netlist and returns sentences; rules.py asks
them all.
"""

from host_tools.hardware.budget import described
from host_tools.hardware.levels import RAILS
from host_tools.hardware.netlist import subcircuits
from host_tools.hardware.signals import ohms, signals

# Type: (pin that must be on the higher supply, the other).
POLES = {"electrolytic capacitor": ("+", "-"), "suppressor diode": ("K", "A"), "diode": ("A", "K")}
# Transistors that pull a load down: (pin on ground, pin at the load).
SWITCHES = {"AO3400A": ("S", "D"), "2N3904": ("E", "C")}
# Enables that nobody drives: on ground the chip works (tables of function in the data sheets).
ENABLES = {"74HC138": ("/G2A", "/G2B"), "74HC238": ("/E1", "/E2"), "74HC4067": ("/E",), "74AHCT125": ("/1OE",)}
# A pin of the sensor in an IR node: the pin of the node that it must reach.
NODE = {"A": "+5V", "K": "LED-", "C": "3V3", "E": "OUT"}
DECOUPLING_F = 100e-9
LINE_OHM = 120  # twisted pair, and what ends it (TIA-485)
# What every chip's output pulls down or up and stays within its levels (levels.py). On I2C the standard promises less:
# rules_bus.SINK_A.
SINK_A = 4e-3
UNITS = {"pF": 1e-12, "nF": 1e-9, "uF": 1e-6}


def farad(text):
    """Capacitance of "100 nF" or "1000 uF, 10 V"."""
    value, unit = text.partition(",")[0].split()
    return float(value) * UNITS[unit]


def polarity_faults(netlist):
    """Capacitors and diodes between two supplies are the right way round."""
    found = []
    for name, part in netlist.parts.items():
        if part.type in POLES:
            high, low = (netlist.net_of(name, pin) for pin in POLES[part.type])
            if high in RAILS and low in RAILS and RAILS[high][1] <= RAILS[low][1]:
                found.append(f"{name} is the wrong way round: its {POLES[part.type][0]} is on {high}, not on {low}")
    return found


def switch_faults(netlist):
    """Transistors stand with the right pin on ground and the load at the other."""
    found = []
    for name, part in netlist.parts.items():
        if part.type in SWITCHES:
            low, high = SWITCHES[part.type]
            ground, load = netlist.net_of(name, low), netlist.net_of(name, high)
            if ground != "GND" or load in RAILS or load is None:
                found.append(
                    f"{name} has {low} on {ground} and {high} on {load}: {low} belongs on GND, {high} at the load"
                )
    return found


def enable_faults(netlist):
    """Enables that the firmware has no pin for are wired so that the chip works."""
    found = []
    for name, part in netlist.parts.items():
        for pin in ENABLES.get(part.type, ()):
            net = netlist.net_of(name, pin)
            if net != "GND":
                found.append(f"{name} {pin} is on {net}, not on GND: {name} is switched off")
    return found


def emitter_faults(netlist):
    """Every sensor's emitter hangs on the transistor that switches them; inside, each pin is where it belongs."""
    drain = netlist.net_of("Q1", "D")
    found = []
    for name, part in netlist.parts.items():
        if part.type == "IR node" and (net := netlist.net_of(name, "LED-")) != drain:
            found.append(f"{name} LED- is on {net}, Q1 switches {drain}")
    inside = subcircuits()["IR node"]
    for pin, outer in NODE.items():
        if inside.net_of("PORT", outer) not in inside.wired("B1", pin):
            found.append(f"hardware/wiring/ir_node.yml: B1 {pin} does not reach {outer}")
    return found


def pair_faults(netlist):
    """A of the link's driver is A of every plug, B is B; A rests high, B low; the line's end has its resistance."""
    found = []
    nets = {pin: netlist.net_of("U8", pin) for pin in "AB"}
    for name, part in netlist.parts.items():
        names = {pin.name for pin in part.pins.values()}
        if name[0] == "J" and {"A", "B"} <= names and nets != {pin: netlist.net_of(name, pin) for pin in "AB"}:
            found.append(f"{name} has A on {netlist.net_of(name, 'A')} and B on {netlist.net_of(name, 'B')}, U8 not")
    for jumper, pin, does in (("JP2", "A", "pulls up"), ("JP3", "B", "pulls down")):
        if nets[pin] not in (netlist.net_of(jumper, "1"), netlist.net_of(jumper, "2")):
            found.append(f"{jumper} {does} another net than {nets[pin]}, which U8 {pin} is on")
    end = ohms(netlist.parts["R19"].subtype)
    if abs(end - LINE_OHM) > LINE_OHM / 10:
        found.append(f"R19 ends the link with {end:.0f} Ohm, its cable has {LINE_OHM}")
    return found


def plug_pin_faults(netlist):
    """A pin of a connector that bears the name of a supply is on that supply."""
    found = []
    for name, part in netlist.parts.items():
        for pin in part.pins.values():
            net = netlist.net_of(name, pin.number)
            if name[0] == "J" and pin.name in RAILS and net != pin.name:
                found.append(f"{name} {pin.name} (pin {pin.number}) is on {net}")
    return found


def value_faults(netlist):
    """Capacitors are large enough for what they are there for; no pull asks more of a driver than it can give."""
    found = []
    for name, part in netlist.parts.items():
        if part.type == "capacitor" and farad(part.subtype) < DECOUPLING_F:
            found.append(f"{name} has {part.subtype}, {DECOUPLING_F * 1e9:.0f} nF at least keep a chip's supply steady")
    bulk = sum(
        farad(part.subtype)
        for name, part in netlist.parts.items()
        if part.type == "electrolytic capacitor" and netlist.net_of(name, "+") == "+5V"
    )
    if bulk < described()["bulk_farad"]:
        found.append(
            f"+5V has {bulk * 1e6:.0f} uF, hardware/currents.yml counts on {described()['bulk_farad'] * 1e6:.0f}"
        )
    for signal in signals(netlist):
        for pull in [name for names in signal.pulls.values() for name in names]:
            asked = RAILS["3V3"][1] / ohms(netlist.parts[pull].subtype)
            if asked > SINK_A and (signal.drivers or signal.tri or signal.open):
                found.append(
                    f"{pull} asks {asked * 1000:.1f} mA of what drives {signal.name()}, {SINK_A * 1000:.0f} is the most"
                )
    return found
