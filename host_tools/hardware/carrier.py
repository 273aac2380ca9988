"""Room: builds the carrier: plan, tracks, schematic, board, production files; `python -m host_tools.hardware.carrier`.

Needs KiCad only to fill zones and to plot: carrier_kicad.py then runs under the Python that has pcbnew. Millimetres.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
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
    carrier_tracks,
    netlist,
)
from host_tools.hardware.carrier_geometry import Point, Track, Via, length, point_segment
from host_tools.hardware.carrier_library import FOLDER
from host_tools.hardware.carrier_sexpr import Word, dump, word

KICAD_PYTHON = "/usr/bin/python3"
BOARD_FILE = FOLDER / "carrier.kicad_pcb"
_COARSE = 0.04  # a zone's rim may be that much off what KiCad computed; it was filled a little more further away
_FILL_CLEARANCE = carrier_board.CLEARANCE + 0.05


def routed(plan: carrier_plan.Plan) -> tuple[list[Track], list[Via]]:
    """Tracks and vias of a plan. Raises ValueError when some nets could not be parted."""
    kept = [(pour.net, pour.layer, pour.corners) for pour in plan.pours]
    grid = carrier_route.Grid(*plan.size, plan.pads, plan.supplies - {plan.ground}, kept)
    router = carrier_route.Router(grid)
    if not router.run():
        raise ValueError("hardware/carrier: no way was found for all nets; move parts in carrier.yml apart")
    tracks, vias = carrier_tracks.copper(grid, router.nets)
    return tracks, vias + carrier_tracks.stitches(grid, plan.ground, tracks, vias)


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


def coarser(points: Sequence[Point]) -> list[Point]:
    """A line with fewer corners, nowhere further than `_COARSE` from the given one (Douglas and Peucker)."""
    keep = {0, len(points) - 1}
    todo = [(0, len(points) - 1)]
    while todo:
        first, last = todo.pop()
        far, where = _COARSE, 0
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
    bare = dump(carrier_board.expression(plan, tracks, vias, {}, _FILL_CLEARANCE)) + "\n"
    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder) / BOARD_FILE.name
        trial.write_text(bare, encoding="utf-8")
        found = kicad("fill", str(trial))
    if found is None:
        known, new = (carrier_read.board(text) for text in (BOARD_FILE.read_text(encoding="utf-8"), bare))
        same = (known.pads, known.tracks, known.vias) == (new.pads, new.tracks, new.vias)
        print(f"no KiCad 6 here: the zones {'stay as they are' if same else 'are empty now'}", file=sys.stderr)
        return known.fills() if same else {}
    left, top = carrier_board.ORIGIN
    return {
        name: [coarser([(round(x - left, 3), round(y - top, 3)) for x, y in outline]) for outline in outlines]
        for name, outlines in found.items()
    }


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


def gerbers() -> bytes | None:
    """The archive for a board house, plotted from the board file; None where there is no KiCad 6."""
    with tempfile.TemporaryDirectory() as folder:
        if kicad("plot", str(BOARD_FILE), folder) is None:
            return None
        return carrier_production.pack(Path(folder), BOARD_FILE.read_text(encoding="utf-8"))


def write() -> str:
    """Writes everything in hardware/carrier that is generated; takes half a minute. Says what the board is now.

    The archive for a board house is not kept in the repository: it is written where KiCad 6 is, else taken away.
    """
    plan = carrier_plan.load()
    tracks, vias = routed(plan)
    board = dump(carrier_board.expression(plan, tracks, vias, filled(plan, tracks, vias))) + "\n"
    read = carrier_read.board(board)
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    texts = schematic(plan) | perfboard(plan)
    texts[BOARD_FILE.name] = board
    texts[carrier_production.PLACES] = carrier_production.places(plan)
    texts["carrier.svg"] = carrier_draw.drawing(plan, read)
    texts["README.md"] = carrier_figures.inserted(readme, carrier_figures.table(plan, read, netlist.load()))
    for name, text in texts.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    packed = gerbers()
    archive = FOLDER / carrier_production.ZIP
    if packed is None:
        archive.unlink(missing_ok=True)  # it would be of an older board
    else:
        archive.write_bytes(packed)
    said = f"and {archive.name}" if packed else f"no {archive.name}: it needs KiCad 6"
    return f"{len(tracks)} tracks, {length(tracks) / 1000:.2f} m, {len(vias)} vias; {said}"


if __name__ == "__main__":
    print(write())
