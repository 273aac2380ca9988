"""Room: packs what a board house asks for: Gerber and drill files as one ZIP, and a list of places. Millimetres.

The same board gives the same ZIP, byte for byte; `board.txt` within says which board file it was plotted from.
"""

import csv
import hashlib
import io
import re
import zipfile
from pathlib import Path

from host_tools.hardware.carrier_plan import Plan

ZIP = "carrier_gerbers.zip"
PLACES = "placement.csv"
_DATE = (2026, 1, 1, 0, 0, 0)
_NOTE = "board.txt"


def digest(board: str) -> str:
    """What `board.txt` says of a board file."""
    return f"carrier.kicad_pcb sha256 {hashlib.sha256(board.encode()).hexdigest()}\n"


def pack(folder: Path, board: str) -> bytes:
    """The ZIP of all files in a folder, their dates taken out."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        texts = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
        texts[_NOTE] = digest(board)
        for name in sorted(texts):
            text = re.sub(
                r"(CreationDate,|date )\d{4}[-\d]*[T ][\d:]+[-+:\d]*", r"\g<1>2026-01-01T00:00:00", texts[name]
            )
            text = re.sub(r" date [A-Z][a-z]{2} [^\n*]*", " date 2026", text)
            info = zipfile.ZipInfo(name, _DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, text, compresslevel=9)
    return out.getvalue()


def plotted_from(packed: bytes) -> str:
    """What the `board.txt` of a ZIP says."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        return archive.read(_NOTE).decode()


def places(plan: Plan) -> str:
    """The list of places: middle of each part from the lower left corner, y up, as board houses count."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["Designator", "Value", "Footprint", "Mid X", "Mid Y", "Rotation", "Layer"])
    for item in plan.items:
        own = [pad for pad in plan.pads if pad.part == item.name]
        x = (min(pad.x for pad in own) + max(pad.x for pad in own)) / 2
        y = plan.size[1] - (min(pad.y for pad in own) + max(pad.y for pad in own)) / 2
        table.writerow([item.name, item.value, item.footprint, f"{x:.3f}", f"{y:.3f}", item.turn, "top"])
    return out.getvalue()
