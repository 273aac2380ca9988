"""Room: the real firmware on a stand-in Pico, watched and examined as a table would be; it plays on meanwhile."""

import json
import zipfile

import pytest
from typer.testing import CliRunner

from host_tools import cli
from host_tools.deploying.romfs import romfs
from host_tools.doctor import FAIL, NOTE, OK
from host_tools.doctor.board import Patient
from host_tools.flashing import device, image
from host_tools.flashing.build import PICO_MPY, build
from host_tools.flashing.stored import sealed
from host_tools.monitor.source import Live
from host_tools.monitor.state import TableState
from host_tools.monitor.watch import Watch
from host_tools.transport.board import Board
from host_tools.transport.records import Decoder
from tests.device.conftest import Bench
from tests.device.standin import ROOT, Pico
from tests.patience import PATIENCE_S

EXAMPLES = ("read_tag.py", "light_cell.py")
QUESTIONS = {"hello", "state", "about", "health", "log"}


def until(watch, what):
    """Follow the stream until `what()`; whether it came."""
    for _ in range(10 * PATIENCE_S):
        watch.step(0.1)
        if what():
            return True
    return False


def test_the_monitor_only_asks_and_sees_the_table(table):
    state = TableState()
    watch = Watch(Live(table.place, state), state)
    try:
        assert until(
            watch, lambda: state.view and state.screens and len(state.readers) == 18 and state.about and state.log
        )
    finally:
        watch.close()
    assert state.hello["role"] == "primary" and state.hello["slot"] == "a"
    assert state.screens[0]["text"][0].startswith("New game")
    assert b"\x03" not in table.pico.heard and b"\x04" not in table.pico.heard
    decoder = Decoder()
    assert {record["t"] for record in decoder.feed(table.pico.heard)} <= QUESTIONS and decoder.bad == 0


def test_the_monitor_comes_back_after_the_cable_was_out(table):
    state = TableState()
    source = Live(table.place, state)
    watch = Watch(source, state)
    try:
        assert until(watch, lambda: state.view)
        table.pico.pull_after(1)
        assert until(watch, lambda: "the cable was pulled" in state.lately)
        assert "waiting for the board" in source.status
        state.view = None
        assert until(watch, lambda: state.view is not None)
        assert "connected again" in state.lately and source.status.startswith("connected")
    finally:
        watch.close()


def test_the_table_stops_in_good_order_when_the_host_asks_for_the_prompt(table):
    with Board(table.place) as board:
        assert board.ask({"t": "repl"}, seconds=PATIENCE_S) == {"t": "repl"}
        assert board.wait_text(">>> ", PATIENCE_S) and "The table is off" in board.heard
        board.reach_prompt()
        assert "boot_starts" not in board.value("import os", "os.listdir('/')")
    assert "KeyboardInterrupt" not in table.pico.said.decode("utf-8", "replace")


def test_the_examples_run_at_the_prompt_of_a_board_with_the_firmware(table):
    def run(board):
        return [board.run((ROOT / "examples" / name).read_text()).strip() for name in EXAMPLES]

    assert table.hello()["slot"] == "a"  # it has started
    assert table.at_prompt(run) == [b"no tag", b""]


def checks_of(bench, **options):
    with Board(bench.place) as board:
        patient = Patient(board, "linux")
        checks = patient.check(**options)
    return {check.name: check for check in checks}, patient.told


def test_a_sound_table_has_a_clean_bill_and_is_not_stopped(table):
    checks, told = checks_of(table)
    assert {name for name, check in checks.items() if check.state == FAIL} == set()
    assert "as they were flashed" in checks["files"].text and checks["readers"].text == "all 18 answer"
    assert told["hello"]["slot"] == "a" and told["stream"]
    assert b"\x03" not in table.pico.heard and table.pico.starts == 1


def test_the_self_test_asks_every_reader_and_starts_the_table_again(table):
    checks, told = checks_of(table, self_test=True)
    assert checks["self test"].state == OK, checks["self test"]
    assert [entry["pos"] for entry in told["self_test"]["readers"]] == list(range(18))
    assert table.hello()["role"] == "primary"


def test_damaged_and_missing_files_are_found(table):
    def spoil(board):
        board.write_file("/fw_a/firmware/panel/glyphs.bin.new", b"x")
        device.replace(board, "/fw_a/firmware/boards_satellite.mpy", b"damaged")
        device.remove(board, ["/fw_a/firmware/panel/words_en.bin", "/fw_a/firmware/left_out.mpy"])
        board.run("import os\nos.remove('/fw_a/firmware/drivers_light_bench.mpy')")

    table.at_prompt(spoil)
    checks, _ = checks_of(table)
    assert checks["files"].state == FAIL
    assert (
        "boards_satellite.mpy is damaged" in checks["files"].text
        and "drivers_light_bench.mpy is missing" in checks["files"].text
    )


