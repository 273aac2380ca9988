"""Room: flashing a stand-in Pico whose MicroPython has a ROMFS partition: there, on trial, and never without a copy."""

import pytest

from host_tools.deploying.romfs import romfs
from host_tools.errors import UserError
from host_tools.flashing import device
from host_tools.flashing.build import PICO_MPY, build
from host_tools.transport.phases import BoardError
from tests.device import small_firmware
from tests.device.conftest import BLOCKS, Bench
from tests.device.standin import BLOCK, Pico
from tests.patience import PATIENCE_S

ROM_BLOCKS = 16
# Share of the bytes of the whole update that reach the board before the cable comes out.
PLACES = (3, 10, 20, 30, 40, 50, 60, 70, 80, 90, 96, 99)


@pytest.fixture
def bench(tmp_path):
    with Pico(tmp_path, blocks=BLOCKS, rom=ROM_BLOCKS) as pico:
        yield Bench(tmp_path, pico)


@pytest.fixture
def in_place(bench):
    """A bench whose Pico runs version 1.0 in its partition."""
    bench.flash(bench.repository("1.0"))
    assert bench.hello()["slot"] == "r"
    return bench


def files_of(bench):
    return bench.at_prompt(lambda board: device.listing(board).files)


def where(bench):
    """The folder that the running firmware was loaded from."""
    return bench.at_prompt(lambda board: board.value("import sys", "sys.modules['firmware.app'].__file__"))


def test_a_blank_board_runs_its_first_firmware_in_place(bench):
    result = bench.flash(bench.repository("1.0"))
    assert result["hello"]["firmware"] == "1.0" and result["hello"]["slot"] == "r?"
    assert bench.hello()["slot"] == "r" and where(bench) == "/rom/firmware/app.mpy"
    files = files_of(bench)
    assert "/rom/manifest.txt" in files and not [path for path in files if path.startswith("/fw_")]


def test_the_old_copy_stays_in_the_file_system_until_the_new_one_has_proved_itself(in_place):
    result = in_place.flash(in_place.repository("1.1"))
    assert result["hello"] == {**result["hello"], "firmware": "1.1", "slot": "r?a"}
    assert in_place.hello()["slot"] == "r" and where(in_place) == "/rom/firmware/app.mpy"
    files = files_of(in_place)
    built = build(PICO_MPY, root=in_place.repository("1.0"), place="/rom/")
    kept = {path.removeprefix("/fw_a/"): size for path, (size, _) in files.items() if path.startswith("/fw_a/")}
    assert kept == {path: len(data) for path, data in built.slot.items()}


def test_a_third_version_keeps_the_second(in_place):
    in_place.flash(in_place.repository("1.1", more={"old/thing.py": "A = 1\n"}))
    in_place.flash(in_place.repository("1.2"))
    assert "/fw_a/firmware/old.mpy" in files_of(in_place)
    in_place.flash(in_place.repository("1.3"))
    assert "/fw_a/firmware/old.mpy" not in files_of(in_place)
    assert in_place.hello() == {**in_place.hello(), "firmware": "1.3", "slot": "r"}


def test_nothing_is_written_when_all_is_there(in_place):
    before = in_place.pico.partition.read_bytes()
    result = in_place.flash(in_place.repository("1.0"))
    assert "nothing to do" in result["plan"][0] and in_place.pico.partition.read_bytes() == before


def test_a_dry_run_says_what_would_be_done_and_does_nothing(in_place):
    before = in_place.pico.partition.read_bytes()
    text = "\n".join(in_place.flash(in_place.repository("1.1"), dry_run=True)["plan"])
    assert "goes into the ROMFS partition" in text and "copy what the partition holds to copy a" in text
    assert "start the ROMFS partition; the other one comes back if it fails" in text
    assert in_place.hello()["firmware"] == "1.0" and in_place.pico.partition.read_bytes() == before
    assert not [path for path in files_of(in_place) if path.startswith("/fw_")]


@pytest.mark.parametrize("start", [small_firmware.RAISES, small_firmware.DOES_NOT_IMPORT])
def test_a_firmware_that_fails_makes_room_for_the_one_before_it(in_place, start):
    with pytest.raises(BoardError, match="in the ROMFS partition did not start.*went back to copy a"):
        in_place.flash(in_place.repository("1.1", start=start))
    assert in_place.hello() == {**in_place.hello(), "firmware": "1.0", "slot": "a"}
    assert in_place.flash(in_place.repository("1.2"))["hello"]["slot"] == "r?a"
    assert in_place.hello() == {**in_place.hello(), "firmware": "1.2", "slot": "r"}


def test_a_board_that_ran_from_files_goes_on_in_its_partition(tmp_path):
    with Pico(tmp_path, blocks=BLOCKS) as pico:
        Bench(tmp_path, pico).flash(Bench(tmp_path, pico).repository("1.0"))
    with Pico(tmp_path, blocks=BLOCKS, rom=ROM_BLOCKS) as pico:
        bench = Bench(tmp_path, pico)
        assert bench.hello()["slot"] == "a"
        assert bench.flash(bench.repository("1.1"))["hello"]["slot"] == "r?a"
        assert bench.hello()["firmware"] == "1.1"


