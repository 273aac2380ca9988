"""Room: reading the diagrams: WireViz reads them as we do, their union is one netlist, mistakes name the file."""

import pytest
from wireviz import wireviz

from host_tools.hardware.netlist import diagrams, join, load, subcircuits, types
from host_tools.hardware.wireviz_files import FOLDER, WiringError, parse, read
from tests.hardware.spoil import PRIMARY

SMALL = """
metadata: {title: Small, about: Two parts.}
connectors:
  R1: {type: resistor, subtype: 1 kOhm, pincount: 2}
  SW9: {type: button, pincount: 2}
cables:
  carrier: {category: bundle, type: carrier, colors: [BU, BK], wirelabels: [KEY, GND]}
connections:
  - [R1: [1, 2], carrier: [KEY, GND], SW9: ["1-2"]]
"""


@pytest.mark.parametrize("name", diagrams())
def test_wireviz_reads_a_diagram_as_we_do(name):
    harness = wireviz.parse(FOLDER / name, return_types="harness", image_paths=[])
    theirs = set()
    for cable, given in harness.cables.items():
        for one in given.connections:
            theirs |= {
                (part, str(pin), cable, one.via_port)
                for part, pin in ((one.from_name, one.from_pin), (one.to_name, one.to_pin))
                if part is not None
            }
    ours = {(one.part, one.pin, one.cable, one.wire) for one in read(FOLDER / name).joints}
    assert ours == theirs and ours


def test_the_union_is_one_netlist():
    assert PRIMARY.nets["RST0"][0] == ("U3", "15")
    assert {part for part, _ in PRIMARY.nets["RST0"]} == {"U3", "J11", "J12", *(f"RD{at}" for at in range(8))}
    assert PRIMARY.net_of("U1", "GP12") == PRIMARY.net_of("U7", "1A") == "LED_PICO"
    assert PRIMARY.wired("U1", "GP18") == {"SCK_PICO", "SCK"}
    assert PRIMARY.parts["U2"].place == "carrier" and PRIMARY.parts["U9"].place == "panel"
    assert PRIMARY.parts["RD3"].place == "table"


def test_a_satellite_is_the_same_without_rulers_and_queue():
    satellite = load("satellite")
    assert set(PRIMARY.parts) - set(satellite.parts) == {"RD16", *(f"LS{at}" for at in range(3, 9))}
    assert set(satellite.parts) <= set(PRIMARY.parts)
    assert satellite.on("carrier")[0].keys() == PRIMARY.on("carrier")[0].keys()


def test_the_carriers_own_nets():
    parts, nets = PRIMARY.on("carrier")
    assert "U1" in parts and "RD0" not in parts and "U9" not in parts
    assert ("J11", "10") in nets["NSS0"] and "LED_1" not in nets


def test_a_sensor_node_is_drawn_once_and_used_forty_times():
    inside = subcircuits()["IR node"]
    assert sorted(inside.parts) == ["B1", "PORT", "Ra", "Rb"]
    assert inside.net_of("B1", "E") == inside.net_of("PORT", "OUT") == inside.net_of("Rb", "1")
    assert sum(part.type == "IR node" for part in PRIMARY.parts.values()) == 40


def test_pin_tables_are_whole():
    sizes = {"Raspberry Pi Pico": 40, "74HC138": 16, "74HC238": 16, "74HC4067": 24, "74AHCT125": 14, "MAX3485": 8,
             "MCP23017": 28, "MFRC522 module": 8}  # fmt: skip
    for name, size in sizes.items():
        assert sorted(map(int, types()[name]["pins"])) == list(range(1, size + 1)), name
        assert len([kind for _, kind in types()[name]["pins"].values() if kind == "ground"]) >= 1


def test_a_small_diagram():
    netlist = join([parse("small.yml", SMALL)])
    assert netlist.nets == {"KEY": [("R1", "1"), ("SW9", "1")], "GND": [("R1", "2"), ("SW9", "2")]}
    assert netlist.files("R1", "1") == ["hardware/wiring/small.yml"]


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ("type: resistor", "type: capacitron", "small.yml: R1 is a capacitron; add its pins to"),
        ("button, pincount: 2", "button, pincount: 3", "small.yml: SW9 has no pin 3; a button has 2"),
        ("button, pincount: 2", "diode, pinlabels: [A, K]", "small.yml: pin 1 of SW9 is K, not A"),
        ("pincount: 2}\n  SW9", "pins: [1, 2], pinlabels: [a]}\n  SW9", "small.yml: R1 has 2 pins but 1 names"),
        ("[KEY, GND], SW9", "[KEY], SW9", "small.yml: the steps of a connection differ in length"),
        ("carrier: [KEY, GND], SW9", "carrier: [KEY, GMD], SW9", "small.yml: carrier has 0 wires called GMD"),
        ("[KEY, GND], SW9", "[KEY, GND], SW8", "small.yml connects SW8 but does not describe it"),
        ("[R1: [1, 2], carrier", "[R1: [1, 3], carrier", "small.yml: R1 has 0 pins called 3"),
        (
            '["1-2"]]',
            '["1-2"]]\n  - [carrier: [GND], R1: [1]]',
            "small.yml puts R1 1 on GND, hardware/wiring/small.yml",
        ),
        ("connections:", "joints:", "small.yml needs metadata, connectors, cables and connections"),
    ],
)
def test_a_mistake_names_its_diagram(before, after, sentence):
    assert SMALL.count(before) == 1
    with pytest.raises(WiringError) as found:
        join([parse("small.yml", SMALL.replace(before, after))])
    assert f"hardware/wiring/{sentence}" in str(found.value)


def test_a_file_that_is_no_yaml_is_named(tmp_path):
    (tmp_path / "odd.yml").write_text("a: [b", encoding="utf-8")
    with pytest.raises(WiringError, match="hardware/wiring/odd.yml is no YAML"):
        read(tmp_path / "odd.yml")


def test_two_diagrams_that_contradict_each_other():
    other = SMALL.replace("1 kOhm", "2 kOhm")
    with pytest.raises(WiringError, match="other.yml: R1 is described otherwise in small.yml"):
        join([parse("small.yml", SMALL), parse("other.yml", other)])
    other = SMALL.replace("wirelabels: [KEY, GND]", "wirelabels: [LOCK, GND]").replace("[KEY, GND]", "[LOCK, GND]")
    with pytest.raises(WiringError, match="other.yml puts R1 1 on LOCK, hardware/wiring/small.yml on KEY"):
        join([parse("small.yml", SMALL), parse("other.yml", other)])
