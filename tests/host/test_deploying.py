"""Room: what a board is given is the repository's firmware with shorter private names and words in files."""

import ast
import re

import pytest

from firmware.games import ROLES
from host_tools.deploying import image
from host_tools.deploying.arguments import arguments_numbered
from host_tools.deploying.bundle import bundled
from host_tools.deploying.constants import put_constants
from host_tools.deploying.prepare import prepared
from host_tools.deploying.rom_names import given, identifiers, rom_names
from host_tools.deploying.shorten import short_names, shortened

FILES = image.read_tree(image.ROOT / "firmware")
SOURCES = {path: data.decode() for path, data in FILES.items() if path.endswith(".py")}

ONE = """
_SPEED = 3


class Cart:
    def __init__(self):
        self._wheel = _SPEED  # _wheel in a comment
        self._load = "a _wheel in a text"
"""
TWO = """
from one import Cart


class Van(Cart):
    _door = 1

    def turn(self, _how):
        return self._wheel + self._door + _how
"""
OTHER = "_DEPTH = 4\n_WIDTH = 5\n"


def made(**texts):
    names = short_names(texts)
    return names, {path: shortened(text, names) for path, text in texts.items()}


def test_files_share_short_names():
    names, texts = made(one=ONE, other=OTHER)
    assert {names["_DEPTH"], names["_WIDTH"]} <= set(names[name] for name in ("_SPEED", "_wheel", "_load"))
    assert texts["other"] == f"{names['_DEPTH']} = 4\n{names['_WIDTH']} = 5\n"


def test_names_of_one_file_or_of_related_classes_stay_apart():
    names, _ = made(one=ONE, two=TWO, other=OTHER)
    assert len({names[name] for name in ("_SPEED", "_wheel", "_load", "_door", "_how")}) == 5


def test_base_classes_of_one_name_are_taken_for_one_another():
    names, _ = made(one=ONE, two=TWO, third="class Cart:\n    _bell = 1\n")
    assert len({names[name] for name in ("_wheel", "_load", "_door", "_how", "_bell")}) == 5


def test_comments_texts_and_lines_stay():
    names, texts = made(one=ONE)
    assert "# _wheel in a comment" in texts["one"] and '"a _wheel in a text"' in texts["one"]
    assert texts["one"].count("\n") == ONE.count("\n")
    assert f"self.{names['_wheel']} = {names['_SPEED']}" in texts["one"]


def test_a_name_that_is_spoken_is_left_alone():
    names, texts = made(one='_a_b = 1\nx = getattr(y, "_a_b")\n')
    assert "_a_b" not in names and texts["one"].startswith("_a_b = 1")


def test_a_name_as_short_as_a_made_one_is_refused():
    with pytest.raises(ValueError, match="choose a longer one"):
        short_names({"one": 'x = "_a"\n_a = 1\n_long = 2\n'})


def test_two_underscores_and_one_alone_mean_something_else():
    names, _ = made(one="for _ in x:\n    y.__init__(_)\n")
    assert names == {}


def _shape(text):
    """A file's tree without its names."""
    names = {"id", "attr", "name", "arg", "asname"}
    return [
        (
            type(node).__name__,
            [value for key, value in ast.iter_fields(node) if key not in names and not _is_node(value)],
        )
        for node in ast.walk(ast.parse(text))
        if not isinstance(node, ast.Global)
    ]


def _is_node(value):
    return isinstance(value, (ast.AST, list))


def test_the_firmware_keeps_its_shape_and_no_two_names_of_a_file_become_one():
    joined = bundled({path: text for path, text in SOURCES.items() if "/words_" not in path})
    assert 30 < len(joined) < len(SOURCES) / 2
    texts = arguments_numbered(joined)
    names = short_names(texts)
    for path, before in texts.items():
        after = shortened(before, names)
        assert _shape(before) == _shape(joined[path]), path
        assert _shape(after) == _shape(before), path
        pairs = set(zip(_named(before), _named(after), strict=True))
        assert len({new for _, new in pairs}) == len({old for old, _ in pairs}) == len(pairs), path


