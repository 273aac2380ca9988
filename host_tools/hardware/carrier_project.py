"""Room: writes KiCad's project file with the rules that a board house must meet, and the tables of its libraries."""

import json

from host_tools.hardware import carrier_route as route
from host_tools.hardware.carrier_board import LIBRARY
from host_tools.hardware.carrier_sexpr import Word, dump, word


def project() -> str:
    """`carrier.kicad_pro`: the rules that KiCad checks the board with, in mm."""
    rules = {
        "min_clearance": route.CLEARANCE,
        "min_track_width": route.SIGNAL,
        "min_via_diameter": route.VIA,
        "min_via_annular_width": round((route.VIA - route.DRILL) / 2, 3),
        "min_through_hole_diameter": route.DRILL,
        "min_hole_clearance": 0.25,
        "min_hole_to_hole": 0.25,
        "min_copper_edge_clearance": route.EDGE,
        "min_silk_clearance": 0.0,
    }
    net_class = {
        "name": "Default",
        "clearance": route.CLEARANCE,
        "track_width": route.SIGNAL,
        "via_diameter": route.VIA,
        "via_drill": route.DRILL,
        "bus_width": 12.0,
        "wire_width": 6.0,
        "line_style": 0,
        "diff_pair_gap": 0.25,
        "diff_pair_via_gap": 0.25,
        "diff_pair_width": 0.2,
        "microvia_diameter": 0.3,
        "microvia_drill": 0.1,
        "pcb_color": "rgba(0, 0, 0, 0.000)",
        "schematic_color": "rgba(0, 0, 0, 0.000)",
    }
    content = {
        "board": {"design_settings": {"rules": rules}},
        "libraries": {"pinned_footprint_libs": [], "pinned_symbol_libs": []},
        "meta": {"filename": "carrier.kicad_pro", "version": 1},
        "net_settings": {"classes": [net_class], "meta": {"version": 2}, "net_colors": None},
        "pcbnew": {"last_paths": {}, "page_layout_descr_file": ""},
        "schematic": {"meta": {"version": 1}},
        "sheets": [],
        "text_variables": {},
    }
    return json.dumps(content, indent=2) + "\n"


def table(kind: str, file: str) -> str:
    """A library table; kind `sym` or `fp`, file the library's name in the project's folder."""
    entry = [
        word(key, value)
        for key, value in (
            ("name", LIBRARY),
            ("type", "KiCad"),
            ("uri", "${KIPRJMOD}/" + file),
            ("options", ""),
            ("descr", "Parts of the carrier"),
        )
    ]
    return dump([Word(f"{kind}_lib_table"), word("lib", *entry)], wide=200) + "\n"
