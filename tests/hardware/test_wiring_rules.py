"""Room: design rules of the wiring: the table as drawn has no fault; each kind of fault, once made, is named."""

import dataclasses

import pytest

from firmware import wiring
from host_tools.hardware import levels, rules, rules_bus, rules_firmware, rules_levels, rules_supply
from host_tools.hardware.netlist import load
from tests.hardware.spoil import PRIMARY, changed, moved, without


def only(found, *words):
    """That exactly one sentence is found, and that it says so."""
    assert len(found) == 1 and all(word in found[0] for word in words), found


@pytest.mark.parametrize("role", ["primary", "satellite"])
def test_the_wiring_as_drawn_keeps_all_rules(role):
    assert rules.faults(load(role), role) == []


# Drivers.


def test_two_outputs_on_one_line():
    only(rules.driver_faults(moved(("RD0 MISO", "MOSI"))), "MOSI", "several drivers", "U1 GP19", "RD0 MISO")


def test_two_outputs_with_a_resistor_between():
    found = rules.driver_faults(moved(("U2 /Y0", "SCK")))
    assert found == [
        "SCK and SCK_PICO has several drivers: U2 /Y0, U1 GP18",
        "NSS0 has no driver, but RD16 NSS listens",
    ]


def test_a_line_that_nobody_drives():
    found = rules.driver_faults(moved(("U1 GP0", None), ("U1 GP17", "LINK_TX")))
    only(found, "LINK_TX has no driver")


def test_several_outputs_that_let_go_need_a_reason():
    assert len({part for part, pin in PRIMARY.nets["MISO"] if part[:2] == "RD"}) == 18
    only(rules.driver_faults(moved(("U8 RO", "LED_SHIFTED"), ("U7 1Y", "X"), ("U7 /1OE", "+5V"), ("RD3 MISO", "X"))),
         "X has several drivers: U7 1Y, RD3 MISO", "SHARED in rules.py does not")  # fmt: skip


def test_a_button_on_an_output():
    only(rules.driver_faults(moved(("SW1 1", "A0"))), "A0 has several drivers", "SW1 1")


def test_two_gpios_that_meet():
    only(rules.gpio_faults(moved(("U1 GP17", "SDA"))), "GP17 and GP2 meet on SDA")
    only(rules.gpio_faults(moved(("U1 GP21", "SCK"))), "GP18 and GP21 meet on SCK and SCK_PICO")
    only(rules.gpio_faults(moved(("U1 GP21", "3V3"))), "GP21 meet on 3V3")


# The panel's bus.


def test_two_chips_with_one_address():
    only(rules_bus.address_faults(changed("DS1", notes="address 0x20")), "U9 and DS1 both have the I2C address 0x20")


def test_pull_ups_too_weak_for_the_speed():
    only(rules_bus.panel_speed_faults(changed("R8", subtype="10 kOhm")), "SDA rises in 881 ns, 400 kHz allows 300")


def test_pull_ups_too_strong_for_the_chips():
    only(rules_bus.panel_speed_faults(changed("R9", subtype="470 Ohm")), "SCL: 470 Ohm want more than the 3 mA")


# Pulls.


@pytest.mark.parametrize(
    ("resistor", "net"),
    [("R8", "SDA"), ("R9", "SCL"), ("R5", "MISO"), ("R10", "PANEL_INT"), ("R17", "LINK_RX"), ("R22", "U9_RESET"),
     ("R18", "LINK_ENABLE"), ("R3", "COLUMN_ENABLE"), ("R4", "ROW_ENABLE"), ("R16", "LED_PICO"), ("R1", "IR_ON"),
     ("R13", "BUZZER_BASE")],
)  # fmt: skip
def test_a_missing_pull(resistor, net):
    only(rules.pull_faults(without(resistor)), f"{net} has no pull-")


def test_a_missing_pull_at_a_button():
    found = rules.pull_faults(without("R11"))
    assert found[0].startswith("OK has no pull-up")


def test_every_pull_is_asked_for_or_explained():
    drawn = {name for name, part in PRIMARY.parts.items() if part.notes in ("pull-up", "pull-down")}
    asked = {name for name in drawn if rules.pull_faults(without(name))}
    # R14 discharges the buzzer, R20 and R21 bias the link (link_faults).
    assert drawn - asked == {"R14", "R20", "R21"}


def test_a_pull_to_the_wrong_side():
    found = rules.pull_faults(moved(("R5 2", "GND")))
    only(found, "R5 is called a pull-up but joins MISO and GND")


# Supply.


def test_a_chip_without_ground():
    only(rules_supply.power_pin_faults(moved(("U5 GND", None))), "U5 GND (pin 12) is on None, not on GND")


def test_a_chip_on_a_signal():
    only(rules_supply.power_pin_faults(moved(("U5 VCC", "A0"))), "U5 VCC (pin 24) is on A0, which is no supply")


def test_a_reader_on_five_volts():
    only(rules_supply.power_pin_faults(moved(("RD7 3V3", "+5V"))), "RD7 wants 2.5 to 3.6 V at 3V3, but +5V is")


def test_a_shifter_on_three_volts():
    only(rules_supply.power_pin_faults(moved(("U7 VCC", "3V3"))), "U7 wants 4.5 to 5.5 V")


def test_two_sources_on_a_rail():
    only(rules_supply.rail_faults(moved(("U1 3V3", "3V3"))), "3V3 is fed by U10 and by U1 3V3")


