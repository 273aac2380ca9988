"""Room: the import direction between rooms, and what a room may touch; each rule is also shown a breach."""

import re

import pytest

from tests.architecture import house

FIRMWARE = house.sources("firmware")
ON_MICROPYTHON = {**FIRMWARE, **house.sources("host_tools/simulator/chips", "host_tools/simulator/fakes", "main.py")}
TESTS = house.sources("tests")
TOYS = {path: text for path, text in house.sources("examples").items() if path.count("/") > 1}


def all_faults(check, files):
    return [fault for path, text in files.items() for fault in check(path, text)]


def test_the_files_are_there():
    rooms = {house.room_of(path) for path in FIRMWARE} - {None}
    assert rooms == set(house.ORDER), "a new room needs its place in house.ORDER"
    assert len(FIRMWARE) > 60 and len(ON_MICROPYTHON) > 80 and len(TESTS) > 50


def test_only_what_starts_and_composes_stands_beside_the_rooms():
    assert sorted(path for path in FIRMWARE if house.room_of(path) is None) == [
        f"firmware/{name}.py" for name in house.TOP
    ]
    assert set(house.SHARED) < set(house.TOP)


def test_the_table_of_rooms_names_what_each_knows():
    page = (house.ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \|.*\| ([^|]*) \|$", page.split("\n## ")[0], re.MULTILINE)
    known = {room: set() for room in house.ORDER}
    for path, text in FIRMWARE.items():
        for dotted in house.imports(text, path):
            other = dotted.split(".")[1] if dotted.startswith("firmware.") else None
            if other in house.ORDER and house.room_of(path) not in (None, other):
                known[house.room_of(path)].add(other)
    assert [room for room, _ in rows] == list(house.ORDER)
    assert {room: set(re.findall(r"`(\w+)`", names)) for room, names in rows} == known


def test_no_modules_import_each_other_in_a_circle():
    assert house.circles(house.import_graph(house.sources("firmware", "host_tools", "hardware", "examples"))) == []


@pytest.mark.parametrize(
    ("first", "second", "third"),
    [
        ("from firmware.b import x", "from firmware import c", "import firmware.a"),
        ("def later():\n    from firmware import b", "from firmware.c.d import x", "from . import a"),
    ],
)
def test_a_circle_is_found(first, second, third):
    files = {
        "firmware/a.py": first,
        "firmware/b.py": second,
        "firmware/c.py": third,
        "firmware/d.py": "import firmware.a",
    }
    graph = house.import_graph(files)
    assert house.circles(graph) == ["firmware.a", "firmware.b", "firmware.c"]
    assert house.circles({**graph, "firmware.c": set()}) == []


def test_a_room_knows_only_rooms_before_it():
    assert all_faults(house.import_faults, FIRMWARE) == []


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("firmware/sensing/x.py", "from firmware.board.room import BoardRoom"),
        ("firmware/sensing/x.py", "from firmware.drivers import mfrc522"),
        ("firmware/board/x.py", "import firmware.games"),
        ("firmware/games/x.py", "from firmware.board.stack import Stack"),
        ("firmware/games/energy_matrix/x.py", "from firmware import wiring"),
        ("firmware/games/energy_matrix/x.py", "from ...lights import frame"),
        ("firmware/lights/x.py", "from firmware.panel import text"),
        ("firmware/lights/x.py", "from firmware.games.energy_matrix.cards.kinds import RATED"),
        ("firmware/panel/x.py", "from firmware.games import energy_matrix"),
        ("firmware/link/x.py", "def later():\n    from firmware.panel import text"),
        ("firmware/drivers/x.py", "from firmware.sensing.scan import Scanner"),
        ("firmware/drivers/x.py", "from firmware.app import App"),
        ("firmware/wiring.py", "from firmware.games import ROLES"),
        ("firmware/app.py", "from host_tools import engines"),
        ("firmware/app.py", "import machine"),
        ("firmware/board/x.py", "import rp2"),
        ("firmware/lights/x.py", "from neopixel import NeoPixel"),
        ("firmware/games/x.py", "import time"),
        ("firmware/games/x.py", "import asyncio"),
        ("firmware/games/x.py", "import os"),
        ("firmware/games/x.py", "import sys"),
        ("firmware/board/x.py", "import typing"),
        ("firmware/board/x.py", "from dataclasses import dataclass"),
        ("firmware/link/x.py", "import enum"),
    ],
)
def test_a_breach_of_the_import_direction_is_found(path, line):
    assert len(house.import_faults(path, line)) == 1


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("firmware/drivers/x.py", "import machine, rp2"),
        ("firmware/board/x.py", "from firmware.sensing import scan"),
        ("firmware/lights/x.py", "from firmware.games import ROLES"),
        ("firmware/games/energy_matrix/x.py", "from firmware.compat import const\nimport json"),
        ("firmware/app.py", "from firmware.games import energy_matrix\nimport asyncio"),
    ],
)
def test_what_is_allowed_is_left_alone(path, line):
    assert house.import_faults(path, line) == []


