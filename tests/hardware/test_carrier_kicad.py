"""Room: KiCad itself reads the carrier's board, finds every net joined, and its design rule check finds no fault.

Skipped where there is no KiCad 6: `apt-get install --no-install-recommends kicad kicad-footprints`.
"""

import shutil
from pathlib import Path

import pytest

from host_tools.hardware import carrier
from host_tools.hardware.carrier_library import FOLDER, LIBRARY, numbers
from host_tools.hardware.carrier_sexpr import child, children, parse
from tests.hardware.carrier_files import board, inner, plan, spoiled

STANDARD = Path("/usr/share/kicad/footprints")


pytestmark = pytest.mark.skipif(not carrier.has_kicad(), reason="no KiCad 6 here; on Debian 12: apt-get install kicad")


def checked(folder, change=lambda tree: None):
    """What KiCad says of a copy of the project whose board was changed."""
    for name in ("carrier.kicad_pro", "fp-lib-table"):
        shutil.copy(FOLDER / name, folder)
    path = folder / "carrier.kicad_pcb"
    path.write_text(spoiled(path.name, change), encoding="utf-8")
    return carrier.kicad("check", str(path))


def faults(report):
    """Kinds of faults in KiCad's report."""
    return {line[1:].partition("]")[0] for line in report["report"] if line.startswith("[")}


def test_kicad_has_nothing_to_say(tmp_path):
    found = checked(tmp_path)
    assert found["unconnected"] == 0 and faults(found) == set(), "\n".join(found["report"])
    assert "** Found 0 DRC violations **" in found["report"] and "** Found 0 unconnected pads **" in found["report"]
    assert found["nets"] == len(plan().nets())
    assert found["footprints"] == len(plan().items) + len(plan().holes)
    assert (found["tracks"], found["vias"]) == (len(board().tracks), len(board().vias))
    assert found["size"] == [pytest.approx(side + 0.1) for side in plan().size]  # the outline's own width


def test_kicad_finds_what_is_spoiled(tmp_path):
    def span(segment):
        return sum(abs(a - b) for a, b in zip(numbers(child(segment, "start")), numbers(child(segment, "end"))))

    def change(tree):
        """A track that is too wide, an outline that is open."""
        child(max(inner(tree, "segment"), key=span), "width")[1] = 3
        tree.remove(child(tree, "gr_line"))

    assert {"clearance", "invalid_outline"} <= faults(checked(tmp_path, change))


def test_kicad_finds_a_net_that_was_cut(tmp_path):
    def change(tree):
        number = next(str(net[1]) for net in inner(tree, "net") if net[2] == "MOSI")
        cut = [node for node in inner(tree, "segment") if str(child(node, "net")[1]) == number]
        tree[:] = [node for node in tree if not any(node is one for one in cut)]

    assert checked(tmp_path, change)["unconnected"] > 0


@pytest.mark.skipif(
    not STANDARD.exists(), reason="KiCad's footprints are not installed: apt-get install kicad-footprints"
)
def test_footprints_have_the_pads_of_kicads_own():
    own = {path.stem: path for path in LIBRARY.glob("*.kicad_mod")}
    assert set(own) == {item.footprint for item in plan().items} | {"MountingHole_3.2mm_M3"}
    ours = {name for name in own if not list(STANDARD.glob(f"*/{name}.kicad_mod"))}
    assert ours == {"RaspberryPi_Pico_Sockets", "Polyfuse_Radial_P5.08_or_10.16mm"}
    for name in sorted(set(own) - ours):
        standard = next(STANDARD.glob(f"*/{name}.kicad_mod"))
        assert pads(own[name]) == pads(standard), name
    strip = pads(next(STANDARD.glob("*/PinSocket_1x20_P2.54mm_Vertical.kicad_mod")))
    pico = pads(own["RaspberryPi_Pico_Sockets"])
    for number, x, y in strip:
        assert (number, x, y) in pico  # left strip, from the top
        assert (str(41 - int(number)), x + 17.78, y) in pico  # right strip: 40 at the top


def pads(path):
    """{(number, x, y)} of a footprint."""
    found = set()
    for pad in children(parse(path.read_text(encoding="utf-8")), "pad"):
        x, y = numbers(child(pad, "at"))[:2]
        found.add((str(pad[1]), round(x, 4), round(y, 4)))
    return found
