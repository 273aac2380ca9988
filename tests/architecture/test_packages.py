"""Room: imported packages are pinned: those of host tools among what `make sim` installs, others for `make test`."""

import importlib.metadata
import re
import sys
import tomllib
from fnmatch import fnmatch

import pytest

from tests.architecture import house

PROJECT = tomllib.loads((house.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OWN = {"firmware", "host_tools", "hardware", "examples", "tests", "docs"}
# Modules of the device, and those that only stand in for them.
DEVICE = (
    set(house.HARDWARE)
    | {"micropython", "uctypes", "vfs"}
    | {"machine_" + name for name in ("i2c", "misc", "pins", "spi", "uart")}
)


def names(requirements):
    """Distribution names, in the form in which they are compared."""
    return {re.sub(r"[-_.]+", "-", re.split(r"[=<>;\[ ]", line, maxsplit=1)[0]).lower() for line in requirements}


TABLE = names(PROJECT["dependencies"])
ALL = TABLE | names(PROJECT["optional-dependencies"]["dev"])


def foreign(files):
    """{imported top-level module: a file that does}: neither Python's own, nor the device's, nor of this repository."""
    found = {}
    for path, text in files.items():
        for name in house.imports(text, path):
            top = name.split(".")[0]
            if top not in sys.stdlib_module_names | OWN | DEVICE:
                found[top] = path
    return found


def unpinned(files, pinned):
    """Imports that no pinned distribution provides."""
    given = importlib.metadata.packages_distributions()
    return {module: path for module, path in foreign(files).items() if not names(given.get(module, [module])) & pinned}


# What lies beside the firmware inside a measuring MicroPython imports the device's modules and its own neighbours.
HOST = {path: text for path, text in house.sources("host_tools").items() if "/rig/" not in path}
# They say in one sentence that `make setup` is wanted.
DEVELOPMENT = (
    "/build_font.py", "/bench/wasm.py", "/bench/settle.py", "/bench/program.py", "/deploying/image.py",
)  # fmt: skip


def test_host_tools_need_only_what_is_installed_with_them():
    assert {"typer", "starlette", "rich"} <= set(foreign(HOST))
    development = {
        path: text
        for path, text in HOST.items()
        if path.endswith(DEVELOPMENT) or path.startswith("host_tools/hardware/")
    }
    assert unpinned({path: text for path, text in HOST.items() if path not in development}, TABLE) == {}
    assert unpinned(development, ALL) == {}


def test_the_emulator_stays_out_of_what_is_installed():
    found = tomllib.loads((house.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    left_out = found["packages"]["find"]["exclude"]
    modules = ["host_tools.emulator", "host_tools.emulator.play"]
    assert all(any(fnmatch(module, pattern) for pattern in left_out) for module in modules)
    others = {path: text for path, text in HOST.items() if not path.startswith("host_tools/emulator/")}
    others.update(house.sources("firmware", "docs"))
    for path, text in others.items():
        assert not [name for name in house.imports(text, path) if name.startswith("host_tools.emulator")], path


def test_tests_need_only_what_setup_installs():
    assert "hypothesis" in foreign(house.sources("tests"))
    assert unpinned(house.sources("tests", "docs"), ALL) == {}


@pytest.mark.parametrize("line", ["import numpy", "from pandas import DataFrame", "import no_such_package"])
def test_an_import_that_nobody_pinned_is_found(line):
    assert len(unpinned({"x.py": line}, ALL)) == 1


def test_every_package_is_in_the_lock_at_its_version():
    pins = [line.split(";")[0].strip() for line in PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"]]
    lock = (house.ROOT / "requirements.lock").read_text(encoding="utf-8")
    locked = set(re.findall(r"^([\w.-]+==[\w.]+)", lock, re.MULTILINE))
    assert len(pins) > 10 and all("==" in pin for pin in pins)
    assert [pin for pin in pins if pin.split("==")[0].replace("_", "-") + "==" + pin.split("==")[1] not in locked] == []
