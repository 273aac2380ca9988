"""Room: `ematrix autoplay`: whole games through the whole stack, and what is said when table and referee differ."""

import json

import pytest
from typer.testing import CliRunner

from host_tools.cli import app
from host_tools.commands import autoplay
from host_tools.errors import HonestNo, UserError
from host_tools.lab.match import Match, Result
from host_tools.lab.rules import EVENTS, deck_kinds
from host_tools.simulator.world import World
from tests.engines import needs_micropython, other_engine


def run(*words):
    return CliRunner().invoke(app, ["autoplay", *words])


@other_engine
def test_a_game_on_cpython_has_a_winner_and_no_disagreement():
    result = autoplay.play_game(1, 1, "ideal", "cpython")
    assert result.disagreements == []
    assert result.winner in (0, 1)


@needs_micropython
def test_a_game_on_register_level_readers_has_a_winner_and_no_disagreement():
    result = autoplay.play_game(2, 2, "model", "micropython")
    assert result.disagreements == []
    assert result.winner in (0, 1)


@needs_micropython
def test_a_few_games_use_every_event_every_action_and_every_slip():
    wanted = EVENTS | {"battery", "machine", "frame", "ext", "off", "off_frame", "off_battery"}
    wanted |= {"take back", "by hand", "other plan", "one_too_many", "on_top_of_a_machine", "bump", "think_again"}
    for game in range(1, 9):
        result = autoplay.play_game(game, 5, "ideal", "micropython")
        assert result.disagreements == []
        wanted -= set(result.tally)
        if not wanted:
            return
    assert not wanted


def test_the_same_seed_gives_the_same_output_and_transcript(tmp_path):
    outcomes = []
    for name in ("a", "b"):
        outcome = run("--games", "1", "--seed", "9", "--readers", "ideal", "--transcript", str(tmp_path / name))
        assert outcome.exit_code == 0, outcome.output
        outcomes.append(outcome.stdout)
    assert outcomes[0] == outcomes[1]
    assert "wins in turn" in outcomes[0]
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    events = [json.loads(line) for line in (tmp_path / "a").read_text().splitlines()]
    assert events[-1]["over"] and all(event["game"] == 1 for event in events)


def test_json_is_one_object_a_game_and_the_figures(monkeypatch):
    monkeypatch.setattr(autoplay, "play_game", lambda *_: Result(1, 17, [], 31500, {}))
    outcome = run("--games", "4", "--json")
    *games, last = [json.loads(line) for line in outcome.stdout.splitlines()]
    assert [game["readers"] for game in games] == ["model", "model", "model", "ideal"]
    assert games[0] | {"readers": ""} == {
        "game": 1, "readers": "", "winner": 2, "turns": 17, "disagreements": [], "virtual_s": 31.5
    }  # fmt: skip
    assert last["games"] == 4 and last["disagreed"] == 0
    assert set(last["figures"]) == {"games_per_s_model", "games_per_s_ideal"}


def test_a_disagreement_is_named_and_ends_with_an_honest_no(monkeypatch):
    sentence = "turn 3, settle: after OK, ruler A should be 3 and the table says 2"
    monkeypatch.setattr(autoplay, "play_game", lambda *_: Result(None, 3, [sentence], 1000, {}))
    outcome = run("--games", "2", "--readers", "ideal")
    assert isinstance(outcome.exception, HonestNo)
    assert "in 2 of 2 games" in str(outcome.exception)
    assert sentence in outcome.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--games", "0"], "--games 0 is no game"),
        (["--readers", "magic"], "choose model, ideal, mixed"),
        (["--engine", "lua"], "engine 'lua' is unknown"),
        (["--transcript", "/nowhere/at/all"], "cannot write the transcript /nowhere/at/all"),
    ],
)
def test_wrong_requests_are_named(words, sentence):
    outcome = run(*words)
    assert isinstance(outcome.exception, UserError) and outcome.exception.status == 2
    assert sentence in str(outcome.exception)


class DeadTable:
    """Boards that never say anything."""

    class Board:
        leds = ()

        def __init__(self):
            self.records = []

    def __init__(self):
        self.now_us = 0

    def board(self, _):
        return self.Board()

    def run_until(self, until_us, eager=False):
        self.now_us = until_us


def test_a_table_that_says_nothing_is_a_disagreement_and_not_a_hang():
    result = Match(DeadTable(), World(deck_kinds()), seed=1).play()
    assert (result.winner, result.virtual_ms) == (None, 30_000)
    assert result.disagreements == ["turn 0, deal: finding both boards did not happen within 30 s"]
