"""Room: names of a board's traceback: every function of the firmware is known by where it stands in the repository."""

import ast
from pathlib import Path

import pytest

from host_tools.deploying import image, names
from host_tools.deploying.prepare import steps


@pytest.fixture(scope="module")
def known():
    return names.names()


@pytest.fixture(scope="module")
def deployed():
    return steps(image.read_tree(image.ROOT / "firmware"), image.programs_of()).files


def frame(path, name):
    return f'  File "firmware/{Path(path).with_suffix("")}.mpy", line 1, in {name}'


def test_every_function_on_the_board_is_told_by_a_definition_of_the_repository(known, deployed):
    told = 0
    for path, data in deployed.items():
        text = data.decode() if path.endswith(".py") else ""
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                line = known.translated(frame(path, node.name))
                first = line.strip().removeprefix("in firmware/").split(" or ")[0]
                file, _, qualified = first.partition(" ")
                source = (image.ROOT / "firmware" / file).read_text(encoding="utf-8")
                assert f"def {qualified.rpartition('.')[2]}(" in source, (path, node.name, line)
                told += 1
    assert told > 500


def test_names_in_sentences_are_told_and_values_are_not(known, deployed):
    given = steps(image.read_tree(image.ROOT / "firmware"), image.programs_of()).given
    short = given["take_progress"]
    assert known.translated(f"AttributeError: 'App' object has no attribute '{short}'").endswith("'take_progress'")
    assert known.translated(f"ValueError: not '{short}'") == f"ValueError: not '{short}'"


def test_what_is_not_known_stays():
    text = 'File "main.py", line 8, in <module>\n  File "firmware/left_out.mpy", line 1, in _a'
    assert names.names().translated(text) == text


def test_files_that_were_changed_on_the_way_are_refused():
    told = steps(image.read_tree(image.ROOT / "firmware"), image.programs_of())
    other = type(told)({**told.files, "app.py": b"def f():\n    pass\n"}, told.before, told.members, told.given)
    with pytest.raises(ValueError, match="app.py does not define"):
        names.Names(other)
