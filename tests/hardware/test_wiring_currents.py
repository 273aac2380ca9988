"""Room: what each supply carries: the table stays inside, and figures that would not are named."""

import copy
import re

import pytest

from firmware import settings, wiring
from firmware.lights import frame
from host_tools.hardware import assembly_measures, bom, budget, parts
from host_tools.hardware.netlist import ROOT, load, subcircuits
from tests.hardware.spoil import PRIMARY, changed, moved, without

SATELLITE = load("satellite")


@pytest.mark.parametrize("netlist", [PRIMARY, SATELLITE])
def test_every_rail_is_within_its_supply(netlist):
    assert budget.current_faults(netlist) == []


def test_figures_of_the_primary():
    """Worked out by hand: 8 readers awake, 2 fields, 18 power lights, 40 emitters."""
    ahead = 18 * 2 + 30 + 1 + 61 + 5 + 16
    assert budget.totals(PRIMARY)["3V3"]["reading"][1] == pytest.approx(8 * 19 + 2 * 100 + ahead)
    assert budget.totals(PRIMARY)["3V3"]["looking"][1] == pytest.approx(40 * 0.34 + ahead)
    assert budget.most(PRIMARY, "VSYS") == pytest.approx(8 * 19 + 2 * 100 + ahead + 0.22 + 93)
    lit = 40 * (5.25 - 1.0) / 330 * 1000
    assert budget.most(PRIMARY, "+5V") == pytest.approx(1000 + lit + 2 + 40 * 0.34 + ahead + 0.22 + 93)


def test_a_satellite_has_one_reader_fewer():
    readers = [sum(part.type == "MFRC522 module" for part in one.parts.values()) for one in (PRIMARY, SATELLITE)]
    assert readers == [18, 17]
    assert budget.most(PRIMARY, "3V3") - budget.most(SATELLITE, "3V3") == pytest.approx(2)


def test_readers_awake_are_those_of_the_largest_row_of_the_firmware():
    rows = [row for row, _ in wiring.READERS]
    assert budget.awake(PRIMARY) == max(map(rows.count, rows)) == 8


def test_the_cap_counts_as_the_firmware_does():
    assert (frame.CHANNEL_MA, frame.IDLE_MA, frame.CAP_MA) == (20, 1, settings.DEFAULTS["led_cap_ma"])
    wider = budget.most(PRIMARY, "+5V", 1500) - budget.most(PRIMARY, "+5V", 1000)
    assert wider == pytest.approx(500)


def test_the_largest_cap_is_where_the_fuse_ends():
    cap = budget.largest_cap(PRIMARY)
    assert settings.DEFAULTS["led_cap_ma"] < cap < settings.load({"led_cap_ma": 4000})["led_cap_ma"]
    assert budget.current_faults(PRIMARY, cap) == []
    assert "+5V carries" in budget.current_faults(PRIMARY, cap + 2)[0]


def test_a_cap_beyond_the_fuse_is_named():
    (fault, *_) = budget.current_faults(PRIMARY, 4000)
    assert fault.startswith("+5V carries 4773 mA, but F1 gives 2500")


def adapter_ma(thrifty):
    """What the 5 V supply of the parts list gives."""
    (entry,) = [entry for entry in parts.load().entries if entry.key == "supply"]
    said = f"{entry.choice(thrifty).part}, {entry.name}"
    return 1000 * int(re.search(r"5 V, (\d+) A", said)[1])


@pytest.mark.parametrize("build", bom.builds().values(), ids=lambda build: build.name)
def test_the_cap_that_a_build_sets_is_within_fuse_and_adapter(build):
    assert adapter_ma(thrifty=False) == budget.described()["adapter_most"]
    for role, said in build.boards.items():
        cap = settings.load(said)["led_cap_ma"]
        assert budget.current_faults(load(role), cap) == [], f"led_cap_ma of hardware/builds/{build.name}/{role}.json"
        assert budget.most(load(role), "+5V", cap) < adapter_ma(build.thrifty)


