"""Room: the firmware comes onto a board by other people's tools, as docs/flashing.md says, and runs there."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools import engines
from tests.device import small_firmware
from tests.device.conftest import Bench
from tests.device.standin import ROOT, Pico
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.skipif(
    engines.micropython_path() is None or not hasattr(os, "openpty"), reason="needs MicroPython and pseudo-terminals"
)
GUIDE = (ROOT / "docs/flashing.md").read_text(encoding="utf-8").split("## By hand")[1]


def documented(tool):
    """The commands of that tool in the guide, in order."""
    return re.findall(rf"^ {{4}}({tool} .*)$", GUIDE, re.MULTILINE)


def run(board, command, folder):
    """One documented command in `folder`, with this board's port."""
    words = shlex.split(command.replace("/dev/ttyACM0", board.port))
    beside = Path(sys.executable).with_name(words[0])
    words[0] = str(beside) if beside.exists() else words[0]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S, check=False, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("tool", ["mpremote", "rshell"])
def test_the_documented_commands_bring_a_firmware_that_runs(tool, tmp_path):
    from tests.device.repl_board import ReplBoard

    repository = small_firmware.make(tmp_path / "repository", "1.0", more={"old.py": "A = 1\n"})
    (tmp_path / "board").mkdir()
    commands = documented(tool)
    assert len(commands) == 2
    with ReplBoard(tmp_path / "board") as board:
        for command in commands:
            run(board, command, repository)
        (repository / "firmware/old.py").unlink()
        run(board, commands[0], repository)
        image, size = board.image, board.image.stat().st_size
    (tmp_path / "pico").mkdir()
    (tmp_path / "pico/flash.bin").write_bytes(image.read_bytes())
    with Pico(tmp_path / "pico", blocks=size // 4096) as pico:
        bench = Bench(tmp_path / "pico", pico)
        hello = bench.hello()
        left = bench.at_prompt(lambda board: board.value("import os", "os.listdir('/firmware')"))
    assert hello["firmware"] == "1.0" and hello["slot"] == ""
    assert ("old.py" in left) == (tool == "mpremote")  # as the guide says of what is left over
