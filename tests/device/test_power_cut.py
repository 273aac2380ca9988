"""Room: whatever the moment at which the supply fails, the next start finds the old card database or the new one.

The program power_cut.py runs on MicroPython with its real littlefs; see there.
"""

import json
import os
import subprocess

import pytest

from tests.conftest import ROOT, micropython_command
from tests.patience import PATIENCE_S


def outcomes(update):
    if micropython_command() is None:
        pytest.skip("no MicroPython wheel for this platform")
    done = subprocess.run(
        [micropython_command(), "-X", "heapsize=16M", str(ROOT / "tests/device/power_cut.py"), update],
        capture_output=True, text=True, cwd=ROOT, env=dict(os.environ, MICROPYPATH=".frozen:" + str(ROOT)),
        timeout=PATIENCE_S,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("update", ["push", "inbox"])
def test_a_cut_at_every_flash_operation_leaves_the_old_or_the_new_database(update):
    found = outcomes(update)
    assert found["uncut"] == "new"
    first = [after for after, _ in found["outcomes"]]
    assert len(first) == found["operations"] >= 15
    # Old up to some operation, new from then on: the switch is one step, and there is a cut on either side of it.
    assert set(first) == {"old", "new"} and first == sorted(first, reverse=True)
    assert [again for _, again in found["outcomes"]] == ["new"] * len(first)
