"""Room: asyncio on virtual time, on this engine (tests/sim/virtual_day.py is the program under test)."""

import os
import subprocess
import sys

import pytest

from tests.conftest import ROOT, micropython_command
from tests.patience import PATIENCE_S


def commands():
    yield "cpython", [sys.executable]
    if micropython_command():
        yield "micropython", [micropython_command()]


@pytest.mark.parametrize("command", [c for _, c in commands()], ids=[n for n, _ in commands()])
def test_a_day_passes_at_once_and_in_order(command):
    env = dict(os.environ, MICROPYPATH=".frozen:" + str(ROOT), PYTHONPATH=str(ROOT))
    done = subprocess.run(
        [*command, str(ROOT / "tests/sim/virtual_day.py")], capture_output=True, text=True, env=env, timeout=PATIENCE_S
    )
    assert done.stderr == ""
    lines = sorted(done.stdout.splitlines(), key=lambda line: int(line.split()[1]) // 100)
    assert lines == ["a 300", "late 500", "a 600", "b 86400000"]
