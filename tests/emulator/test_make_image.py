"""Room: the emulator's images lay MicroPython, partition and files out as flashing does."""

import json

import pytest

from firmware import settings
from host_tools.emulator.play import make_image
from host_tools.errors import UserError
from host_tools.flashing import image, uf2
from host_tools.flashing.build import PICO_MPY
from host_tools.flashing.job import SETTINGS
from host_tools.flashing.stored import unsealed
from host_tools.simulator.table import database
from tests.emulator import stand_in


@pytest.fixture(autouse=True)
def given(monkeypatch, tmp_path):
    monkeypatch.setattr(make_image, "build", stand_in.built)
    monkeypatch.setattr(make_image.romfs, "firmware", stand_in.partition)
    monkeypatch.setenv("PICO_UF2", str(stand_in.micropython(tmp_path)))
    monkeypatch.delenv("PICO_ROMFS", raising=False)


def made(tmp_path, *words):
    """(whole flash, {path: bytes} of its file system) of an image made by the command."""
    out = tmp_path / "out.bin"
    assert make_image.main([str(out), *words]) == 0
    flash = out.read_bytes()
    return flash, stand_in.files_of(flash)


def test_an_image_holds_micropython_and_the_files_of_an_image_to_drop(tmp_path):
    flash, files = made(tmp_path, "--boards", "1")
    assert len(flash) == 2 << 20
    for address, page in stand_in.PAGES.items():
        at = address - uf2.FLASH_BASE
        assert flash[at : at + uf2.PAGE] == page
    wanted = image.files_of(stand_in.built(PICO_MPY), {})
    assert {path: files[path] for path in wanted} == wanted
    assert set(files) - set(wanted) == {SETTINGS, make_image.CARDS}
    assert files[make_image.CARDS] == database(make_image.deck(make_image.SEED))


@pytest.mark.parametrize(
    ("words", "role", "address", "boards"),
    [(["--boards", "1"], "primary", 0, 1), ([], "primary", 0, 2), (["--satellite"], "satellite", 1, 2)],
)
def test_settings_are_those_of_that_board(tmp_path, words, role, address, boards):
    files = made(tmp_path, *words)[1]
    loaded = settings.load(json.loads(unsealed(files[SETTINGS])))
    assert [loaded[name] for name in ("role", "address", "boards", "language")] == [role, address, boards, "en"]
    assert (make_image.CARDS in files) == (role == "primary")


def test_with_a_partition_the_firmware_lies_there_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("PICO_ROMFS", "1")
    flash, files = made(tmp_path)
    part = stand_in.partition()
    start = make_image.FILES_AT - 256 * 1024
    assert flash[start : start + len(part)] == part
    assert set(flash[start + len(part) : make_image.FILES_AT]) == {0xFF}
    assert set(files) == {"/boot.py", "/main.py", SETTINGS, make_image.CARDS}


def test_what_does_not_fit_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("PICO_ROMFS", "4")
    with pytest.raises(UserError, match="the ROMFS partition has 4096"):
        made(tmp_path)
    monkeypatch.setenv("PICO_ROMFS", "640")  # from the first byte of the flash on
    with pytest.raises(UserError, match="reaches to"):
        made(tmp_path)
    monkeypatch.delenv("PICO_UF2")
    with pytest.raises(UserError, match="PICO_UF2"):
        made(tmp_path)


@pytest.mark.parametrize("what", make_image.SLOTS)
def test_a_second_copy_is_spoilt_in_one_place(what):
    files = make_image.two_copies(stand_in.built(PICO_MPY), what)
    assert files["/fw.slot"] == b"b?a"
    first = {path.removeprefix("/fw_a/"): data for path, data in files.items() if path.startswith("/fw_a/")}
    second = {path.removeprefix("/fw_b/"): data for path, data in files.items() if path.startswith("/fw_b/")}
    assert first == stand_in.built(PICO_MPY).slot
    differs = {path for path in {*first, *second} if first.get(path) != second.get(path)}
    spoilt = {
        "good": set(),
        "missing": {make_image.MISSING},
        "short": {make_image.SHORT},
        "hangs": {make_image.HANGS + ".mpy", make_image.HANGS + ".py"},
    }
    assert differs == spoilt[what]


def test_a_file_and_a_threshold_are_put_on_top(tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text("print('mine')\n")
    files = made(tmp_path, "--threshold", "8192", "--file", f"/tried.py={mine}", "--decks", "2")[1]
    assert files["/tried.py"] == b"print('mine')\n"
    assert files["/main.py"].startswith(
        b"import gc\ngc.threshold(8192)\n" + stand_in.built(PICO_MPY).roots["main.py"][:20]
    )
    assert files[make_image.CARDS] == database(make_image.deck(make_image.SEED, 2))
