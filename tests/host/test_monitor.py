"""Room: watching a table: records add up to a state, a state to a picture and a page; streams are replayed."""

import json

import pytest
from rich.console import Console
from typer.testing import CliRunner

from host_tools import cli
from host_tools.errors import UserError
from host_tools.monitor.recording import Recorder, Replay, read
from host_tools.monitor.state import LATELY, TableState
from host_tools.monitor.terminal import render, ruler, words_of
from host_tools.monitor.watch import Watch
from host_tools.monitor.web import MirrorSession
from host_tools.simulator.orders import Refused

BOARD = "A@1 - . . / . | B@2 . / . . -- . / . . . . edge=r1,c0"
EMPTY = ". . . . / . . . . / . . . . / . . . ."


def player(cells="." * 16, active=False):
    return {"cells": cells, "edges": ".w......", "volts": [1] * 16, "active": active}


VIEW = {
    "t": "view", "players": [player("ob...bu........x", True), player()],
    "rulers": [[12, 3, 5, False], [8, 0, 0, False], [4, -4, -4, True]],
    "queue": [3, 0], "points": [1, 2, 0], "life": [[3, 3], [2, 3]], "cues": [],
}  # fmt: skip
RECORDS = [
    {"t": "hello", "firmware": "1.0", "role": "primary", "address": 0, "slot": "b"},
    VIEW,
    {"t": "account", "boards": [BOARD, EMPTY], "phase": "build"},
    {
        "t": "screen",
        "player": 0,
        "screen": {"title": ["ready", {}], "lines": [], "hint": ["h_ok", {}]},
        "text": ["Go", "OK"],
    },
    {"t": "faults", "player": 0, "faults": [[15, "put_back", {}]]},
    {
        "t": "health",
        "next": None,
        "readers": [[0, 100, 50, 1, 0, 0, 0], [3, 100, 0, 40, 0, 0, 0], [16, 9, 0, 0, 3, 0, 1]],
    },
    {"t": "log", "next": 1, "lost": 0, "lines": [[1500, "board 1 is up"]], "crash": None},
    {"t": "action", "n": 4, "action": ["push", ""]},
]


def state_of(records):
    state = TableState()
    for record in records:
        state.take(record)
    return state