def test_all_readers_in_one_row_are_too_many_for_usb():
    netlist = moved(*[(f"RD{position} NRSTPD", "RST0") for position in range(18)])
    assert budget.awake(netlist) == 18
    assert budget.usual(netlist, "VSYS") - budget.usual(PRIMARY, "VSYS") == pytest.approx(10 * 13.5)


def test_a_board_without_readers_draws_less():
    netlist = PRIMARY
    for position in range(18):
        netlist = without(f"RD{position}", of=netlist)
    assert budget.awake(netlist) == 0
    assert budget.most(netlist, "3V3") == pytest.approx(30 + 1 + 61 + 5 + 16 + 40 * 0.34)


def test_an_emitter_stays_within_its_limit_and_the_bulk_capacitor_holds():
    assert 8 < budget.emitter_ma("typical") < budget.emitter_ma("most") < 20
    assert budget.dip_v(PRIMARY) < 0.1
    assert 0 < budget.heat_k(PRIMARY) < 80


def test_a_pulse_is_what_the_firmware_lights_and_a_little_more():
    driver = (ROOT / "firmware/drivers/reflectance.py").read_text(encoding="utf-8")
    told = {name: int(number) for name, number in re.findall(r"^(_\w+) = const\((\d+)\)", driver, re.MULTILINE)}
    conversions = 3 * 4  # a conversion takes 2 us, a call of MicroPython as much again (estimate)
    assert told["_SETTLE_US"] + conversions <= budget.PULSE_S * 1e6 < told["_SETTLE_US"] + 2 * conversions
    assert told["_CHANNELS"] == assembly_measures.CHANNELS


def drawing_more(monkeypatch, what, most):
    """Let one load of hardware/currents.yml draw that much at most."""
    given = copy.deepcopy(budget.described())
    (load,) = [load for load in given["loads"] if load["what"] == what]
    load["most"] = most
    monkeypatch.setattr(budget, "described", lambda: given)


def test_an_emitter_beyond_its_limit_is_named(monkeypatch):
    inside = copy.deepcopy(subcircuits()["IR node"])
    inside.parts["Ra"].subtype = "82 Ohm"
    monkeypatch.setattr(budget, "subcircuits", lambda: {"IR node": inside})
    found = budget.current_faults(PRIMARY)
    assert "52 mA through an emitter, but it bears 50" in found
    assert "207 mV that a pulse of the emitters pulls +5V down, but the LEDs may lose 100" in found


def test_a_regulator_that_gets_too_hot_is_named(monkeypatch):
    """Two radio fields of 320 mA: U10 gives that, but not without a heat sink."""
    drawing_more(monkeypatch, "radio field", 320)
    found = budget.current_faults(PRIMARY)
    assert "85 K that U10 warms up, but it bears 80" in found
    assert not any(fault.startswith("3V3 carries") for fault in found)


def test_a_supply_beyond_a_usb_port_or_the_adapter_is_named(monkeypatch):
    given = dict(budget.described(), usb_most=300, adapter_most=1500)
    monkeypatch.setattr(budget, "described", lambda: given)
    found = budget.current_faults(PRIMARY)
    assert [fault.partition(", but ")[2] for fault in found] == ["a USB port gives 300", "the adapter gives 1500"]


def test_every_load_has_parts_in_the_wiring_and_a_basis():
    types = {part.type for part in PRIMARY.parts.values()}
    for given in budget.described()["loads"]:
        assert given.get("type", "IR node") in types, given
        assert given["basis"] and given["when"] in ("always", *budget.STATES), given
    assert all(one.typical <= one.most for one in budget.loads(PRIMARY) if "emitters" not in one.what)


def test_more_chips_draw_more():
    assert budget.most(changed("SW6", type="SSD1306 module"), "3V3") - budget.most(PRIMARY, "3V3") == pytest.approx(30)
