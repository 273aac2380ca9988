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


# Pins 1, 2, 3 ... as the data sheets draw them: a second copy, so that a slip in one of both is seen.
PINOUTS = {
    "Raspberry Pi Pico": """GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15
        GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 AGND GP28 ADC_VREF 3V3 3V3_EN GND VSYS VBUS""",
    "74HC138": "A B C /G2A /G2B G1 /Y7 GND /Y6 /Y5 /Y4 /Y3 /Y2 /Y1 /Y0 VCC",
    "74HC238": "A0 A1 A2 /E1 /E2 E3 Y7 GND Y6 Y5 Y4 Y3 Y2 Y1 Y0 VCC",
    "74HC4067": "COM I7 I6 I5 I4 I3 I2 I1 I0 S0 S1 GND S3 S2 /E I15 I14 I13 I12 I11 I10 I9 I8 VCC",
    "74AHCT125": "/1OE 1A 1Y /2OE 2A 2Y GND 3Y 3A /3OE 4Y 4A /4OE VCC",
    "MAX3485": "RO /RE DE DI GND A B VCC",
    "MCP23017": """GPB0 GPB1 GPB2 GPB3 GPB4 GPB5 GPB6 GPB7 VDD VSS NC1 SCL SDA NC2 A0 A1 A2 /RESET INTB INTA
        GPA0 GPA1 GPA2 GPA3 GPA4 GPA5 GPA6 GPA7""",
    "MCP1826S-3302": "VIN GND VOUT",
    "MFRC522 module": "NSS SCK MOSI MISO IRQ GND NRSTPD 3V3",
    "SSD1306 module": "GND VCC SCL SDA",
    "QRE1113": "A K C E",
    "AO3400A": "G S D",
    "2N3904": "E B C",
    "diode": "K A",
}


@pytest.mark.parametrize("name", PINOUTS)
def test_pins_of_a_type_are_those_of_its_data_sheet(name):
    pins = types()[name]["pins"]
    assert list(pins) == [str(number) for number in range(1, len(pins) + 1)]
    drawn = " ".join(pin for pin, _ in pins.values())
    assert drawn == " ".join(PINOUTS[name].split()), f"hardware/parts_pins.yml: {name}; look at its data sheet"


def test_every_chip_has_ground_and_a_supply():
    for name in PINOUTS.keys() - {"QRE1113", "AO3400A", "2N3904", "diode"}:
        kinds = [kind for _, kind in types()[name]["pins"].values()]
        assert "ground" in kinds and "power" in kinds, name


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
