"""Room: the figures in the table top's README are the model's."""

# engine: cpython
import ast
import re

import pytest

from firmware import wiring
from hardware.table_top import layout, params, places

P = params.load()
TEXT = (params.HERE / "README.md").read_text(encoding="utf-8")
# The printed parts and how many of each (as in `printed.PARTS`).
OWN_LIGHTS = dict(wiring.CHAIN_PRIMARY)["cell"] + dict(wiring.CHAIN_PRIMARY)["edge"]
ALL_LIGHTS = wiring.chain_starts(wiring.CHAIN_PRIMARY)[1] - 1
COUNTS = {
    "sensor_holder": (len(places.sensors(P)),) * 2,
    "socket_clip": (len(places.sockets(P)),) * 2,
    "cell_light": (OWN_LIGHTS, OWN_LIGHTS),
    "ruler_light": (ALL_LIGHTS - OWN_LIGHTS, 0),
    "tap_frame": (1, 1),
    "queue_guide": (1, 0),
    "queue_tray": (1, 0),
}


def test_the_outline():
    width, height = places.size(P, "primary")
    assert places.size(P, "satellite") == (width, height)
    assert f"{width:g} x {height:g} mm" in TEXT


def test_every_sheet_with_its_thickness():
    for number, sheet in enumerate(layout.SHEETS, 1):
        thickness = P.base if sheet == "walls" else getattr(P, sheet)
        assert re.search(rf"\| {number} \| {sheet} \| [^|]+ \| {thickness:g} mm \|", TEXT), sheet
    for size in ((P.laser_width, P.laser_height), (P.small_laser_width, P.small_laser_height)):
        assert "{:g} x {:g} mm".format(*size) in TEXT


@pytest.mark.parametrize("part", sorted(COUNTS))
def test_every_part_with_its_number(part):
    primary, satellite = COUNTS[part]
    row = f"| `{part}` | {primary} | {satellite} |"
    assert row in TEXT, f"hardware/table_top/README.md must say {row}, from firmware/wiring.py and places.py"
    assert {path.stem for path in (params.HERE / "print").glob("*.stl")} == set(COUNTS)


def test_the_model_counts_alike():
    """Read from its text: to import it takes build123d."""
    body = ast.parse((params.HERE / "printed.py").read_text(encoding="utf-8")).body
    (table,) = [node.value for node in body if isinstance(node, ast.Assign) and node.targets[0].id == "PARTS"]
    counts = {key.value: tuple(count.value for count in row.elts[1:]) for key, row in zip(table.keys, table.values)}
    assert counts == COUNTS


def test_other_figures():
    assert f"at all {len(places.screws(P, 'primary'))} screws" in TEXT
    assert f"(M3 x {P.screw_top:g} from above, M3 x {P.screw_base:g} from below)" in TEXT
    assert f"{P.least_web - P.kerf:g} mm or more between drawn lines" in TEXT
    assert (
        f"({P.kerf:g} mm in all" in TEXT
        and f"{P.void:g} mm high" in TEXT
        and f"on {P.carrier_spacer:g} mm spacers" in TEXT
    )
    assert f"solder joints have {P.reader - P.module_board:g} mm" in TEXT
    assert f"{P.recess:g} mm for a card of {P.card:g}" in TEXT
    # Ext frame: pushed in to 2 mm, the largest card.
    assert f"{P.socket_depth - 2.0 - (P.card + P.cut_error) / 2:.2f}".startswith("2.2")
    far = P.reader + P.floor + 0.5 * P.card_thickness
    assert (
        f"{far:g} mm, through {P.floor:g} mm" in TEXT and f"{far + 3 * P.card_thickness:g} mm, of an estimated" in TEXT
    )
    assert "{:.1f}, {:.1f} and {:.1f} mm apart".format(P.pitch_a, P.pitch_b, P.pitch_c) in TEXT
