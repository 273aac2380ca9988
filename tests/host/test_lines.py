"""Room: what commands share that answer line by line: lines that are too much, faults of ours, engines that hang."""

import json
import subprocess
import sys

import pytest

from firmware.games.energy_matrix import judge
from host_tools import engines, judge_core
from host_tools.commands import lines
from host_tools.errors import UserError

GAME = ("energy_matrix",)


def journal(*actions):
    return json.dumps({"options": {}, "actions": list(actions)})


def test_a_line_that_is_too_long_is_refused_before_it_is_read(monkeypatch):
    monkeypatch.setattr(lines, "LONGEST", 100)
    for engine in engines.ENGINES if engines.micropython_path() else ("cpython",):
        found = list(lines.answers(judge_core, [journal(), " " * 101, journal(["next"])], engine, GAME))
        assert "101 signs and may have 100" in found[1][1]["error"]
        assert [answer["accepted"] for _, answer in (found[0], found[2])] == [0, 1]


def test_a_fault_of_ours_in_one_line_does_not_take_the_others_along(monkeypatch):
    monkeypatch.setattr(judge, "play", lambda position, action: position[action[0]])
    found = [answer for _, answer in lines.answers(judge_core, [journal(["x"]), journal()], "cpython", GAME)]
    assert found[0] == {"error": "the computation broke (KeyError); please report this line"}
    assert found[1]["accepted"] == 0


def test_standard_input_that_is_closed_is_one_sentence(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(UserError, match="standard input is closed"):
        lines.asked(None, True, "journals")


def test_a_micropython_that_does_not_end_is_one_sentence(monkeypatch):
    def never(*_, **more):
        raise subprocess.TimeoutExpired("micropython", more["timeout"])

    monkeypatch.setattr(engines, "need_micropython", lambda: "micropython")
    monkeypatch.setattr(engines.subprocess, "run", never)
    with pytest.raises(UserError, match="not done with host_tools.judge_core after 600 s"):
        lines.answers(judge_core, [journal()], "micropython", GAME)


def test_what_parsers_read_differently_is_made_alike():
    assert (
        lines.safe('  {"a": [1e999, 2.50, -0.0], "b": 1' + "0" * 60 + "}")
        == '{"a": [0.5, 0.5, 0.5], "b": 1' + "0" * 40 + "}"
    )
    assert lines.safe('["\\ud800", "\\ud83c\\udccf"]') == '["\ufffd", "\U0001f0cf"]'
    assert lines.safe("[" * 101 + "]" * 101) == "[" * 100 + "null" + "]" * 100
    assert lines.safe("\u3000- . . .\u3000") == "- . . ."
    assert [lines.safe(bad) for bad in ("[NaN]", "{", "[" * 99999)] == ["{", "{", "{"]
