"""Room: the emulator's scripts, played with boards of the simulator in the place of emulated ones (stand_in.py).

So every name of the project that a script leans on is used here, without Node and without a MicroPython image.
"""

import json
import re
from pathlib import Path

import pytest

from host_tools import engines
from host_tools.emulator.play import (
    bots,
    command,
    emulated_table,
    heap,
    latency_and_sweep,
    make_image,
    play_script,
    presses,
    record_in_two_parts,
    scenes,
    solve_on_board,
    start_often,
)
from host_tools.errors import UserError
from tests.emulator import stand_in

PLAYTHROUGHS = scenes.ROOT / "tests/playthroughs"
CASES = scenes.ROOT / "tests/data/explained_boards.jsonl"


@pytest.fixture(autouse=True)
def boards(monkeypatch, tmp_path):
    """Boards of the simulator instead of emulated ones; the servers that were opened."""
    opened = []

    def open_server():
        opened.append(stand_in.StandIn())
        return opened[-1]

    monkeypatch.setattr(emulated_table, "open_server", open_server)
    monkeypatch.setattr(make_image, "build", stand_in.built)
    monkeypatch.setenv("PICO_UF2", str(stand_in.micropython(tmp_path)))
    monkeypatch.delenv("PICO_ROMFS", raising=False)
    return opened


def last_json(text):
    return json.loads(text.strip().splitlines()[-1])


def link_of(text):
    """The figures of the link that a script of two boards ends with."""
    return json.loads(re.findall(r"^ *LINK (.*)$", text, re.MULTILINE)[-1])


def test_the_heap_of_one_board_is_told_up_to_a_later_turn(capsys):
    assert not heap.main(["--turns", "2", "--json"])
    found = last_json(capsys.readouterr().out)
    assert list(found) == ["pico"]
    assert list(found["pico"]) == ["menu", "build", "boards_full", "settle", "turn_2"]
    assert {moment["largest"] for moment in found["pico"].values()} == {stand_in.HEAP["largest"][0]}


def test_the_heap_of_two_boards_and_their_link_are_told(capsys, monkeypatch):
    monkeypatch.setattr(heap, "MARKED", (2, 3))
    assert not heap.main(["--two", "--turns", "3", "--json"])
    text = capsys.readouterr().out
    found = last_json(text)
    assert list(found) == ["pico", "pico_satellite"]
    phases = ["menu", "build", "boards_full", "settle", "turn_2", "turn_3"]
    assert [list(moments) for moments in found.values()] == [phases, phases]
    assert link_of(text)["collisions_per_poll"] == 2 / 40


def test_a_board_that_stops_ends_the_measurement_at_once(capsys, monkeypatch):
    run = stand_in.StandIn._run

    def stop(self, ms, step):
        answer = run(self, ms, step)
        answer["boards"][0]["host"] = b"Traceback (most recent call last):\r\nMemoryError: full\r\n".hex()
        return answer

    monkeypatch.setattr(stand_in.StandIn, "_run", stop)
    assert heap.main(["--json"])
    text = capsys.readouterr().out
    assert "FAILED: the menu did not come by 40 ms" in text and "the board stopped" in text and "MemoryError" in text
    assert last_json(text) == {"pico": {}}


def test_a_board_that_does_not_count_its_heap_ends_the_measurement(capsys, monkeypatch):
    monkeypatch.setattr(heap.EmulatedTable, "about", lambda table, player, step: {})
    assert heap.main(["--json"])
    text = capsys.readouterr().out
    assert (
        "FAILED: pico did not say at menu" in text and "HEAP pico at the end, without a collection: free 100000" in text
    )
    assert last_json(text) == {"pico": {}}


@pytest.mark.parametrize("words", [["practice.script", "--one"], ["start.script"]])
def test_a_script_is_played_and_reported(capsys, words, boards):
    assert not play_script.main([str(PLAYTHROUGHS / words[0]), *words[1:]])
    text = capsys.readouterr().out
    assert "RESULT ok" in text and "readers 0" in text and "SHOW" not in text
    assert ("LINK" in text) == (len(words) == 1)
    assert {"tag", "set", "hold", "host", "run"} <= set(boards[0].asked)


def test_a_script_that_fails_says_where(capsys, tmp_path):
    script = tmp_path / "wrong.script"
    script.write_text("expect account.phase over within 100\n")
    assert play_script.main([str(script), "--one"])
    assert "FAILED: wrong.script, line 1" in capsys.readouterr().out


