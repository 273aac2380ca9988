"""Room: `ematrix flash` at the command line: wrong requests, lists, images; each error is one sentence."""

import json

import pytest
from typer.testing import CliRunner

from firmware import settings
from host_tools import cli
from host_tools.flashing import uf2
from host_tools.flashing.stored import unsealed
from host_tools.transport.ports import Place

PLACES = [
    Place("serial", "/dev/ttyACM0", "MicroPython, USB number 1"),
    Place("drive", "/media/RPI-RP2", "waits in BOOTSEL mode, RPI-RP2"),
]


@pytest.fixture
def plugged(monkeypatch):
    monkeypatch.setattr("host_tools.transport.ports.find", lambda: list(PLACES))


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--cards", "x.bin"], "goes with --image"),
        (["--image", "x.uf2"], "--image needs MicroPython"),
        (["--image", "x.uf2", "--micropython", "no_such.uf2"], "cannot be read"),
        (["--set", "language"], "NAME=VALUE"),
        (["--set", "language=fr"], "choose one of zh, en"),
        (["--board", "gopher://x"], "is no address"),
        (["--board", "no_such_port"], "there is no no_such_port"),
        (["--bord", "x"], "no such option"),
    ],
)
def test_a_wrong_request_is_one_sentence(arguments, word, capsys):
    with pytest.raises(SystemExit) as caught:
        cli.main(["flash", *arguments])
    err = capsys.readouterr().err
    assert caught.value.code == 2 and err.startswith("ematrix: ") and err.count("\n") == 1
    assert word in err


def test_several_boards_are_listed_and_none_is_touched(plugged, capsys):
    with pytest.raises(SystemExit) as caught:
        cli.main(["flash"])
    err = capsys.readouterr().err
    assert caught.value.code == 2 and "/dev/ttyACM0" in err and "/media/RPI-RP2" in err and "--board" in err


def test_boards_are_listed_for_people_and_programs(plugged):
    assert (
        CliRunner().invoke(cli.app, ["flash", "--list"]).output.splitlines()[0].startswith("/dev/ttyACM0  (MicroPython")
    )
    listed = json.loads(CliRunner().invoke(cli.app, ["flash", "--list", "--json"]).output)
    assert [place["kind"] for place in listed] == ["serial", "drive"]


def test_an_image_is_written_with_cards_and_settings(tmp_path):
    from host_tools.flashing import image

    (tmp_path / "pico.uf2").write_bytes(uf2.write({uf2.FLASH_BASE: bytes(256)}))
    (tmp_path / "cards.bin").write_bytes(b"cards")
    out = tmp_path / "table.uf2"
    words = ["--image", str(out), "--micropython", str(tmp_path / "pico.uf2"), "--cards", str(tmp_path / "cards.bin")]
    done = CliRunner().invoke(cli.app, ["flash", *words, "--set", "address=1", "--json"])
    assert done.exit_code == 0 and json.loads(done.output)["image"] == str(out)
    files = image.read_files(image.partition(uf2.read(out)))
    assert files["/data/cards.bin"] == b"cards"
    assert settings.load(json.loads(unsealed(files["/save/settings.json"])))["role"] == "satellite"
