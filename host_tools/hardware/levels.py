"""Room: voltages: the rails with their tolerance, and what a family of chips takes for a one and gives as one.

Volts everywhere. After netlist.py; rules_levels.py compares drivers with inputs.
"""

from dataclasses import dataclass

# Least and most of each supply net. +5V: a supply of 5 V +-5 %, and 0.2 V lost in fuse and cable. VSYS: +5V behind D1
# (1N5819: 0.45 V at 0.5 A), or USB behind the Pico's own diode. 3V3: U10, 2.5 % over load and temperature (DS22057).
RAILS = {
    "GND": (0.0, 0.0),
    "+5V_IN": (4.75, 5.25),
    "+5V": (4.55, 5.25),
    "VSYS": (4.1, 5.1),
    "3V3": (3.21, 3.39),
}
# The Pico's own 3.3 V, which never leaves it (Pico data sheet 4.5: 3.3 V +-3 %).
PICO_IO = (3.20, 3.40)


@dataclass(frozen=True)
class Family:
    """A level is `share` of the rail plus `offset`: `one` least input taken for a one, `zero` most taken for a zero,
    `high` least given as one, `low` most given as zero, `top` most that an input bears."""

    source: str
    one: tuple[float, float]
    zero: tuple[float, float]
    high: tuple[float, float]
    low: tuple[float, float]
    top: tuple[float, float]


# (share of the rail, offset)
FAMILIES = {
    "rp2040": Family("RP2040 data sheet 5.5.3.4", (0, 2.0), (0, 0.8), (0, 2.62), (0, 0.5), (1, 0.3)),
    "hc": Family("SCLS107 5.5, 4 mA at 4.5 V", (0.7, 0), (0.3, 0), (1, -0.34), (0, 0.33), (1, 0.3)),
    "ahct": Family("SCLS264 5.5, 8 mA at 4.5 V", (0, 2.0), (0, 0.8), (1, -0.7), (0, 0.44), (0, 5.5)),
    "lvttl": Family("MAX3485, DC characteristics", (0, 2.0), (0, 0.8), (1, -0.4), (0, 0.4), (1, 0.3)),
    "mcp": Family("DS20001952 1.0", (0.8, 0), (0.2, 0), (1, -0.7), (0, 0.6), (1, 0.3)),
    "mfrc522": Family("MFRC522 section 12.3", (0.7, 0), (0.3, 0), (1, -0.4), (0, 0.4), (1, 0.3)),
    "ws2812": Family("WS2812B-V5, electrical", (0.7, 0), (0.3, 0), (1, -0.5), (0, 0.5), (1, 0.5)),
}


def level(pair, rail):
    """Volts of a (share, offset) at a rail of so many volts."""
    share, offset = pair
    return share * rail + offset


def rail_of(netlist, part):
    """(least, most) volts of the supply that sets a part's levels; None if its rail pin is on no known rail."""
    described = netlist.types[netlist.parts[part].type]
    if described.get("levels") == "rp2040":
        return PICO_IO
    if "rail" not in described:
        return None
    return RAILS.get(netlist.net_of(part, str(described["rail"])) or "")


def family_of(netlist, part):
    """The Family of a part, or None if its pins have no logic levels."""
    return FAMILIES.get(netlist.types[netlist.parts[part].type].get("levels", ""))
