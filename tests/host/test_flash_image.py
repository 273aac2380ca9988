"""Room: UF2 files and file system images: what is written can be read, mounted and run; what is wrong is named."""

import struct

import pytest

from host_tools import engines
from host_tools.errors import UserError
from host_tools.flashing import image, uf2
from host_tools.flashing.bootsel import copy_uf2, given_uf2, install
from host_tools.flashing.stored import sealed
from host_tools.transport import ports
from host_tools.transport.phases import BoardError
from host_tools.transport.ports import Place


def micropython(size=8 * uf2.PAGE, family=uf2.RP2040):
    """A UF2 in the place of MicroPython's: numbered pages at the start of the flash."""
    pages = {uf2.FLASH_BASE + at: bytes([at // uf2.PAGE % 251]) * uf2.PAGE for at in range(0, size, uf2.PAGE)}
    data = uf2.write(pages)
    return data.replace(struct.pack("<I", uf2.RP2040), struct.pack("<I", family))


@pytest.fixture
def given(tmp_path):
    path = tmp_path / "RPI_PICO.uf2"
    path.write_bytes(micropython())
    return path


def test_pages_come_back_as_they_were():
    pages = uf2.parse(micropython())
    assert len(pages) == 8 and pages[uf2.FLASH_BASE + 512] == b"\x02" * 256
    assert uf2.write(pages) == micropython()


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "no whole UF2"),
        (micropython()[:-100], "no whole UF2"),
        (micropython()[:-512], "is not whole"),
        (b"\x00" * 512, "no UF2 file"),
        (micropython(family=0x57755A57), "not for the RP2350 or the RP2040"),
        (micropython()[:512] + micropython(family=uf2.RP2350)[512:], "not for the RP2350 or the RP2040"),
    ],
)
def test_a_file_that_is_no_uf2_for_a_pico_is_refused(data, word):
    with pytest.raises(UserError, match=word):
        uf2.parse(data, "x.uf2")


# What picotool puts before a UF2 for early RP2350 (erratum E10): block 0 of 2 for any chip, in no flash.
ABSOLUTE = struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, 0x10FFFF00, 256, 0, 2, 0xE48BFF57)
ABSOLUTE += b"\xef" * 256 + bytes(220) + struct.pack("<I", 0x0AB16F30)


@pytest.mark.parametrize(("family", "machine"), [(uf2.RP2350, 7), (uf2.RP2350_RISCV, 11)])
def test_an_image_for_a_pico_2_has_its_family_its_file_system_and_its_bytecode(tmp_path, family, machine):
    given = tmp_path / "RPI_PICO2.uf2"
    given.write_bytes(ABSOLUTE + micropython(family=family))
    out = tmp_path / "table.uf2"
    told = image.make_image(given, out)
    content = uf2.content_of(out)
    assert told["board"] == content.board == "Pico 2" and content.family == family
    assert out.read_bytes()[:512] == ABSOLUTE
    layout = image.LAYOUTS[family]
    assert layout.base + layout.blocks * image.BLOCK == uf2.FLASH_BASE + 4 * 1024 * 1024
    assert max(content.pages) < layout.base + layout.blocks * image.BLOCK
    files = image.read_files(image.partition(content.pages, layout), layout)
    assert files["/fw.slot"] == b"a?"
    # Of a file in machine code: version 6, then sub-version 3 and the architecture (MicroPython, py/persistentcode.h).
    native = [data for path, data in files.items() if path.endswith(".mpy") and data[2] >> 2]
    assert native and {(data[1], data[2] & 3, data[2] >> 2) for data in native} == {(6, 3, machine)}


def test_an_image_holds_micropython_and_every_file_and_has_no_gap(given, tmp_path):
    out = tmp_path / "table.uf2"
    told = image.make_image(given, out, {"/data/cards.bin": b"cards", "/save/settings.json": sealed(b"{}")})
    pages = uf2.read(out)
    files = image.read_files(image.partition(pages))
    assert files["/fw.slot"] == b"a?" and files["/data/cards.bin"] == b"cards"
    assert "/fw_a/firmware/app.mpy" in files and told["files"] == len(files)
    assert all(pages[address] == data for address, data in uf2.read(given).items())
    addresses = sorted(pages)
    assert addresses[0] == uf2.FLASH_BASE and addresses[-1] >= image.BASE
    assert {after - before for before, after in zip(addresses, addresses[1:])} == {uf2.PAGE}


