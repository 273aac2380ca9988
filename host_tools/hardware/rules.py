"""Room: design rules: each takes a netlist and returns sentences, none when all is well; `faults` asks all of them.

After netlist.py, signals.py, levels.py. rules_supply.py, rules_parts.py, rules_levels.py and rules_bus.py hold more,
budget.py the currents. A sentence that does not begin with its file gets its diagrams in front.
"""

import re

from firmware import wiring
from host_tools.hardware import budget, rules_bus, rules_firmware, rules_levels, rules_parts, rules_supply
from host_tools.hardware.levels import RAILS
from host_tools.hardware.signals import PULLS, signals

# Signals with several drivers, and why they may have them.
SHARED = {"MISO": "a reader lets go while its NSS is high or it is in reset (MFRC522 section 8.1.2)"}
# Pulled by what is inside a chip: U9's pull-ups (the firmware turns them on), the Pico's on RUN and 3V3_EN.
PULLED_INSIDE = ("U9", "U1")
# Signal: the pull it needs, and what would happen without it.
NEEDED = {
    "SDA": ("pull-up", "the bus has no ones"),
    "SCL": ("pull-up", "the bus has no ones"),
    "MISO": ("pull-up", "with no reader selected the bus reads noise"),
    "PANEL_INT": ("pull-up", "U9 only pulls down"),
    "OK": ("pull-up", "a released button floats"),
    "LINK_RX": ("pull-up", "RX floats while the receiver is off"),
    "U9_RESET": ("pull-up", "U9 may stay in reset"),
    "LINK_ENABLE": ("pull-down", "a board that starts would hold the link"),
    "COLUMN_ENABLE": ("pull-down", "a reader is selected while the Pico starts"),
    "ROW_ENABLE": ("pull-down", "readers leave reset while the Pico starts"),
    "LED_PICO": ("pull-down", "LEDs flash while the Pico starts"),
    "IR_ON": ("pull-down", "the emitters are on while the Pico starts"),
    "BUZZER_BASE": ("pull-down", "the buzzer sounds while the Pico starts"),
}
# Parts that stand for themselves, and what would be without them. The rules below ask several of them by name.
WANTED = {
    "U1": "nothing speaks",
    "U2": "no reader is selected",
    "U3": "no reader leaves reset",
    "U7": "the LEDs get no data",
    "U8": "no link",
    "U9": "no buttons",
    "DS1": "no display",
    "BZ1": "no sound",
    "J2": "no LEDs",
    "J3": "no panel",
    "J31": "the panel has no plug",
    "J4": "no way to the next board",
    "J5": "no way on to a third board",
    "JP2": "nobody holds A of the idle link up",
    "JP3": "nobody holds B of the idle link down",
    "R19": "the link has no end",
    "R20": "nobody holds A of the idle link up",
    "R21": "nobody holds B of the idle link down",
    "R6": "SCK rings on the ribbons",
    "R7": "MOSI rings on the ribbons",
    "R14": "the buzzer stays charged",
    "Q1": "the emitters are never lit",
    "C12": "a reader that wakes pulls 3V3 down",
    "D2": "a surge, or a supply the wrong way round, reaches the chips",
}


def missing_faults(netlist):
    """Every part of WANTED is drawn."""
    return [
        f"hardware/wiring: no diagram has {name}: {why}" for name, why in WANTED.items() if name not in netlist.parts
    ]


def driver_faults(netlist):
    """Every signal has one driver; only those of SHARED have several, and those can let go."""
    found = []
    for signal in signals(netlist):
        weak = signal.tri + signal.open + signal.buttons
        names = ", ".join(netlist.title(*node) for node in signal.drivers + weak)
        if len(signal.drivers) > 1 or (signal.drivers and weak):
            found.append(f"{signal.name()} has several drivers: {names}")
        elif len(signal.tri) > 1 and not signal.nets & SHARED.keys():
            found.append(f"{signal.name()} has several drivers: {names}; SHARED in rules.py does not say why")
        elif signal.inputs and not (signal.drivers or weak or signal.pair or signal.pulls):
            found.append(f"{signal.name()} has no driver, but {netlist.title(*signal.inputs[0])} listens")
    return found


