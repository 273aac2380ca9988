"""Room: what only KiCad can do: fills the zones, checks the board with KiCad's own rules, writes production files.

Runs under the Python that has KiCad's module `pcbnew` (on Debian /usr/bin/python3), alone: it imports nothing of this
project. KiCad 6: `python3 carrier_kicad.py fill|check|plot BOARD [FOLDER]`. Millimetres; prints JSON.
"""

import importlib
import json
import os
import sys

pcbnew = importlib.import_module("pcbnew")  # comes with KiCad, not from PyPI


def _mm(value):
    return round(pcbnew.ToMM(value), 4)


def fill(path):
    """{zone name: [[(x, y), ...] of each piece of copper]} on KiCad's page."""
    board = pcbnew.LoadBoard(path)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    found = {}
    for zone in board.Zones():
        shape = zone.GetFilledPolysList(zone.GetLayer())
        pieces = found.setdefault(zone.GetZoneName(), [])
        for index in range(shape.OutlineCount()):
            line = shape.Outline(index)
            pieces.append([(_mm(line.CPoint(i).x), _mm(line.CPoint(i).y)) for i in range(line.PointCount())])
    return found


def check(path):
    """Figures of the board as KiCad sees it, its unconnected pads, and the lines of its design rule report."""
    board = pcbnew.LoadBoard(path)
    board.BuildConnectivity()
    report = path + ".drc"
    pcbnew.WriteDRCReport(board, report, pcbnew.EDA_UNITS_MILLIMETRES, True)
    with open(report, encoding="utf-8") as file:
        lines = [line.rstrip() for line in file]
    os.remove(report)
    tracks = [item for item in board.GetTracks() if item.Type() != pcbnew.PCB_VIA_T]
    box = board.GetBoardEdgesBoundingBox()
    return {
        "footprints": len(board.GetFootprints()),
        "nets": board.GetNetCount() - 1,
        "tracks": len(tracks),
        "vias": len(board.GetTracks()) - len(tracks),
        "size": [_mm(box.GetWidth()), _mm(box.GetHeight())],
        "unconnected": board.GetConnectivity().GetUnconnectedCount(),
        "report": lines,
    }


def _plots(board, folder):
    control = pcbnew.PLOT_CONTROLLER(board)
    options = control.GetPlotOptions()
    options.SetOutputDirectory(folder)
    options.SetPlotFrameRef(False)
    options.SetUseGerberProtelExtensions(False)
    options.SetCreateGerberJobFile(False)
    options.SetSubtractMaskFromSilk(True)
    options.SetUseAuxOrigin(False)
    return control


def plot(path, folder):
    """Gerbers, and drill files of plated and of bare holes; names of the files written."""
    board = pcbnew.LoadBoard(path)
    os.makedirs(folder, exist_ok=True)
    control = _plots(board, os.path.abspath(folder))
    layers = ("F.Cu", "B.Cu", "F.Mask", "B.Mask", "F.SilkS", "B.SilkS", "F.Paste", "Edge.Cuts")
    for name in layers:
        control.SetLayer(board.GetLayerID(name))
        control.OpenPlotfile(name.replace(".", "_"), pcbnew.PLOT_FORMAT_GERBER, name)
        control.PlotLayer()
    control.ClosePlot()
    drill = pcbnew.EXCELLON_WRITER(board)
    drill.SetOptions(False, False, pcbnew.wxPoint(0, 0), False)
    drill.SetFormat(True)
    drill.CreateDrillandMapFilesSet(os.path.abspath(folder), True, False)
    return sorted(os.listdir(folder))


if __name__ == "__main__":
    command, *rest = sys.argv[1:]
    if command == "plot":
        result = plot(*rest)
    else:
        result = fill(*rest) if command == "fill" else check(*rest)
    print(json.dumps(result))
