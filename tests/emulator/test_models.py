"""Room: the models of the table check themselves where Node is installed; they need no package of npm."""

import re
import shutil
import subprocess

import pytest

from host_tools.emulator.play.emulated_table import FOLDER
from tests.patience import PATIENCE_S

NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None, reason="Node is not installed")
def test_the_models_agree_with_data_sheets_and_standards():
    done = subprocess.run(
        [NODE, "table/selftest.mjs"], cwd=FOLDER, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    count, failed = re.search(r"(\d+) checks passed, (\d+) failed", done.stdout).groups()
    assert (done.returncode, int(failed)) == (0, 0), done.stdout + done.stderr
    assert int(count) >= 128


@pytest.mark.skipif(NODE is None, reason="Node is not installed")
@pytest.mark.parametrize(
    "path", sorted(FOLDER.glob("*.mjs")) + sorted((FOLDER / "play").glob("*.mjs")), ids=lambda p: p.name
)
def test_a_module_is_javascript(path):
    done = subprocess.run([NODE, "--check", str(path)], capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 0, done.stderr
