"""Room: self test and calibration with the panel alone, on boards of register-level chips."""

import pytest

from host_tools.lab.rules import deck_kinds
from host_tools.simulator.table import VirtualTable
from host_tools.simulator.world import World
from tests.engines import ENGINE


@pytest.fixture
def table():
    world = World(deck_kinds(), seed=1)
    with VirtualTable(world, engine=ENGINE, readers="model", language="en") as made:
        made.run_ms(3000)
        yield made


def lines(table, player=0):
    return table.latest(player, "screen")["screen"]["lines"]


def cells(table):
    return table.latest(0, "view")["players"][0]["cells"]


def press(table, player, *buttons):
    for button in buttons:
        table.press(player, button, hold_ms=1000 if button.isupper() else 80)
        table.run_ms(300)


def hold(table, player, button):
    table.press(player, button, hold_ms=1000)
    table.run_ms(1000)


def results(table):
    return [record for record in table.board(0).records if record.get("t") == "self_test"]


def test_a_board_tests_and_calibrates_itself_and_says_what_is_wrong(table):
    table.fault(0, 5, "dead", 0xFF)
    hold(table, 0, "axis")
    table.run_ms(2000)
    assert lines(table) == [["st_reader_bad", {"at": ["place", 5], "what": ["found_silent", {}]}]]
    assert cells(table) == "ooooo" + "x" + "o" * 10
    assert lines(table, 1) == [["st_elsewhere", {"player": ["player", 0]}]]
    press(table, 0, "ok", "ok")
    table.run_ms(1500)
    for face, rotation in (("up", 0), ("down", 0), ("down", 90)):
        for cell in range(16):
            if (cell, face) != (9, "up"):
                table.world.move(cell, f"cell:0:{cell}", face, rotation)
        if face == "up":
            for edge in range(8):
                table.world.move(20 + edge, f"edge:0:{edge}", "up", 0)
        table.run_ms(5000)
    assert cells(table) == "o" * 9 + "?" + "o" * 6 and lines(table)[1][1]["edges"] == 8
    press(table, 0, "ok")
    assert lines(table) == [["st_light_good", {}]]
    press(table, 0, "ok")
    table.run_ms(30_000)
    assert cells(table) == "o" * 5 + "x" + "o" * 10
    assert lines(table)[1:3] == [["st_gain_count", {"n": 15, "of": 18}], ["st_gain_bad", {"at": ["place", 5]}]]
    press(table, 0, "ok")
    assert set(table.board(0).leds[1:26]) == {(48, 0, 0)} and set(table.board(0).leds[26:]) == {(0, 0, 0)}
    table.run_ms(700)
    assert set(table.board(0).leds[1:26]) == {(0, 48, 0)}
    press(table, 0, "back", "ok", "ok", "ok", "ok", "ok", "ok", "ok")
    press(table, 0, "ok", "back", "left", "right")
    assert lines(table) == [["st_buttons", {"names": [["button_axis", {}]]}]]
    press(table, 0, "axis")
    found = {"readers": [[5, "silent"]], "light": [], "gains": [5], "leds": ["ruler_a"], "buttons": [], "ok": False}
    assert [{name: result[name] for name in found} for result in results(table)] == [found]
    assert lines(table)[-1] == ["st_kept", {}]
    press(table, 0, "ok")
    assert table.latest(0, "screen")["screen"]["title"][0] == "menu"


def test_a_satellite_is_tested_from_its_own_panel_and_its_results_reach_the_host(table):
    hold(table, 1, "axis")
    table.run_ms(2500)
    press(table, 1, "ok", "right", "right")
    assert set(table.board(1).leds[1:17]) == {(48, 0, 0)}
    press(table, 1, "ok", "back")
    hold(table, 1, "ok")
    press(table, 1, "ok")
    table.run_ms(1000)
    [result] = results(table)
    assert (result["address"], result["leds"], result["light"]) == (1, ["edge"], None)
    assert result["buttons"] == ["back", "left", "right", "axis"]
    press(table, 0, "ok")
    assert table.latest(0, "screen")["screen"]["title"][1]["n"] == 2


def test_a_long_back_leaves_and_the_table_is_as_before(table):
    before = table.latest(0, "screen")["screen"], table.board(0).oled
    hold(table, 0, "axis")
    hold(table, 0, "back")
    table.run_ms(2000)
    assert (table.latest(0, "screen")["screen"], table.board(0).oled) == before and results(table) == []
