"""Room: the lists of parts: they follow the wiring and the firmware's numbers, and are what the repository holds."""

import csv
import io

import pytest
import yaml

from firmware import wiring
from hardware.table_top import params, places
from host_tools.hardware import bom, bom_contents, bom_files, netlist, parts

README = (bom.FOLDER / "README.md").read_text(encoding="utf-8")
BUILDS = bom.builds()
CATALOGUE = parts.load()


def needed(name):
    """{part: how many} of a build."""
    return {line.entry.key: line.need for line in bom.lines(BUILDS[name], CATALOGUE)}


def board(role="primary", readers="all", wired=None):
    return bom_contents.contents({"role": role, "readers": readers}, wired)


def test_the_lists_in_the_repository_are_those_of_parts_and_wiring():
    for name, text in bom_files.files().items():
        assert (bom.FOLDER / name).read_text(encoding="utf-8") == text, (
            f"hardware/builds/{name} is old: run make hardware ARGS=parts"
        )


def test_readers_sensors_and_lights_are_as_many_as_the_firmware_has():
    one = needed("one_player")
    assert one["reader"] == len(wiring.READERS) == 18
    assert one["ir_sensor"] == 2 * len(wiring.IR_CELLS) + len(wiring.IR_EDGES) == 40
    lights = wiring.chain_starts(wiring.CHAIN_PRIMARY)[1]
    assert one["leds_96"] + one["leds_60"] + one["leds_30"] == lights == 95
    assert one["multiplexer"] == len(wiring.PIN_IR_ADC)


def test_a_table_for_two_has_what_both_boards_read():
    full = needed("full")
    assert full["reader"] == 18 + 17  # the satellite has no queue slot
    assert full["ir_sensor"] == 80
    satellite = wiring.chain_starts(wiring.CHAIN_SATELLITE)[1]
    assert full["leds_96"] + full["leds_60"] + full["leds_30"] == 95 + satellite
    assert full["pico"] == full["supply"] == full["usb_cable"] == 2 and full["link_cable"] == 1


def test_a_thrifty_table_has_no_readers_below_cells_nor_their_ribbons():
    thrifty, full = needed("thrifty"), needed("full")
    assert thrifty["reader"] == 3
    assert full["header_14"] - thrifty["header_14"] == 2 * 4
    assert thrifty["header_14"] == thrifty["plug_14"] == 2
    assert thrifty["ribbon_14"] < full["ribbon_14"]
    assert {key: full[key] for key in ("ir_sensor", "multiplexer")} == {"ir_sensor": 80, "multiplexer": 6}
    assert (thrifty["ir_sensor"], thrifty["multiplexer"]) == (80, 6)


def test_every_card_of_the_deck_has_its_tag():
    full = needed("full")
    assert (full["nfc_round"], full["nfc_small"]) == (115 - 30, 30)


def test_sheets_and_standoffs_are_those_of_the_table_top():
    top = params.load()
    full = needed("full")
    assert full["standoff"] == len(places.screws(top, "primary")) + len(places.screws(top, "satellite"))
    assert full["screws_top"] == full["screws_base"] == full["standoff"]
    assert full["screws_carrier"] == 2 * (len(places.carrier_holes(top, "primary")) + 4)  # four feet
    assert full["floor"] == 2
    drawn = {path.stem for path in bom_contents.DRAWINGS.glob("*.dxf")} - {"test_piece"}
    assert full["sheet"] + full["floor"] == len(drawn)


def test_more_leds_in_the_firmware_are_more_leds_to_buy(monkeypatch):
    longer = tuple((group, count + 2 * (group == "ruler_c")) for group, count in wiring.CHAIN_PRIMARY)
    before = needed("one_player")["leds_30"]
    monkeypatch.setattr(wiring, "CHAIN_PRIMARY", longer)
    assert needed("one_player")["leds_30"] == before + 2


def test_a_group_of_leds_that_nobody_sells_is_named(monkeypatch):
    monkeypatch.setattr(wiring, "CHAIN_PRIMARY", wiring.CHAIN_PRIMARY + (("moon", 3),))
    with pytest.raises(parts.PartsError, match="LEDs moon belong to 0 parts of hardware/parts.yml"):
        needed("one_player")


def test_a_part_of_the_wiring_that_the_catalogue_lacks_is_named_with_its_diagram():
    wired = netlist.load("primary")
    wired.parts["U99"] = netlist.Part("U99", "LM1117", files=["power.yml"])
    with pytest.raises(parts.PartsError) as problem:
        bom.covered(CATALOGUE, [board(wired=wired)])
    assert str(problem.value) == (
        "U99 of hardware/wiring/power.yml is in no part of hardware/parts.yml; add one with quantity {wiring: LM1117}"
    )


