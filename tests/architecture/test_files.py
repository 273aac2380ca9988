"""Room: what holds for every file of the house: length, first sentence, nothing left over, nothing of one machine."""

import re

import pytest

from tests.architecture import house

PYTHON = house.sources("firmware", "host_tools", "tests", "examples", "boot.py", "main.py")
SCRIPTS = {**house.sources("host_tools", suffix=".js"), **house.sources("host_tools", suffix=".mjs")}
PROSE = {}
for suffix in (".md", ".txt", ".toml", ".css", ".html", ".json"):
    PROSE.update(house.sources("docs", "hardware", "firmware", "host_tools", "tests", suffix=suffix))
PROSE.update(house.sources(*[path.name for path in house.ROOT.glob("*.md")], "Makefile", "pyproject.toml", ".ci/run"))
# Absolute folders of somebody's machine, and notes to oneself.
LEFT_OVER = re.compile(
    r"(?<![\w.])/(work|home|root|Users)/\w|C:\\\\|/tmp/(?!energy_matrix_)[a-z]|\.\./shared|\b(TODO|FIXME|XXX)\b"
)


def left_over_faults(path, text):
    """Lines that speak of one machine or of work not done."""
    return [
        f"{path}:{number}: {found.group(0)}"
        for number, line in enumerate(text.splitlines(), 1)
        for found in LEFT_OVER.finditer(line)
    ]


def test_there_are_files_of_every_kind():
    assert len(PYTHON) > 150 and len(PROSE) > 5
    assert sum(path.endswith(".js") for path in SCRIPTS) > 5 and sum(path.endswith(".mjs") for path in SCRIPTS) > 30


@pytest.mark.parametrize("check", [house.length_faults, house.opening_faults])
def test_every_source_file_can_be_read_in_one_go(check):
    assert [fault for path, text in {**PYTHON, **SCRIPTS}.items() for fault in check(path, text)] == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("firmware/x.py", "import json\n"),
        ("firmware/x.py", '"""A file without its room."""\n'),
        ("web/x.js", "const a = 1;\n"),
        ("web/x.js", "// short\n"),
        ("emulator/x.mjs", "import fs from 'node:fs';\n"),
    ],
)
def test_a_file_that_does_not_say_what_it_is_for_is_found(path, text):
    assert len(house.opening_faults(path, text)) == 1


def test_a_file_that_grew_too_long_is_found():
    assert house.length_faults("x.py", "\n" * house.MOST_LINES) == []
    assert len(house.length_faults("x.py", "\n" * (house.MOST_LINES + 1))) == 1


PICTURES = [path for name in ("docs", "hardware", "host_tools") for path in (house.ROOT / name).rglob("*.*")]


def test_pictures_are_small_enough_to_be_kept():
    """Larger ones are made where they are wanted, as `make hardware` does."""
    sizes = {path: path.stat().st_size for path in PICTURES if path.suffix in (".png", ".jpg", ".svg")}
    assert len(sizes) > 40
    assert [path.name for path, size in sizes.items() if size > 200_000] == []


def test_nothing_speaks_of_one_machine_or_of_work_not_done():
    files = {**PYTHON, **SCRIPTS, **PROSE}
    files.pop("tests/architecture/test_files.py")
    assert [fault for path, text in files.items() for fault in left_over_faults(path, text)] == []


@pytest.mark.parametrize("text", ["see /home/ann/x", "cd /work/x", "open('/tmp/x')", "../shared/x", "# TODO later"])
def test_a_left_over_is_found(text):
    assert len(left_over_faults("x", text)) == 1


def test_words_with_a_slash_are_left_alone():
    assert left_over_faults("x", "a network/home/plan, docs/work, 127.0.0.1/x, //tmp") == []