def test_boot_knows_nothing_of_the_firmware():
    assert not [name for name in house.imports(house.sources("boot.py")["boot.py"]) if name.startswith("firmware")]


def test_examples_run_on_a_board_that_has_only_the_firmware():
    examples = house.sources("examples")
    assert {"examples/read_tag.py", "examples/light_cell.py"} <= set(examples)
    for path, text in examples.items():
        for name in house.imports(text, path):
            first = name.split(".")[0]
            assert first in ("firmware", "examples") or first in house.MICROPYTHON, f"{path} imports {name}"


def test_chips_and_fakes_know_only_the_firmware_and_each_other():
    for path, text in house.sources("host_tools/simulator/chips").items():
        for name in house.imports(text, path):
            first = name.split(".")[0]
            near = name.startswith(("host_tools.simulator.chips", "firmware."))
            assert near or name == "firmware" or first in house.MICROPYTHON, f"{path} imports {name}"


def test_the_lab_reads_the_rules_for_itself():
    for path, text in house.sources("host_tools/lab").items():
        for name in house.imports(text, path):
            assert not name.startswith("firmware.games"), f"{path} imports {name}: then it would repeat its faults"


def test_the_brute_force_shares_no_code_with_the_solver():
    for name in house.imports(house.sources("tests/games/brute.py")["tests/games/brute.py"]):
        assert not name.startswith("firmware"), name


def test_games_neither_wait_nor_write_nor_compute_with_fractions():
    assert all_faults(house.purity_faults, {**house.sources("firmware/games"), **TOYS}) == []


def test_games_of_the_examples_know_what_games_of_the_firmware_may_know():
    assert len(TOYS) >= 3
    for path, text in TOYS.items():
        place = "firmware/games/" + path.removeprefix("examples/")
        own = path.split("/")[1]
        faults = [fault for fault in house.import_faults(place, text) if f"imports examples.{own}" not in fault]
        assert faults == [], path


@pytest.mark.parametrize("line", ["open('x')", "print(1)", "half = 1 / 2", "half = 0.5", "async def f(): pass"])
def test_an_impure_game_is_found(line):
    assert len(house.purity_faults("firmware/games/x.py", line)) == 1


def test_native_code_only_in_drivers():
    files = {path: text for path, text in ON_MICROPYTHON.items() if not path.startswith("firmware/drivers/")}
    assert all_faults(house.native_faults, files) == []


@pytest.mark.parametrize("mark", ["micropython.native", "native", "micropython.viper"])
def test_native_code_is_found(mark):
    assert len(house.native_faults("firmware/board/x.py", f"@{mark}\ndef f():\n    pass\n")) == 1


def test_no_test_sleeps():
    assert all_faults(house.sleep_faults, TESTS) == []


@pytest.mark.parametrize(
    "line", ["time.sleep(1)", "from time import sleep", "page.wait_for_timeout(500)", "time.sleep_ms(5)"]
)
def test_a_sleeping_test_is_found(line):
    assert len(house.sleep_faults("tests/x.py", line)) == 1


def test_no_test_is_in_a_hurry():
    assert all_faults(house.hurry_faults, TESTS) == []


@pytest.mark.parametrize(
    "line",
    [
        "run(words, timeout=60)",
        "done.wait(10)",
        "thread.join(0.5)",
        "from hypothesis import given",
        "import hypothesis",
    ],
)
def test_a_test_in_a_hurry_is_found(line):
    assert len(house.hurry_faults("tests/x.py", line)) == 1


def test_patience_is_no_hurry():
    text = "done.wait(PATIENCE_S)\n', '.join(words)\nrun(words, timeout=PATIENCE_S)\nfrom tests.properties import given"
    assert house.hurry_faults("tests/x.py", text) == []
