"""Room: signals: nets joined by series resistors, with who drives them, who listens and what pulls at them.

After netlist.py and levels.py; the design rules read it.
"""

import re
from dataclasses import dataclass, field

from firmware import wiring
from host_tools.hardware.levels import RAILS
from host_tools.hardware.netlist import SERIES

PULLS = ("pull-up", "pull-down")
# What the firmware does with the Pico's pins: drivers/*.py make these outputs; SDA and SCL only pull down.
PICO_OUTPUTS = {
    f"GP{number}"
    for number in (
        wiring.PIN_LINK_TX,
        wiring.PIN_LINK_ENABLE,
        *wiring.PIN_ADDRESS,
        wiring.PIN_COLUMN_ENABLE,
        wiring.PIN_ROW_ENABLE,
        wiring.PIN_LEDS,
        wiring.PIN_IR_LED,
        wiring.PIN_BUZZER,
        wiring.PIN_SPI_SCK,
        wiring.PIN_SPI_MOSI,
    )
}
PICO_OPEN = {f"GP{number}" for number in (wiring.PIN_I2C_SDA, wiring.PIN_I2C_SCL)}


@dataclass
class Signal:
    """One cluster of nets. Members are (part, pin number); `pulls` {"pull-up": [resistor, ...], ...}."""

    nets: set[str]
    drivers: list = field(default_factory=list)  # always drive
    tri: list = field(default_factory=list)  # drive, or let go
    open: list = field(default_factory=list)  # pull down, or let go
    pair: list = field(default_factory=list)  # the two ends of an RS-485 driver
    buttons: list = field(default_factory=list)
    inputs: list = field(default_factory=list)
    passive: list = field(default_factory=list)  # connectors, LEDs, jumpers
    pulls: dict[str, list[str]] = field(default_factory=dict)

    def name(self):
        """The nets, for a sentence."""
        return " and ".join(sorted(self.nets))


def ohms(text):
    """Resistance of "2.2 kOhm" or "47 Ohm"."""
    value, unit = re.fullmatch(r"([\d.]+) (k?Ohm)", text).groups()
    return float(value) * (1000 if unit == "kOhm" else 1)


def signals(netlist):
    """All Signals of a netlist; supply rails are none. Many rules ask: it is made once, and the netlist stays so."""
    if netlist.signals is None:
        netlist.signals = _signals(netlist)
    return netlist.signals


def _signals(netlist):
    found = []
    done = set(RAILS)
    for net in netlist.nets:
        if net in done:
            continue
        nets = {net}
        todo = [net]
        while todo:
            more = set(netlist.across(todo.pop())) - nets - {None} - set(RAILS)
            nets |= more
            todo += more
        done |= nets
        found.append(_signal(netlist, nets))
    return found


def _signal(netlist, nets):
    signal = Signal(nets)
    for net in sorted(nets):
        for part, number in netlist.nets[net]:
            _member(netlist, signal, part, number)
    return signal


def _member(netlist, signal, part, number):
    """Sort one pin into its Signal."""
    given = netlist.parts[part]
    pin = given.pins[number]
    node = (part, number)
    if given.type == "resistor":
        if given.notes in PULLS:
            signal.pulls.setdefault(given.notes, []).append(part)
        elif given.notes != SERIES:
            signal.passive.append(node)
    elif given.type == "button":
        signal.buttons.append(node)
    elif given.type == "Raspberry Pi Pico" and pin.kind == "io":
        kinds = [(PICO_OUTPUTS, signal.drivers), (PICO_OPEN, signal.open)]
        next((members for names, members in kinds if pin.name in names), signal.inputs).append(node)
    elif given.type == "MAX3485" and pin.kind == "io":
        signal.pair.append(node)
    elif pin.kind == "tri":
        enable = {"1Y": "/1OE"}.get(pin.name)  # a gate whose enable is tied never lets go
        tied = enable is not None and netlist.net_of(part, enable) == "GND"
        (signal.drivers if tied else signal.tri).append(node)
    else:
        kinds = {"out": signal.drivers, "open": signal.open, "passive": signal.passive}
        kinds.get(pin.kind, signal.inputs).append(node)
