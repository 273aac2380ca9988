"""Room: do the wiring diagrams say what firmware/wiring.py says? Compares pin by pin, both ways.

After netlist.py. Every fault is a sentence that begins with the diagram it is seen in.
"""

FIRMWARE = "firmware/wiring.py"
DECODER_INPUTS = ("A", "B", "C")  # of the 74HC138
MULTIPLEXERS = ("U4", "U5", "U6")
READERS = tuple(f"RD{position}" for position in range(18))
QUEUE_READER = "RD16"  # only the primary has a queue slot

# Constant of firmware/wiring.py: the pins that hang on that GPIO, directly or through a series resistor.
ENDS = {
    "PIN_LINK_TX": ["U8 DI"],
    "PIN_LINK_RX": ["U8 RO"],
    "PIN_LINK_ENABLE": ["U8 DE", "U8 /RE"],
    "PIN_I2C_SDA": ["U9 SDA", "DS1 SDA"],
    "PIN_I2C_SCL": ["U9 SCL", "DS1 SCL"],
    "PIN_COLUMN_ENABLE": ["U2 G1"],
    "PIN_ROW_ENABLE": ["U3 E3"],
    "PIN_LEDS": ["U7 1A"],
    "PIN_IR_LED": ["Q1 G"],
    "PIN_PANEL_IRQ": ["U9 INTA"],
    "PIN_BUZZER": ["Q2 B"],
    "PIN_SPI_MISO": [f"{reader} MISO" for reader in READERS],
    "PIN_SPI_SCK": [f"{reader} SCK" for reader in READERS],
    "PIN_SPI_MOSI": [f"{reader} MOSI" for reader in READERS],
    "PIN_OK": ["SW1 1"],
    "PIN_SUPPLY_SENSE": [],
}
SENSE_GPIO = 29  # on the Pico itself, a third of VSYS (Pico data sheet 2.1)


def ends(wiring):
    """{(constant, GPIO): pins that must hang on it}: ENDS, the address lines and the multiplexers' outputs."""
    found = {(name, getattr(wiring, name)): pins for name, pins in ENDS.items()}
    for line, gpio in enumerate(wiring.PIN_ADDRESS):
        pins = [f"U2 {DECODER_INPUTS[line]}"] if line < 3 else [f"U3 A{line - 3}"]
        if line < 4:
            pins += [f"{chip} S{line}" for chip in MULTIPLEXERS]
        found[f"PIN_ADDRESS[{line}]", gpio] = pins
    for number, gpio in enumerate(wiring.PIN_IR_ADC):
        found[f"PIN_IR_ADC[{number}]", gpio] = [f"{MULTIPLEXERS[number]} COM"]
    return found


def faults(netlist, wiring, role="primary"):
    """Sentences: where diagrams and wiring numbers differ. `wiring`: firmware.wiring or a copy with other numbers."""
    return [
        *pin_faults(netlist, wiring, role),
        *reader_faults(netlist, wiring, role),
        *sensor_faults(netlist, wiring),
        *panel_faults(netlist, wiring),
        *chain_faults(netlist, wiring, role),
    ]


def _where(netlist, part, pin):
    return ", ".join(netlist.files(part, pin))


def _gpio(netlist, nets):
    """Names of the Pico's pins on these nets, or "nothing"."""
    pins = netlist.parts["U1"].pins.values()
    return ", ".join(pin.name for pin in pins if netlist.net_of("U1", pin.number) in nets) or "nothing"


def pin_faults(netlist, wiring, role="primary"):
    """GPIO by GPIO: each reaches exactly the pins that its constant stands for, and no other GPIO is connected."""
    found = []
    expected = ends(wiring)
    for (name, gpio), pins in expected.items():
        for end in pins:
            part, pin = end.split()
            if part not in netlist.parts:
                if role == "primary" or part != QUEUE_READER:
                    found.append(f"hardware/wiring: no diagram has {part}, which {FIRMWARE} {name} speaks to")
                continue
            nets = netlist.wired(part, pin)
            if not nets & ({netlist.net_of("U1", f"GP{gpio}")} - {None} if _is_pin(netlist, gpio) else set()):
                found.append(
                    f"{_where(netlist, part, pin)}: {end} hangs on {_gpio(netlist, nets)}, "
                    f"but {FIRMWARE} {name} says GP{gpio}"
                )
    if wiring.PIN_SUPPLY_SENSE != SENSE_GPIO:
        found.append(
            f"{_where(netlist, 'U1', 'VSYS')}: U1 measures VSYS at GP{SENSE_GPIO}, "
            f"but {FIRMWARE} PIN_SUPPLY_SENSE says GP{wiring.PIN_SUPPLY_SENSE}"
        )
    named = {gpio for _, gpio in expected}
    for pin in netlist.parts["U1"].pins.values():
        if pin.name[:2] == "GP" and netlist.net_of("U1", pin.number) and int(pin.name[2:]) not in named:
            found.append(f"{_where(netlist, 'U1', pin.number)}: {pin.name} is connected, {FIRMWARE} does not name it")
    return found


def _is_pin(netlist, gpio):
    return any(pin.name == f"GP{gpio}" for pin in netlist.parts["U1"].pins.values())


