"""Room: flashing a stand-in Pico: first time, update, nothing to do, stale and foreign files, what stays."""

import json

import pytest

from host_tools.errors import UserError
from host_tools.flashing import device
from host_tools.flashing.job import parse_settings
from host_tools.transport.phases import BoardError
from tests.device import small_firmware
from tests.device.conftest import OWN


def files_of(bench):
    """{path: (size, sha256)}; the counter of starts lives its own life."""
    found = bench.at_prompt(lambda board: device.listing(board).files)
    return {path: entry for path, entry in found.items() if path != "/boot_starts"}


def own_files(bench):
    return bench.at_prompt(lambda board: {path: board.read_file(path) for path in OWN})


def test_a_blank_board_gets_its_first_firmware(bench):
    result = bench.flash(bench.repository("1.0"))
    assert result["hello"]["firmware"] == "1.0" and result["hello"]["slot"] == "a?"
    assert bench.hello()["slot"] == "a"
    names = set(files_of(bench))
    assert {"/boot.py", "/main.py", "/fw.slot", "/fw_a/manifest.txt", "/fw_a/firmware/start.mpy"} <= names
    assert "/fw_a/firmware/start.py" not in names


def test_an_update_goes_into_the_other_copy_and_keeps_what_is_the_users(flashed):
    result = flashed.flash(flashed.repository("1.1"))
    assert result["hello"]["firmware"] == "1.1" and flashed.hello()["slot"] == "b"
    assert own_files(flashed) == OWN
    assert "/fw_a/firmware/start.mpy" in files_of(flashed)


def test_nothing_is_written_when_all_is_there(flashed):
    result = flashed.flash(flashed.repository("1.0"))
    assert "nothing to do" in result["plan"][0]
    assert result["hello"]["slot"] == "a"


def test_a_dry_run_says_what_would_be_done_and_does_nothing(flashed):
    before = files_of(flashed)
    result = flashed.flash(flashed.repository("1.1"), dry_run=True)
    text = "\n".join(result["plan"])
    assert "firmware 1.1 (bytecode) goes into copy b" in text
    assert "write /fw_b/firmware/app.mpy" in text and "keep /notes.txt" in text and "keep /save/" in text
    assert flashed.hello()["firmware"] == "1.0"
    assert files_of(flashed) == before


def test_only_what_changed_is_sent_and_stale_files_go(flashed):
    flashed.flash(flashed.repository("1.1", more={"old/thing.py": "A = 1\n"}))
    flashed.flash(flashed.repository("1.0"))  # back to copy a, so that b rests
    result = flashed.flash(flashed.repository("1.2"))
    text = "\n".join(result["plan"])
    assert "write /fw_b/firmware/app.mpy" in text and "link.mpy" not in text
    assert "delete /fw_b/firmware/old.mpy" in text
    assert result["hello"]["firmware"] == "1.2"
    assert not [path for path in files_of(flashed) if "/old" in path]


def test_a_damaged_file_of_the_resting_copy_is_sent_again(flashed):
    flashed.flash(flashed.repository("1.1"))
    flashed.flash(flashed.repository("1.0"))
    flashed.at_prompt(lambda board: board.write_file("/fw_b/firmware/link.mpy", b"gone bad"))
    result = flashed.flash(flashed.repository("1.1"))
    assert "write /fw_b/firmware/link.mpy" in "\n".join(result["plan"])
    assert result["hello"]["firmware"] == "1.1"


@pytest.mark.parametrize(
    ("start", "word"), [(small_firmware.RAISES, "went back to copy a"), (small_firmware.DOES_NOT_IMPORT, "copy a")]
)
def test_a_firmware_that_fails_makes_room_for_the_one_before_it(flashed, start, word):
    with pytest.raises(BoardError, match=word) as caught:
        flashed.flash(flashed.repository("1.1", start=start))
    assert caught.value.phase == "trial"
    hello = flashed.hello()
    assert hello["firmware"] == "1.0" and hello["slot"] == "a"
    assert own_files(flashed) == OWN


def test_the_first_firmware_of_all_has_nothing_to_go_back_to_and_says_why_it_stopped(bench):
    with pytest.raises(BoardError, match="ValueError: demand of 9") as caught:
        bench.flash(bench.repository("1.0", start=small_firmware.RAISES))
    assert caught.value.phase == "restart"
    assert bench.flash(bench.repository("1.1"))["hello"]["firmware"] == "1.1"


def test_somebody_elses_program_is_kept_beside_ours(bench):
    bench.at_prompt(lambda board: board.write_file("/main.py", b"print('blink')\n"))
    result = bench.flash(bench.repository("1.0"))
    assert "your own main.py is kept as /main_before.py" in result["plan"]
    assert result["hello"]["firmware"] == "1.0"
    assert bench.at_prompt(lambda board: board.read_file("/main_before.py")) == b"print('blink')\n"


def test_source_goes_on_a_board_as_well(bench):
    bench.flash(bench.repository("1.0"), source=True)
    assert "/fw_a/firmware/start.py" in files_of(bench)
    assert bench.hello()["firmware"] == "1.0"


def test_a_board_with_little_memory_is_told_what_it_can_do(flashed, monkeypatch):
    """The stand-in has a large heap, so the figure is made larger."""
    assert flashed.flash(flashed.repository("1.0"))["notes"] == []
    monkeypatch.setattr("host_tools.flashing.job.DUEL_HEAP", 1 << 30)
    (note,) = flashed.flash(flashed.repository("1.0"))["notes"]
    assert "as primary it only shows the menu" in note and "Pico 2" in note and "hardware/micropython" in note
    assert flashed.flash(flashed.repository("1.0"), settings=parse_settings(["address=1"]))["notes"] == []
    assert flashed.flash(flashed.repository("1.0"))["notes"] == []  # it is a satellite now
    with pytest.raises(UserError, match="as text the firmware does not fit"):
        flashed.flash(flashed.repository("1.1"), source=True)
    assert flashed.hello()["firmware"] == "1.0"


def test_settings_are_written_as_the_firmware_reads_them(flashed):
    from firmware import settings
    from firmware.drivers.flash import FolderStore

    flashed.flash(flashed.repository("1.0"), settings=parse_settings(["address=1", "language=en"]))
    data = flashed.at_prompt(lambda board: board.read_file("/save/settings.json"))
    (flashed.folder / "settings.json").write_bytes(data)
    read = FolderStore(str(flashed.folder)).read("settings.json")
    assert settings.load(json.loads(read))["role"] == "satellite"
