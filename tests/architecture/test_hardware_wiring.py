"""Room: the wiring diagrams say what firmware/wiring.py says, pin by pin; a changed pin names the diagram."""

import types

import pytest

from firmware import wiring
from host_tools.hardware import rules_firmware
from host_tools.hardware.netlist import load

PRIMARY = load("primary")
SATELLITE = load("satellite")


def changed(**numbers):
    """A copy of the wiring numbers with some replaced."""
    return types.SimpleNamespace(**{**vars(wiring), **numbers})


def replaced(values, index, value):
    return (*values[:index], value, *values[index + 1 :])


@pytest.mark.parametrize(("netlist", "role"), [(PRIMARY, "primary"), (SATELLITE, "satellite")])
def test_diagrams_and_firmware_agree(netlist, role):
    assert rules_firmware.faults(netlist, wiring, role) == []


def test_every_pin_of_the_firmware_is_looked_at():
    named = [name for name in dir(wiring) if name.startswith("PIN_")]
    looked = {name.split("[")[0] for name, _ in rules_firmware.ends(wiring)}
    assert set(named) == looked and len(named) > 15


def test_every_gpio_has_one_name():
    names = {}
    for name, gpio in rules_firmware.ends(wiring):
        names.setdefault(gpio, []).append(name)
    twice = {f"GP{gpio}": found for gpio, found in names.items() if len(found) > 1}
    assert twice == {}, "firmware/wiring.py gives a GPIO to two lines"


SINGLE = [name for name in rules_firmware.ENDS if name != "PIN_SUPPLY_SENSE"]


@pytest.mark.parametrize("name", SINGLE)
def test_a_pin_changed_in_the_firmware_names_the_diagram(name):
    found = rules_firmware.faults(PRIMARY, changed(**{name: 21}))
    assert any(
        fault.startswith("hardware/wiring/") and f".yml: {rules_firmware.ENDS[name][0]} hangs on GP" in fault
        and f"{name} says GP21" in fault
        for fault in found
    ), found  # fmt: skip


def test_a_changed_pin_of_the_supply_names_the_diagram():
    """It is on the Pico itself, where nobody can move it."""
    (fault,) = rules_firmware.faults(PRIMARY, changed(PIN_SUPPLY_SENSE=21))
    assert fault == (
        "hardware/wiring/power.yml: U1 measures VSYS at GP29, but firmware/wiring.py PIN_SUPPLY_SENSE says GP21"
    )


@pytest.mark.parametrize("index", range(6))
def test_a_changed_address_line_names_the_diagram(index):
    found = rules_firmware.faults(PRIMARY, changed(PIN_ADDRESS=replaced(wiring.PIN_ADDRESS, index, 21)))
    diagram = "column_select.yml" if index < 3 else "row_reset.yml"
    assert any(diagram in fault and f"PIN_ADDRESS[{index}] says GP21" in fault for fault in found), found


@pytest.mark.parametrize("index", range(3))
def test_a_changed_analog_input_names_the_diagram(index):
    found = rules_firmware.faults(PRIMARY, changed(PIN_IR_ADC=replaced(wiring.PIN_IR_ADC, index, 29)))
    assert f"hardware/wiring/ir_address.yml: U{4 + index} COM hangs on GP{26 + index}, but" in found[0]


@pytest.mark.parametrize("position", range(18))
def test_a_moved_reader_names_the_diagram(position):
    row, column = wiring.READERS[position]
    diagram = "readers_pads.yml" if position > 15 else f"readers_row_{position // 4 + 1}.yml"
    moved = changed(READERS=replaced(wiring.READERS, position, (row, column ^ 1)))
    (fault,) = rules_firmware.faults(PRIMARY, moved)
    assert fault.startswith(f"hardware/wiring/{diagram}: RD{position} NSS meets U2 /Y{column}, but")
    moved = changed(READERS=replaced(wiring.READERS, position, (7, column)))
    (fault,) = rules_firmware.faults(PRIMARY, moved)
    assert fault.startswith(f"hardware/wiring/{diagram}: RD{position} NRSTPD meets U3 Y{row}, but")


def test_a_moved_tap_pad_names_the_satellites_diagram():
    moved = changed(READERS=replaced(wiring.READERS, wiring.TAP, (2, 3)))
    (fault,) = rules_firmware.faults(SATELLITE, moved, "satellite")
    assert fault.startswith("hardware/wiring/readers_pad_satellite.yml: RD17 NSS meets U2 /Y1, but")


@pytest.mark.parametrize("cell", range(16))
def test_a_moved_sensor_names_the_diagram(cell):
    north, east = wiring.IR_CELLS[cell]
    found = rules_firmware.faults(PRIMARY, changed(IR_CELLS=replaced(wiring.IR_CELLS, cell, (east, north))))
    assert [fault.split(" meets ")[0] for fault in found] == [
        f"hardware/wiring/ir_row_{cell // 4 + 1}.yml: IR{cell}{margin} OUT" for margin in "NE"
    ]


def test_a_moved_socket_sensor_names_the_diagram():
    (fault,) = rules_firmware.faults(PRIMARY, changed(IR_EDGES=replaced(wiring.IR_EDGES, 5, (2, 9))))
    assert fault.startswith("hardware/wiring/ir_sockets.yml: IR23 OUT meets U6 I5, but")


def test_a_moved_button_names_the_diagram():
    (fault,) = rules_firmware.faults(PRIMARY, changed(EXPANDER_AXIS=4))
    assert fault.startswith("hardware/wiring/panel_buttons.yml: SW5 1 meets U9 GPA3, but")


@pytest.mark.parametrize("name", ["EXPANDER_ADDRESS", "DISPLAY_ADDRESS"])
def test_another_bus_address_names_the_diagram(name):
    (fault,) = rules_firmware.faults(PRIMARY, changed(**{name: 0x23}))
    assert "hardware/wiring/panel_chips.yml" in fault and f"{name} says 0x23" in fault


@pytest.mark.parametrize(
    ("netlist", "role", "name", "diagram"),
    [
        (PRIMARY, "primary", "CHAIN_PRIMARY", "led_chain_"),
        (SATELLITE, "satellite", "CHAIN_SATELLITE", "led_chain_satellite.yml"),
    ],
)
def test_another_order_of_leds_names_the_diagram(netlist, role, name, diagram):
    groups = getattr(wiring, name)
    for other in (groups[::-1], groups[:-1], (*groups, ("more", 3)), replaced(groups, 1, (groups[1][0], 24))):
        (fault,) = rules_firmware.faults(netlist, changed(**{name: other}), role)
        assert f"hardware/wiring/{diagram}" in fault and name in fault
