"""Room: runs dual-engine test files a second time on real MicroPython.

Files in the folders of DUAL hold plain `test_*` functions without pytest. Each runs under pytest on CPython, and
once more, in one MicroPython process a file, as items named `[micropython]`. A line `# engine: cpython` opts out.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parent.parent
DUAL = (
    "games",
    "sensing",
    "board",
    "chips",
    "lights",
    "link",
    "panel",
    "cards",
    "self_test",
    "bench",
    "report",
    "boards",
    "toy_games",
)
LEFT_OUT = pytest.StashKey[int]()
LONGEST = ("tests/host/test_bench_memory.py", "tests/sim/", "tests/device/")
sys.path.insert(0, str(ROOT))


def micropython_command():
    """Path of the MicroPython executable beside this Python, on PATH, or None."""
    beside = Path(sys.executable).with_name("micropython")
    return str(beside) if beside.exists() else shutil.which("micropython")


def pytest_addoption(parser):
    parser.addoption("--all-engines", action="store_true", help="play whole games on the other engine as well")


def pytest_collection_modifyitems(config, items):
    """Leave out what `make test` does not run, and begin with what takes longest: the end is shared better so."""
    left_out = [] if config.getoption("--all-engines") else [i for i in items if i.get_closest_marker("other_engine")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]
    if hasattr(config, "workerinput"):
        config.workeroutput["left_out"] = len(left_out)
        items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node, error):
    """Every worker has collected everything; pytest-xdist does not tell how much they left out."""
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left_out", 0)


def pytest_terminal_summary(terminalreporter, config):
    if config.stash.get(LEFT_OUT, 0):
        terminalreporter.write_line(
            f"left out: {config.stash[LEFT_OUT]} whole games on the other engine (make test-all)"
        )


def pytest_collect_file(file_path, parent):
    if file_path.name.startswith("test_") and file_path.suffix == ".py" and file_path.parent.name in DUAL:
        if "# engine: cpython" not in file_path.read_text(encoding="utf-8"):
            return MicroPythonFile.from_parent(parent, path=file_path, name=file_path.name + "[micropython]")
    return None


class MicroPythonFile(pytest.File):
    """One test file, run in one MicroPython process when its first item runs."""

    results = None

    def collect(self):
        import ast

        tree = ast.parse(self.path.read_text(encoding="utf-8"))
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield MicroPythonItem.from_parent(self, name=node.name + "[micropython]", function=node.name)

    def outcome(self, function):
        if self.results is None:
            self.results = self._run()
        if function not in self.results:
            return "MicroPython did not get as far as this test:\n" + self.results.get("", "")
        return self.results[function]

    def _run(self):
        command = micropython_command()
        module = ".".join(self.path.relative_to(ROOT).with_suffix("").parts)
        env = dict(os.environ, MICROPYPATH=".frozen:" + str(ROOT))
        done = subprocess.run(
            [command, "-X", "heapsize=16M", str(ROOT / "tests/mp_runner.py"), str(self.path), module],
            capture_output=True, text=True, env=env, cwd=ROOT, timeout=PATIENCE_S, check=False,
        )  # fmt: skip
        results = {"": done.stdout[-2000:] + done.stderr[-4000:]}
        for line in done.stdout.split("\n"):
            if line.startswith("\x1e"):
                record = json.loads(line[1:])
                results[record["test"]] = record["error"]
        return results


class MicroPythonItem(pytest.Item):
    def __init__(self, *, function, **more):
        super().__init__(**more)
        self.function_name = function

    def runtest(self):
        if micropython_command() is None:
            pytest.skip("no MicroPython wheel for this platform")
        error = self.parent.outcome(self.function_name)
        if error is not None:
            raise MicroPythonError(error)

    def repr_failure(self, excinfo, style=None):
        if isinstance(excinfo.value, MicroPythonError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self):
        return self.path, 0, self.name


class MicroPythonError(AssertionError):
    """The text MicroPython printed for a failed test."""
