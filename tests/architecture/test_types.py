"""Room: the drivers and boot.py say to `machine` and `rp2` only what the Pico's MicroPython offers.

The stubs of the board (micropython-rp2-rpi_pico-stubs) and those of MicroPython's standard library replace the ones
mypy brings: laid out as a typeshed of their own, so that `select`, `time` or `os` are MicroPython's too. Imported
files are read, but only the files named here are reported on: the stubs have faults of their own.
"""

import importlib.metadata
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parent.parent.parent
LIBRARY = "micropython-stdlib-stubs"
BOARD = "micropython-rp2-rpi_pico-stubs"


@pytest.fixture(scope="session")
def stubs(tmp_path_factory):
    """A folder with `typeshed` (standard library) and `board` (machine, rp2, ...), from the installed packages."""
    folder = tmp_path_factory.mktemp("stubs")
    for package in (LIBRARY, BOARD):
        for file in importlib.metadata.files(package):
            if file.parts[0] in ("stdlib", "stubs"):
                target = folder / "typeshed" / file
            elif file.suffix == ".pyi":
                target = folder / "board" / file
            else:
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file.locate(), target)
    return folder


def check(stubs, files):
    """Lines of complaint of mypy about these files; those about the stubs themselves are left out."""
    done = subprocess.run(
        [
            sys.executable, "-m", "mypy",
            "--config-file", "",
            "--custom-typeshed-dir", str(stubs / "typeshed"),
            "--no-site-packages",
            "--check-untyped-defs",
            "--follow-imports", "silent",
            "--cache-dir", str(stubs / "cache"),
            "--no-error-summary",
            *[str(file) for file in files],
        ],
        env={"MYPYPATH": str(stubs / "board"), "PATH": ""},
        cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return [line for line in done.stdout.splitlines() if not line.startswith(str(stubs))]


def test_drivers_and_boot_use_the_board_as_its_stubs_describe_it(stubs):
    files = [*sorted((ROOT / "firmware/drivers").glob("*.py")), ROOT / "boot.py"]
    assert len(files) > 10
    assert check(stubs, files) == []


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("machine.Pin(1).valve()", "valve"),
        ("machine.Pin(1, machine.Pin.PULL_SIDEWAYS)", "PULL_SIDEWAYS"),
        ("machine.WDT(time=3)", "time"),
        ("rp2.DMA().config(reed=b'')", "reed"),
        ("rp2.StateMachine(0).put('word')", "put"),
        ("select.epoll()", "epoll"),
        ("time.sleep_mss(1)", "sleep_mss"),
    ],
)
def test_a_call_that_the_board_does_not_have_is_found(stubs, tmp_path, line, complaint):
    wrong = tmp_path / "wrong.py"
    wrong.write_text(f"import machine, rp2, select, time\n\ndef use():\n    {line}\n", encoding="utf-8")
    lines = check(stubs, [wrong])
    assert any("error" in line and complaint in line for line in lines), lines


def test_nothing_is_waved_through():
    for file in [*(ROOT / "firmware/drivers").glob("*.py"), ROOT / "boot.py"]:
        assert "type: ignore" not in file.read_text(encoding="utf-8"), file
