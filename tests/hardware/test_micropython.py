"""Room: the firmware as a partition of the MicroPython in hardware/micropython: it fits; the command says why not."""

import re

from host_tools.deploying import romfs
from tests.architecture.house import ROOT

BOARD = (ROOT / "hardware/micropython/EMATRIX_PICO/mpconfigboard.h").read_text(encoding="utf-8")
PAGE = (ROOT / "hardware/micropython/README.md").read_text(encoding="utf-8")
FLASH_KIB = 2048


def kib(name):
    return int(re.search(rf"#define {name} \((\d+) \* 1024\)", BOARD)[1])


def test_the_firmware_fits_the_partition(tmp_path, capsys):
    target = tmp_path / "firmware.romfs"
    assert romfs.main([str(target)]) == 0
    data = target.read_bytes()
    assert data[:3] == b"\xd2\xcd\x31" and b"wiring.mpy" in data and b"main.py" not in data
    assert len(data) <= kib("MICROPY_HW_ROMFS_BYTES") * 1024
    assert f"{len(data)} bytes" in capsys.readouterr().out


def test_the_page_says_what_is_left_for_micropython():
    partition = kib("MICROPY_HW_ROMFS_BYTES")
    assert partition % 4 == 0
    left = FLASH_KIB - kib("MICROPY_HW_FLASH_STORAGE_BYTES") - partition
    assert f"partition of {partition} KiB, which leaves {left} KiB" in PAGE


def test_a_name_that_mpremote_would_not_take_is_refused(tmp_path, capsys):
    assert romfs.main([str(tmp_path / "firmware.bin")]) == 1
    assert capsys.readouterr().err == "romfs: name one file to write, ending in .romfs\n"
    assert romfs.main([str(tmp_path / "no/firmware.romfs")]) == 1
    assert "was not written" in capsys.readouterr().err
