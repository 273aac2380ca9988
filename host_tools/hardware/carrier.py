"""Room: builds the carrier: plan, tracks, schematic, board, production files; `python -m host_tools.hardware.carrier`.

Needs KiCad only to fill zones and to plot: carrier_kicad.py then runs under the Python that has pcbnew. Millimetres.
"""

import json
import math
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from host_tools.hardware import (
    carrier_board,
    carrier_draw,
    carrier_figures,
    carrier_perfboard,
    carrier_plan,
    carrier_production,
    carrier_project,
    carrier_read,
    carrier_route,
    carrier_sheet,
    carrier_sheet_draw,
    carrier_sheet_file,
    carrier_tidy,
    netlist,
)
from host_tools.hardware.carrier_geometry import Point, Track, Via, point_segment
from host_tools.hardware.carrier_library import FOLDER
from host_tools.hardware.carrier_sexpr import Word, dump, word

KICAD_PYTHON = "/usr/bin/python3"
BOARD_FILE = FOLDER / "carrier.kicad_pcb"
_COARSE = 0.04  # a zone's rim may be that much off what KiCad computed; it was filled that much further away
_FILL_CLEARANCE = carrier_board.CLEARANCE + 0.05


def routed(plan: carrier_plan.Plan, say: Callable[[str], None] = lambda text: None) -> tuple[list[Track], list[Via]]:
    """Tracks and vias of a plan. Raises ValueError when some nets could not be parted."""
    wide = plan.supplies - {plan.ground}
    kept = [(pour.net, pour.layer, pour.corners) for pour in plan.pours]
    grid = carrier_route.Grid(*plan.size, plan.pads, wide, kept)
    router = carrier_route.Router(grid)
    if not router.run(say=say):
        raise ValueError("hardware/carrier: no way was found for all nets; move parts in carrier.yml apart")
    tracks = [track for net in router.nets for track in carrier_tidy.tracks_of(grid, net)]
    tracks += carrier_tidy.tails(plan.pads, grid, router.nets)
    vias = [via for net in router.nets for via in carrier_tidy.vias_of(grid, net)]
    tracks = carrier_tidy.widened(wide, plan.pads, tracks, vias, plan.size)
    return tracks, vias + carrier_tidy.stitches(grid, plan.ground, tracks, vias)


@cache
def has_kicad() -> bool:
    """Whether there is a Python with KiCad's module, of the KiCad 6 that carrier_kicad.py was written for."""
    if not Path(KICAD_PYTHON).exists():
        return False
    question = "import pcbnew, sys; sys.exit(pcbnew.GetMajorMinorVersion() != '6.0')"
    return subprocess.run([KICAD_PYTHON, "-c", question], capture_output=True).returncode == 0


def kicad(*arguments: str) -> Any:
    """What carrier_kicad.py prints; None where there is no KiCad 6."""
    if not has_kicad():
        return None
    script = str(Path(__file__).with_name("carrier_kicad.py"))
    done = subprocess.run([KICAD_PYTHON, script, *arguments], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def coarser(points: Sequence[Point], most: float = _COARSE) -> list[Point]:
    """A line with fewer corners, nowhere further than `most` from the given one (Douglas and Peucker)."""
    keep = {0, len(points) - 1}
    todo = [(0, len(points) - 1)]
    while todo:
        first, last = todo.pop()
        far, where = most, 0
        for index in range(first + 1, last):
            off = point_segment(points[index], points[first], points[last])
            if off > far:
                far, where = off, index
        if where:
            keep.add(where)
            todo += [(first, where), (where, last)]
    return [points[index] for index in sorted(keep)]


def filled(plan: carrier_plan.Plan, tracks: list[Track], vias: list[Via]) -> dict[str, list[list[Point]]]:
    """The copper of the zones: from KiCad. Without it that of the board file, if its copper is the same; else none."""
    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder) / BOARD_FILE.name
        bare = carrier_board.expression(plan, tracks, vias, {}, _FILL_CLEARANCE)
        trial.write_text(dump(bare) + "\n", encoding="utf-8")
        found = kicad("fill", str(trial))
    if found is None:
        known, new = (carrier_read.board(text) for text in (BOARD_FILE.read_text(encoding="utf-8"), dump(bare)))
        same = (known.pads, known.tracks, known.vias) == (new.pads, new.tracks, new.vias)
        print(f"no KiCad 6 here: the zones {'stay as they are' if same else 'are empty now'}", file=sys.stderr)
        return {area.name: area.pieces for area in known.areas} if same else {}
    left, top = carrier_board.ORIGIN
    return {
        name: [coarser([(round(x - left, 3), round(y - top, 3)) for x, y in outline]) for outline in outlines]
        for name, outlines in found.items()
    }


def length(tracks: Sequence[Track]) -> float:
    """Of all tracks together, in mm."""
    return sum(math.dist(track.start, track.end) for track in tracks)


def schematic(plan: carrier_plan.Plan) -> dict[str, str]:
    """{file name: text} of schematic, its picture, symbols, and the project around them."""
    sheet = carrier_sheet.drawing(plan, carrier_plan.given()["schematic"])
    head = [word("version", Word("20211014")), word("generator", Word("carrier"))]
    library = [Word("kicad_symbol_lib"), *head, *carrier_sheet_file.library(sheet, "")]
    return {
        "carrier.kicad_sch": dump(carrier_sheet_file.expression(sheet)) + "\n",
        "carrier.kicad_sym": dump(library) + "\n",
        "carrier.kicad_pro": carrier_project.project(),
        "sym-lib-table": carrier_project.table("sym", "carrier.kicad_sym"),
        "fp-lib-table": carrier_project.table("fp", "carrier.pretty"),
        "schematic.svg": carrier_sheet_draw.drawing(sheet),
    }


def perfboard(plan: carrier_plan.Plan) -> dict[str, str]:
    """{file name: text} of the plan for perfboard."""
    holes = carrier_perfboard.load(plan)
    return {
        "perfboard.md": carrier_perfboard.markdown(plan, holes),
        "perfboard.svg": carrier_perfboard.drawing(holes),
    }


def picture(plan: carrier_plan.Plan, board: carrier_read.Board) -> str:
    """The drawing of both sides, of a board as it is read from its file."""
    fills = {area.name: area.pieces for area in board.areas}
    return carrier_draw.drawing(plan, board.tracks, board.vias, fills)


def write() -> str:
    """Writes everything in hardware/carrier that is generated; takes half a minute. Says what the board is now."""
    plan = carrier_plan.load()
    for name, text in schematic(plan).items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    tracks, vias = routed(plan)
    fills = filled(plan, tracks, vias)
    board = dump(carrier_board.expression(plan, tracks, vias, fills)) + "\n"
    BOARD_FILE.write_text(board, encoding="utf-8")
    (FOLDER / carrier_production.PLACES).write_text(carrier_production.places(plan), encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        if kicad("plot", str(BOARD_FILE), folder) is not None:
            (FOLDER / carrier_production.ZIP).write_bytes(carrier_production.pack(Path(folder), board))
    for name, text in perfboard(plan).items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    written = carrier_read.board(board)
    figures = carrier_figures.table(plan, written, netlist.load())
    readme = FOLDER / "README.md"
    readme.write_text(carrier_figures.inserted(readme.read_text(encoding="utf-8"), figures), encoding="utf-8")
    (FOLDER / "carrier.svg").write_text(picture(plan, written), encoding="utf-8")
    return f"{len(tracks)} tracks, {length(tracks) / 1000:.2f} m, {len(vias)} vias"


if __name__ == "__main__":
    print(write())
