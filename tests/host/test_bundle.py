"""Room: rooms of the firmware joined for a board behave as their files did; small houses of three files show how."""

import sys

import pytest

from host_tools.deploying.arguments import arguments_numbered
from host_tools.deploying.bundle import bundled

START = """from firmware.a.one import tell
from firmware.a.two import Box, report


def run():
    return tell() + report() + [Box(1).size]
"""
TOP = {"__init__.py": "", "start.py": START}
ONE = '''"""Room: one."""

from binascii import hexlify

_STEP = 1
LIMIT = 2


def number(value):
    """A public name that only this room uses."""
    limit = value * LIMIT
    return limit + _STEP


def tell():
    return [number(5), hexlify(b"a"), sorted([_STEP for _STEP in (3, 2)]), (lambda LIMIT: LIMIT)(9)]
'''
TWO = '''"""Room: two."""

from firmware.a import one
from firmware.a.one import LIMIT as MOST
from firmware.a.one import number as counted

_STEP = 10
found = None


class Box:
    LIMIT = 7

    def __init__(self, size=MOST):
        self.size = size + one.number(_STEP) + self.LIMIT


def keep(value):
    global found
    found = value


def report():
    from firmware.a.three import later

    keep(Box().size)
    return [found, counted(1), one._STEP, later()]
'''
THREE = "from firmware.a.one import number\n\n\ndef later():\n    return number(100)\n"
HOUSE = {**TOP, "a/__init__.py": '"""Room: a."""\n', "a/one.py": ONE, "a/two.py": TWO, "a/three.py": THREE}


def run(texts, folder, monkeypatch):
    """What firmware.start.run() returns of these files."""
    for path, text in texts.items():
        (folder / "firmware" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "firmware" / path).write_text(text)
    for name in [name for name in sys.modules if name.split(".")[0] == "firmware"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(str(folder))
    start = __import__("firmware.start", None, None, ("*",))
    assert start.__file__.startswith(str(folder))
    return start.run()


@pytest.fixture
def same(tmp_path, monkeypatch):
    """A function: files that do the same joined and with arguments renamed; returns them joined."""

    def check(texts):
        joined = bundled(texts)
        expected = run(texts, tmp_path / "apart", monkeypatch)
        assert run(joined, tmp_path / "joined", monkeypatch) == expected
        assert run(arguments_numbered(joined), tmp_path / "renamed", monkeypatch) == expected
        return joined

    yield check
    for name in [name for name in sys.modules if name.split(".")[0] == "firmware"]:
        del sys.modules[name]


def test_a_room_becomes_one_module_and_does_the_same(same):
    joined = same(HOUSE)
    assert set(joined) == {"__init__.py", "start.py", "a.py", "a_three.py"}
    assert "import one" not in joined["a.py"] and joined["a.py"].count("hexlify") == 2


def test_only_what_others_ask_for_keeps_its_name(same):
    text = same(HOUSE)["a.py"]
    assert "def number(" in text, "three.py, which stays apart, asks for it"
    assert "def _keep(" in text and "class Box" in text and "_LIMIT = 2" in text
    assert "_STEP = 1\n" in text and "_STEP_2 = 10\n" in text


def test_two_files_may_tell_by_one_name_if_others_do_not_ask_for_it():
    same_name = {**HOUSE, "a/two.py": TWO.replace("def report", "def tell")}
    same_name["start.py"] = "from firmware.a import one, two\n\n\ndef run():\n    return one.tell() + two.tell()\n"
    with pytest.raises(ValueError, match="the name tell stands for two things in this room; rename one"):
        bundled(same_name)


def test_a_file_that_a_string_names_is_found(same):
    package = """MODULES = ("b.one",)


def part():
    return __import__(__name__ + "." + MODULES[0], None, None, ("*",))
"""
    texts = {
        "__init__.py": "", "games/__init__.py": "", "games/g/__init__.py": package, "games/g/b/__init__.py": "",
        "games/g/b/one.py": "from firmware.games.g.b.two import helper\n\n\ndef tell():\n    return helper(3)\n",
        "games/g/b/two.py": "def helper(count):\n    return [count] * count\n",
        "start.py": "from firmware.games import g\n\n\ndef run():\n    return g.part().tell()\n",
    }  # fmt: skip
    texts["games/g/__init__.py"] += "\n\ndef tell():\n    return part().tell()\n"
    joined = same(texts)
    assert "games/g/b.py" in joined and 'MODULES = ("b",)' in joined["games/g/__init__.py"]


@pytest.mark.parametrize(
    ("path", "old", "new", "why"),
    [
        ("a/one.py", "from binascii import hexlify", "from firmware.a.two import Box", "in a circle"),
        ("a/one.py", '"""Room: one."""', 'x = f"{1}"', "no f-strings"),
        ("a/two.py", "keep(Box().size)", "_number = 3; keep(counted(1) + _number)", "local name"),
        ("a/two.py", "keep(Box().size)", "keep(one)", "is joined with this file"),
    ],
)
def test_what_cannot_be_joined_is_named(path, old, new, why):
    texts = {**HOUSE, path: HOUSE[path].replace(old, new)}
    if why == "local name":
        texts["a/three.py"] = "def later():\n    return 1\n"
    assert texts[path] != HOUSE[path]
    with pytest.raises(ValueError, match=why):
        bundled(texts)


def test_what_an_example_imports_stays_where_it_says():
    example = "from firmware.a.two import Box, keep\n"
    joined = bundled(HOUSE, examples={"box.py": example})
    assert joined["a/two.py"] == "from firmware.a import Box\nfrom firmware.a import keep\n"
    assert "def keep(" in joined["a/__init__.py"]


def test_arguments_that_a_call_names_stay():
    text = "def f(first, second=2):\n    return [first for first in (second,)], lambda second: second + first\n"
    text += "\n\nf(1, second=3)\n"
    found = arguments_numbered({"x.py": text})["x.py"]
    assert "def f(_arg1, second=2):" in found and "lambda second: second + _arg1" in found


def test_arguments_of_inner_functions_do_not_hide_those_around():
    text = "def outer(a):\n    def inner(b):\n        return a, b\n    return inner(a)\n\n\nvalue = outer(1)\n"
    found = arguments_numbered({"x.py": text})["x.py"]
    space = {}
    exec(found, space)
    assert space["value"] == (1, 1) and "def inner(_arg2)" in found
