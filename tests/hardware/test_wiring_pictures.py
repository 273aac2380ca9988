"""Room: pictures and tables of the wiring are those of its YAML files; no Graphviz is needed to tell."""

import html
import re

import pytest
import yaml

from host_tools.hardware import wiring_page, wiring_pictures
from host_tools.hardware.netlist import diagrams, load
from host_tools.hardware.wireviz_files import FOLDER, parse

DRAWN = diagrams()
README = (FOLDER / "README.md").read_text(encoding="utf-8")


def words(svg):
    """All texts in a picture, without the blanks around them."""
    return {html.unescape(text).strip() for text in re.findall(r">([^<>]+)</text>", svg)}


def test_every_diagram_has_a_picture_and_every_picture_a_diagram():
    assert {path.stem for path in FOLDER.glob("*.svg")} == {path.stem for path in FOLDER.glob("*.yml")}
    assert len(DRAWN) > 30


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_is_the_newest_of_its_diagram(name):
    svg = (FOLDER / name).with_suffix(".svg").read_text(encoding="utf-8")
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert wiring_pictures.stamped(svg) == wiring_pictures.stamp(text), (
        f"hardware/wiring/{name} has changed: run make hardware"
    )
    assert wiring_pictures.stamped(svg) != wiring_pictures.stamp(text + "\n")


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_has_every_part_and_every_wire(name):
    """Wires are written as "10:BK:NSS0"."""
    svg = (FOLDER / name).with_suffix(".svg").read_text(encoding="utf-8")
    written = words(svg)
    parts = {part for text in written for part in text.split(":")}
    diagram = DRAWN[name]
    missing = {one for one in [*diagram.connectors, *diagram.cables] if one not in written}
    missing |= {joint.net for joint in diagram.joints} - parts
    assert missing == set(), (
        f"hardware/wiring/{name.replace('.yml', '.svg')} lacks these: run make hardware ARGS=wiring"
    )


@pytest.mark.parametrize("name", DRAWN)
def test_a_page_can_show_a_picture(name):
    width, height = wiring_pictures.size((FOLDER / name).with_suffix(".svg").read_text(encoding="utf-8"))
    assert width <= wiring_pictures.WIDEST and height > 0


def test_a_long_diagram_is_folded_into_rows_without_losing_a_wire():
    data = yaml.safe_load((FOLDER / "power.yml").read_text(encoding="utf-8"))
    rows = wiring_pictures.rows(data, 1)
    assert [list(row["cables"]) for row in rows] == [["carrier_1"], ["carrier_2"], ["carrier_3"], ["carrier_4"]]
    assert [joined for row in rows for joined in row["connections"]] == data["connections"]
    assert [list(row["connectors"]) for row in rows][:2] == [["J1", "F1"], ["J1", "F1", "D2", "C1", "D1"]]


def test_rows_lie_below_each_other():
    row = '<?xml version="1.0"?>\n<svg width="{}pt" height="{}pt"\n viewBox="0 0 1 1"><text>{}</text></svg>\n'
    svg = wiring_pictures.stacked([row.format(30, 10, "one"), row.format(40, 20, "two")])
    assert wiring_pictures.size(svg) == (40, 44)
    assert '<svg y="0" width="30" height="10"' in svg and '<svg y="24" width="40" height="20"' in svg


def test_the_readme_is_what_the_diagrams_give():
    _, _, tail = README.partition(wiring_page.MARK)
    assert wiring_page.MARK + tail == wiring_page.generated(), "hardware/wiring/README.md is old: run make hardware"


def test_every_connector_of_the_carrier_has_its_row():
    rows = {row.split(" | ")[0].strip("| "): row for row in wiring_page.connectors()[5:]}
    carrier = {
        name for name, part in load().parts.items() if part.place == "carrier" and name[0] == "J" and name[1] != "P"
    }
    assert set(rows) == carrier
    assert "W15, ribbon cable 14-way, 0.9 m | RD16, RD17 | [readers_pads](readers_pads.svg)" in rows["J15"]
    assert "IR18 to IR25" in rows["J25"] and "outside the table" in rows["J1"]


def test_every_diagram_has_its_section():
    named = [name for _, names in wiring_page.SECTIONS for name in names]
    assert sorted(named) == sorted(path.stem for path in FOLDER.glob("*.yml"))


def test_a_table_of_a_ribbon():
    lines = wiring_page.table(DRAWN["readers_row_1.yml"])
    assert lines[1] == "W11: ribbon cable 14-way 28 AWG 0.7 m."
    assert lines[5] == "| 1 | brown | `3V3` | J11 1 (3V3), RD0 8 (3V3), RD1 8 (3V3), RD2 8 (3V3), RD3 8 (3V3) |"
    assert lines[14] == "| 10 | black | `NSS0` | J11 10 (NSS_A), RD0 1 (NSS) |"
    assert lines[15] == "| 11 | brown | `NSS1` | J11 11 (NSS_B), RD1 1 (NSS) |"


def test_a_table_of_traces():
    assert "| `IR_GATE` | R2 2, Q1 1 (G) |" in wiring_page.table(DRAWN["ir_switch.yml"])


def test_a_changed_wire_is_another_table():
    text = (FOLDER / "readers_row_1.yml").read_text(encoding="utf-8")
    other = parse("readers_row_1.yml", text.replace("W11: [1, 2, 3, 5, 7, 9, 11]", "W11: [1, 2, 3, 5, 7, 9, 12]"))
    assert wiring_page.table(other) != wiring_page.table(DRAWN["readers_row_1.yml"])


def test_drawing_without_graphviz_says_what_to_install(monkeypatch):
    monkeypatch.setattr(wiring_pictures.shutil, "which", lambda name: None)
    with pytest.raises(OSError, match="install the package graphviz"):
        wiring_pictures.picture(FOLDER / "power.yml")


def test_pictures_that_are_new_are_left_alone(monkeypatch, tmp_path):
    """With nothing to draw no Graphviz is asked for, and nothing changes."""
    monkeypatch.setattr(wiring_pictures.shutil, "which", lambda name: None)
    monkeypatch.setattr(wiring_page, "README", tmp_path / "README.md")
    (tmp_path / "README.md").write_text("Head.\n" + wiring_page.MARK + "old\n", encoding="utf-8")
    assert wiring_page.write().startswith("0 pictures drawn")
    assert (tmp_path / "README.md").read_text(encoding="utf-8") == "Head.\n" + wiring_page.generated()
