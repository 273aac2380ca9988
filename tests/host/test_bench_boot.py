"""Room: the timed start: the firmware comes up on the stand-ins, times are scaled, failure is a sentence."""

import json

import pytest
from typer.testing import CliRunner

from host_tools import cli, engines
from host_tools.bench import boot
from host_tools.errors import UserError


@pytest.mark.skipif(engines.micropython_path() is None, reason="no MicroPython here")
def test_the_firmware_comes_up_to_the_menu():
    done = CliRunner().invoke(cli.app, ["bench", "boot", "--json"])
    assert done.exit_code == 0, done.output
    figures = json.loads(done.output)
    assert figures["load_ms_modelled"] > 0 and figures["menu_ms_modelled"] > 0 and figures["loop_ns"] > 0
    assert figures["files"] > 50 and figures["image_bytes"] > 100_000


@pytest.mark.parametrize(("loop_ns", "ms"), [(7_400, 100), (74, 10_000)])
def test_times_are_scaled_by_the_loop(monkeypatch, loop_ns, ms):
    monkeypatch.setattr(engines, "need_micropython", lambda: "micropython")
    monkeypatch.setattr(boot.memory, "lay_out", lambda stage: stage.mkdir())
    monkeypatch.setattr(boot, "_run", lambda *_: {"load_us": 100_000, "menu_us": 50_000, "loop_ns": loop_ns})
    figures = boot.measure()
    assert (figures["load_ms_modelled"], figures["menu_ms_modelled"]) == (ms, ms // 2)


def test_without_micropython_one_sentence_says_what_to_do(monkeypatch):
    monkeypatch.setattr(engines, "micropython_path", lambda: None)
    with pytest.raises(UserError, match="install"):
        boot.measure()
