"""Room: a card database comes onto a board without our firmware running: by mpremote and by rshell, as documented.

docs/cards.md has the commands; each is taken from there, with the port and the file of the test in it.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cards.databases import NEW_FILE, OLD_FILE
from tests.conftest import ROOT, micropython_command
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.skipif(
    micropython_command() is None or not hasattr(os, "openpty"), reason="needs MicroPython and pseudo-terminals"
)
TOOLS = ("mpremote", "rshell")
GUIDE = (ROOT / "docs/cards.md").read_text(encoding="utf-8")


def documented(tool, again=False):
    """The commands of that tool in the guide, in order; `again`: without the one that the guide leaves out then."""
    section = GUIDE.split("## Without the firmware")[1].split("\n## ")[0]
    commands = re.findall(rf"^ *({tool} .*)$", section, re.MULTILINE)
    assert len(commands) == 2
    return [command for command in commands if not (again and tool == "rshell" and " mkdir " in command)]


@pytest.fixture
def board(tmp_path):
    from tests.device.repl_board import ReplBoard

    with ReplBoard(tmp_path) as made:
        yield made


def run(board, command, file):
    """One documented command, with this board's port and this file."""
    words = shlex.split(command.replace("/dev/ttyACM0", board.port).replace("cards.bin :", f"{file} :"))
    words = [str(file) if word == "cards.bin" else word for word in words]
    beside = Path(sys.executable).with_name(words[0])
    words[0] = str(beside) if beside.exists() else shutil.which(words[0])
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def found(board):
    """What the firmware finds at its start."""
    done = subprocess.run(
        [micropython_command(), str(ROOT / "tests/device/find_cards.py"), str(board.image)],
        capture_output=True, text=True, cwd=ROOT, env=dict(os.environ, MICROPYPATH=".frozen:" + str(ROOT)),
        timeout=PATIENCE_S,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("tool", TOOLS)
def test_the_documented_commands_bring_a_database_onto_the_board(board, tool, tmp_path):
    for data, kinds in ((OLD_FILE, 26), (NEW_FILE, 27)):
        file = tmp_path / "cards.bin"
        file.write_bytes(data)
        for command in documented(tool, data is NEW_FILE):
            run(board, command, file)
        state = found(board)
        assert (state["kinds"], state["fault"]) == (kinds, None)
        assert "cards.bin" not in state["files"]


@pytest.mark.parametrize("tool", TOOLS)
def test_a_copy_that_broke_off_changes_nothing(board, tool, tmp_path):
    file = tmp_path / "cards.bin"
    for data in (OLD_FILE, NEW_FILE[: len(NEW_FILE) // 2]):
        file.write_bytes(data)
        for command in documented(tool, data is not OLD_FILE):
            run(board, command, file)
        state = found(board)
    assert state["kinds"] == 26 and "cut short" in state["fault"]
