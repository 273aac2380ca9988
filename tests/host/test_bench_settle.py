"""Room: `ematrix bench settle` on a few boards: the figures it promises, and a second opinion that can say no."""

import json

import pytest
from typer.testing import CliRunner

from host_tools.bench import program, settle
from host_tools.cli import app
from host_tools.commands import bench
from host_tools.errors import UserError

FEW = ["bench", "settle", "--boards", "6", "--constructed", "2", "--hardest", "1"]


def test_figures_beside_each_other():
    done = CliRunner().invoke(app, [*FEW, "--json"])
    assert done.exit_code == 0, done.output
    figures = json.loads(done.output)
    assert figures["program_agreed"] == figures["program_boards"] == 9
    assert figures["program_speed_ratio"] > 0
    for name in ("players", "constructed", "hardest"):
        for what in ("settle", "moved", "slice"):
            spread = [figures[f"{what}_{name}_loops_{mark}"] for mark in ("p50", "p99", "max")]
            assert 0 < spread[0] <= spread[1] <= spread[2]
        assert figures[f"slice_{name}_loops_max"] < figures[f"settle_{name}_loops_max"]
    assert figures["budgets_loops"]["players"] == {"p99": 6000, "max": 12000}
    assert 0 < figures["settle_peak_bytes_p50"] <= figures["settle_peak_bytes_max"]


def test_a_table_for_people():
    done = CliRunner().invoke(app, [*FEW, "--no-program"])
    assert done.exit_code == 0
    assert "after one card moved" in done.output
    assert "players p99 6,000, players max 12,000, constructed max 40,000, hardest max 500,000" in done.output
    standing = [line.split(": ")[1] for line in done.output.split("\n") if line.startswith("  budgets ")]
    assert [line.count(" of ") for line in standing] == [3, 2, 2] and "of 500,000" in standing[2]


@pytest.mark.parametrize(("slowest", "word"), [(12_000, "kept"), (12_001, "exceeded")])
def test_what_stands_beside_a_budget(slowest, word):
    figures = {"settle_players_loops_p99": 6_000, "settle_players_loops_max": slowest, "slice_players_loops_max": 1_350}
    told = bench._standing(figures | {"budgets_loops": settle.BUDGETS}, "players")
    assert told.startswith(
        f"budgets {word}: p99 6,000 of 6,000, max {slowest:,} of 12,000, longest slice 1,350 of 1,350"
    )


def test_disagreement_is_not_passed_over(monkeypatch):
    monkeypatch.setattr(program, "best", lambda *_: ([], [0, 0, 0], 0, 0))
    monkeypatch.setattr(settle, "_memory", lambda _: {"settle_peak_bytes_max": 0})
    done = CliRunner().invoke(app, [*FEW, "--json"])
    assert done.exit_code == 1


@pytest.mark.parametrize("bad", [["--boards", "0"], ["--constructed", "-1"], ["--hardest", "-1"]])
def test_numbers_out_of_range(bad):
    done = CliRunner().invoke(app, ["bench", "settle", *bad])
    assert isinstance(done.exception, UserError)
