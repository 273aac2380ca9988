"""Room: the count of the heap: modules in loading order, figures that add up, one sentence when it cannot be done."""

import builtins
import json

import pytest
from typer.testing import CliRunner

from firmware.games.energy_matrix import Game
from host_tools import cli
from host_tools.bench import memory, wasm
from host_tools.bench.heap_map import blocks, largest_free
from host_tools.deploying import image
from host_tools.deploying.prepare import prepared
from host_tools.errors import UserError
from host_tools.flashing import job


@pytest.fixture(scope="module")
def figures():
    return memory.measure(turns=(20,))


def test_modules_come_after_what_they_import():
    order = memory.load_order(image.ROOT / "firmware")
    assert order.index("firmware.compat") < order.index("firmware.lights.frame") < order.index("firmware.app")
    assert len(order) == len(set(order)) > 60


def test_every_module_of_the_image_is_counted(figures):
    ready = ["firmware/" + path for path in prepared(image.read_tree(image.ROOT / "firmware")) if path.endswith(".py")]
    modules = {path.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for path in ready}
    assert set(figures["module_bytes"]) == {name for name in modules if not name.endswith("_native")}
    assert 2000 < figures["module_bytes"]["firmware.panel"] < 20000


@pytest.mark.parametrize("board", memory.BOARDS)
def test_free_and_used_make_the_whole(figures, board):
    heap = memory.BOARDS[board][0]
    for row in figures["boards"][board].values():
        assert row["used"] + row["free"] + figures["own_bytes"][heap] == figures["heap_total_bytes"][heap]
        assert 0 <= row.get("largest", 0) <= max(0, row["free"])


@pytest.mark.parametrize("board", ["pico2", "pico_romfs"])
def test_a_duel_takes_more_than_the_menu_and_full_boards_more_than_empty_ones(figures, board):
    used = {moment: row["used"] for moment, row in figures["boards"][board].items()}
    assert used["start"] < used["imports"] <= used["menu"] < used["build"] < used["boards_full"]
    assert used["solving"] >= used["settle"]


def test_the_command_prints_a_table_or_one_object(figures, monkeypatch):
    monkeypatch.setattr(memory, "measure", lambda level: figures)
    done = CliRunner().invoke(cli.app, ["bench", "memory", "--json"])
    assert done.exit_code == 0 and json.loads(done.output) == memory.by_board(figures)
    table = CliRunner().invoke(cli.app, ["bench", "memory"])
    assert table.exit_code == 0 and table.output.count("both boards full") == 4
    missing = -figures["boards"]["pico"]["boards_full"]["free"]
    assert f"it does not fit: {missing} bytes are missing" in table.output


def test_what_json_says(figures):
    told = memory.by_board(figures)
    assert list(told) == ["pico2", "pico", "pico_satellite", "pico_romfs"]
    assert list(told["pico_satellite"]) == ["menu", "boards_full"]
    assert list(told["pico2"]) == ["menu", "build", "boards_full", "settle", "turn_20"]  # turn 100 takes a minute more
    assert all(set(row) == {"free", "largest"} for phases in told.values() for row in phases.values())


def test_code_that_runs_in_place_leaves_the_heap_alone(figures):
    used = {board: figures["boards"][board]["build"]["used"] for board in ("pico", "pico_romfs")}
    assert used["pico"] - used["pico_romfs"] > 50_000


def test_each_board_keeps_what_it_must(figures):
    told = memory.by_board(figures)
    assert min(row["free"] for row in told["pico2"].values()) >= 120_000
    assert min(row["free"] for row in told["pico_romfs"].values()) >= 50_000
    assert min(row["free"] for row in told["pico_satellite"].values()) >= 60_000
    assert told["pico"]["menu"]["free"] >= 60_000


def test_a_game_begins_where_it_has_room_and_nowhere_else(figures):
    """What the board looks at, free heap at the menu, and what `ematrix flash` looks at, the heap in all."""
    for board in ("pico2", "pico", "pico_romfs"):
        free = {
            phase: row["free"] for phase, row in figures["boards"][board].items() if phase not in ("start", "imports")
        }
        fits = min(free.values()) > 0
        assert (free["menu"] >= Game.HEAP) == fits, (board, free)
        heap, in_place, _ = memory.BOARDS[board]
        assert (in_place or memory.HEAPS[heap][0] >= job.DUEL_HEAP) == fits, (board, free)
        if not in_place:
            assert free["menu"] - min(free.values()) <= Game.HEAP


def test_the_map_of_a_heap():
    heap = blocks(["00000000: h==.", "       (2 lines all free)", "00000c00: ..h=", "stack: 3 out of 9"])
    assert len(heap) == 8 + 2 * 64 and heap.count(".") == 3 + 2 * 64
    assert largest_free(heap, 16 * len(heap)) == 16 * (3 + 2 * 64)
    assert largest_free(heap, 16 * 14) == 16 * 11 and largest_free(heap, 0) == 0


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