def gpio_faults(netlist):
    """No two GPIOs of the Pico meet, and none is on a supply."""
    found = []
    for nets in [signal.nets for signal in signals(netlist)] + [{rail} for rail in RAILS]:
        pins = [
            netlist.parts["U1"].pins[pin] for net in nets for part, pin in netlist.nets.get(net, []) if part == "U1"
        ]
        names = [pin.name for pin in pins if pin.name[:2] == "GP"]
        if len(names) > 1 or (names and nets & RAILS.keys()):
            found.append(f"{' and '.join(sorted(names))} meet on {' and '.join(sorted(nets))}")
    return found


def pull_faults(netlist):
    """Signals that somebody may let go have a resistor that says where they rest, and resistors do what they say."""
    found = []
    by_net = {net: signal for signal in signals(netlist) for net in signal.nets}
    for net, (pull, why) in NEEDED.items():
        if net in by_net and not by_net[net].pulls.get(pull):
            found.append(f"{net} has no {pull}: {why}")
    for signal in by_net.values():
        if signal.buttons and not signal.pulls and not any(part in PULLED_INSIDE for part, _ in signal.inputs):
            found.append(f"{signal.name()} has a button and no pull-up")
    for name, part in netlist.parts.items():
        if part.notes in PULLS:
            ends = [netlist.net_of(name, pin) for pin in part.pins]
            rail = {"pull-up": {"3V3", "+5V"}, "pull-down": {"GND"}}[part.notes]
            if sum(end in rail for end in ends) != 1:
                found.append(f"{name} is called a {part.notes} but joins {' and '.join(map(str, ends))}")
    return found


def current_faults(netlist):
    """No rail carries more than its supply gives; figures come from hardware/currents.yml."""
    return [f"hardware/currents.yml: {fault}" for fault in budget.current_faults(netlist)]


def firmware_faults(netlist, role="primary"):
    """Decoder outputs, channels, order of LEDs and all pins as the firmware has them (rules_firmware.py)."""
    return rules_firmware.faults(netlist, wiring, role)


RULES = (
    driver_faults,
    gpio_faults,
    pull_faults,
    rules_bus.address_faults,
    rules_bus.panel_speed_faults,
    rules_bus.reader_speed_faults,
    rules_bus.link_faults,
    rules_supply.power_pin_faults,
    rules_supply.rail_faults,
    rules_supply.decoupling_faults,
    rules_supply.open_pin_faults,
    rules_supply.lonely_net_faults,
    rules_supply.loose_wire_faults,
    rules_supply.plug_faults,
    rules_parts.polarity_faults,
    rules_parts.switch_faults,
    rules_parts.enable_faults,
    rules_parts.emitter_faults,
    rules_parts.pair_faults,
    rules_parts.plug_pin_faults,
    rules_parts.value_faults,
    rules_levels.level_faults,
    rules_levels.tolerance_faults,
    current_faults,
)


def placed(netlist, fault):
    """A sentence with the diagrams in front that draw the first part or signal it names; power.yml for a supply."""
    for word in re.findall(r"[\w+/-]+", fault):
        if word in netlist.parts:
            files = netlist.parts[word].files
        elif word in netlist.nets and word not in RAILS:
            files = [joint.where for joint in netlist.joints if joint.net == word]
        else:
            continue
        return f"{', '.join(f'hardware/wiring/{name}' for name in sorted(set(files)))}: {fault}"
    return f"hardware/wiring/power.yml: {fault}"


def faults(netlist, role="primary"):
    """Sentences of all rules, each with its diagrams or another file of hardware/ in front."""
    missing = missing_faults(netlist)
    if missing:
        return missing  # the other rules would ask for these parts
    found = [fault for rule in RULES for fault in rule(netlist)]
    found = [fault if fault.startswith("hardware/") else placed(netlist, fault) for fault in found]
    return found + firmware_faults(netlist, role)