def test_faults_and_cables_reach_the_boards(boards, tmp_path):
    script = tmp_path / "faults.script"
    script.write_text("break 0 5\nunplug 1\nwait 100\nplug 1\nmend 0 5\nwait 100\n")
    assert not play_script.main([str(script)])
    assert {"fault", "unplug"} <= set(boards[0].asked)


def test_latency_and_sweeps_are_told(capsys, monkeypatch):
    monkeypatch.setattr(latency_and_sweep, "CARD_TRIALS", 2)
    monkeypatch.setattr(latency_and_sweep, "AMONG_EIGHT_TRIALS", 1)
    latency_and_sweep.main([])
    text = capsys.readouterr().out
    assert re.search(r"SWEEP build, 8 cards: \d+ ms for 18 readers", text)
    assert "LAID n 2 not seen 0" in text and "LIFTED n 2 not seen 0" in text and "LAID among 8 n 1 not seen 0" in text


def test_presses_are_counted(capsys, monkeypatch):
    monkeypatch.setattr(presses, "PRESSES", 3)
    presses.main([])
    assert re.findall(r"(\d+) ms: 3 of 3 taken", capsys.readouterr().out) == ["60", "80", "100", "130"]


def test_records_in_two_parts_are_answered(capsys):
    assert not record_in_two_parts.main([])
    assert "answered {'t': 'hello'" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["1", "--one"], ["1"]])
def test_starts_are_counted(capsys, words):
    assert not start_often.main(words)
    text = capsys.readouterr().out
    assert "game starts" in text and "failed 0 of 1" in text


def test_bots_play_as_many_turns_as_asked_for(capsys):
    assert not bots.main(["1", "--about", "--turns", "1"])
    text = capsys.readouterr().out
    assert (
        "turn 1 build" in text
        and "turn 2 event" not in text
        and "   HEAP" in text
        and "without a disagreement" in text
        and "LINK" in text
    )


def test_the_search_on_the_board_is_compared_with_the_answers(capsys, tmp_path):
    """The program that solve_on_board.py sends, on MicroPython for the desktop."""
    if engines.micropython_path() is None:
        pytest.skip("no MicroPython for the desktop")
    cases = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()[:2]]
    file = tmp_path / "solve.py"
    file.write_text(solve_on_board.program(dict(enumerate(cases))), encoding="utf-8")
    words, environment = engines.command(file)
    said = engines.subprocess.run(words, env=environment, capture_output=True, text=True, check=True).stdout
    assert not solve_on_board.judge(said, dict(enumerate(cases)))
    assert capsys.readouterr().out.count("exact") == 2
    cases[1]["damage"] += 1
    assert solve_on_board.judge(said, dict(enumerate(cases)))
    assert "differs" in capsys.readouterr().out
    assert solve_on_board.judge("", dict(enumerate(cases)))


def test_what_is_missing_is_said_in_one_sentence(monkeypatch, tmp_path):
    monkeypatch.setattr(emulated_table, "FOLDER", tmp_path)
    monkeypatch.setattr(emulated_table.shutil, "which", lambda name: "/bin/node")
    with pytest.raises(UserError, match="node_modules is missing"):
        emulated_table.need_node()
    monkeypatch.setattr(emulated_table.shutil, "which", lambda name: None)
    with pytest.raises(UserError, match="install Node"):
        emulated_table.need_node()


def test_a_wrong_request_ends_with_a_sentence(capsys, monkeypatch):
    monkeypatch.setattr(command.sys, "argv", ["heap", "--turns"])
    with pytest.raises(SystemExit) as ended:
        command.run(heap.main, heap.__doc__)
    assert ended.value.code == 2 and capsys.readouterr().err == "heap: --turns wants a number after it\n"
    monkeypatch.setattr(command.sys, "argv", ["play_script"])
    with pytest.raises(SystemExit) as ended:
        command.run(play_script.main, play_script.__doc__, least=1)
    assert "play_script SCRIPT" in ended.value.code


def test_the_stand_in_and_the_scripts_ask_only_what_the_server_answers():
    server = (emulated_table.FOLDER / "play/tableserver.mjs").read_text(encoding="utf-8")
    known = set(re.findall(r"^  (\w+): \(", server, re.MULTILINE))
    scripts = "".join(path.read_text(encoding="utf-8") for path in Path(heap.__file__).parent.glob("*.py"))
    asked = set(re.findall(r'op="(\w+)"', scripts)) | {"quit"}
    assert len(asked) > 10
    assert asked <= known
    offered = {name[1:] for name in vars(stand_in.StandIn) if re.fullmatch(r"_[a-z]+", name)} - {"_process"}
    assert offered | set(stand_in.PASSED_ON) <= known