def _meet(netlist, end, other, says):
    """A fault unless two pins are on one net; `says` is the firmware's word on it."""
    part, pin = end.split()
    other_part, other_pin = other.split()
    if part not in netlist.parts:
        return [f"hardware/wiring: no diagram has {part}, but {says}"]
    pins = netlist.parts[other_part].pins.values() if other_part in netlist.parts else ()
    there = other_pin in {one.name for one in pins}
    net = netlist.net_of(part, pin)
    if there and net is not None and net == netlist.net_of(other_part, other_pin):
        return []
    met = [netlist.title(one, number) for one, number in netlist.nets.get(net, [])]
    met = [one for one in met if one.split()[0] == other_part] or [f"no pin of {other_part}"]
    return [f"{_where(netlist, part, pin)}: {end} meets {', '.join(met)}, but {says} {other}"]


def reader_faults(netlist, wiring, role="primary"):
    """Every position's reader hangs on its output of each decoder."""
    found = []
    for position, (row, column) in enumerate(wiring.READERS):
        if role == "satellite" and position == wiring.QUEUE:
            continue
        says = f"{FIRMWARE} READERS[{position}] says"
        found += _meet(netlist, f"RD{position} NSS", f"U2 /Y{column}", says)
        found += _meet(netlist, f"RD{position} NRSTPD", f"U3 Y{row}", says)
    return found


def sensor_faults(netlist, wiring):
    """Every sensor node hangs on its channel of its multiplexer."""
    places = {}
    for cell, (north, east) in enumerate(wiring.IR_CELLS):
        places[f"IR{cell}N"] = (f"IR_CELLS[{cell}]", north)
        places[f"IR{cell}E"] = (f"IR_CELLS[{cell}]", east)
    for edge, sensor in enumerate(wiring.IR_EDGES):
        places[f"IR{wiring.EDGE + edge}"] = (f"IR_EDGES[{edge}]", sensor)
    found = []
    for node, (name, (chip, channel)) in places.items():
        found += _meet(netlist, f"{node} OUT", f"{MULTIPLEXERS[chip]} I{channel}", f"{FIRMWARE} {name} says")
    return found


def strapped(netlist):
    """(address that the straps of U9 make, nets of its A0 to A2)."""
    straps = [netlist.net_of("U9", f"A{bit}") for bit in range(3)]
    return 0x20 + sum((net == "3V3") << bit for bit, net in enumerate(straps)), straps


def panel_faults(netlist, wiring):
    """Buttons on their pins of port A; addresses as the straps of the chips make them."""
    found = []
    buttons = {part.subtype: name for name, part in netlist.parts.items() if part.type == "button"}
    for name in ("BACK", "LEFT", "RIGHT", "AXIS"):
        pin = getattr(wiring, f"EXPANDER_{name}")
        found += _meet(netlist, f"{buttons.get(name, 'SW?')} 1", f"U9 GPA{pin}", f"{FIRMWARE} EXPANDER_{name} says")
    address, straps = strapped(netlist)
    if address != wiring.EXPANDER_ADDRESS or not set(straps) <= {"3V3", "GND"}:
        found.append(
            f"{_where(netlist, 'U9', 'A0')}: A2 to A0 of U9 make the address {address:#x}, "
            f"but {FIRMWARE} EXPANDER_ADDRESS says {wiring.EXPANDER_ADDRESS:#x}"
        )
    said = netlist.parts["DS1"].notes
    if said.lower() != f"address {wiring.DISPLAY_ADDRESS:#x}":
        found.append(
            f"{_where(netlist, 'DS1', 'SDA')}: DS1 has {said}, "
            f"but {FIRMWARE} DISPLAY_ADDRESS says {wiring.DISPLAY_ADDRESS:#x}"
        )
    return found


def chain(netlist):
    """[(part, group, LEDs)] in the order in which the data runs, from J2 on."""
    strips = {netlist.net_of(name, "DIN"): name for name, part in netlist.parts.items() if part.type == "WS2812B strip"}
    found = []
    net = netlist.net_of("J2", "DATA")
    while net in strips:
        part = strips.pop(net)
        group, count = netlist.parts[part].subtype.split(", ")
        found.append((part, group, int(count.split()[0])))
        net = netlist.net_of(part, "DOUT")
    return found


def chain_faults(netlist, wiring, role="primary"):
    """Groups of LEDs in the order and number of the firmware's chain."""
    name = "CHAIN_PRIMARY" if role == "primary" else "CHAIN_SATELLITE"
    drawn = chain(netlist)
    said = list(getattr(wiring, name))
    if [(group, count) for _, group, count in drawn] == said:
        return []
    if not drawn:
        return [
            f"{_where(netlist, 'J2', 'DATA')}: no strip hangs on J2 DATA, but {FIRMWARE} {name} begins with {said[:1]}"
        ]
    for (part, group, count), wanted in zip([*drawn, ("the end", "nothing", 0)], [*said, ("nothing", 0)]):
        if (group, count) != tuple(wanted):
            where = _where(netlist, part, "DIN") if part in netlist.parts else _where(netlist, drawn[-1][0], "DIN")
            return [
                f"{where}: {part} is {group} with {count} LEDs, "
                f"but {FIRMWARE} {name} says {wanted[0]} with {wanted[1]} at this place"
            ]
    return []
