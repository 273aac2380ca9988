"""Room: where boards are: known by their USB numbers, never chosen among several; who holds a port."""

import os
from types import SimpleNamespace

import pytest

from host_tools.transport import ports
from host_tools.transport.phases import NoBoard, cannot_open, holders, on_device, on_line


def port(device, vid=ports.RASPBERRY_PI, pid=ports.MICROPYTHON, number="E66001"):
    return SimpleNamespace(device=device, vid=vid, pid=pid, serial_number=number)


def test_boards_are_known_by_their_usb_numbers():
    listed = [port("/dev/ttyACM1"), port("/dev/ttyACM0"), port("/dev/ttyUSB0", vid=0x1A86), port("/dev/x", pid=0x000C)]
    assert [place.address for place in ports.serial_places(listed)] == ["/dev/ttyACM0", "/dev/ttyACM1"]


def test_a_board_in_bootsel_mode_is_known_by_its_drive(tmp_path):
    (tmp_path / "RPI-RP2").mkdir()
    (tmp_path / "RPI-RP2/INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\r\nBoard-ID: RPI-RP2\r\n")
    (tmp_path / "USB stick").mkdir()
    found = ports.drives([tmp_path / "RPI-RP2", tmp_path / "USB stick"])
    assert [place.address for place in found] == [str(tmp_path / "RPI-RP2")] and "RPI-RP2" in found[0].what


def test_among_two_boards_none_is_chosen():
    places = ports.serial_places([port("/dev/ttyACM0"), port("/dev/ttyACM1", number="E66002")])
    with pytest.raises(NoBoard, match="2 boards.*ttyACM0.*E66001.*ttyACM1.*E66002.*--board"):
        ports.choose(None, places)


def test_the_only_board_is_chosen_and_none_is_told_with_a_cure():
    places = ports.serial_places([port("/dev/ttyACM0")])
    assert ports.choose(None, places) is places[0]
    with pytest.raises(NoBoard, match="no board is plugged in.*BOOTSEL"):
        ports.choose(None, [])


@pytest.mark.parametrize("given", ["http://x", "bluetooth://1"])
def test_an_address_of_another_kind_is_refused(given):
    with pytest.raises(NoBoard, match="is no address"):
        ports.named(given)


def test_a_folder_that_is_no_drive_is_refused(tmp_path):
    with pytest.raises(NoBoard, match="no BOOTSEL drive"):
        ports.named(str(tmp_path))


def test_the_program_that_holds_a_port_is_named(tmp_path):
    device = tmp_path / "ttyACM0"
    device.write_text("")
    process = tmp_path / "proc/4711"
    (process / "fd").mkdir(parents=True)
    (process / "comm").write_text("thonny\n")
    os.symlink(device, process / "fd/5")
    (tmp_path / "proc/self").mkdir()
    assert holders(str(device), tmp_path / "proc") == ["thonny (4711)"]


@pytest.mark.parametrize(
    ("problem", "word"),
    [
        (OSError(13, "Permission denied"), "no permission.*usermod"),
        (OSError(16, "busy"), "is in use"),
        (OSError(2, "No such file"), "there is no"),
        (OSError(5, "odd"), "cannot be used"),
    ],
)
def test_a_port_that_does_not_open_says_why(problem, word, monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    error = cannot_open("/dev/ttyACM0", problem)
    assert error.status == 2
    with pytest.raises(NoBoard, match=word):
        raise error


@pytest.mark.parametrize(
    ("trace", "word"),
    [
        ("OSError: 28", "flash is full while writing /x"),
        ("OSError: [Errno 30] EROFS", "cannot be written"),
        ("OSError: [Errno 5] EIO", "flash does not work"),
        ("ValueError: incompatible .mpy file", "--source"),
        ("MemoryError: memory allocation failed", "ran out of memory"),
        ("ZeroDivisionError: ", "ZeroDivisionError"),
    ],
)
def test_an_error_on_the_board_becomes_one_sentence(trace, word):
    error = on_device("copy", f'Traceback (most recent call last):\n  File "<stdin>", line 1\n{trace}\n', "/x")
    assert str(error).startswith("copy: ") and word in str(error) and "File" not in str(error)


@pytest.mark.parametrize(
    ("problem", "word"),
    [
        (OSError(5, "Input/output error"), "connection to the board broke"),
        (ConnectionResetError(), "connection to the board broke"),
        (ValueError("odd answer"), "does not answer as MicroPython does"),
    ],
)
def test_a_broken_line_becomes_one_sentence(problem, word):
    assert word in str(on_line("copy", problem))