@pytest.mark.parametrize("pointer", [None, b"b"])
def test_what_was_deployed_by_hand_is_kept_like_any_other(tmp_path, pointer):
    """`mpremote romfs deploy` writes no pointer; one that is left over names a copy that is gone."""
    built = build(PICO_MPY, root=small_firmware.make(tmp_path / "by_hand", "1.0"), place="/rom/")
    content = romfs({path: data for path, data in built.slot.items() if path != "manifest.txt"})
    (tmp_path / "rom.bin").write_bytes(content.ljust(ROM_BLOCKS * BLOCK, b"\xff"))

    def put(board):
        for name, data in built.roots.items():
            board.write_file("/" + name, data)
        if pointer:
            board.write_file("/fw.slot", pointer)

    with Pico(tmp_path, blocks=BLOCKS, rom=ROM_BLOCKS) as pico:
        bench = Bench(tmp_path, pico)
        bench.at_prompt(put)
        assert bench.hello()["firmware"] == "1.0"
        assert bench.flash(bench.repository("1.1"))["hello"]["slot"] == "r?a"
        assert bench.hello() == {**bench.hello(), "firmware": "1.1", "slot": "r"}


def test_a_plain_copy_does_not_stand_before_the_partition(bench):
    """/firmware is found first by whoever does not say where to look; it is somebody's own and stays."""

    def plain(board):
        board.run("import os\nos.mkdir('/firmware')")
        board.write_file("/firmware/app.py", b"VERSION = 'plain'\n")

    bench.at_prompt(plain)
    assert bench.flash(bench.repository("1.0"))["hello"]["firmware"] == "1.0"
    assert bench.hello()["slot"] == "r" and where(bench) == "/rom/firmware/app.mpy"


def test_a_partition_that_is_too_small_leaves_files(tmp_path):
    with Pico(tmp_path, blocks=BLOCKS, rom=1) as pico:
        bench = Bench(tmp_path, pico)
        assert bench.flash(bench.repository("1.0"))["hello"]["slot"] == "a?"
        said = [text for phase, text, _ in bench.said if phase == "build"]
        assert any("ROMFS partition has 4096; it goes on the board as files" in text for text in said)


def test_a_board_with_little_memory_is_told_what_it_can_do(bench, monkeypatch):
    """The stand-in has a large heap; it is the one that is looked at as a Pico's would be."""
    monkeypatch.setattr("host_tools.flashing.job.DUEL_HEAP", 1 << 30)
    assert bench.flash(bench.repository("1.0"))["notes"] == []  # in place


def test_source_goes_on_the_board_as_files_and_comes_back(in_place):
    assert in_place.flash(in_place.repository("1.1"), source=True)["hello"]["slot"] == "a?r"
    assert in_place.hello()["slot"] == "a"
    assert in_place.flash(in_place.repository("1.2"))["hello"]["slot"] == "r?a"


@pytest.fixture(scope="module")
def length(tmp_path_factory):
    """Bytes to the board in an update from 1.0 to 1.1 up to its restart."""
    folder = tmp_path_factory.mktemp("whole")
    with Pico(folder, blocks=BLOCKS, rom=ROM_BLOCKS) as pico:
        bench = Bench(folder, pico)
        bench.flash(bench.repository("1.0"))
        bench.hello()
        bench.flash(bench.repository("1.1"))
        began = next(sent for phase, _, sent in bench.said if phase == "prompt")
        return next(sent for phase, _, sent in bench.said if phase == "restart") - began


@pytest.mark.parametrize("share", PLACES)
def test_an_update_cut_off_leaves_a_board_that_plays_and_can_be_repeated(in_place, length, share):
    in_place.pico.pull_after(length * share // 100)
    with pytest.raises(UserError) as caught:
        in_place.flash(in_place.repository("1.1"))
    assert ": " in str(caught.value) and "; " in str(caught.value) and "Traceback" not in str(caught.value)
    assert in_place.pico.pulled.wait(PATIENCE_S)
    assert in_place.hello()["firmware"] in ("1.0", "1.1")
    assert in_place.flash(in_place.repository("1.1"))["hello"]["firmware"] == "1.1"
    assert in_place.hello()["slot"] == "r"


def test_a_second_try_sends_only_what_is_missing(in_place, length):
    root = in_place.repository("1.1", more={"films.bin": ""})
    (root / "firmware/films.bin").write_bytes(bytes(range(256)) * 128)
    in_place.pico.pull_after(length + 25_000)
    with pytest.raises(UserError):
        in_place.flash(root)
    assert in_place.pico.pulled.wait(PATIENCE_S)
    assert in_place.hello()["slot"] == "a" and where(in_place) == "/fw_a/firmware/app.mpy"
    before = in_place.pico.sent
    in_place.flash(root)
    assert in_place.pico.sent - before < 30_000 < 256 * 128
