"""Room: the hardware folder's own pages: both languages in step, the price of the bench, the licence."""

import re

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