# A fault in a function of a joined file whose name is another one on the board; the traceback as the board writes it.
FAULT = """
import io, sys
from firmware.start import build_app
app, clock, dog = build_app()
dog.release()
out = io.StringIO()
try:
    for found in app.parts.readers.self_test().probe_all(["A1"]):
        pass
except Exception as problem:
    sys.print_exception(problem, out)
"""


def with_a_crash(board):
    crash = "scan\n" + board.value(FAULT, "out.getvalue()", seconds=60)
    board.write_file("/save/crash.txt", sealed(crash.encode()))
    return crash


def test_a_crash_is_told_in_the_names_of_the_repository(table):
    crash = table.at_prompt(with_a_crash)
    checks, told = checks_of(table)
    assert "in probe\n" not in crash and told["log"]["crash"] == crash  # Probe.probe has another name there
    what = "TypeError: tuple indices must be integers, not str"
    assert [line.strip() for line in told["crash"].splitlines()[3:]] == [
        "in firmware/drivers/reader_probe.py Probe.probe_all",
        "in firmware/drivers/reader_probe.py Probe.probe",
        "in firmware/drivers/reader_setup.py Setup.wake",
        what,
    ]
    assert checks["last crash"].text == what + ", in firmware/drivers/reader_setup.py Setup.wake"


def test_a_crash_of_another_firmware_keeps_its_names(table):
    def other(board):
        manifest = board.read_file("/fw_a/manifest.txt").replace(b"firmware/app.mpy", b"firmware/odd.mpy")
        board.write_file("/fw_a/manifest.txt", manifest)
        return with_a_crash(board)

    crash = table.at_prompt(other)
    checks, told = checks_of(table)
    assert told["crash"] == crash and "reader_probe.py" not in checks["last crash"].text


@pytest.fixture(scope="module")
def partition():
    """The real firmware as a partition's content, with its manifest."""
    return romfs(build(PICO_MPY, place="/rom/").slot)


@pytest.mark.parametrize(
    ("pointer", "state", "text"),
    [
        (b"r", OK, "runs in place"),
        (b"r?a", NOTE, "the ROMFS partition has yet to prove itself"),
        (b"b", NOTE, "/fw.slot names copy b, which is not there"),
    ],
)
def test_a_table_that_runs_in_place_says_so(tmp_path, table_image, partition, monkeypatch, pointer, state, text):
    monkeypatch.setattr("host_tools.doctor.board.HELLO_S", PATIENCE_S)
    monkeypatch.setattr("host_tools.doctor.board.ANSWER_S", PATIENCE_S)
    files = image.read_files(table_image.read_bytes())
    files = {path: data for path, data in files.items() if not path.startswith("/fw_")} | {"/fw.slot": pointer}
    (tmp_path / "flash.bin").write_bytes(image.file_system(files))
    (tmp_path / "rom.bin").write_bytes(partition.ljust(64 * 4096, b"\xff"))
    with Pico(tmp_path, table=True, rom=64) as pico:
        checks, told = checks_of(Bench(tmp_path, pico))
    assert (checks["copies"].state, text in checks["copies"].text) == (state, True), checks["copies"]
    assert ("as they were flashed" in checks["files"].text) == (pointer != b"b")


def test_a_board_without_firmware_is_told(bench):
    checks, _ = checks_of(bench)
    assert checks["table"].state == FAIL and "no firmware" in checks["table"].text and "flash" in checks["table"].cure


def test_a_table_that_does_not_start_says_why(flashed):
    def spoil(board):
        board.run("import os\nos.remove('/fw_a/firmware/link.mpy')")

    flashed.at_prompt(spoil)
    checks, told = checks_of(flashed)
    assert checks["table"].state == FAIL and "ImportError" in checks["table"].text
    assert "/fw_a/firmware/start.mpy" in told["listing"]


def test_the_command_writes_a_bundle_without_persons(table, tmp_path, monkeypatch):
    monkeypatch.setenv("USER", "annabel")
    out = tmp_path / "report.zip"
    done = CliRunner().invoke(
        cli.app, ["doctor", "--board", table.pico.address, "--expect", "linux", "--bundle", str(out)]
    )
    assert "files: " in done.output and "written" in done.output
    with zipfile.ZipFile(out) as bundle:
        assert sorted(bundle.namelist()) == ["board.json", "checks.txt", "host.json"]
        texts = [bundle.read(name).decode() for name in sorted(bundle.namelist())]
    assert json.loads(texts[0])["hello"]["role"] == "primary"
    assert not [word for text in texts for word in ("annabel", "/home/", "/root", str(tmp_path)) if word in text]


@pytest.mark.parametrize("command", ["flash", "doctor"])
def test_a_wrong_board_is_one_sentence_at_the_command_line(flashed, command, capsys):
    if command == "doctor":
        flashed.at_prompt(lambda board: device.remove(board, ["/fw.slot", "/main.py"]))
    with pytest.raises(SystemExit) as caught:
        cli.main([command, "--board", flashed.pico.address])
    out, err = capsys.readouterr()
    assert caught.value.code == 1 and "Traceback" not in out + err
    assert "not a Raspberry Pi Pico" in out + err
