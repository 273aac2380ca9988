"""Room: the carrier's copper carries the budget's currents, and the files for the board house are of this board."""

import csv
import dataclasses
import io
import math
import zipfile

import pytest

from host_tools.hardware import carrier, carrier_figures, carrier_production
from host_tools.hardware.carrier_geometry import Pad, Track
from host_tools.hardware.carrier_library import FOLDER
from host_tools.hardware.carrier_read import Area, Board
from host_tools.hardware.carrier_resistance import SQUARE, resistance
from tests.hardware.carrier_files import board, plan, text
from tests.hardware.spoil import PRIMARY

BOTH = ("F.Cu", "B.Cu")


# Voltage lost in copper: as if all the current went to the pin that is furthest away.


def test_readers_emitters_and_leds_keep_their_supply():
    lost = carrier_figures.lost(board(), PRIMARY)
    assert 0.02 < lost["readers"] < 0.15 and 0.02 < lost["emitters"] < 0.25 and 0.0001 < lost["LEDs"] < 0.02, lost


def test_a_thinner_track_loses_more():
    thin = [dataclasses.replace(t, width=0.25) if t.net == "3V3" else t for t in board().tracks]
    before = resistance(board(), "3V3", ("U10", "3"), ("J15", "1"))
    assert resistance(dataclasses.replace(board(), tracks=thin), "3V3", ("U10", "3"), ("J15", "1")) > 1.2 * before


def test_the_readme_has_the_figures_of_this_board():
    figures = carrier_figures.table(plan(), board(), PRIMARY)
    old = "hardware/carrier/README.md has the figures of another board: run make hardware ARGS=carrier"
    assert carrier_figures.inserted(text("README.md"), figures) == text("README.md"), old
    assert figures in text("README.md")


def test_resistance_of_simple_copper():
    ends = [Pad(name, "1", "n", x, 0.0, 0, 0, 0.5, BOTH) for name, x in (("A", 0.0), ("B", 10.0), ("C", 20.0))]
    lines = [Track("n", "F.Cu", (0.0, 0.0), (10.0, 0.0), 0.5), Track("n", "B.Cu", (10.0, 0.0), (20.0, 0.0), 1.0)]
    row = Board(pads=ends, tracks=lines)
    assert resistance(row, "n", ("A", "1"), ("C", "1")) == pytest.approx(30 * SQUARE)
    twice = dataclasses.replace(row, tracks=[*lines, Track("n", "B.Cu", (0.0, 0.0), (10.0, 0.0), 0.5)])
    assert resistance(twice, "n", ("A", "1"), ("B", "1")) == pytest.approx(10 * SQUARE)
    assert resistance(dataclasses.replace(row, tracks=lines[:1]), "n", ("A", "1"), ("C", "1")) == math.inf
    area = Area("n F.Cu", "n", "F.Cu", [[(0.0, 0.2), (20.0, 0.2), (20.0, -0.2), (0.0, -0.2)]])
    assert resistance(dataclasses.replace(row, areas=[area]), "n", ("A", "1"), ("C", "1")) < 3 * SQUARE


# Files for the board house. The archive is not in the repository: `make hardware ARGS=carrier` makes it.
ARCHIVE = FOLDER / carrier_production.ZIP


@pytest.mark.skipif(not ARCHIVE.exists(), reason="nobody has made the Gerber files here")
def test_gerbers_that_lie_here_are_plotted_from_this_board():
    assert carrier_production.plotted_from(ARCHIVE.read_bytes()) == carrier_production.digest(
        text("carrier.kicad_pcb")
    ), "the Gerber files are of another board: run make hardware ARGS=carrier where KiCad 6 is installed"


@pytest.mark.skipif(not carrier.has_kicad(), reason="no KiCad 6 here; on Debian 12: apt-get install kicad")
def test_gerbers_are_complete_and_say_what_they_are_plotted_from():
    packed = carrier.gerbers()
    assert carrier_production.plotted_from(packed) == carrier_production.digest(text("carrier.kicad_pcb"))
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        names = {name.removeprefix("carrier-") for name in archive.namelist()}
        holes = archive.read("carrier-PTH.drl").decode()
        edge = archive.read("carrier-Edge_Cuts.gbr").decode()
    layers = {f"{side}_{kind}.gbr" for side in "FB" for kind in ("Cu", "Mask", "SilkS")}
    assert names == layers | {"Edge_Cuts.gbr", "F_Paste.gbr", "PTH.drl", "NPTH.drl", "board.txt"}
    plated = [pad for pad in board().pads if pad.hole and pad.layers]
    assert sum(line.startswith("X") for line in holes.splitlines()) == len(plated) + len(board().vias)
    assert edge.count("D01*") == 4


def test_packing_is_the_same_every_time(tmp_path):
    (tmp_path / "a.gbr").write_text("%TF.CreationDate,2026-11-30T02:40:08+00:00*%\nX1Y2D01*\n")
    (tmp_path / "b.drl").write_text("; DRILL file {KiCad 6} date Mon Nov 30 02:40:08 2026\n")
    first = carrier_production.pack(tmp_path, "board")
    (tmp_path / "a.gbr").write_text("%TF.CreationDate,2027-01-02T13:14:15+00:00*%\nX1Y2D01*\n")
    (tmp_path / "b.drl").write_text("; DRILL file {KiCad 6} date Sat Jan  2 13:14:15 2027\n")
    assert carrier_production.pack(tmp_path, "board") == first
    (tmp_path / "a.gbr").write_text("%TF.CreationDate,2027-01-02T13:14:15+00:00*%\nX1Y3D01*\n")
    assert carrier_production.pack(tmp_path, "board") != first


def test_the_list_of_places_has_every_part_in_the_middle_of_its_pads():
    old = f"hardware/carrier/{carrier_production.PLACES} is out of step: run make hardware ARGS=carrier"
    assert carrier_production.places(plan()) == text(carrier_production.PLACES), old
    rows = {row["Designator"]: row for row in csv.DictReader(io.StringIO(text(carrier_production.PLACES)))}
    assert set(rows) == {item.name for item in plan().items}
    own = [pad for pad in board().pads if pad.part == "U4"]
    assert float(rows["U4"]["Mid X"]) == pytest.approx((min(p.x for p in own) + max(p.x for p in own)) / 2)
    assert float(rows["U4"]["Mid Y"]) == pytest.approx(101.6 - (min(p.y for p in own) + max(p.y for p in own)) / 2)
