"""Room: single parts that are drawn wrong: turned round, switched off, of a useless value; each is named."""

import inspect
import re

import pytest

from host_tools.hardware import budget, rules, rules_bus, rules_levels, rules_parts, rules_supply
from host_tools.hardware.netlist import join, load
from host_tools.hardware.wireviz_files import FOLDER, parse
from tests.hardware.spoil import PRIMARY, changed, moved, unjoined, without

SATELLITE = load("satellite")


@pytest.mark.parametrize(
    ("rule", "spoilt", "sentence"),
    [
        ("polarity", lambda: moved(("C1 +", "GND"), ("C1 -", "+5V")), "C1 is the wrong way round: its + is on GND"),
        ("polarity", lambda: moved(("C12 +", "GND"), ("C12 -", "3V3")), "C12 is the wrong way round: its + is on GND"),
        ("polarity", lambda: moved(("D1 K", "+5V"), ("D1 A", "VSYS")), "D1 is the wrong way round: its A is on VSYS"),
        ("polarity", lambda: moved(("D2 K", "GND"), ("D2 A", "+5V")), "D2 is the wrong way round: its K is on GND"),
        (
            "switch",
            lambda: moved(("Q1 S", "IR_LED"), ("Q1 D", "GND")),
            "Q1 has S on IR_LED and D on GND: S belongs on GND",
        ),
        (
            "switch",
            lambda: moved(("Q2 E", "BUZZER-"), ("Q2 C", "GND")),
            "Q2 has E on BUZZER- and C on GND: E belongs on GND",
        ),
        ("switch", lambda: moved(("Q2 C", None)), "Q2 has E on GND and C on None"),
        ("enable", lambda: moved(("U2 /G2A", "3V3")), "U2 /G2A is on 3V3, not on GND: U2 is switched off"),
        ("enable", lambda: moved(("U3 /E1", "3V3")), "U3 /E1 is on 3V3, not on GND"),
        ("enable", lambda: moved(("U6 /E", "3V3")), "U6 /E is on 3V3, not on GND"),
        ("enable", lambda: moved(("U7 /1OE", "+5V")), "U7 /1OE is on +5V, not on GND"),
        ("emitter", lambda: moved(("IR0N LED-", "GND")), "IR0N LED- is on GND, Q1 switches IR_LED"),
        ("emitter", lambda: moved(("IR23 LED-", None)), "IR23 LED- is on None, Q1 switches IR_LED"),
        ("pair", lambda: moved(("J4 A", "LINK_B"), ("J4 B", "LINK_A")), "J4 has A on LINK_B and B on LINK_A, U8 not"),
        ("pair", lambda: moved(("JP2 1", "LINK_B")), "JP2 pulls up another net than LINK_A"),
        ("pair", lambda: moved(("JP3 1", "LINK_A")), "JP3 pulls down another net than LINK_B"),
        ("pair", lambda: changed("R19", subtype="1 kOhm"), "R19 ends the link with 1000 Ohm, its cable has 120"),
        ("plug_pin", lambda: moved(("J12 4", "SCK")), "J12 GND (pin 4) is on SCK"),
        ("plug_pin", lambda: moved(("J21 1", "3V3")), "J21 +5V (pin 1) is on 3V3"),
        ("value", lambda: changed("C5", subtype="10 nF"), "C5 has 10 nF, 100 nF at least"),
        ("value", lambda: without("C1"), "+5V has 0 uF, hardware/currents.yml counts on 1000"),
        ("value", lambda: changed("R5", subtype="100 Ohm"), "R5 asks 33.9 mA of what drives MISO, 4 is the most"),
        ("value", lambda: changed("R16", subtype="100 Ohm"), "R16 asks 33.9 mA of what drives LED_PICO"),
    ],
)
def test_a_part_that_is_drawn_wrong_is_named(rule, spoilt, sentence):
    asked = getattr(rules_parts, f"{rule}_faults")
    found = asked(spoilt())
    assert len(found) == 1 and found[0].startswith(sentence), found
    assert asked(PRIMARY) == asked(SATELLITE) == []


