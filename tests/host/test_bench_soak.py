"""Room: the benches of sensing: what the referee of the soak counts, that a short soak is good, what sweep prints."""

import json

import pytest
from typer.testing import CliRunner

from host_tools import engines
from host_tools.bench import soak, sweep
from host_tools.bench.latency import percentile
from host_tools.bench.sensing_rig import Rig
from host_tools.bench.soak_referee import ASK_MS, SETTLE_MS, STILL_MS, Referee
from host_tools.cli import app
from host_tools.errors import HonestNo

A, B = "04a1", "04b2"


class Time:
    now_us = 0


class Stub:
    """Stands for rig, readers and scanner at once: `show` says what is reported."""

    def __init__(self):
        self.time = Time()
        self.readers = self
        self.forgotten = []
        self.polled = 0
        self._reports = [self._report(position) for position in range(26)]
        self.referee = Referee(self, self)

    def _report(self, position, status="empty", uids=(), missing=()):
        return {"pos": position, "status": status, "uids": list(uids), "missing": list(missing)}

    def health(self, position):
        return [self.polled, 0, 0, 0]

    def reports(self):
        return self._reports

    def forget(self, position, uid):
        self.forgotten.append((position, uid))

    def show(self, position, status, *uids, missing=()):
        self._reports[position] = self._report(position, status, uids, missing)

    def after(self, ms, polled=True):
        """Figures when so much time has passed, seen every 100 ms."""
        for _ in range(ms // 100):
            self.time.now_us += 100_000
            self.polled += polled
            self.referee.look()
        return self.referee.figures()


@pytest.fixture(autouse=True)
def usual_costs():
    """Leave the simulated SPI as it was: a bench sets what one access to it costs, for the whole process."""
    yield
    Rig()


@pytest.fixture
def stub():
    return Stub()


def counts(figures):
    return [figures[name] for name in ("wrong_identities", "phantom_cards", "false_removals")]


def test_a_still_card_that_is_reported_is_all_right(stub):
    stub.referee.laid(3, [A])
    stub.show(3, "card", A)
    figures = stub.after(60_000)
    assert counts(figures) == [0, 0, 0]
    assert figures["longest_unpolled_ms"] < 200
    assert figures["share_unknown_percent"] == 0


def test_a_card_that_never_lay_here_is_wrong_at_once_beside_others_and_a_phantom_on_an_empty_place(stub):
    stub.referee.laid(3, [A])
    stub.show(3, "card", A, B)
    stub.show(4, "card", B)
    figures = stub.after(500)
    assert counts(figures) == [1, 1, 0]
    assert "position 3: wrong 04b2" in figures["examples"][0]


def test_a_report_may_lag_behind_a_lifted_card_but_not_for_long(stub):
    stub.referee.laid(3, [A])
    stub.show(3, "card", A)
    stub.after(5000)
    stub.referee.laid(3, [])
    assert counts(stub.after(SETTLE_MS - 200)) == [0, 0, 0]
    assert counts(stub.after(400))[1] >= 1


def test_a_card_taken_off_a_stack_must_be_asked_about_and_the_players_answer(stub):
    stub.referee.laid(3, [A, B])
    stub.show(3, "card", A, B)
    stub.after(5000)
    stub.referee.laid(3, [A])
    assert counts(stub.after(ASK_MS - 200)) == [0, 0, 0]
    stub.show(3, "doubtful", A, B, missing=[B])
    assert counts(stub.after(1500)) == [0, 0, 0]
    assert stub.forgotten[0] == (3, B)


def test_a_table_that_never_asks_is_wrong(stub):
    stub.referee.laid(3, [A, B])
    stub.show(3, "card", A, B)
    stub.after(5000)
    stub.referee.laid(3, [A])
    assert counts(stub.after(ASK_MS + 200)) == [1, 0, 0]


def test_a_still_card_that_is_no_longer_reported_was_falsely_removed(stub):
    stub.referee.laid(3, [A])
    stub.show(3, "card", A)
    stub.after(STILL_MS + 500)
    stub.show(3, "empty")
    figures = stub.after(1000)
    assert counts(figures) == [0, 0, 1]
    assert figures["share_unknown_percent"] > 0


def test_a_silent_place_where_nothing_lies_is_a_phantom_and_a_fault_is_none(stub):
    stub.show(20, "silent")
    assert counts(stub.after(SETTLE_MS + 500)) == [0, 1, 0]
    stub.show(20, "empty")
    stub.show(5, "fault", A)
    assert counts(stub.after(SETTLE_MS + 500)) == [0, 1, 0]


def test_the_share_of_cards_whose_reader_is_in_fault_is_told(stub):
    stub.referee.laid(5, [A])
    stub.referee.laid(6, [B])
    stub.show(5, "card", A)
    stub.show(6, "fault", B)
    assert stub.after(2000)["share_in_fault_percent"] == 50


def test_a_position_left_unpolled_is_measured(stub):
    assert stub.after(2500, polled=False)["longest_unpolled_ms"] == 2500


def test_figures_are_good_or_not():
    fine = {"hours": 1, "wrong_identities": 0, "phantom_cards": 0, "false_removals": 1, "longest_unpolled_ms": 2000}
    assert soak.good(fine)
    for name, value in (
        ("wrong_identities", 1),
        ("phantom_cards", 1),
        ("false_removals", 2),
        ("longest_unpolled_ms", 2001),
    ):
        assert not soak.good({**fine, name: value})
    assert soak.good({**fine, "hours": 30, "false_removals": 3})


def test_a_minute_of_soak_is_good_and_the_same_seed_gives_the_same_figures():
    first, second = soak.run(1 / 60, 5), soak.run(1 / 60, 5)
    assert first == second
    assert soak.good(first)
    assert first["polls"] > 1000 and first["movements"] > 3


def test_a_bad_soak_ends_in_an_honest_no(monkeypatch, capsys):
    monkeypatch.setattr(soak, "run", lambda hours, seed: {"hours": hours, "wrong_identities": 1, "examples": ["x"]})
    with pytest.raises(HonestNo):
        soak.report(1, 1, False)
    assert "wrong identities: 1" in capsys.readouterr().out


def test_the_95th_percentile_leaves_five_of_a_hundred_above_it():
    assert percentile(list(range(100)), 95) == 95
    assert percentile([7], 95) == 7
    assert percentile([3, 1, 2], 50) == 2


@pytest.mark.skipif(engines.micropython_path() is None, reason="no MicroPython wheel for this platform")
def test_the_sweep_is_printed_beside_its_floor():
    done = CliRunner().invoke(app, ["bench", "sweep", "--json", "--cards", "2"])
    figures = json.loads(done.stdout)
    assert figures["overlapped"]["tags"] == figures["plain"]["tags"] == 15
    assert figures["rf_floor_ms"] < figures["overlapped"]["rf_and_bus_ms"] + 90
    assert figures["overlapped"]["rf_and_bus_ms"] < figures["plain"]["rf_and_bus_ms"]
    text = "\n".join(sweep.lines(figures))
    assert f"RF floor, guards one after another: {figures['rf_floor_ms']} ms" in text
    assert "p95" in text