def _named(text):
    found = []
    for node in ast.walk(ast.parse(text)):
        for key in ("id", "attr", "name", "arg"):
            value = getattr(node, key, None)
            if isinstance(value, str):
                found.append(value)
    return found


# A program at the prompt that says these names, so that they stay.
SAID = {
    "said.py": b"HIT, FACE_COL, Parts().slot, Activity().step, dark_view, ROLES, GAMES, READERS, CELLS, parts.strip\n"
}


def test_of_the_contracts_only_what_is_used_stays():
    space = {}
    ready = prepared(FILES, SAID)["contracts.py"].decode()
    exec(ready, space)
    assert space["HIT"] == 1 and space["FACE_COL"] == 3 and "TagReader" not in space and space["Parts"]().slot == ""
    assert space["Activity"]().step() is False and space["dark_view"](2)["players"][1]["cells"] == "." * 16
    assert ready.count("\n") == SOURCES["contracts.py"].count("\n")


def test_constants_of_games_stand_where_they_are_used():
    ready = {path: data.decode() for path, data in prepared(FILES, SAID).items() if path.endswith(".py")}
    space = {}
    exec(ready["games/__init__.py"], space)
    assert "CELLS" not in space and "DARK" not in space
    assert space["ROLES"] == ROLES and "energy_matrix" in space["GAMES"]
    assert "range(16)" in ready["games/energy_matrix/table.py"]
    texts = dict(SOURCES)
    put_constants(texts)
    for path, text in texts.items():
        assert text.count("\n") == SOURCES[path].count("\n"), path
    for path, text in ready.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and node.module == "firmware.games":
                names = {name.name for name in node.names}
                assert {name for name in names if f"games/{name}.py" not in ready} <= set(space), path


def test_only_names_that_were_imported_become_constants():
    texts = {
        "games/__init__.py": 'OK = "o"\nTAP = const(17)\nROLES = "ox"\n',
        "a.py": "from firmware.games import (\n    OK,\n    ROLES,\n)\nx = [OK, ROLES, y.OK, 'OK', TAP]\n",
        "b.py": "from firmware import games as role\nx = [role.OK, role.ROLES, OK]\n",
        "c.py": "def f():\n    from firmware.games import TAP\n    return TAP\n",
    }
    put_constants(texts)
    assert texts == {
        "games/__init__.py": '\n\nROLES = "ox"\n',
        "a.py": "from firmware.games import ROLES\n\n\n\nx = ['o', ROLES, y.OK, 'OK', TAP]\n",
        "b.py": "from firmware import games as role\nx = ['o', role.ROLES, OK]\n",
        "c.py": "def f():\n    pass\n    return 17\n",
    }


def test_numbers_of_the_wiring_stand_where_they_are_used():
    from firmware import wiring

    ready = prepared(FILES, SAID)
    space = {}
    exec(ready["wiring.py"].decode(), space)
    assert space["READERS"] == wiring.READERS and space["CELLS"] == 16 and "PIN_LEDS" not in space
    assert re.search(rf"parts\.strip = \w+\({wiring.PIN_LEDS}, ", ready["drivers.py"].decode())
    for path, data in ready.items():
        if path.endswith(".py"):
            said = set(re.findall(r"\bwiring\.(\w+)", data.decode()))
            assert said - {"py", "md"} <= set(space), path  # files that docstrings name


def test_names_become_those_that_micropython_has_unless_somebody_says_them():
    texts = {
        "a.py": "def counted(this):\n    return this.total, getattr(this, 'spoken'), dict(named=1)\n",
        "b/c.py": "from a import counted\nX = const(3)\nspoken = kept = c = counted\nspoken.append(named)\n",
    }
    names = rom_names(texts, {"main.py": "kept()"})
    assert set(names) == {"counted", "this", "total"}
    assert len(set(names.values())) == 3 and set(names.values()) <= given()
    used = identifiers(texts["a.py"]) | identifiers(texts["b/c.py"])
    assert not used & set(names.values())
