"""Room: the current of each supply, from `hardware/currents.yml`, the wiring and the firmware's LED cap; milliamperes.

After netlist.py and signals.py. Readers and emitters never work together (the firmware holds every reader in reset
while it looks with light), so each supply is added up for both states. A rail hands on what the rails behind it draw.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache

import yaml

from firmware import settings
from host_tools.hardware.levels import RAILS
from host_tools.hardware.netlist import ROOT, subcircuits
from host_tools.hardware.signals import ohms
from host_tools.hardware.wireviz_files import LOADER

CURRENTS_FILE = ROOT / "hardware/currents.yml"
STATES = ("reading", "looking")
BEHIND = {"3V3": "VSYS", "VSYS": "+5V"}  # a rail draws from the next one
FIELDS = 2  # one radio field, and the next reader's ahead of its turn (firmware/drivers/reader_setup.py)
# QRE1113 data sheet, forward voltage at 20 mA: typical; least is an estimate for a cold emitter at half the current.
EMITTER_V = {"typical": 1.2, "most": 1.0}
EMITTER_LIMIT_MA = 50  # QRE1113, continuous
PULSE_S = 100e-6  # 80 us of light and two conversions (firmware/drivers/reflectance.py)
_HEAT_K_W = 50  # estimate: a TO-220 without a heat sink
_HOT_K = 80  # junction above 40 C in the case of the table stays below 125 C (DS22057)


@dataclass(frozen=True)
class Load:
    """`typical` and `most` of all `count` together; `when` it is drawn: always, or in one of STATES."""

    what: str
    rail: str
    when: str
    count: int
    typical: float
    most: float
    basis: str


@cache
def described():
    """The contents of hardware/currents.yml."""
    return yaml.load(CURRENTS_FILE.read_text(encoding="utf-8"), LOADER)


def awake(netlist):
    """How many readers are out of reset at once: the most that share a reset line."""
    resets = [netlist.net_of(name, "NRSTPD") for name, part in netlist.parts.items() if part.type == "MFRC522 module"]
    return max(map(resets.count, resets), default=0)


def emitter_ma(figure):
    """Current of one infrared emitter, "typical" or "most"."""
    volts = 5.0 if figure == "typical" else RAILS["+5V"][1]
    return (volts - EMITTER_V[figure]) / ohms(subcircuits()["IR node"].parts["Ra"].subtype) * 1000


def loads(netlist, cap_ma=settings.DEFAULTS["led_cap_ma"]):
    """Every Load of a board with this wiring."""
    found = []
    rows = awake(netlist)
    types = Counter(part.type for part in netlist.parts.values())
    for given in described()["loads"]:
        counts = {"parts": types[given.get("type")], "rows": rows, "fields": min(FIELDS, rows)}
        count = counts.get(given["count"], given["count"])
        each = []
        for figure in ("typical", "most"):
            value = given[figure]
            each.append({"emitter": emitter_ma(figure), "cap": cap_ma}[value] if isinstance(value, str) else value)
        found.append(
            Load(given["what"], given["rail"], given["when"], count, each[0] * count, each[1] * count, given["basis"])
        )
    return found


def totals(netlist, cap_ma=settings.DEFAULTS["led_cap_ma"]):
    """{rail: {state: (typical, most)}}, what is drawn through the rails behind it included."""
    drawn = loads(netlist, cap_ma)
    found: dict[str, dict[str, tuple[float, float]]] = {rail: {} for rail in ("3V3", "VSYS", "+5V")}
    for state in STATES:
        for rail in found:
            own = [load for load in drawn if load.rail == rail and load.when in ("always", state)]
            ahead = [found[other][state] for other, behind in BEHIND.items() if behind == rail]
            found[rail][state] = (
                sum(load.typical for load in own) + sum(figures[0] for figures in ahead),
                sum(load.most for load in own) + sum(figures[1] for figures in ahead),
            )
    return found


def most(netlist, rail, cap_ma=settings.DEFAULTS["led_cap_ma"]):
    """The most a rail carries in any state, in mA."""
    return max(figures[1] for figures in totals(netlist, cap_ma)[rail].values())


def usual(netlist, rail, cap_ma=settings.DEFAULTS["led_cap_ma"]):
    """The larger of a rail's typical figures, in mA."""
    return max(figures[0] for figures in totals(netlist, cap_ma)[rail].values())


def largest_cap(netlist):
    """The largest led_cap_ma that the fuse carries."""
    return int(described()["supplies"]["+5V"]["most"] - most(netlist, "+5V", 0))


def heat_k(netlist):
    """How much warmer than its surroundings U10 gets, in kelvin, at the most current and the highest VSYS."""
    return (RAILS["VSYS"][1] - 3.3) * most(netlist, "3V3") / 1000 * _HEAT_K_W


def pulse_a(netlist):
    """The most that all emitters together draw while lit, in ampere."""
    return sum(load.most for load in loads(netlist) if "emitters" in load.what) / 1000


def dip_v(netlist):
    """How far a pulse of all emitters pulls C1 down if the supply does not help, in volts."""
    return pulse_a(netlist) * PULSE_S / described()["bulk_farad"]


def current_faults(netlist, cap_ma=settings.DEFAULTS["led_cap_ma"]):
    """Sentences: rails that carry more than their supply gives."""
    found = []
    given = described()
    for rail, supply in given["supplies"].items():
        drawn = most(netlist, rail, cap_ma)
        if drawn > supply["most"]:
            found.append(f"{rail} carries {drawn:.0f} mA, but {supply['by']} gives {supply['most']}")
    limits = (
        # USB alone is for flashing and the bench: the typical figure must do. The README says what is most.
        (usual(netlist, "VSYS"), given["usb_most"], "mA on USB alone", "a USB port gives"),
        (most(netlist, "+5V", cap_ma), given["adapter_most"], "mA in all", "the adapter gives"),
        (emitter_ma("most"), EMITTER_LIMIT_MA, "mA through an emitter", "it bears"),
        (heat_k(netlist), _HOT_K, "K that U10 warms up", "it bears"),
        (dip_v(netlist) * 1000, 100, "mV that a pulse of the emitters pulls +5V down", "the LEDs may lose"),
    )
    for value, limit, what, who in limits:
        if value > limit:
            found.append(f"{value:.0f} {what}, but {who} {limit}")
    return found