def test_a_value_of_the_wiring_that_the_catalogue_lacks_is_named():
    wired = netlist.load("primary")
    wired.parts["R99"] = netlist.Part("R99", "resistor", "4.7 MOhm", files=["power.yml"])
    with pytest.raises(parts.PartsError, match="R99 of .* {wiring: resistor, value: 4.7 MOhm}"):
        bom.covered(CATALOGUE, [board(wired=wired)])


def test_a_cable_that_the_catalogue_lacks_is_named():
    wired = netlist.load("primary")
    wired.cables["W99"] = netlist.Cable("coaxial cable", None, [], {"length": "2 m"})
    with pytest.raises(parts.PartsError, match="coaxial cable is in no part"):
        bom.covered(CATALOGUE, [board(wired=wired)])


def test_no_part_of_the_catalogue_counts_what_the_wiring_no_longer_has():
    boards = [board("primary"), board("satellite")]
    known = {kind for one in boards for kind, _ in one.parts} | {kind for one in boards for kind in one.metres}
    subtypes = {subtype for one in boards for _, subtype in one.parts}
    for entry in CATALOGUE.entries:
        if entry.quantity.kind in ("wiring", "cable"):
            assert set(entry.quantity.of) <= known, f"line {entry.line}: {entry.key}"
            assert set(entry.quantity.values) <= subtypes, f"line {entry.line}: {entry.key}"


def test_every_reader_that_the_firmware_polls_is_wired_and_no_other():
    for role in ("primary", "satellite"):
        for readers in ("all", "pads"):
            wired = board(role, readers).parts.get(("MFRC522 module", ""), [])
            polled = [p for p in range(len(wiring.READERS)) if wiring.has_reader(p, role, readers)]
            assert sorted(wired) == sorted(f"RD{position}" for position in polled), (role, readers)


def test_what_is_soldered_to_the_carrier_fits_its_footprint():
    footprints = yaml.safe_load((bom.ROOT / "hardware/carrier/carrier.yml").read_text(encoding="utf-8"))["footprints"]
    soldered, _ = netlist.load("primary").on("carrier")
    for part in soldered.values():
        wanted = footprints.get(f"{part.type}, {part.subtype}") or footprints[part.type]
        bought = [e for e in CATALOGUE.entries if bom.matches(e, part.type, part.subtype) and e.footprint]
        assert [entry.footprint for entry in bought] == [wanted], part.designator


def test_what_is_ordered_is_whole_packs_with_spares():
    lines = {line.entry.key: line for line in bom.lines(BUILDS["full"], CATALOGUE)}
    assert (lines["reader"].need, lines["reader"].packs) == (35, 39)  # 10 per cent more
    assert (lines["r_390"].need, lines["r_390"].packs) == (4, 1)  # packs of ten
    assert lines["r_390"].cost == lines["r_390"].choice.price


def test_the_thrifty_build_takes_the_marked_substitutes_and_says_so():
    (line,) = [line for line in bom.lines(BUILDS["thrifty"], CATALOGUE) if line.entry.key == "transceiver"]
    assert line.choice.part.startswith("MaxLinear SP3485EN")
    text = (bom.FOLDER / "thrifty/bom.md").read_text(encoding="utf-8")
    assert "The list above already takes MaxLinear SP3485EN-L/TR (SOIC-8)" in text
    assert bom.total(bom.lines(BUILDS["thrifty"], CATALOGUE)) < bom.total(bom.lines(BUILDS["full"], CATALOGUE)) / 2


def test_the_csv_adds_up_to_the_total_of_the_markdown():
    for name, build in BUILDS.items():
        rows = list(csv.DictReader(io.StringIO((bom.FOLDER / name / "bom.csv").read_text(encoding="utf-8"))))
        total = sum(float(row["cost"]) for row in rows)
        assert f"**{total:.2f} USD** in all" in (bom.FOLDER / name / "bom.md").read_text(encoding="utf-8")
        assert [row["part"] for row in rows] == [line.entry.key for line in bom.lines(build, CATALOGUE)]
        assert all(row["price_is"].startswith("estimate, from ") for row in rows)
        [listed] = [line for line in README.splitlines() if f"]({name}/bom.md)" in line]
        assert listed.endswith(f"| {total:.0f} |")


@pytest.mark.parametrize(
    ("designators", "short"),
    [
        (["R3", "R1", "R2", "U7"], "R1-R3, U7"),
        (["IR0N", "IR1N", "IR0E", "IR18", "IR19"], "IR18-IR19, IR0E, IR0N-IR1N"),
        (["IR0N Ra", "IR1N Ra", "R15"], "IR0N-IR1N, R15"),
        ([], ""),
    ],
)
def test_designators_in_a_row_are_written_as_a_span(designators, short):
    assert bom_files.spans(designators) == short
