"""Room: the measurements before a table is built, from the command to register-level chips and back."""

import json
import re

import pytest

from host_tools import cli
from host_tools.doctor import bench, bench_rows
from host_tools.doctor.bench_command import ask, lines, measure
from host_tools.doctor.bench_rows import FAIL, NOTE, OK, rows
from host_tools.errors import HonestNo, UserError
from host_tools.hardware.rehearsal import Rehearsal
from tests.architecture.house import ROOT


class Bench(Rehearsal):
    """A board of which only cell A1 has a reader, and hands that lay cards there as the steps say."""

    def __init__(self, parts="model"):
        super().__init__(readers=(0,), parts=parts)
        self.wire = self.line()

    def measure(self, path, kinds=None, polls=20, hands=None, at="A1"):
        measure(lambda: self.wire, path, kinds, polls, at, hands=hands or self.hands)
        return json.loads(path.read_text())


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A sound board measured in full: (bench, what was saved)."""
    table = Bench()
    saved = table.measure(tmp_path_factory.mktemp("bench") / "figures.json")
    yield table, saved
    table.table.close()


def by_name(saved):
    return {row["name"]: row for row in saved["rows"]}


def test_a_sound_board_is_as_the_design_wants_it(made):
    table, saved = made
    found = by_name(saved)
    # The fake bus takes as long for a call from native code as for any other.
    assert {row["name"] for row in saved["rows"] if row["state"] != OK} <= {
        "register write, native", "register read, native",
    }  # fmt: skip
    assert found["staggered 3"]["measured"] == "20 of 20 polls at 33 dB"
    assert found["bits at 4000 kHz"]["measured"] == "0 of 64 patterns lost"
    assert re.fullmatch(r"\d+ us, 100 of 100 polls", found["guard time"]["measured"])
    assert len(table.asked) == len([step for step in bench.STEPS if step.hands])


def test_an_aligned_stack_is_seen_whole_less_often(made):
    counts = {}
    for step in made[1]["steps"]:
        if step["what"] == "tags":
            counts[step["step"]] = sum(record["all"] for record in step["records"] if "db" in record)
    assert counts["single"] == counts["staggered 2"] == counts["staggered 3"] == 120
    assert counts["aligned 3"] < counts["aligned 2"] < 60


def test_what_is_saved_names_no_tag(made):
    table, saved = made
    text = json.dumps(saved)
    assert not [card.uid for card in table.world.cards if card.uid in text]
    assert '"tag 1"' in text and saved["board"]["firmware"] == "0.1.0" and saved["format"] == 1


def test_a_dead_reader_is_told_and_the_light_is_measured_all_the_same(made, tmp_path, capsys):
    table = Bench()
    try:
        table.table.fault(0, 0, "dead", 0xFF)
        with pytest.raises(HonestNo) as caught:
            table.measure(tmp_path / "x.json", "reader,light,guard,tags")
    finally:
        table.table.close()
    found = by_name(json.loads((tmp_path / "x.json").read_text()))
    assert found["reader"]["state"] == found["staggered 2"]["state"] == FAIL
    assert "gives no answer" in found["guard time" if "guard time" in found else "guard"]["measured"]
    assert found["light, gap"]["state"] == OK
    assert "figures are not what the design needs" in str(caught.value)
    assert "-> check 3.3 V, ground, NRSTPD" in capsys.readouterr().out


def test_steps_can_be_chosen_skipped_and_ended(made, tmp_path):
    table, _ = made
    assert [step["step"] for step in table.measure(tmp_path / "a.json", "access")["steps"]] == ["access"]
    answers = iter(["skip", "done", "end"])

    def hands(what):
        return next(answers)

    saved = table.measure(tmp_path / "b.json", "light", hands=hands)
    assert [step["step"] for step in saved["steps"]] == ["light dark"]
    with pytest.raises(UserError, match="name some of reader, access, light, guard, tags"):
        bench.chosen("volts")
    with pytest.raises(UserError, match="name some of"):
        bench.chosen("")


def test_another_place_is_measured(tmp_path):
    table = Bench()
    try:
        with pytest.raises(HonestNo):
            table.measure(tmp_path / "x.json", "reader,light", at="b3", hands=lambda what: "done")
        saved = json.loads((tmp_path / "x.json").read_text())
        with pytest.raises(HonestNo):
            table.measure(tmp_path / "y.json", "reader,light", at="tap")
        pad = json.loads((tmp_path / "y.json").read_text())
    finally:
        table.table.close()
    assert saved["at"] == "B3" and saved["steps"][0]["records"][0]["pos"] == 6
    assert [(step["records"][0]["mux"], step["records"][0]["channel"]) for step in saved["steps"][1:]] == [(0, 6)] * 3
    assert [step["step"] for step in pad["steps"]] == ["reader"]  # pads have no light sensor
    with pytest.raises(UserError, match="use A1 to D4, slot or tap"):
        bench.position_of("E1")


def test_a_board_that_cannot_measure_says_so(tmp_path):
    table = Bench("ideal")
    try:
        with pytest.raises(HonestNo, match="no readers and sensors of its own"):
            table.measure(tmp_path / "x.json", "access")
    finally:
        table.table.close()


def test_a_board_that_falls_silent_is_told(made, tmp_path, monkeypatch):
    table, _ = made
    monkeypatch.setattr(bench, "PATIENCE_S", -1.0)
    with pytest.raises(HonestNo, match="then said nothing"):
        table.measure(tmp_path / "x.json", "access")
    table.wire.ask({"t": "bench", "what": "stop"})
    table.table.run_ms(500)


def tags(name, **of_gains):
    """Rows of a stack seen so often of 20 polls at gains 4 and 7."""
    cards = int(name[-1]) if name[-1].isdigit() else 1
    gains = [
        {"gain": gain, "db": db, "polls": 20, "cards": cards, "all": of_gains[key]}
        for gain, db, key in ((4, 33, "g4"), (7, 48, "g7"))
    ]
    return rows([{"step": name, "what": "tags", "records": gains, "ended": "done", "ms": 1}])[0]


def test_what_would_change_the_design_is_said():
    assert tags("single", g4=20, g7=0).state == OK
    assert tags("single", g4=19, g7=20)[1:] == (
        "19 of 20 polls at 33 dB, 20 at 48 dB", "every poll", "works at all", NOTE,
        "tune the gain by position, MID_GAIN in mfrc522.py",
    )  # fmt: skip
    assert tags("staggered 3", g4=10, g7=19).state == FAIL
    assert "tags further apart" in tags("staggered 3", g4=10, g7=19).then
    assert tags("aligned 2", g4=20, g7=20).state == NOTE
    assert "not needed" in tags("aligned 2", g4=20, g7=20).then
    assert tags("aligned 2", g4=3, g7=3).state == OK


@pytest.mark.parametrize(
    ("us", "state"), [(4750, OK), (bench_rows.GUARD_US, OK), (5250, FAIL), (-1, FAIL)]
)  # fmt: skip
def test_the_guard_must_fit_the_firmware(us, state):
    records = [{"found": "ok"}, {"guard_us": us}]
    assert rows([{"step": "guard", "what": "guard", "records": records, "ended": "done", "ms": 1}])[0].state == state


def light(above, least, most, **more):
    record = {"above": above, "net": [least, (least + most) // 2, most], "on": [0, 0, more.pop("on", 40_000)]}
    return {"step": f"light {above}", "what": "light", "records": [record, more], "ended": "done", "ms": 1}


def test_poor_contrast_saturation_and_slow_parts_are_told():
    found = {
        row.name: row
        for row in rows(
            [
                light("dark", 3000, 5001),
                light("bright", 8000, 9000, on=65535, rise_us=200, fall_us=-1),
            ]
        )
    }
    assert found["light, gap"].measured == "2999 between dark and bright" and found["light, gap"].state == FAIL
    assert found["light, headroom"].state == found["light, rise"].state == found["light, fall"].state == FAIL
    assert found["light, fall"].measured == "never settles"


def test_a_slow_bus_is_a_note_and_lost_bits_a_failure():
    records = [
        {"hz": 8_000_000, "plain": [1, 1], "native": None, "echoes": 64, "lost": 9},
        {"hz": 4_000_000, "plain": [50_000, 20_000], "native": None, "echoes": 64, "lost": 1},
    ]
    found = rows([{"step": "access", "what": "access", "records": records, "ended": "done", "ms": 1}])
    assert [(row.name, row.state) for row in found] == [
        ("bits at 8000 kHz", OK), ("register write, plain", NOTE), ("register read, plain", OK),
        ("bits at 4000 kHz", FAIL),
    ]  # fmt: skip


def test_the_table_has_its_columns_and_cures():
    text = list(
        lines(rows([{"step": "guard", "what": "guard", "records": [{"found": "loud"}], "ended": "x", "ms": 1}]))
    )
    assert text[0].split() == ["what", "measured", "expected", "basis"]
    assert text[1].startswith("FAIL  guard") and text[2].strip().startswith("-> another module")


def test_the_figures_of_the_firmware_are_the_drivers():
    """Only a board can load the drivers, so their text is read."""
    values = {}
    for name in ("reader_grid", "reflectance", "reader_setup", "mfrc522"):
        text = (ROOT / f"firmware/drivers/{name}.py").read_text(encoding="utf-8")
        values.update(re.findall(r"^(\w+) = const\(([\d_]+)\)", text, re.MULTILINE))
    for name, value in (
        ("_GUARD_US", bench_rows.GUARD_US), ("_SETTLE_US", bench_rows.LIGHT_SETTLE_US),
        ("BAUDRATE", bench_rows.READER_HZ), ("MID_GAIN", bench_rows.START_GAIN),
    ):  # fmt: skip
        assert int(values[name]) == value, name


def test_people_lay_cards_or_skip_or_end(monkeypatch, capsys):
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("\ns\nQ\n"))
    assert [ask("lay 1 card"), ask("lay 1 card"), ask("lay 1 card"), ask("lay 1 card")] == [
        "done", "skip", "end", "end",
    ]  # fmt: skip
    assert "Lay 1 card, then press Enter" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["--bench-steps", "access"], ["--bench", "x.json", "--self-test"], ["--bench", "x.json", "--host-only"]]
)
def test_measuring_goes_alone(words, capsys):
    with pytest.raises(SystemExit) as caught:
        cli.main(["doctor", *words])
    assert caught.value.code == 2 and "measuring goes alone" in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_told(made, tmp_path):
    with pytest.raises(UserError, match="choose another file"):
        made[0].measure(tmp_path / "missing/x.json", "access")
