"""Room: the table runs without what somebody's shell happens to set: no variables but PATH."""

import os
import subprocess
import sys

import pytest

from tests.conftest import ROOT, micropython_command
from tests.patience import PATIENCE_S

PROGRAM = """
from host_tools.lab.rules import deck_kinds
from host_tools.simulator.table import VirtualTable
from host_tools.simulator.world import World
world = World(deck_kinds(), players=2, seed=1)
with VirtualTable(world, engine={engine!r}, readers={readers!r}, language="en") as table:
    table.run_ms(200)
    print(table.latest(0, "screen")["text"][0])
"""


@pytest.mark.parametrize("readers", ["ideal", "model"])
@pytest.mark.parametrize("engine", ["cpython", "micropython"])
def test_a_table_starts_with_no_variables_set(engine, readers):
    if engine == "micropython" and micropython_command() is None:
        pytest.skip("no MicroPython wheel for this platform")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(engine=engine, readers=readers)],
        env={"PATH": os.environ["PATH"]}, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("New game")