def picture(state):
    console = Console(width=160, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(render(state, "connected"))
    return console.export_text()


def test_a_picture_of_a_table():
    text = picture(state_of(RECORDS))
    for word in ("A@1", "B@2", "under", "illegal", "queue 3", "action points 1 of 2", "3/3  2/3", "Go"):
        assert word in text, word
    for word in ("Player 1 (to move)", "position 15: put_back", "r1 works", "2 of 3 work", "broken: slot", "A4 40 %"):
        assert word in text, word
    assert "1.5 s  board 1 is up" in text and "4: push" in text and "copy b" in text


def test_nothing_known_is_no_error():
    assert "Readers: not told yet" in picture(TableState())


@pytest.mark.parametrize(
    ("marker", "text"),
    [((4, 0, 0), "....O...."), ((4, 0, 2), "....O>>.."), ((4, -1, -3), ".<<O|...."), ((4, 9, 9), "....|...O")],
)
def test_a_ruler_shows_where_its_marker_is_and_would_go(marker, text):
    assert ruler(*marker) == text


def test_cells_of_a_board():
    assert words_of(BOARD)[:3] == ["A@1", "-", ""] and len(words_of(BOARD)) == 16


@pytest.mark.parametrize(
    "record", [{"t": "screen"}, {"t": "health", "readers": 7}, {"t": ["view"]}, {}, {"t": "dance"}]
)
def test_records_that_make_no_sense_do_no_harm(record):
    state = state_of([*RECORDS, record])
    assert state.view is VIEW and state.records == len(RECORDS) + 1


def test_only_the_newest_happenings_are_kept():
    state = state_of([{"t": "action", "n": n, "action": ["next"]} for n in range(40)])
    assert len(state.lately) == LATELY and state.lately[-1] == "39: next"


def test_tracebacks_are_seen_too():
    state = TableState()
    state.take_text("Traceback (most recent call last):\r\nValueError: x\r\n")
    assert state.lately[-1] == "ValueError: x"


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def recorded(path, gap_s=2.0):
    clock = Clock()
    recorder = Recorder(path, clock)
    for record in RECORDS:
        recorder.keep("record", record)
        clock.now += gap_s
    recorder.keep("text", "MPY: soft reboot\n")
    recorder.close()
    return path


def test_a_stream_that_was_kept_comes_back_in_time(tmp_path):
    clock = Clock()
    replay = Replay(recorded(tmp_path / "x.jsonl"), 2.0, clock)
    assert [item for _, item in replay.items(0)] == RECORDS[:1]
    clock.now += 1.0  # two seconds of the table at double speed
    assert [item for _, item in replay.items(0)] == RECORDS[1:2]
    clock.now += 60
    assert replay.items(0)[-1] == ("text", "MPY: soft reboot\n")
    assert replay.items(0) == [] and replay.over


def test_a_recording_that_was_cut_off_is_played_up_to_there(tmp_path):
    path = recorded(tmp_path / "x.jsonl")
    path.write_bytes(path.read_bytes()[:-10])
    assert [item for _, _, item in read(path)] == RECORDS


@pytest.mark.parametrize("text", ["", "{}", "[1]\n", "hello\nworld\n", '{"ematrix":"stream","version":1}\n{"ms":1}\n'])
def test_another_file_is_no_recording(tmp_path, text):
    path = tmp_path / "x.jsonl"
    path.write_text(text)
    if not text:
        assert list(read(path)) == []
        return
    with pytest.raises(UserError, match="no recording"):
        list(read(path))


def mirror(tmp_path, records=RECORDS):
    path = tmp_path / "m.jsonl"
    recorder = Recorder(path)
    for record in records:
        recorder.keep("record", record)
    recorder.close()
    state = TableState()
    session = MirrorSession(Watch(Replay(path, 0), state))
    session.run_ms(40)
    return session


def test_the_page_gets_cards_lights_and_displays_of_the_real_table(tmp_path):
    session = mirror(tmp_path)
    snapshot = session.snapshot()
    json.dumps(snapshot)
    code_at = {place: [snapshot["cards"][entry[0]][0] for entry in pile] for place, pile in snapshot["places"].items()}
    assert code_at["cell:0:0"] == ["A@1"] and code_at["cell:0:6"] == ["B@2"]
    assert [entry[1:] for entry in snapshot["places"]["cell:0:1"]] == [[0, 0]]  # face down, row axis
    assert [entry[1:] for entry in snapshot["places"]["cell:0:5"]] == [[0, 90]]
    assert len(snapshot["places"]["cell:0:10"]) == 2 and len(snapshot["places"]["edge:0:1"]) == 1
    assert snapshot["view"]["queue"] == [3, 0] and snapshot["stopped"] is None
    assert set(snapshot["boards"][0]["leds"]) != {"0"} and snapshot["boards"][0]["text"]["en"]


def test_cards_that_are_taken_off_leave_the_page(tmp_path):
    session = mirror(tmp_path, [*RECORDS, {"t": "account", "boards": [EMPTY, EMPTY], "phase": "build"}])
    assert not [place for place, pile in session.snapshot()["places"].items() if pile and place.startswith("cell")]


def test_the_page_cannot_move_a_card(tmp_path):
    session = mirror(tmp_path)
    before = session.snapshot()["places"]
    with pytest.raises(Refused, match="real table"):
        session.command({"do": "deal"})
    assert session.snapshot()["places"] == before


def test_the_command_replays_a_recording(tmp_path):
    done = CliRunner().invoke(
        cli.app, ["monitor", "--replay", str(recorded(tmp_path / "x.jsonl", 0)), "--speed", "0", "--json"]
    )
    assert done.exit_code == 0
    assert [json.loads(line).get("record") for line in done.output.splitlines()][: len(RECORDS)] == RECORDS


@pytest.mark.parametrize(
    "arguments",
    [["--replay", "x", "--board", "y"], ["--replay", "no_such_file"], ["--speed", "-1"], ["--web", "--json"]],
)
def test_a_wrong_request_is_one_sentence(arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        cli.main(["monitor", *arguments])
    out, err = capsys.readouterr()
    assert caught.value.code == 2 and err.startswith("ematrix: ") and err.count("\n") == 1
