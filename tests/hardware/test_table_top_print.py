"""Room: printed parts of the table top: watertight, of the right size, and everything exported is of today's model."""

# engine: cpython
import re

import pytest

from firmware import wiring
from hardware.table_top import layout, params, places
from tests.hardware import drawings

P = params.load()
PARTS = {path.stem: path.read_bytes() for path in drawings.paths("print", ".stl")}
PRINTER = 200.0  # side of a small printer's bed, mm


def size(name):
    corners = [corner for triangle in drawings.stl_triangles(PARTS[name]) for corner in triangle]
    return tuple(max(c[axis] for c in corners) - min(c[axis] for c in corners) for axis in range(3))


@pytest.mark.parametrize("name", sorted(PARTS))
def test_a_part_is_watertight_and_fits_a_small_printer(name):
    assert drawings.solid_faults(drawings.stl_triangles(PARTS[name])) == []
    assert max(size(name)) < PRINTER


def test_parts_have_the_sizes_of_their_places():
    names = {"sensor_holder", "socket_clip", "queue_guide", "queue_tray", "tap_frame", "cell_light", "ruler_light"}
    assert set(PARTS) == names
    assert size("cell_light") == pytest.approx((P.cell_window - 2 * P.fit,) * 2 + (P.top,), abs=0.05)
    flange = 2 * P.flange
    holder = (P.holder_length + flange, P.holder_width + flange, P.reader + P.flange_thickness)
    assert size("sensor_holder") == pytest.approx(holder, abs=0.01)
    assert size("socket_clip")[0] < P.pitch
    # Flat on top of the sheet, the tongue leaves the gap: tongue + gap = thickness of the top sheet.
    thick = size("socket_clip")[2] - (P.top - P.socket_gap)
    assert 2.0 <= thick <= 3.0
    frame = layout.tap_width(P)
    assert size("tap_frame")[0] > frame and size("tap_frame")[2] > P.top
    assert size("queue_tray")[0] > P.card + 2 * P.wall


def test_the_tray_takes_as_many_cards_as_it_says():
    tray = drawings.stl_triangles(PARTS["queue_tray"])
    levels = sorted({round(corner[2], 2) for triangle in tray for corner in triangle})
    rim = P.foot_height + P.base + P.void + P.bed + P.reader + P.floor - 0.8
    bottom = rim - P.queue_cards * P.card_thickness - 2.0
    assert round(rim, 2) in levels and round(bottom, 2) in levels
    assert P.queue_cards >= 2 * dict(wiring.CHAIN_PRIMARY)["queue"]


def test_spoilt_parts_are_found():
    good = drawings.stl_triangles(PARTS["sensor_holder"])
    assert drawings.solid_faults(good[1:]) != []
    assert drawings.solid_faults([triangle[::-1] for triangle in good]) != []
    assert drawings.solid_faults([good[0][::-1], *good[1:]]) != []
    assert drawings.stl_triangles(PARTS["sensor_holder"][:-50]) in ([], good[:-1])


# Exports and model in step: the stamp is computed from parameters, wiring and the model's own text.


def stamps():
    found = {name: re.search(rb"stamp (\w+)", data[:80]).group(1).decode() for name, data in PARTS.items()}
    for path in drawings.paths("laser", ".dxf") + drawings.paths("laser", ".svg"):
        found[path.name] = re.search(r"stamp (\w+)", path.read_text(encoding="utf-8")[:400]).group(1)
    return found


def test_every_export_is_of_this_model_and_these_parameters():
    assert len(stamps()) > 30
    old = sorted(name for name, stamp in stamps().items() if stamp != params.stamp(P))
    cure = 'pip install -e ".[cad]", then make hardware ARGS=table_top'
    assert old == [], f"hardware/table_top: parameters, wiring or model changed after these were drawn; {cure}"


def test_a_change_of_anything_that_counts_changes_the_stamp(monkeypatch):
    before = params.stamp(P)
    assert params.stamp(params.load()) == before
    assert params.stamp(params.load(kerf=0.2)) != before
    monkeypatch.setattr(wiring, "PAD_PLACES", ((0, 6), (2, 6)))
    assert params.stamp(P) != before


def test_the_model_is_all_in_the_stamp():
    made = {path.name for path in params.HERE.glob("*.py")}
    assert set(params.SOURCES) <= made
    # What is left out only calls them, or makes pictures.
    assert made - set(params.SOURCES) <= {"__main__.py", "export.py", "picture.py", "scene.py", "skins.py", "stage.py"}


def test_more_leds_or_readers_need_a_new_layout(monkeypatch):
    longer = tuple((group, 9 if group == "queue" else count) for group, count in wiring.CHAIN_PRIMARY)
    monkeypatch.setattr(wiring, "CHAIN_PRIMARY", longer)
    assert len(places.lights(P, "primary")["queue"]) == 9


def test_it_says_what_is_missing_without_build123d(monkeypatch, capsys):
    import sys

    from hardware.table_top import __main__ as command

    monkeypatch.setitem(sys.modules, "build123d", None)
    for name in ("export", "sheets", "printed"):
        monkeypatch.delitem(sys.modules, f"hardware.table_top.{name}", raising=False)
    assert command.main() == 1
    message = capsys.readouterr().err
    assert "build123d" in message and "[cad]" in message and message.count("\n") == 1