def test_a_damaged_image_is_found_when_it_is_read_back(given):
    files = {"/boot.py": b"print(1)\n" * 400}
    pages = uf2.read(given)
    whole = uf2.write(image.join(pages, image.file_system(files)))
    image.check(whole, pages, files)
    at = whole.index(b"print(1)\nprint(1)")
    with pytest.raises(UserError, match="/boot.py is not in the new image"):
        image.check(whole[:at] + b"p" + whole[at + 1 :].replace(b"print(1)", b"print(2)", 1), pages, files)


def test_files_that_do_not_fit_are_told():
    with pytest.raises(UserError, match="do not fit"):
        image.file_system({"/films.bin": bytes(2_000_000)})


def test_a_micropython_that_reaches_into_the_file_system_is_refused():
    with pytest.raises(UserError, match="into the file system"):
        image.join({image.BASE: bytes(256)}, b"")


@pytest.mark.skipif(engines.micropython_path() is None, reason="no MicroPython for this computer")
def test_the_image_runs_the_table_on_micropython(given, tmp_path):
    from host_tools.transport.board import Board
    from host_tools.transport.ports import named
    from tests.device.standin import Pico
    from tests.patience import PATIENCE_S

    image.make_image(given, tmp_path / "table.uf2", {"/save/settings.json": sealed(b'{"language": "en"}')})
    (tmp_path / "flash.bin").write_bytes(image.partition(uf2.read(tmp_path / "table.uf2")))
    with Pico(tmp_path, table=True) as pico, Board(named(pico.address)) as board:
        hello = board.ask({"t": "hello"}, seconds=PATIENCE_S)
        assert hello is not None and hello["slot"] == "a?" and hello["role"] == "primary"


def test_a_checksum_that_differs_is_told(given, tmp_path):
    with pytest.raises(UserError, match="another SHA-256"):
        given_uf2(str(given), "0" * 64, tmp_path)


def test_without_a_pinned_release_the_way_to_get_one_is_told(tmp_path):
    with pytest.raises(UserError, match=r"micropython\.org/download"):
        given_uf2("pinned", None, tmp_path)


def test_a_file_from_the_net_needs_its_checksum(tmp_path):
    with pytest.raises(UserError, match="--sha256"):
        given_uf2("https://127.0.0.1:9/x.uf2", None, tmp_path)


def test_a_file_that_cannot_be_fetched_is_told(tmp_path):
    with pytest.raises(UserError, match="cannot be fetched"):
        given_uf2("http://127.0.0.1:9/x.uf2", "0" * 64, tmp_path)


@pytest.mark.parametrize(
    ("told", "family", "word"),
    [
        ("RP2350", uf2.RP2040, "is for the Pico, and this board is a Pico 2"),
        ("RPI-RP2", uf2.RP2350, "is for the Pico 2, and this board is a Pico;"),
    ],
)
def test_a_micropython_for_the_other_chip_is_not_copied(tmp_path, told, family, word):
    given = tmp_path / "new.uf2"
    given.write_bytes(micropython(family=family))
    folder = tmp_path / told
    folder.mkdir()
    (folder / "INFO_UF2.TXT").write_text(f"UF2 Bootloader v1.0\r\nModel: Raspberry Pi\r\nBoard-ID: {told}\r\n")
    with pytest.raises(UserError, match=word):
        install(given, ports.named(str(folder)), lambda phase, text: None)
    assert [path.name for path in folder.iterdir()] == ["INFO_UF2.TXT"]


def drive(tmp_path):
    folder = tmp_path / "RPI-RP2"
    folder.mkdir()
    (folder / "INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n")
    return Place("drive", str(folder), "waits in BOOTSEL mode")


def test_micropython_is_copied_to_the_drive(given, tmp_path):
    place = drive(tmp_path)
    copy_uf2(given, place)
    assert (tmp_path / "RPI-RP2/NEW.UF2").read_bytes() == given.read_bytes()


@pytest.mark.parametrize(
    ("number", "word"), [(30, "mounted read-only"), (13, "mounted read-only"), (28, "is full"), (19, "went away")]
)
def test_a_drive_that_does_not_take_it_is_told(given, tmp_path, monkeypatch, number, word):
    place = drive(tmp_path)
    (tmp_path / "RPI-RP2/NEW.UF2").write_bytes(b"")

    def fails(_):
        raise OSError(number, "no")

    monkeypatch.setattr("os.fsync", fails)
    with pytest.raises(BoardError, match=word) as caught:
        copy_uf2(given, place)
    assert caught.value.phase == "micropython"
