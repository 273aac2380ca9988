"""Room: `ematrix cards` on the command line: answers, exit statuses, one sentence for what is wrong."""

import json

import pytest

from host_tools import cli
from host_tools.cards.database import build
from host_tools.cards.source import DEFAULT
from tests.cards.databases import KINDS, NEW_FILE, OLD_FILE

TEXT = DEFAULT.read_text(encoding="utf-8")
BROKEN = TEXT.replace("A@1,producer,1", "A@1,producer,x").replace("eco,frame,,,,rated-1,6", "eco,frame,,,,shine,0")


@pytest.fixture
def ematrix(capsys, tmp_path, monkeypatch):
    """Run a command line in an empty folder: (status, standard output, standard error)."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        with pytest.raises(SystemExit) as end:
            cli.main([str(word) for word in words])
        out, err = capsys.readouterr()
        return end.value.code, out, err

    return run


@pytest.fixture
def files(tmp_path):
    """A good list, a broken one, two databases."""
    (tmp_path / "good.csv").write_text(TEXT, encoding="utf-8")
    (tmp_path / "more.csv").write_text(TEXT + "6A@4,producer,4,,6A,,2,核 6A,six A,\n", encoding="utf-8")
    (tmp_path / "broken.csv").write_text(BROKEN, encoding="utf-8")
    (tmp_path / "old.bin").write_bytes(OLD_FILE)
    (tmp_path / "new.bin").write_bytes(NEW_FILE)
    (tmp_path / "tags.csv").write_text("uid,code,copy,revision\n04a1b2c3d4e5f6,eco,1,1\n04a1b2c3d4e5f7,none,1,1\n")
    return tmp_path


def test_a_good_list_is_counted_and_weighed(ematrix, files):
    status, out, err = ematrix("cards", "check", "good.csv")
    assert (status, err) == (0, "")
    lines = [line.split() for line in out.splitlines()]
    assert ["frame", "5", "30"] in lines and ["event", "7", "34"] in lines and ["all", "26", "115"] in lines
    assert ["2C@4", "2", "4", "108", "72", "+36"] in lines and ["B@2", "6", "2", "27", "36", "-9"] in lines
    assert ["2A+B>2C@2", "3", "2", "45", "36", "+9"] in lines
    status, out, _ = ematrix("cards", "check", "good.csv", "--json")
    report = json.loads(out)
    assert status == 0 and report["faults"] == [] and report["summary"]["kinds"]["producer"]["copies"] == 35


def test_faults_are_listed_and_the_status_says_no(ematrix, files):
    status, out, err = ematrix("cards", "check", "broken.csv")
    assert status == 1
    assert out.splitlines()[0].startswith("broken.csv, row 2, column C (rated voltage): 'x' is no whole number")
    assert len(out.splitlines()) == 3 and "row 16, column F (effect): 'shine'" in out
    assert err == "ematrix: broken.csv has 3 faults; mend the rows named above and check again\n"
    status, out, _ = ematrix("cards", "check", "broken.csv", "--json")
    assert status == 1 and [fault["row"] for fault in json.loads(out)["faults"]] == [2, 16, 16]


def test_what_the_displays_cannot_show_is_said(ematrix, files):
    status, out, _ = ematrix("cards", "check", "more.csv")
    assert status == 0 and "row 28, column name zh: the displays have no sign for 核" in out


def test_the_same_list_and_tags_give_the_same_bytes(ematrix, files):
    for name in ("one.bin", "two.bin"):
        status, out, err = ematrix("cards", "build", "good.csv", "--tags", "tags.csv", "-o", name)
        assert (status, err) == (0, "")
    assert "26 kinds of card, 1 tags" in out and "left out: 1 tags of cards that are not in good.csv (none)" in out
    assert (files / "one.bin").read_bytes() == (files / "two.bin").read_bytes()
    assert (files / "one.bin").read_bytes() == build(KINDS, [("04a1b2c3d4e5f6", "eco", 1)])


def test_tags_are_taken_over_from_a_database(ematrix, files):
    status, out, _ = ematrix("cards", "build", "more.csv", "--tags", "old.bin", "-o", "next.bin")
    assert status == 0 and "27 kinds of card, 26 tags" in out


def test_nothing_is_built_from_a_list_with_faults(ematrix, files):
    (files / "cards.bin").write_bytes(b"before")
    status, out, err = ematrix("cards", "build", "broken.csv")
    assert (status, out) == (2, "")
    assert err.count("\n") == 4 and "3 faults in broken.csv; nothing was made" in err
    assert (files / "cards.bin").read_bytes() == b"before"


def test_a_database_is_shown(ematrix, files):
    status, out, _ = ematrix("cards", "show", "new.bin", "--tags")
    assert status == 0
    assert "6A@4           x2   产出 6A: 额定4V，产出6A | makes 6A: needs 4 V, makes 6A" in out
    assert "27 kinds, 117 cards, 27 tags" in out and "04aaaaaaaaaaaa 6A@4#1" in out
    status, out, _ = ematrix("cards", "show", "new.bin", "--json")
    shown = json.loads(out)
    assert shown["cards"][-1]["code"] == "6A@4" and shown["tags"]["04aaaaaaaaaaaa"] == "6A@4#1"


def test_differences_are_told(ematrix, files):
    status, out, _ = ematrix("cards", "diff", "old.bin", "new.bin", "--language", "en")
    assert status == 0
    assert out.splitlines()[0] == "new: makes 6A (6A@4), copies: 2; needs 4 V, makes 6A"
    assert "only adds" in out.splitlines()[-1]
    status, out, _ = ematrix("cards", "diff", "new.bin", "good.csv", "--json")
    told = json.loads(out)
    assert told["changes"] == [{"what": "gone", "code": "6A@4"}] and not told["only_adds"] and told["text"]["zh"]


WRONG = [
    (("check", "none.csv"), "none.csv"),
    (("check", "."), "."),
    (("check", "old.bin"), "old.bin"),
    (("build", "none.csv"), "none.csv"),
    (("build", "good.csv", "--tags", "none.csv"), "none.csv"),
    (("build", "good.csv", "--tags", "good.csv"), "uid, code, copy, revision"),
    (("build", "good.csv", "-o", "nowhere/cards.bin"), "nowhere"),
    (("show", "none.bin"), "none.bin"),
    (("show", "good.csv", "--language", "fr"), "fr"),
    (("diff", "good.csv", "none.bin"), "none.bin"),
    (("diff", "good.csv"), "new"),
    (("push", "none.bin", "--port", "socket://127.0.0.1:9"), "none.bin"),
    (("push", "good.csv", "--port", "socket://127.0.0.1:9"), "EMDB"),
    (("push", "old.bin", "--port", "socket://127.0.0.1:9"), "nobody answers"),
    (("push", "old.bin", "--port", "COM99"), "COM99"),
    (("pull", "--port", "socket://127.0.0.1:9"), "127.0.0.1:9"),
    (("pull", "--port", "gopher://x"), "gopher"),
    (("enroll", "good.csv", "--only", "A@1,Z@9"), "Z@9"),
    (("enroll", "good.csv", "--revision", "70000"), "70000"),
    (("enroll", "none.csv"), "none.csv"),
    (("enroll", "good.csv", "--port", "socket://127.0.0.1:9"), "127.0.0.1:9"),
    (("polish",), "polish"),
]


@pytest.mark.parametrize(("words", "named"), WRONG, ids=[" ".join(words) for words, _ in WRONG])
def test_a_wrong_request_is_one_sentence_and_status_2(ematrix, files, words, named):
    status, out, err = ematrix("cards", *words)
    assert (status, out.count("want a tag")) == (2, out.count("\n"))
    assert err.startswith("ematrix: ") and err.count("\n") == 1 and named in err


DAMAGED = [
    NEW_FILE[:-1],
    NEW_FILE + b"x",
    NEW_FILE[:20],
    b"",
    b"EMDB\x01\x00" + NEW_FILE[6:],
    b"EMDB\x09\x00" + NEW_FILE[6:],
    NEW_FILE[:100] + b"?" + NEW_FILE[101:],
    b"x" * 300_000,
    b"EMDB" + b"\xff" * 100,
]


@pytest.mark.parametrize("data", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_database_is_not_sent(ematrix, files, data):
    (files / "bad.bin").write_bytes(data)
    for words in (
        ("push", "bad.bin", "--port", "socket://127.0.0.1:9"),
        ("show", "bad.bin"),
        ("diff", "good.csv", "bad.bin"),
    ):
        status, out, err = ematrix("cards", *words)
        assert (status, out) == (2, "")
        assert err.startswith("ematrix: bad.bin") and "\nematrix" not in err
