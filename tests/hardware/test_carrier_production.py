"""Room: the carrier's copper carries the budget's currents, and the files for the board house are of this board."""

import csv
import dataclasses
import io
import math
import zipfile

import pytest

from host_tools.hardware import budget, carrier_production
from host_tools.hardware.carrier_drop import SQUARE, resistance
from host_tools.hardware.carrier_geometry import Pad, Track
from host_tools.hardware.carrier_library import FOLDER
from host_tools.hardware.carrier_read import Area, Board
from tests.hardware.carrier_files import board, plan, text
from tests.hardware.spoil import PRIMARY

BOTH = ("F.Cu", "B.Cu")


def worst(net, source):
    """The largest resistance from a source to any other pin of a net, and where."""
    pins = {(pad.part, pad.number) for pad in board().pads if pad.net == net} - {source}
    return max((resistance(board(), net, source, pin), *pin) for pin in pins)


# Voltage lost in copper: as if all the current went to the pin that is furthest away.


def test_the_readers_keep_their_supply():
    ohms, *where = worst("3V3", ("U10", "3"))
    lost = ohms * budget.most(PRIMARY, "3V3") / 1000
    assert 0.02 < lost < 0.1, f"{lost * 1000:.0f} mV are lost on 3V3 on the way to {where}"


def test_the_emitters_keep_theirs():
    emitters = sum(load.most for load in budget.loads(PRIMARY) if "emitters" in load.what) / 1000
    lost = emitters * (worst("+5V", ("F1", "2"))[0] + worst("IR_LED", ("Q1", "3"))[0])
    assert 0.1 < emitters < 1 and 0.02 < lost < 0.25, f"{lost * 1000:.0f} mV are lost on the way of the emitters"


def test_the_leds_hang_on_wide_copper():
    chain = resistance(board(), "+5V", ("F1", "2"), ("J2", "1"))
    enter = resistance(board(), "+5V_IN", ("J1", "1"), ("F1", "1"))
    lost = (chain + enter) * budget.most(PRIMARY, "+5V") / 1000
    assert lost < 0.02, f"{lost * 1000:.0f} mV are lost before the LED connector"


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


# Files for the board house.


def test_the_gerbers_are_plotted_from_this_board():
    packed = (FOLDER / carrier_production.ZIP).read_bytes()
    assert carrier_production.plotted_from(packed) == carrier_production.digest(text("carrier.kicad_pcb")), (
        "the Gerber files are of another board: run make hardware ARGS=carrier where KiCad 6 is installed"
    )


def test_the_gerbers_are_complete():
    with zipfile.ZipFile(FOLDER / carrier_production.ZIP) as archive:
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
    assert carrier_production.places(plan()) == text(carrier_production.PLACES)
    rows = {row["Designator"]: row for row in csv.DictReader(io.StringIO(text(carrier_production.PLACES)))}
    assert set(rows) == {item.name for item in plan().items}
    own = [pad for pad in board().pads if pad.part == "U4"]
    assert float(rows["U4"]["Mid X"]) == pytest.approx((min(p.x for p in own) + max(p.x for p in own)) / 2)
    assert float(rows["U4"]["Mid Y"]) == pytest.approx(101.6 - (min(p.y for p in own) + max(p.y for p in own)) / 2)
