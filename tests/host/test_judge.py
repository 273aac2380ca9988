"""Room: `ematrix judge` as a script meets it: worked journals, refusals, bad lines, exit status, on both engines."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools import engines, judge_core
from tests.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parent.parent.parent
# The journal of a duel that two bots played, and what the table told hosts after so many of its actions. (The bots'
# referee counted 23 turns and saw player 0 win. A table names no card of a battery to hosts; this journal is its own.)
DUEL, *TOLD = [json.loads(line) for line in (ROOT / "tests/data/judged_duel.jsonl").read_text().splitlines()]
ENGINES = [
    "cpython",
    pytest.param("micropython", marks=pytest.mark.skipif(not engines.micropython_path(), reason="no wheel")),
]
EMPTY = " / ".join([". . . ."] * 4)


def run(*arguments, stdin=b"", game="energy_matrix"):
    command = [sys.executable, "-m", "host_tools.cli", "judge", game, *arguments]
    if isinstance(stdin, str):
        stdin = stdin.encode()
    done = subprocess.run(command, input=stdin, capture_output=True, cwd=ROOT, timeout=PATIENCE_S, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def answers(text, engine="cpython"):
    status, out, err = run("--stdin", "--json", "--engine", engine, stdin=text)
    assert err == ""
    return status, [json.loads(line) for line in out.splitlines()]


def journal(*actions, **more):
    return json.dumps({"options": {}, "setup": {}, "rolls": [], "actions": list(actions), **more}) + "\n"


FILLED = [["next"], ["push", "A@1#1"], ["push", "sun#1"], ["push", "rain#1"], ["push", "C@3#1"], ["next"]]
BUILDING = [*FILLED, ["next"], ["push", "B@2#1"], ["reveal"], ["next"]]
BUILT = [*BUILDING, ["battery", 0, "row", "eco#1"], ["machine", 1, "A@1#2"], ["machine", 2, "A@1#3"], ["next"]]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_whole_duel_leads_where_it_led_on_the_table(engine):
    text = "".join(journal(*DUEL["actions"][: told["after"]], options=DUEL["options"]) for told in TOLD)
    status, found = answers(text, engine)
    assert status == 0 and len(found) == len(TOLD) > 50
    for told, answer in zip(TOLD, found, strict=True):
        assert answer == {"accepted": told["after"], "refused": None, "account": told["account"]}
    assert {"settle", "end", "over"} <= {told["account"]["phase"] for told in TOLD}
    last = found[-1]["account"]
    assert (last["phase"], last["turn"], last["winner"], last["lives"][1]) == ("over", 23, 0, 0)


@pytest.mark.parametrize("engine", ENGINES)
def test_worked_journals(engine):
    """Rules section 4: the queue, the sun card that the push turns over, two machines at 1 V, two steps of ruler A."""
    status, found = answers(
        journal() + journal(*FILLED) + journal(*BUILT) + journal(*BUILT, ["settle", [1, 2]], ["next"]), engine
    )
    assert status == 0 and [(a["accepted"], a["refused"]) for a in found] == [
        (0, None),
        (6, None),
        (14, None),
        (16, None),
    ]
    begun, filled, built, settled = [answer["account"] for answer in found]
    assert (begun["phase"], begun["boards"], begun["points"]) == ("deal", [EMPTY, EMPTY], [3, 3])
    assert (filled["phase"], filled["queue"], filled["turn"], filled["active"]) == ("draw", 3, 1, 0)
    assert (built["phase"], built["event"], built["points"]) == ("settle", "sun", [0, 3])
    assert built["boards"][0] == "- A@1 A@1 . / . . . . / . . . . / . . . ."
    assert built["plan"] == {"n": 0, "order": [1, 2], "net": [2, 0, 0]}
    assert (settled["rulers"], settled["active"], settled["phase"], settled["event"]) == ([2, 0, 0], 1, "event", "none")


REFUSED = [
    # what goes before, the action that is refused, its code
    ([], ["push", "A@1"], "not_now"),
    ([], ["setup", "duel", {}], "bad_action"),
    ([], ["fly"], "bad_action"),
    ([], ["Next"], "bad_action"),
    ([], [], "bad_action"),
    ([], "next", "bad_action"),
    ([], {"next": 1}, "bad_action"),
    ([], None, "bad_action"),
    ([], 7, "bad_action"),
    ([], [["next"]], "bad_action"),
    ([], ["next", 1], "bad_action"),
    ([], ["next", None], "bad_action"),
    ([["next"]], ["push"], "bad_action"),
    ([["next"]], ["push", 10**30], "bad_action"),
    ([["next"]], ["push", "Z@9"], "unknown_card"),
    ([["next"]], ["push", ""], "unknown_card"),
    ([["next"]], ["push", "\u80fd\u6e90\U0001f0cf"], "unknown_card"),
    (FILLED, ["reveal"], "not_now"),
    ([*FILLED, ["next"]], ["reveal"], "push_one"),
    ([*FILLED, ["next"]], ["push", "C@3#1"], "card_twice"),
    ([*FILLED, ["next"]], ["unpush", "C@3#1"], "nothing_pushed"),
    (BUILDING, ["battery", 16, "row", ""], "bad_action"),
    (BUILDING, ["battery", -1, "row", ""], "bad_action"),
    (BUILDING, ["battery", True, "row", ""], "bad_action"),
    (BUILDING, ["battery", 1.0, "row", ""], "bad_action"),
    (BUILDING, ["battery", "1", "row", ""], "bad_action"),
    (BUILDING, ["battery", 10**30, "row", ""], "bad_action"),
    (BUILDING, ["battery", 0, "up", ""], "bad_action"),
    (BUILDING, ["battery", 0, ["row"], ""], "bad_action"),
    (BUILDING, ["battery", 0, "row", None], "bad_action"),
    (BUILDING, ["battery", 0, "row"], "bad_action"),
    (BUILDING, ["machine", 0, "sun#2"], "not_machine"),
    (BUILDING, ["frame", 0, "eco#1"], "frame_alone"),
    (BUILDING, ["take", 0], "no_machine"),
    (BUILDING, ["overrule", True, {"cells": [None] * 16, "edges": [[]] * 8}], "bad_action"),
    (BUILDING, ["overrule", 0, {"cells": "w" * 16, "edges": [[]] * 8}], "bad_action"),
    (BUILT[:-1], ["take_battery", 0, "row", "eco#1"], "no_points"),
    (BUILT, ["fire", 3], "no_machine"),
    (BUILT, ["fire", False], "bad_action"),
    (BUILT, ["settle", [1, 1]], "already_fired"),
    (BUILT, ["settle", [1, True]], "no_machine"),
    (BUILT, ["settle", [-15]], "no_machine"),
    (BUILT, ["settle", [10**30]], "no_machine"),
    (BUILT, ["settle", "12"], "bad_action"),
    (DUEL["actions"], ["next"], "not_now"),
]


@pytest.mark.parametrize("engine", ENGINES)
def test_play_stops_at_the_first_refused_action_which_changes_nothing(engine):
    text = "".join(journal(*before) + journal(*before, action, ["next"], []) for before, action, _ in REFUSED)
    status, found = answers(text, engine)
    assert status == 0 and len(found) == 2 * len(REFUSED)
    for (before, action, code), sure, answer in zip(REFUSED, found[::2], found[1::2], strict=True):
        assert sure["refused"] is None, before
        assert answer == {"accepted": len(before), "refused": code, "account": sure["account"]}, action


BAD = [
    ("", "empty"),
    ("next", "must be one JSON object"),
    ("NaN", "must be one JSON object"),
    ("7" * 5000, "must be one JSON object"),
    ("[" * 20000, "no valid JSON"),
    ("[]", "must be one JSON object"),
    ('"next"', "must be one JSON object"),
    ("\ufeff" + journal(), "must be one JSON object"),
    ("{", "no valid JSON"),
    ('{"options": {}, "actions": [],}', "no valid JSON"),
    ('{"options": {}, "actions": [NaN]}', "no valid JSON"),
    ('{"options": {}, "actions": [-Infinity]}', "no valid JSON"),
    ('{"options": {}, "actions": ' + "[" * 90000 + "]" * 90000 + "}", "no valid JSON"),
    ("{}", "'options' is missing"),
    ('{"options": {}}', "'actions' is missing"),
    ('{"actions": []}', "'options' is missing"),
    (journal(seed=1), "'seed' is unknown"),
    (journal(options=[]), "'options' must be an object"),
    (journal(options=None), "'options' must be an object"),
    (journal(setup=[]), "'setup' must be an object"),
    (journal(setup={"first": 1}), "'setup' must be empty"),
    (journal(rolls={}), "'rolls' must be a list"),
    (journal(actions={}), "'actions' must be a list"),
    (journal(actions="next"), "'actions' must be a list"),
    (journal(actions=True), "'actions' must be a list"),
    (journal(options={"mode": "ffa"}), "'mode' must be duel or practice"),
    (journal(options={"mode": 1}), "'mode' must be"),
    (journal(options={"voltage_rule": "roughly"}), "'voltage_rule' must be exact or at_least"),
    (journal(options={"voltage_rule": [[]]}), "'voltage_rule' must be"),
    (journal(options={"frames_per_machine": 1.0}), "'frames_per_machine' must be 0 or 1 or 2 or 3"),
    (journal(options={"frames_per_machine": 10**30}), "'frames_per_machine' must be"),
    (journal(options={"stack_batteries": 1}), "'stack_batteries' must be true or false"),
    (journal(options={"\ud800\n": 1}), "is unknown; known are mode"),
]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_bad_line_is_answered_in_its_place_and_the_rest_goes_on(engine):
    text = "".join(line.strip("\n") + "\n" for line, _ in BAD) + journal(["next"])
    status, found = answers(text, engine)
    assert status == 2 and len(found) == len(BAD) + 1
    for number, ((line, words), answer) in enumerate(zip(BAD, found, strict=False), 1):
        assert set(answer) == {"error", "line"} and answer["line"] == number, line[:80]
        assert words in answer["error"], (line[:80], answer)
        assert answer["error"].isprintable()
    assert found[-1]["accepted"] == 1


def test_both_engines_answer_byte_for_byte_alike():
    if not engines.micropython_path():
        pytest.skip("no wheel")
    odd = [
        '{"options": {}, "actions": [["next"], ["push", ' + "9" * 5000 + "]]}",
        '{"options": {}, "actions": [[1e999]]}',
    ]
    odd += [journal([[[]] * 3]), '{"options": {}, "actions": [' + "[" * 500 + "]" * 500 + "]}", "\ud83c \ud83c\udccf"]
    text = "\n".join([*odd, *[line.strip("\n") for line, _ in BAD], *[journal(*b, a).strip() for b, a, _ in REFUSED]])
    text += "\n" + journal(*DUEL["actions"], options=DUEL["options"])
    printed = [
        run("--stdin", "--json", "--engine", engine, stdin=text.encode("utf-8", "surrogatepass"))
        for engine in engines.ENGINES
    ]
    assert printed[0] == printed[1]
    assert "broke" not in printed[0][1] and printed[0][1].count("\n") == text.count("\n")


def test_a_line_may_leave_out_setup_and_rolls_and_rolls_left_over_do_no_harm():
    status, found = answers('{"options": {}, "actions": [["next"]]}\n' + journal(["next"], rolls=[1, "x", None]))
    assert status == 0 and found[0] == found[1] and found[0]["account"]["phase"] == "fill"


def test_the_keys_stand_in_the_documented_order():
    _, out, _ = run("--stdin", "--json", stdin=journal())
    found = json.loads(out)
    assert list(found) == ["accepted", "refused", "account"]
    assert list(found["account"]) == sorted(found["account"])


def test_text_for_people():
    status, out, err = run(journal(*BUILDING, ["take", 3]), journal(["next"]))
    assert (status, err) == (0, "")
    assert out.startswith('10 of 11 actions accepted;\naction 11, ["take", 3], is refused: no_machine.\n')
    assert '  phase    "build"\n' in out and out.count("boards") == 2 and "\n1 of 1 actions accepted.\n" in out


def test_text_of_a_number_that_is_no_number():
    status, out, err = run("--stdin", stdin='{"options": {}, "actions": [[' + "9" * 5000 + "]]}")
    assert (status, err) == (0, "") and "action 1, [1000" in out


def test_bad_lines_without_json_name_their_number():
    status, out, err = run("--stdin", stdin=journal() + "x\n" + journal())
    assert status == 2 and out.count("0 of 0 actions") == 2
    assert err.startswith("ematrix: line 2: the line must be one JSON object") and err.count("\n") == 1


def test_a_game_without_a_judge_says_so(monkeypatch):
    monkeypatch.setattr(judge_core, "GAMES", {"solitaire": "firmware.games.solitaire"})
    with pytest.raises(ValueError, match="the game solitaire cannot be judged yet"):
        judge_core.judge_of("solitaire")
