"""Room: another MicroPython onto a board that runs one: into BOOTSEL mode, onto its drive, back at its port."""

import pytest

from host_tools.errors import UserError
from host_tools.flashing import bootsel, uf2
from host_tools.transport.ports import Place, named


@pytest.fixture
def given(tmp_path):
    path = tmp_path / "new.uf2"
    path.write_bytes(uf2.write({uf2.FLASH_BASE: bytes(256)}))
    return path


@pytest.fixture
def plugged(monkeypatch):
    """What the operating system shows: {"drives": [...], "ports": [...]}; it changes when a UF2 is copied."""
    shown = {"drives": [], "ports": []}
    monkeypatch.setattr(bootsel, "drives", lambda: list(shown["drives"]))
    monkeypatch.setattr(bootsel, "serial_places", lambda: list(shown["ports"]))
    return shown


def copied(shown, port):
    """A stand-in for copying: the drive goes, the port comes."""

    def copy_uf2(path, drive):
        shown["drives"].clear()
        shown["ports"].append(port)
        shown["copied"] = (path.name, drive.address)

    return copy_uf2


def test_a_running_board_goes_to_bootsel_and_comes_back(flashed, given, plugged, monkeypatch):
    back = Place("serial", flashed.pico.address, "MicroPython")
    drive = Place("drive", "/media/RPI-RP2", "waits")
    said = []

    def say(phase, text):
        said.append(phase)
        if phase == "bootsel":
            plugged["drives"].append(drive)

    monkeypatch.setattr(bootsel, "copy_uf2", copied(plugged, back))
    starts = flashed.pico.starts
    assert bootsel.install(given, flashed.place, say) == back
    assert said == ["prompt", "bootsel", "micropython"] and plugged["copied"] == ("new.uf2", "/media/RPI-RP2")
    assert flashed.hello()["firmware"] == "1.0" and flashed.pico.starts == starts + 1


def test_a_board_whose_drive_never_appears_is_told(flashed, given, plugged, monkeypatch):
    monkeypatch.setattr(bootsel.wait_for_drive, "__defaults__", (0.0,))
    with pytest.raises(UserError, match="no drive appeared"):
        bootsel.install(given, flashed.place, lambda phase, text: None)


def test_a_board_that_does_not_come_back_is_told(given, plugged, monkeypatch):
    monkeypatch.setattr(bootsel, "copy_uf2", lambda path, drive: None)
    monkeypatch.setattr(bootsel.wait_for_serial, "__defaults__", (0.0,))
    with pytest.raises(UserError, match="no serial port appeared"):
        bootsel.install(given, Place("drive", "/media/RPI-RP2", "waits"), lambda phase, text: None)


def test_a_drive_is_a_board_without_micropython(tmp_path, capsys):
    from host_tools import cli

    (tmp_path / "INFO_UF2.TXT").write_text("Board-ID: RPI-RP2\n")
    assert named(str(tmp_path)).kind == "drive"
    with pytest.raises(SystemExit) as caught:
        cli.main(["flash", "--board", str(tmp_path)])
    assert caught.value.code == 2 and "--micropython FILE.uf2" in capsys.readouterr().err
