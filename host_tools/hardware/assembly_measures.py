"""Room: what a meter should show at each stage of the assembly: computed from wiring and budget, or an estimate.

Volts and milliamperes. Before: netlist.py, signals.py, levels.py (rails), budget.py (currents), rules_bus.py (idle
link), assembly_chain.py (wires of the chain), the simulator's chips/reflect.py (readings), the table top's params.py.
After: assembly.py, which puts the tables into the guide; tests/hardware/test_assembly.py lets no other number pass.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from firmware.lights.frame import CHANNEL_MA, IDLE_MA
from firmware.sensing.scan import SWEEP_MS
from firmware.wiring import CHAIN_PRIMARY, chain_starts
from hardware.table_top import params
from host_tools.hardware import assembly_chain, budget, rules_bus
from host_tools.hardware.levels import PICO_IO, RAILS
from host_tools.hardware.netlist import Netlist, load
from host_tools.hardware.signals import ohms
from host_tools.simulator.chips.reflect import LIGHT

COMPUTED = "computed: "
ESTIMATE = "est.: "
# Loads of hardware/currents.yml by how their name begins, as they come stage by stage.
PICO = ("U10 itself", "Raspberry Pi Pico")
PANEL = ("SSD1306", "MCP23017", "pull-ups")
CHIPS = ("74HC chips",)
READER = ("MFRC522 awake", "radio field", "power light")
SHIFTER = ("74AHCT125",)
LINK = ("MAX3485",)
FULL_SCALE = 65535
TEST_LIGHT = 48  # brightness of 255 in the self test (firmware/self_test/chapters.py)
LIT_US = round(budget.PULSE_S * 1e6)  # of each channel in a sweep
CHANNELS = 16  # of a multiplexer: a sweep lights the emitters for each


class Measure(NamedTuple):
    """One line: what, between which points, what to expect, why."""

    what: str
    where: str
    expect: str
    basis: str


@lru_cache(maxsize=1)
def _netlist() -> Netlist:
    return load()


@lru_cache(maxsize=1)
def _loads() -> list[budget.Load]:
    return budget.loads(_netlist())


@lru_cache(maxsize=1)
def _emitter_ma() -> tuple[float, float]:
    return budget.emitter_ma("typical"), budget.emitter_ma("most")


def drawn(names: Iterable[str], readers: int | None = None, state: str = "reading") -> tuple[float, float]:
    """(typical, most) of these loads together, in mA; readers: so many instead of all."""
    typical = most = 0.0
    for one in _loads():
        if one.what.startswith(tuple(names)) and one.when in ("always", state):
            count = one.count if readers is None or not one.what.startswith(READER) else min(readers, one.count)
            typical += one.typical / one.count * count
            most += one.most / one.count * count
    return typical, most


def _ma(figures: tuple[float, float]) -> str:
    return f"{figures[0]:.0f} mA, at most {figures[1]:.0f} mA"


def _volts(least: float, most: float) -> str:
    return f"{least:.2f} to {most:.2f} V"


def _rail(name: str, where: str) -> Measure:
    return Measure(name, where, _volts(*RAILS[name]), COMPUTED + "levels.py, from the supply's tolerance")


def _current(names: Iterable[str], readers: int | None = None, what: str = "current into J1") -> Measure:
    return Measure(
        what, "in series with +5V_IN", _ma(drawn(names, readers)), COMPUTED + "currents.yml, what is plugged in"
    )


def _antenna() -> Measure:
    """How far a tag is from the antenna: the module lies flush below the reader sheet, the floor above that."""
    p = params.load()
    far = p.reader + p.floor + p.card_thickness / 2
    return Measure(
        "antenna to tag of one card", "a calliper", f"{far:.1f} mm", COMPUTED + "parameters.toml of the table top"
    )


def _bench() -> list[Measure]:
    pico = drawn(["Raspberry Pi Pico"])
    reader = drawn(READER, readers=1)
    together = pico[0] + reader[0], pico[1] + reader[1]
    return [
        Measure("3.3 V", "reader pin 8 to ground", _volts(*PICO_IO), COMPUTED + "levels.py, the Pico's own regulator"),
        Measure("NSS at rest", "reader pin 1 to ground", _volts(*PICO_IO), COMPUTED + "U2 drives it to its supply"),
        Measure(
            "current of the reader", "in series with its pin 8", _ma(reader), COMPUTED + "currents.yml, one reader"
        ),
        Measure("current from USB", "a USB meter", _ma(together), COMPUTED + "currents.yml, Pico and one reader"),
        Measure(
            "emitter while lit",
            "0.5 ms pulses: a scope over Ra",
            _ma(_emitter_ma()),
            COMPUTED + "budget.py, Ra of ir_node",
        ),
        *_light(),
        _antenna(),
    ]


def _light() -> list[Measure]:
    """Readings of the model as volts at the multiplexer's common pin."""
    return [
        Measure(
            f"sensor over {above}", "OUT to ground while lit", f"{3.3 * reading / FULL_SCALE:.2f} V above dark",
            ESTIMATE + f"reading {reading} of the chip model, made after the QRE1113's curves",
        )
        for above, reading in (
            ("a bright margin", LIGHT["bright"]), ("a dark margin", LIGHT["dark"]), ("nothing", LIGHT["none"]),
        )
    ]  # fmt: skip