@pytest.mark.parametrize(("one", "other"), ["AK", "CE", "KC"])
def test_a_sensor_that_is_turned_round_within_its_node_is_named(monkeypatch, one, other):
    head, connections, tail = (FOLDER / "ir_node.yml").read_text(encoding="utf-8").partition("connections:")
    swapped = re.sub(
        r"B1: \[[AKCE, ]+\]", lambda found: found[0].translate(str.maketrans(one + other, other + one)), tail
    )
    spoilt = join([parse("ir_node.yml", head + connections + swapped)])
    monkeypatch.setattr(rules_parts, "subcircuits", lambda: {"IR node": spoilt})
    found = rules_parts.emitter_faults(PRIMARY)
    assert [fault.rpartition(" does not")[0] for fault in found] == [
        f"hardware/wiring/ir_node.yml: B1 {pin}" for pin in rules_parts.NODE if pin in (one, other)
    ]


def test_every_rule_that_is_written_is_asked():
    modules = (rules, rules_bus, rules_levels, rules_parts, rules_supply)
    written = {
        rule
        for module in modules
        for name, rule in inspect.getmembers(module, inspect.isfunction)
        if name.endswith("_faults") and rule.__module__ == module.__name__
    }
    # `faults` hands the role to one, and stops at what the other finds.
    assert written - set(rules.RULES) == {rules.firmware_faults, rules.missing_faults}


@pytest.mark.parametrize("name", [name for name in PRIMARY.parts if name[:2] not in ("RD", "IR", "LS")])
def test_a_part_that_no_diagram_has_is_missed(name):
    found = rules.faults(without(name))
    assert found and all(fault.startswith("hardware/") for fault in found), found


def test_a_pin_that_is_joined_to_nothing_is_missed():
    """Every pin that a wire or trace reaches, of one part of each kind."""
    found = {}
    seen = set()
    for part, pin in PRIMARY.at:
        kind = PRIMARY.parts[part].type, PRIMARY.parts[part].subtype, pin
        if kind not in seen:
            seen.add(kind)
            found[part, pin] = rules.faults(unjoined(part, pin))
    assert len(found) > 150 and [node for node, faults in found.items() if not faults] == []


@pytest.mark.parametrize(
    ("spoilt", "sentence"),
    [
        (
            lambda: without("C4"),
            "ir_north.yml, hardware/wiring/supply_of_chips.yml: U4 has no capacitor between 3V3 and GND",
        ),
        (lambda: without("R18"), "hardware/wiring/link.yml: LINK_ENABLE has no pull-down: a board that starts"),
        (lambda: moved(("J12 4", "SCK")), "hardware/wiring/readers_row_2.yml: J12 GND (pin 4) is on SCK"),
    ],
)
def test_a_fault_names_its_diagrams(spoilt, sentence):
    found = rules.faults(spoilt())
    assert any(fault.startswith("hardware/wiring/") and sentence in fault for fault in found), found


def test_a_fault_of_currents_names_their_file(monkeypatch):
    given = dict(budget.described(), usb_most=300)
    monkeypatch.setattr(budget, "described", lambda: given)
    found = [fault for fault in rules.faults(PRIMARY) if fault.endswith("but a USB port gives 300")]
    assert len(found) == 1 and found[0].startswith("hardware/currents.yml: ")


@pytest.mark.parametrize(
    ("spoilt", "words"),
    [
        (lambda: moved(("RD0 MISO", "MOSI"), of=SATELLITE), "several drivers: U1 GP19, RD0 MISO"),
        (lambda: moved(("U1 GP21", "SCK"), of=SATELLITE), "GP18 and GP21 meet"),
        (lambda: changed("DS1", of=SATELLITE, notes="address 0x20"), "both have the I2C address 0x20"),
        (lambda: without("R9", of=SATELLITE), "SCL has no pull-up"),
        (lambda: moved(("RD17 3V3", "+5V"), of=SATELLITE), "RD17 wants 2.5 to 3.6 V"),
        (
            lambda: moved(("U7 1Y", None), ("LS0 DIN", "LED_PICO"), of=SATELLITE),
            "gives 2.62 V as a one, but LS0 DIN wants",
        ),
        (lambda: without("C6", of=SATELLITE), "U6 has no capacitor"),
        (lambda: moved(("LS1 DIN", "LED_2"), ("LS2 DIN", "LED_1"), of=SATELLITE), "CHAIN_SATELLITE says"),
        (lambda: moved(("RD17 NSS", "NSS0"), of=SATELLITE), "readers_pad_satellite.yml: RD17 NSS meets U2 /Y0"),
        (lambda: changed("R6", of=SATELLITE, subtype="220 Ohm"), "SCK needs"),
    ],
)
def test_the_rules_are_asked_of_a_satellite_too(spoilt, words):
    found = rules.faults(spoilt(), "satellite")
    assert any(words in fault for fault in found), found
