"""Room: the count of the heap: modules in loading order, figures that add up, one sentence when it cannot be done."""

import builtins
import json

import pytest
from typer.testing import CliRunner

from host_tools import cli
from host_tools.bench import memory, wasm
from host_tools.deploying import image
from host_tools.deploying.prepare import prepared
from host_tools.errors import UserError


@pytest.fixture(scope="module")
def figures():
    done = CliRunner().invoke(cli.app, ["bench", "memory", "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.output)


def test_modules_come_after_what_they_import():
    order = memory.load_order(image.ROOT / "firmware")
    assert order.index("firmware.compat") < order.index("firmware.lights.frame") < order.index("firmware.app")
    assert len(order) == len(set(order)) > 60


def test_every_module_of_the_image_is_counted(figures):
    ready = ["firmware/" + path for path in prepared(image.read_tree(image.ROOT / "firmware")) if path.endswith(".py")]
    modules = {path.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for path in ready}
    assert set(figures["module_bytes"]) == {name for name in modules if not name.endswith("_native")}
    assert 2000 < figures["module_bytes"]["firmware.panel"] < 20000


@pytest.mark.parametrize("way", ["stock", "in_place"])
def test_free_and_used_make_the_whole(figures, way):
    for moment, used in figures[way]["heap_used_bytes"].items():
        free = figures[way]["heap_free_bytes"][moment]
        assert used + free + figures["prompt_bytes"] == figures["heap_total_bytes"]


@pytest.mark.parametrize("way", ["stock", "in_place"])
def test_a_duel_takes_more_than_the_menu_and_a_long_one_more_than_a_short_one(figures, way):
    used = figures[way]["heap_used_bytes"]
    assert used["start"] < used["imports"] <= used["menu"] < used["build"] < used["late"]
    assert used["solving"] >= used["plan"]


def test_code_that_runs_in_place_leaves_the_heap_alone(figures):
    used = {way: figures[way]["heap_used_bytes"]["build"] for way in ("stock", "in_place")}
    assert used["stock"] - used["in_place"] > 50_000


def test_without_the_engine_one_sentence_says_what_to_do(monkeypatch):
    real = builtins.__import__

    def missing(name, *more):
        if name == "wasmtime":
            raise ImportError(name=name)
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(UserError, match="make setup"):
        memory.measure()


def test_a_failure_inside_is_told_by_its_last_line(tmp_path):
    with pytest.raises(UserError, match="ValueError: odd"):
        wasm.run(tmp_path, "raise ValueError('odd')")


def test_an_image_has_the_starters_as_text_and_the_rest_compiled(tmp_path):
    files = {path.as_posix() for path in image.build(tmp_path / "image")}
    assert {"boot.py", "main.py", "firmware/app.mpy", "firmware/panel/glyphs.bin"} <= files
    assert not any(name.startswith("firmware") and name.endswith(".py") for name in files)


def test_words_of_a_game_and_of_the_table_lie_in_one_file_a_language(tmp_path):
    from firmware.panel.lexicon import Lexicon

    image.build(tmp_path / "image")
    folder = tmp_path / "image/firmware"
    assert not list(folder.rglob("words_*.mpy"))
    words = Lexicon(str(folder / "games/energy_matrix/words_zh.bin"))
    assert "{player}" in words.get("t_build")
    assert words.get("menu_mode") == "模式"


def test_run_in_place_the_budget_is_kept_at_rest_and_a_long_duel_fits(figures):
    free = figures["in_place"]["heap_free_bytes"]
    assert free["menu"] >= figures["budget_free_bytes"]
    assert free["late"] >= 16_000  # room for records and for copies of the account