def _power() -> list[Measure]:
    return [
        Measure("no short", "+5V to GND, then 3V3 to GND, off", "above 1 kOhm after the capacitors have charged",
                ESTIMATE + "only leakage is left; a meter starts near zero and climbs"),
        _rail("+5V_IN", "J1"),
        _rail("+5V", "C1"),
        _rail("VSYS", "Pico pin 39"),
        _rail("3V3", "C12"),
        Measure("3.3 V of the Pico", "Pico pin 36 to ground", _volts(*PICO_IO), COMPUTED + "levels.py, PICO_IO"),
        _current(PICO),
    ]  # fmt: skip


def _panel() -> list[Measure]:
    return [
        Measure("SDA, SCL at rest", "J3 to ground", _volts(*RAILS["3V3"]), COMPUTED + "pull-ups R8, R9 to 3V3"),
        Measure("OK, not pressed", "Pico pin 29 to ground", _volts(*RAILS["3V3"]), COMPUTED + "pull-up to 3V3"),
        _current(PICO + PANEL),
    ]


def _one_reader() -> list[Measure]:
    return [
        Measure("supply of the reader", "pin 8 of RD0 to ground", _volts(*RAILS["3V3"]), COMPUTED + "levels.py, 3V3"),
        Measure(
            "MISO, table off at the prompt", "Pico pin 21 to ground", _volts(*RAILS["3V3"]), COMPUTED + "R5 to 3V3"
        ),
        _current(PICO + PANEL + CHIPS + READER, readers=1),
    ]


def _all_readers() -> list[Measure]:
    return [
        _current(PICO + PANEL + CHIPS + READER),
        Measure("3V3 with all readers", "at the last plug of J14's ribbon", _volts(*RAILS["3V3"]),
                COMPUTED + "levels.py"),
        Measure("U10 above the room", "a finger, or a thermocouple", f"at most {budget.heat_k(_netlist()):.0f} K",
                COMPUTED + "budget.py, the table's whole current"),
    ]  # fmt: skip


def _emitters() -> list[Measure]:
    lit = drawn(["infrared emitters"], state="looking")
    meter = lit[0] * CHANNELS * LIT_US / (SWEEP_MS * 1000)
    return [
        Measure("all emitters while lit", "0.1 ms pulses: a scope over 0.1 Ohm in +5V", _ma(lit),
                COMPUTED + "budget.py, 40 nodes"),
        Measure("the same on a meter", "current into J1, more than before", f"about {meter:.0f} mA",
                ESTIMATE + f"lit {CHANNELS} times {LIT_US} us in a sweep, one every {SWEEP_MS} ms"),
        Measure("dip of +5V", "C1, a scope", f"at most {budget.dip_v(_netlist()) * 1000:.0f} mV",
                COMPUTED + "budget.py, dip_v"),
        *_light(),
    ]  # fmt: skip


def _chain() -> list[Measure]:
    leds = chain_starts(CHAIN_PRIMARY)[1]
    group = dict(CHAIN_PRIMARY)["ruler_a"]
    dark = leds * IDLE_MA
    test = group * CHANNEL_MA * TEST_LIGHT / 255
    cap = drawn(["LED chain"])[0]
    most = budget.most(_netlist(), "+5V")
    return [
        Measure("chain, dark", "in series with J2's +5V", f"{dark} mA",
                COMPUTED + f"{leds} LEDs, 1 mA each (est. in frame.py)"),
        Measure("ruler A in one colour", "the same, self test", f"{dark + test:.0f} mA",
                COMPUTED + f"{group} LEDs at {TEST_LIGHT} of 255 (20 mA a channel, est. in frame.py)"),
        Measure("any picture of a game", "the same", f"at most {cap:.0f} mA", COMPUTED + "setting led_cap_ma"),
        Measure("everything at its most", "in series with +5V_IN", f"at most {most:.0f} mA",
                COMPUTED + "budget.py, all rails"),
        Measure("+5V at the far end", "last LED", f"above {RAILS['+5V'][0] - assembly_chain.drop_v(cap):.1f} V",
                ESTIMATE + f"the cap spread evenly along {assembly_chain.wire_m():.1f} m of wire (computed from wiring "
                f"and parts.yml) and {assembly_chain.STRIP_M:g} m of strip"),
    ]  # fmt: skip


def _table_top() -> list[Measure]:
    return [
        _current(PICO + PANEL + CHIPS + READER + SHIFTER, what="current into J1, LEDs unplugged"),
        _antenna(),
    ]


def _link() -> list[Measure]:
    ends = ohms(_netlist().parts["R19"].subtype) / 2
    idle, _ = rules_bus.link_idle(_netlist(), 3.3)
    return [
        Measure("A above B, nobody sends", "J4, both boards on", f"{idle * 1000:.0f} mV",
                COMPUTED + "R20, R21 against R19 at both ends, at 3.3 V"),
        Measure("A to B, both boards off", "J4, an ohmmeter", f"{ends:.0f} Ohm or a little less",
                COMPUTED + "R19 at both ends"),
        _current(PICO + PANEL + CHIPS + READER + SHIFTER + LINK, what="current of one board, LEDs unplugged"),
    ]  # fmt: skip


STAGES: dict[str, Callable[[], list[Measure]]] = {
    "measure-0": _bench,
    "measure-1": _power,
    "measure-2": _panel,
    "measure-3": _one_reader,
    "measure-4": _all_readers,
    "measure-5": _emitters,
    "measure-6": _chain,
    "measure-7": _table_top,
    "measure-8": _link,
}


def table(rows: list[Measure]) -> str:
    """A table for people."""
    lines = ["| measure | where | expect | basis |", "|---|---|---|---|"]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def _maker(made: Callable[[], list[Measure]]) -> Callable[[], str]:
    return lambda: table(made())


MAKERS: dict[str, Callable[[], str]] = {name: _maker(made) for name, made in STAGES.items()}
