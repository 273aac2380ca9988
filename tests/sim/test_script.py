"""Room: scripts of physical events: what they may say, and golden playthroughs of the whole table on both engines.

`tests/playthroughs/NAME.script` is played; its `show` lines must be those of `NAME.expected.jsonl`. After a change that
means to change them, run this file with UPDATE_PLAYTHROUGHS=1 and read the difference.
"""

import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from host_tools.cards.database import GAME
from host_tools.cli import app
from host_tools.errors import HonestNo, UserError
from host_tools.lab.rules import deck_kinds
from host_tools.simulator.script import Reader
from host_tools.simulator.script_player import play_script
from host_tools.simulator.world import World
from tests.engines import ENGINES, needs_micropython

FOLDER = Path(__file__).parent.parent / "playthroughs"
GOLDEN = [
    "walk_through",
    "unknown_tag",
    "same_uid_twice",
    "occupied_cell",
    "too_many_actions",
    "lifted_while_settling",
    "bumped",
    "dead_reader",
    "board_lost",
    "memory",
    "voltage_map",
    "undo_and_leave",
]
OF_GAMES = {"memory": "memory"}  # script -> its game, if it is not the usual one


def played(name, engine, readers):
    """All events of a script of the folder."""
    path = FOLDER / f"{name}.script"
    events = []
    play_script(path.read_text(encoding="utf-8"), path, None, engine, readers, events.append, OF_GAMES.get(name, GAME))
    return events


def shown(events):
    """The `show` lines, as text that compares and reads well."""
    return [json.dumps(event, sort_keys=True) for event in events if "show" in event]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", GOLDEN)
def test_a_playthrough_is_as_it_was(name, engine):
    golden = FOLDER / f"{name}.expected.jsonl"
    lines = shown(played(name, engine, "ideal"))
    if os.environ.get("UPDATE_PLAYTHROUGHS"):
        golden.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert lines == golden.read_text(encoding="utf-8").splitlines()


@needs_micropython
@pytest.mark.parametrize(
    "name", ["walk_through", "occupied_cell", "same_uid_twice", "bumped", "dead_reader", "board_lost", "memory"]
)
def test_register_level_readers_show_the_same(name):
    golden = FOLDER / f"{name}.expected.jsonl"
    assert shown(played(name, "micropython", "model")) == golden.read_text(encoding="utf-8").splitlines()


def test_a_transcript_holds_steps_records_and_lights_in_order_of_time():
    events = played("start", None, "ideal")
    times = [event["ms"] for event in events if "ms" in event]
    assert times == sorted(times)
    assert [event["do"] for event in events if "do" in event][-1] == "expect account.queue 3"
    assert {"account", "view", "screen"} <= {event["record"]["t"] for event in events if "record" in event}
    assert any("leds" in event and "oled" in event for event in events)


def test_the_same_script_gives_the_same_transcript():
    assert played("start", None, "ideal") == played("start", None, "ideal")


def steps(text, folder=FOLDER):
    reader = Reader(World(deck_kinds()), folder)
    reader.read(text, "t.script")
    return reader


def test_lines_are_read_with_their_words():
    script = steps("# a comment\nseed 7\n\nmove A@1#2 to cell:0:5 down 90  # a battery\nexpect faults.0 [] within 20\n")
    assert script.seed == 7
    assert [(step.line, step.verb) for step in script.steps] == [(4, "move"), (5, "expect")]
    assert script.steps[0].arguments == ("A@1#2", "cell:0:5", "down", 90)
    assert script.steps[1].arguments == (["faults", "0"], False, [], 20)


def test_values_may_be_json_with_spaces_or_bare_words():
    script = steps('expect screen.0.lines has ["draw", {"n": 1}]\nexpect account.phase build\n')
    assert [step.arguments[2] for step in script.steps] == [["draw", {"n": 1}], "build"]


def test_an_included_script_keeps_its_own_line_numbers():
    script = steps("include start.script\nwait 5")
    assert script.seed == 12
    assert (script.steps[0].name, script.steps[-1].name, script.steps[-1].line) == ("start.script", "t.script", 2)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("jump 3", "there is no event 'jump'"),
        ("wait soon", "write 'wait MS' with a whole number"),
        ("move A@9#1 to cell:0:0", "there is no card 'A@9#1'"),
        ("move A@1#1 to cell:0:16", "there is no place 'cell:0:16'"),
        ("move A@1#1 cell:0:1", "write 'move CARD to PLACE"),
        ("move A@1#1 to cell:0:1 sideways", "'sideways' does not belong here"),
        ("move A@1#1 to cell:0:1 up 45", "'45' does not belong here"),
        ("press 2 ok", "whole number from 0 to 1"),
        ("press 0 start", "write 'press PLAYER ok|back|left|right|axis"),
        ("deal 7", "take '7' away"),
        ("expect phase build", "a path starts with"),
        ("expect account.phase", "write 'expect PATH"),
        ("foreign A@1#1 at floor", "'A@1#1' is taken"),
        ("include nothing.script", "cannot read nothing.script"),
        ("include t.script", "another script of the same folder"),
        ("wait 1\nseed 4", "before all steps"),
        ("push", "name one card"),
        ("break 0", "write 'break PLAYER POSITION"),
        ("break 0 18", "whole number from 0 to 17"),
        ("unplug 0", "not the first board"),
    ],
)
def test_a_line_that_cannot_be_is_named(line, words):
    with pytest.raises(UserError) as problem:
        steps(line)
    assert words in str(problem.value)
    assert str(problem.value).startswith(f"t.script, line {len(line.splitlines())}: ")


def headless(path):
    return CliRunner().invoke(app, ["sim", "--headless", "--script", str(path), "--readers", "ideal"])


def test_a_bad_script_ends_before_anything_happens(tmp_path):
    bad = tmp_path / "bad.script"
    bad.write_text("wait 10\nfly\n")
    outcome = headless(bad)
    assert isinstance(outcome.exception, UserError)
    assert (outcome.exception.status, outcome.stdout) == (2, "")
    assert "bad.script, line 2" in str(outcome.exception)


def test_an_expectation_that_fails_is_an_honest_no(tmp_path):
    script = tmp_path / "wrong.script"
    script.write_text("wait 100\nexpect account.phase build within 200\n")
    outcome = headless(script)
    assert isinstance(outcome.exception, HonestNo)
    assert "wrong.script, line 2: account.phase should be 'build' and is None" in str(outcome.exception)
    assert json.loads(outcome.stdout.splitlines()[0])["do"] == "wait 100"


def test_a_script_that_is_not_there_is_named(tmp_path):
    outcome = headless(tmp_path / "none.script")
    assert isinstance(outcome.exception, UserError)
    assert "none.script" in str(outcome.exception)
