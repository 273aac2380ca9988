"""Room: design rules of voltage levels: every input understands its driver, and bears it.

After levels.py and signals.py; each rule takes a netlist and returns sentences; rules.py asks them all.
"""

from host_tools.hardware.levels import RAILS, family_of, level, rail_of
from host_tools.hardware.signals import signals


def _givers(netlist, signal):
    """[(name, least volts as one, most volts as zero or None, most volts ever)] of all that drive a signal."""
    found = []
    for part, pin in signal.drivers + signal.tri:
        family, rail = family_of(netlist, part), rail_of(netlist, part)
        if family and rail:
            name = netlist.title(part, pin)
            found.append((name, level(family.high, rail[0]), level(family.low, rail[1]), rail[1]))
    for part in signal.pulls.get("pull-up", []):
        rails = {netlist.net_of(part, pin) for pin in netlist.parts[part].pins} & RAILS.keys()
        for rail in rails:
            found.append((part, RAILS[rail][0], None, RAILS[rail][1]))
    return found


def _takers(netlist, signal):
    """[(name, Family, (least, most) volts of its rail)] of all that listen to a signal."""
    found = []
    for part, pin in signal.inputs + signal.open + signal.tri:
        family, rail = family_of(netlist, part), rail_of(netlist, part)
        if family and rail:
            found.append((netlist.title(part, pin), family, rail, (part, pin)))
    return found


def level_faults(netlist):
    """A one of the driver is a one for every input, a zero a zero; sensors speak in volts between and are left out."""
    found = []
    for signal in signals(netlist):
        listeners = [taker for taker in _takers(netlist, signal) if taker[3] in signal.inputs + signal.open]
        if any(netlist.parts[part].pins[pin].kind == "analog" for part, pin in signal.inputs):
            continue
        if any(netlist.parts[part].type == "74HC4067" for part, _ in signal.drivers):
            continue
        for giver, high, low, _top in _givers(netlist, signal):
            for taker, family, rail, _node in listeners:
                if high < level(family.one, rail[1]):
                    found.append(
                        f"{signal.name()}: {giver} gives {high:.2f} V as a one, "
                        f"but {taker} wants {level(family.one, rail[1]):.2f} V"
                    )
                if low is not None and low > level(family.zero, rail[0]):
                    found.append(
                        f"{signal.name()}: {giver} gives {low:.2f} V as a zero, "
                        f"but {taker} takes at most {level(family.zero, rail[0]):.2f} V for one"
                    )
    return found


def tolerance_faults(netlist):
    """No driver and no pull-up goes above what a pin on the same signal bears."""
    found = []
    for signal in signals(netlist):
        takers = _takers(netlist, signal)
        takers += [
            (netlist.title(part, pin), family_of(netlist, part), rail_of(netlist, part), None)
            for part, pin in signal.drivers
            if part == "U1"
        ]
        for giver, _high, _low, top in _givers(netlist, signal):
            for taker, family, rail, _node in takers:
                # On one rail both rise and fall together; on two the driver's may be high while the other is low.
                bears = level(family.top, rail[1] if rail[1] == top else rail[0])
                if top > bears:
                    found.append(f"{signal.name()}: {giver} goes to {top:.2f} V, but {taker} bears {bears:.2f} V")
    return found