def test_a_rail_that_nothing_feeds():
    only(rules_supply.rail_faults(moved(("F1 2", "NOWHERE"))), "+5V is not fed: F1")


@pytest.mark.parametrize("number", range(2, 11))
def test_a_missing_capacitor(number):
    only(rules_supply.decoupling_faults(without(f"C{number}")), f"U{number} has no capacitor between")


def test_a_capacitor_on_another_board_is_none():
    only(rules_supply.decoupling_faults(changed("C9", place="carrier")), "U9 has no capacitor")


def test_an_input_left_open():
    only(rules_supply.open_pin_faults(moved(("U2 /G2A", None))), "U2 /G2A (pin 4) is not connected")


def test_a_connector_pin_left_open():
    only(rules_supply.open_pin_faults(moved(("J3 8", None))), "J3 OK (pin 8) is not connected")


def test_a_net_with_one_pin():
    found = rules_supply.lonely_net_faults(moved(("U8 DI", "ALONE")))
    assert found == ["LINK_TX has one pin only: U1 GP0", "ALONE has one pin only: U8 DI"]


def test_plugs_that_would_kill_a_reader():
    found = rules_supply.plug_faults(changed("J21", type="IDC header 2x7"))
    assert "J11 and J21 take the same plug, but pin 1 is 3V3 here and +5V there" in found


# Levels.


def test_led_data_without_the_shifter():
    found = rules_levels.level_faults(moved(("U7 1Y", None), ("LS0 DIN", "LED_PICO")))
    only(found, "LED_PICO: U1 GP12 gives 2.62 V as a one, but LS0 DIN wants 3.67 V")


def test_a_shifter_of_the_wrong_family():
    netlist = moved()
    netlist.types = {**netlist.types, "74AHCT125": {**netlist.types["74AHCT125"], "levels": "hc"}}
    only(rules_levels.level_faults(netlist), "U1 GP12 gives 2.62 V as a one, but U7 1A wants 3.67 V")


def test_a_zero_that_is_not_low_enough(monkeypatch):
    """As from a driver that sinks more than its data sheet measures at."""
    weak = dataclasses.replace(levels.FAMILIES["rp2040"], low=(0, 0.9))
    monkeypatch.setitem(levels.FAMILIES, "rp2040", weak)
    found = rules_levels.level_faults(PRIMARY)
    assert "LED_PICO: U1 GP12 gives 0.90 V as a zero, but U7 1A takes at most 0.80 V for one" in found
    assert all("as a zero" in fault for fault in found)


def test_five_volts_into_the_pico():
    found = rules_levels.tolerance_faults(moved(("R17 2", "+5V")))
    assert "LINK_RX: R17 goes to 5.25 V, but U1 GP1 bears 3.50 V" in found


def test_a_sensor_node_on_five_volts():
    found = rules_levels.tolerance_faults(moved(("IR3N 3V3", "+5V")))
    only(found, "N3: IR3N OUT goes to 5.25 V, but U4 I3 bears 3.51 V")


def test_multiplexers_on_five_volts():
    found = rules_levels.tolerance_faults(moved(("U4 VCC", "+5V")))
    assert "IR_0: U4 COM goes to 5.25 V, but U1 GP26 bears 3.50 V" in found


# The readers' bus and the link.


def test_the_readers_bus_is_too_long_for_ten_megahertz():
    assert rules_bus.reader_speed_faults(PRIMARY, 5_000_000) != []
    found = rules_bus.reader_speed_faults(PRIMARY, 10_000_000)
    assert [fault.split()[0] for fault in found] == ["SCK", "MOSI", "MISO"]
    assert "half a bit at 10 MHz is 50" in found[0]


def test_a_large_series_resistor_slows_the_readers_bus():
    only(rules_bus.reader_speed_faults(changed("R6", subtype="220 Ohm")), "SCK needs", "half a bit at 4 MHz is 125")


def test_longer_ribbons_slow_the_readers_bus():
    cables = PRIMARY.cables
    longer = moved()
    longer.cables = {
        name: dataclasses.replace(cable, attributes={**cable.attributes, "length": "1.5 m"})
        for name, cable in cables.items()
    }
    assert rules_bus.reader_speed_faults(longer) and not rules_bus.reader_speed_faults(PRIMARY)
    assert rules_bus.metres(PRIMARY, ("W11", "W15")) == pytest.approx(1.6)


def test_a_bias_too_weak():
    only(rules_bus.link_faults(changed("R20", subtype="1 kOhm")), "hold the idle link 133 mV apart")


def test_a_load_too_strong():
    only(rules_bus.link_faults(changed("R20", subtype="47 Ohm")), "U8 drives 53 Ohm")


# What the firmware says.


def test_a_chain_that_begins_nowhere_is_named():
    found = rules_firmware.chain_faults(moved(("LS0 DIN", "LED_PICO")), wiring)
    only(found, "led_driver.yml: no strip hangs on J2 DATA", "CHAIN_PRIMARY begins with [('first', 1)]")


def test_the_firmware_is_one_of_the_rules():
    assert any(
        "hardware/wiring/readers_row_2.yml: RD5 NSS" in fault for fault in rules.faults(moved(("RD5 NSS", "NSS4")))
    )
    assert any("ir_row_1.yml: IR2E OUT" in fault for fault in rules.faults(moved(("IR2E OUT", "E1"))))
    swapped = moved(("LS4 DIN", "LED_5"), ("LS5 DIN", "LED_4"))
    assert any("led_chain_places.yml: LS5 is edge with 8 LEDs" in fault for fault in rules.faults(swapped))
