"""Room: hardware/wiring.md says the same numbers as firmware/wiring.py, row by row, both ways."""

import re

import pytest

from firmware import wiring
from tests.architecture.house import ROOT

SHEET = (ROOT / "hardware/wiring.md").read_text(encoding="utf-8")


def tables(text):
    """{heading: rows as lists of cells, without the head of the table}."""
    found = {}
    for part in re.split(r"^#+ ", text, flags=re.MULTILINE)[1:]:
        heading, _, body = part.partition("\n")
        rows = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in body.splitlines() if line[:1] == "|"]
        found[heading.replace("`", "")] = rows[2:]
    return found


def pins(rows):
    return {name: int(gpio.removeprefix("GP")) for gpio, name, _ in rows}


def wired_pins():
    found = {}
    for name in dir(wiring):
        if name.startswith("PIN_"):
            value = getattr(wiring, name)
            for index, pin in enumerate(value) if isinstance(value, tuple) else [("", value)]:
                found[name + (f"[{index}]" if isinstance(value, tuple) else "")] = pin
    return found


def place(position):
    if position < wiring.CELLS:
        return f"cell ({position // 4}, {position % 4})"
    names = {wiring.QUEUE: "queue slot", wiring.TAP: "tap pad"}
    edge = position - wiring.EDGE
    return names.get(position) or f"socket of {'row' if edge < 4 else 'column'} {edge % 4}"


def wired_sensors():
    rows = []
    for cell, (north, east) in enumerate(wiring.IR_CELLS):
        rows += [[cell, place(cell), "north", *north], [cell, place(cell), "east", *east]]
    for edge, sensor in enumerate(wiring.IR_EDGES):
        rows.append([wiring.EDGE + edge, place(wiring.EDGE + edge), "only one", *sensor])
    return [[str(cell) for cell in row] for row in rows]


def test_pins():
    rows = tables(SHEET)["Pins"]
    assert pins(rows) == wired_pins()
    assert len(rows) == len(wired_pins())


def test_buses_and_addresses():
    said = {name: int(number, 0) for name, number, _ in tables(SHEET)["Buses"]}
    names = ("LINK_UART", "LINK_BAUD", "PANEL_I2C", "READER_SPI", "DISPLAY_ADDRESS", "EXPANDER_ADDRESS")
    assert said == {name: getattr(wiring, name) for name in names}


def test_buttons():
    said = {name: int(pin) for name, pin, _ in tables(SHEET)["Buttons on the MCP23017"]}
    assert said == {
        name: getattr(wiring, name)
        for name in dir(wiring)
        if name.startswith("EXPANDER_") and name != "EXPANDER_ADDRESS"
    }


def test_readers():
    wired = [[str(at), place(at), str(row), str(column)] for at, (row, column) in enumerate(wiring.READERS)]
    assert tables(SHEET)["Readers"] == wired


def test_sensors():
    assert tables(SHEET)["Infrared sensors"] == wired_sensors()


@pytest.mark.parametrize("name", ["CHAIN_PRIMARY", "CHAIN_SATELLITE"])
def test_led_chains(name):
    chain = getattr(wiring, name)
    starts, total = wiring.chain_starts(chain)
    said = tables(SHEET)[f"{name}: {total} LEDs"]
    assert said == [[group, str(starts[group]), str(count)] for group, count in chain]


def test_spare_pins_are_spare():
    spare = {int(number) for number in re.search(r"GP(\d+) and GP(\d+) are spare", SHEET).groups()}
    assert spare and not spare & set(wired_pins().values())


@pytest.mark.parametrize(
    ("before", "after", "heading"),
    [
        ("| GP12 | `PIN_LEDS`", "| GP21 | `PIN_LEDS`", "Pins"),
        ("| 16 | queue slot | 2 | 0 |", "| 16 | queue slot | 2 | 2 |", "Readers"),
        ("| `ruler_b` | 26 | 17 |", "| `ruler_b` | 26 | 18 |", "CHAIN_PRIMARY: 95 LEDs"),
    ],
)
def test_another_number_on_the_sheet_is_read_as_another(before, after, heading):
    assert SHEET.count(before) == 1
    assert tables(SHEET.replace(before, after))[heading] != tables(SHEET)[heading]
