"""Room: the hardware folder's own pages: both languages in step, the price of the bench, the licence."""

import re

from shapely.geometry import Point, box

from firmware import settings
from firmware.lights.frame import CHANNEL_MA
from firmware.wiring import CHAIN_PRIMARY, chain_starts
from hardware.table_top import layout, params, places
from host_tools.hardware import bench_buy
from tests.architecture.house import ROOT
from tests.architecture.test_docs import skeleton

README = (ROOT / "hardware/README.md").read_text(encoding="utf-8")


def test_both_readmes_of_the_hardware_say_the_same():
    chinese = (ROOT / "hardware/README.zh.md").read_text(encoding="utf-8")
    assert skeleton(README) == skeleton(chinese)
    assert len(skeleton(README)["tables"]) > 10 and len(skeleton(README)["steps"]) == 6


def test_the_price_of_the_bench_is_the_sum_of_its_list():
    chinese = (ROOT / "hardware/README.zh.md").read_text(encoding="utf-8")
    for text in (README, chinese):
        assert re.findall(r"(\d+) USD", text) == [f"{bench_buy.total():.0f}"]
    assert bench_buy.needs()["r_10k"] == 4 and bench_buy.needs()["decoder_select"] == 1


def test_the_licence_is_whole():
    text = (ROOT / "hardware/LICENSE.txt").read_text(encoding="utf-8")
    assert text.startswith("CERN Open Hardware Licence Version 2 - Permissive\n")
    assert re.findall(r"^(\d) [A-Z]", text, re.MULTILINE) == list("1234567") and "7.4" in text
    assert "CERN-OHL-P-2.0" in README


def test_the_most_current_of_the_lights_and_the_cap_are_the_firmwares():
    chinese = (ROOT / "hardware/README.zh.md").read_text(encoding="utf-8")
    rules = (ROOT / "hardware/assembly/README.md").read_text(encoding="utf-8")
    leds, each = chain_starts(CHAIN_PRIMARY)[1], 3 * CHANNEL_MA
    for text in (README, chinese, rules):
        assert f"{leds * each / 1000:.1f} A" in text and str(leds) in text and f"{each} mA" in text
    assert settings.DEFAULTS["led_cap_ma"] == 1000 and "at 1 A" in README and "1 A" in chinese


def test_the_panels_board_has_its_place_on_the_base():
    """70 x 85 mm against the east wall, free of standoffs, carrier, buttons and the plugs of pads, on either board."""
    p = params.load()
    for page in ("assembly/2_panel.md", "table_top/README.md"):
        assert "70 x 85 mm at most" in (ROOT / "hardware" / page).read_text(encoding="utf-8")
    for variant in places.VARIANTS:
        east = places.size(p, variant)[0] - p.wall_inset - p.base
        board = box(east - 2 - 70, 200, east - 2, 285)
        x, _ = places.carrier(p, variant)
        assert board.bounds[0] > x + p.carrier_width / 2 + 30  # a plug in the Pico's USB
        assert not any(Point(spot).buffer(p.standoff / 2).intersects(board) for spot in places.screws(p, variant))
        assert not any(Point(spot).buffer(p.button_nut / 2).intersects(board) for spot in places.buttons(p).values())
        assert not any(box(*layout.module(p, *spot)).intersects(board) for spot in places.antennas(p, variant))
        x, y = places.display(p)
        assert board.contains(Point(x, y))


def test_pieces_of_the_nodes():
    """A perfboard of 70 x 90 mm gives twenty; one misses the plug of the reader that follows in its row."""
    guide = (ROOT / "hardware/assembly/5_light_sensors.md").read_text(encoding="utf-8")
    assert "14 x 22 mm" in guide and (70 // 14) * (90 // 22) == 20
    p = params.load()
    gap = p.pitch - (p.module_length - p.antenna_from_end) - (p.card / 2 - p.sensor_depth)
    assert gap > 14 / 2
    assert f"{p.pitch:g} mm from reader" in (ROOT / "hardware/assembly/4_all_readers.md").read_text(encoding="utf-8")
