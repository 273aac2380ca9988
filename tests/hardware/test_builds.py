"""Room: the settings files of the builds: the firmware takes them, boots with them, and plays.

`tests/playthroughs/pads_only.script` is a whole turn of both players at a table whose cells have no readers.
"""

import json
from pathlib import Path

import pytest

from firmware import settings, wiring
from host_tools.errors import UserError
from host_tools.flashing.job import parse_settings
from host_tools.hardware import bom
from host_tools.lab.rules import deck_kinds
from host_tools.simulator.script import Reader
from host_tools.simulator.script_player import Player
from host_tools.simulator.table import VirtualTable
from host_tools.simulator.world import World
from tests.engines import ENGINES, needs_micropython

PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"
BUILDS = bom.builds()
FILES = [bom.FOLDER / name / f"{board}.json" for name, build in BUILDS.items() for board in build.boards]


def given(build):
    """What the settings files of a build say, one dict a board."""
    return [json.loads((bom.FOLDER / build / f"{board}.json").read_text()) for board in BUILDS[build].boards]


def play(build, script, engine, readers, dead=()):
    """Play a script at a table built so, whose readers at the positions `dead` never answer; the last news by kind."""
    path = PLAYTHROUGHS / f"{script}.script"
    players = len(BUILDS[build].boards)
    steps = Reader(World(deck_kinds(), players), PLAYTHROUGHS)
    steps.read(path.read_text(encoding="utf-8"), path.name)
    world = World(deck_kinds(), players, seed=steps.seed)
    with VirtualTable(world, engine=engine, readers=readers, settings=given(build)) as table:
        for board in range(world.players):
            for position in dead:
                table.fault(board, position, "dead", 0xFF)
        player = Player(table, world, lambda event: None)
        for step in steps.steps:
            player.step(step)
    return player.newest


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_firmware_takes_the_settings_and_they_are_all_said(path):
    said = json.loads(path.read_text(encoding="utf-8"))
    loaded = settings.load(said)
    assert {name: loaded[name] for name in said} == said
    assert loaded["role"] == path.stem
    assert said.keys() >= {"role", "address", "boards", "readers", "led_cap_ma"}


@pytest.mark.parametrize("name", BUILDS)
def test_the_boards_of_a_build_are_one_table(name):
    boards = given(name)
    assert [board["address"] for board in boards] == list(range(len(boards)))
    assert {board["boards"] for board in boards} == {len(boards)}
    assert len({board["readers"] for board in boards}) == 1


def test_ematrix_flash_puts_such_a_file_on_the_board():
    path = bom.FOLDER / "thrifty/satellite.json"
    found = parse_settings([], path)
    assert found == json.loads(path.read_text()) and found["readers"] == "pads"
    assert parse_settings(["language=zh"], path)["language"] == "zh"


def test_a_settings_file_that_is_none_is_named(tmp_path):
    bad = tmp_path / "bad.json"
    for text in ("{", "[]", '{"readers": "some"}'):
        bad.write_text(text)
        with pytest.raises(UserError, match="settings"):
            parse_settings([], bad)


@pytest.mark.parametrize("engine", ENGINES)
def test_the_full_table_plays_a_turn_of_both_players(engine):
    assert play("full", "walk_through", engine, "ideal")["account", None]["turn"] == 3


@pytest.mark.parametrize("engine", ENGINES)
def test_the_thrifty_table_plays_a_turn_of_both_players_with_pads_and_light_alone(engine):
    found = play("thrifty", "pads_only", engine, "ideal", dead=range(wiring.CELLS))
    assert found["account", None]["turn"] == 3
    assert found["faults", 0]["faults"] == found["faults", 1]["faults"] == []


@needs_micropython
def test_the_thrifty_table_does_so_with_real_drivers_over_chip_models():
    assert play("thrifty", "pads_only", "micropython", "model", dead=range(wiring.CELLS))["account", None]["turn"] == 3


@pytest.mark.parametrize("engine", ENGINES)
def test_one_board_is_enough_for_the_practice_mode(engine):
    account = play("one_player", "practice", engine, "ideal")["account", None]
    assert (account["turn"], account["rulers"]) == (2, [2, 0, 0])
