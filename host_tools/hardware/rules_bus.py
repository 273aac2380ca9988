"""Room: design rules of the three buses: addresses, edges fast enough for the speed, ends of the link.

After rules_firmware.py (straps), signals.py, levels.py; before wiring_page.py, assembly_chain.py, assembly_measures.py,
which show its figures. Each rule takes a netlist and returns sentences; rules.py asks them all. Ohm, farad, seconds.
"""

from firmware import settings
from host_tools.hardware.levels import RAILS
from host_tools.hardware.rules_firmware import strapped
from host_tools.hardware.signals import ohms, signals

# Estimates: ribbon of 1.27 mm, every fast wire between two of ground; a chip's input; traces of a board.
RIBBON_F_M = 85e-12
INPUT_F = 10e-12
TRACES_F = 20e-12
DISPLAY_F = 20e-12
# I2C at 400 kHz (UM10204 table 10): longest rise; least that a chip pulls down at 0.4 V.
RISE_S = 300e-9
SINK_A = 3e-3
# Estimate from 12 mA at 0.5 V (RP2040 5.5.3.4) and 4 mA at 0.4 V (MFRC522 section 12.3).
PICO_OHM = 50
READER_OHM = 100
LINK_LEAST_V, LINK_LEAST_OHM = 0.2, 54  # TIA-485: what a receiver knows for sure, what a driver can load


def address_faults(netlist):
    """No two chips of the I2C bus have one address."""
    addresses = {"U9": strapped(netlist)[0]}
    for name, part in netlist.parts.items():
        if part.notes.startswith("address 0x"):
            addresses[name] = int(part.notes.split()[1], 16)
    said: dict[int, str] = {}
    found = []
    for name, address in addresses.items():
        if address in said:
            found.append(f"{said[address]} and {name} both have the I2C address {address:#x}")
        said[address] = name
    return found


def panel_rise_s(netlist, net):
    """(rise time of SDA or SCL from 30 to 70 %, strength of its pull-ups in Ohm), or None without a pull-up."""
    signal = next(one for one in signals(netlist) if net in one.nets)
    pulls = [ohms(netlist.parts[part].subtype) for part in signal.pulls.get("pull-up", [])]
    if not pulls:
        return None
    strength = 1 / sum(1 / pull for pull in pulls)
    chips = len(signal.open) + len(signal.inputs)
    farad = metres(netlist, ("W3",)) * RIBBON_F_M + chips * INPUT_F + DISPLAY_F + TRACES_F
    return 0.8473 * strength * farad, strength


def panel_speed_faults(netlist):
    """The pull-ups of SDA and SCL are strong enough for 400 kHz, and weak enough for the chips."""
    found = []
    for net in ("SDA", "SCL"):
        figures = panel_rise_s(netlist, net)
        if figures is None:
            continue  # rules.pull_faults says it
        rise, strength = figures
        if rise > RISE_S:
            found.append(f"{net} rises in {rise * 1e9:.0f} ns, 400 kHz allows {RISE_S * 1e9:.0f}")
        if (RAILS["3V3"][1] - 0.4) / strength > SINK_A:
            found.append(f"{net}: {strength:.0f} Ohm want more than the {SINK_A * 1000:.0f} mA of a chip")
    return found


def metres(netlist, names):
    """Length of these cables together."""
    return sum(float(netlist.cables[name].attributes["length"].split()[0]) for name in names if name in netlist.cables)


def reader_edge_s(netlist):
    """{"SCK": time of an edge from 10 to 90 %, ...} with all readers and their ribbons on the bus."""
    ribbons = [name for name, cable in netlist.cables.items() if "MISO" in cable.nets]
    readers = sum(part.type == "MFRC522 module" for part in netlist.parts.values())
    farad = metres(netlist, ribbons) * RIBBON_F_M + readers * INPUT_F + TRACES_F
    series = {"SCK": PICO_OHM + ohms(netlist.parts["R6"].subtype), "MOSI": PICO_OHM + ohms(netlist.parts["R7"].subtype)}
    return {net: 2.2 * drive * farad for net, drive in {**series, "MISO": READER_OHM}.items()}


def reader_speed_faults(netlist, hertz=settings.DEFAULTS["reader_hz"]):
    """An edge of the readers' bus is over within half a bit. (The firmware halves the speed where it loses bits.)"""
    half = 0.5 / hertz
    return [
        f"{net} needs {edge * 1e9:.0f} ns for an edge, half a bit at {hertz / 1e6:.0f} MHz is {half * 1e9:.0f}"
        for net, edge in reader_edge_s(netlist).items()
        if edge > half
    ]


def link_idle(netlist, volts=RAILS["3V3"][0]):
    """(volts between A and B while nobody sends, Ohm that a driver sees), both ends terminated; `volts` of 3V3."""
    up, down, end = (ohms(netlist.parts[name].subtype) for name in ("R20", "R21", "R19"))
    line = end / 2
    return volts * line / (up + down + line), 1 / (1 / line + 1 / (up + down))


def link_faults(netlist):
    """Idle, the RS-485 pair is held apart far enough, and its driver is not loaded too much."""
    idle, load = link_idle(netlist)
    found = []
    if idle < LINK_LEAST_V:
        found.append(f"R20 and R21 hold the idle link {idle * 1000:.0f} mV apart, receivers want 200")
    if load < LINK_LEAST_OHM:
        found.append(f"U8 drives {load:.0f} Ohm, RS-485 allows 54 at least")
    return found
