"""Room: `ematrix explain` as a user or a script meets it: answers, bad lines, exit status, both engines."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools import engines
from tests.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parent.parent.parent
BOARDS = [json.loads(line) for line in (ROOT / "tests/data/explained_boards.jsonl").read_text().splitlines()]
CHAIN = "- C@3[eco,eco] C>3B@1 . / - A@1 2A+2B>2C@1 A@1 / . . . . / . . . ."
EMPTY = " / ".join([". . . ."] * 4)
ENGINES = [
    "cpython",
    pytest.param("micropython", marks=pytest.mark.skipif(not engines.micropython_path(), reason="no wheel")),
]


def run(*arguments, stdin=b""):
    command = [sys.executable, "-m", "host_tools.cli", "explain", *arguments]
    if isinstance(stdin, str):
        stdin = stdin.encode()
    done = subprocess.run(command, input=stdin, capture_output=True, cwd=ROOT, timeout=PATIENCE_S, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def answers(*arguments, stdin=""):
    status, out, err = run("--json", *arguments, stdin=stdin)
    assert err == ""
    return status, [json.loads(line) for line in out.splitlines()]


@pytest.mark.parametrize("engine", ENGINES)
def test_the_sixty_boards(engine):
    text = "".join(json.dumps({"board": b["board"], "rulers": b["rulers"]}) + "\n" for b in BOARDS)
    status, found = answers("--stdin", "--engine", engine, stdin=text)
    assert status == 0 and len(found) == len(BOARDS) == 60
    for board, answer in zip(BOARDS, found, strict=True):
        assert list(answer) == ["voltage", "machines", "converters", "net", "damage", "value"]
        states = {"{},{}".format(*m["cell"]): m["state"] for m in answer["machines"]}
        assert states == board["states"]
        for key in ("voltage", "converters", "net", "damage", "value"):
            assert answer[key] == board[key], board["board"]


@pytest.mark.parametrize("engine", ENGINES)
def test_bare_notation_rulers_limits_and_rule(engine):
    lines = [
        CHAIN,
        json.dumps({"board": CHAIN, "rulers": [0, 0, 3]}),
        json.dumps({"board": CHAIN, "limits": [2, 1, 1]}),
        json.dumps({"board": "- - C@3 . / " + EMPTY[10:], "rule": "exact"}),
        json.dumps({"board": "- - A@1 . / " + EMPTY[10:], "rule": "at_least"}),
    ]
    status, found = answers("--stdin", "--engine", engine, stdin="\n".join(lines))
    assert status == 0
    assert [(a["converters"], a["net"], a["damage"], a["value"]) for a in found] == [
        ([[0, 2], [1, 2]], {"A": 0, "B": 1, "C": 2}, 0, 135),
        ([], {"A": 2, "B": 0, "C": 1}, 1, 90),
        ([], {"A": 2, "B": 0, "C": 1}, 2, 90),
        ([], {"A": 0, "B": 0, "C": 0}, 0, 0),
        ([], {"A": 1, "B": 0, "C": 0}, 0, 18),
    ]
    assert found[0]["machines"][2] == {
        "cell": [1, 1], "card": "A@1", "frames": [], "demand": 1, "voltage": 1, "state": "ok", "fires": True,
    }  # fmt: skip
    assert found[3]["machines"][0]["state"] == "under" and found[4]["machines"][0]["fires"]


BAD = [
    ("", "empty"),
    ("A@1", "1"),
    (EMPTY + " event=snow", "event=snow"),
    (EMPTY[:-1] + "X@9", "row 3, cell 3: 'X@9'"),
    ("-[eco] . . . / " + EMPTY[10:], "row 0, cell 0: '-[eco]' is illegal"),
    ("{", "JSON"),
    ('{"board": "x",}', "JSON"),
    ("[1, 2]", "object"),
    ('"' + EMPTY + '"', "object"),
    ("{}", "'board' is missing"),
    ('{"board": 7}', "'board' must be a string"),
    ('{"board": null}', "'board' must be a string"),
    (json.dumps({"board": EMPTY, "ruler": [0, 0, 0]}), "'ruler' is unknown"),
    (json.dumps({"board": EMPTY, "rulers": [0, 0]}), "'rulers' must be three whole numbers"),
    (json.dumps({"board": EMPTY, "rulers": [0, 0, 1.5]}), "'rulers' must be three whole numbers"),
    (json.dumps({"board": EMPTY, "rulers": [0, 0, True]}), "'rulers' must be three whole numbers"),
    (json.dumps({"board": EMPTY, "rulers": "0,0,0"}), "'rulers' must be three whole numbers"),
    (json.dumps({"board": EMPTY, "rulers": None}), "'rulers' must be three whole numbers"),
    (json.dumps({"board": EMPTY, "rulers": [13, 0, 0]}), "'rulers': A is 13 but must lie between -12 and 12"),
    (json.dumps({"board": EMPTY, "rulers": [0, 0, -5]}), "'rulers': C is -5"),
    (json.dumps({"board": EMPTY, "limits": [12, 0, 4]}), "'limits' must be 1 or more, B is 0"),
    (json.dumps({"board": EMPTY, "rule": "atleast"}), '\'rule\' must be "exact" or "at_least"'),
    (json.dumps({"board": EMPTY, "rule": ["exact"]}), "'rule' must be"),
    ("[" * 20000, "JSON"),
    ("\u2603 . . . / " + EMPTY[10:], "row 0, cell 0: '\u2603'"),
]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_bad_line_is_answered_in_its_place_and_the_rest_goes_on(engine):
    lines = [line for line, _ in BAD] + [EMPTY]
    status, found = answers("--stdin", "--engine", engine, stdin="\n".join(lines) + "\n")
    assert status == 2 and len(found) == len(lines)
    for number, ((line, words), answer) in enumerate(zip(BAD, found, strict=False), 1):
        assert set(answer) == {"error", "line"} and answer["line"] == number, line
        assert words in answer["error"], (line, answer)
        assert "\n" not in answer["error"]
    assert found[-1]["net"] == {"A": 0, "B": 0, "C": 0}


def test_bytes_that_are_no_text_are_a_bad_line():
    status, out, err = run("--json", "--stdin", stdin=b"\xff\xfe . . .\n" + EMPTY.encode() + b"\n")
    assert status == 2 and err == ""
    first, second = [json.loads(line) for line in out.splitlines()]
    assert first["line"] == 1 and "voltage" in second


def test_text_for_people():
    status, out, err = run("- A@1 2A@2 . / " + EMPTY[10:], CHAIN)
    assert (status, err) == (0, "")
    assert "1 V of 2, too little" in out
    assert "Best plan: fires the converters (0,2), (1,2); net 0A 1B 2C, damage 0, value 135." in out
    assert "1C from (0,1) to (0,2)" in out


def test_a_bad_argument_is_one_sentence():
    status, out, err = run("- . .")
    assert (status, out) == (2, "")
    assert err.startswith("ematrix: ") and err.count("\n") == 1


def test_a_board_may_begin_with_a_battery_but_an_unknown_option_is_refused():
    status, found = answers("-| . . . / " + EMPTY[10:], "-- . . . / " + EMPTY[10:])
    assert status == 0 and [answer["voltage"][0] for answer in found] == [[2, 1, 1, 1], [2, 2, 2, 2]]
    status, _, err = run("--jsn", EMPTY)
    assert status == 2 and "--jsn" in err and "Traceback" not in err


def test_boards_or_stdin():
    for arguments in ((), (EMPTY, "--stdin")):
        status, _, err = run(*arguments)
        assert status == 2 and "--stdin" in err


def test_without_micropython_it_says_so(monkeypatch):
    monkeypatch.setattr(engines, "micropython_path", lambda: None)
    with pytest.raises(engines.UserError, match="no MicroPython found"):
        engines.check_engine("micropython")
    with pytest.raises(engines.UserError, match="engine 'java' is unknown"):
        engines.check_engine("java")
