"""Room: who says it keeps a contract of firmware/contracts.py has its methods, on the device and simulated."""

import ast

import pytest

from host_tools.simulator.games import cartridge
from tests.architecture import contracts, house

FOLDERS = ("firmware/drivers", "host_tools/simulator")
WRITTEN = contracts.shapes(house.sources("firmware/contracts.py")["firmware/contracts.py"])
del WRITTEN["Parts"]  # no contract: it holds what keeps them
_words, _members = WRITTEN.pop("Activity")  # built on, not only kept; its attributes are no methods
ACTIVITY = {"Activity": (_words, {name: shape for name, shape in _members.items() if shape is not None})}
# Two methods of TagReader are generators by their docstrings; their bodies, like all in that file, only raise.
WRITTEN["TagReader"][1].update({"poll": (2, 2, "generator"), "command": (5, 5, "generator")})
FILES = house.sources(*FOLDERS)


def keepers():
    """{contract: {folder of FOLDERS that has a class for it}}"""
    found = {name: set() for name in WRITTEN}
    for path, text in FILES.items():
        for contract in contracts.kept(text, WRITTEN).values():
            found[contract] |= {folder for folder in FOLDERS if path.startswith(folder)}
    return found


def test_the_contracts_are_read():
    assert set(WRITTEN) == {"Clock", "TagReader", "Sensors", "Strip", "Display", "Buttons", "Store", "Stream"}
    assert WRITTEN["Strip"][1] == {"set": (4, 4, ""), "show": (0, 0, "")}
    assert WRITTEN["Clock"][1]["sleep_ms"] == (1, 1, "async")


@pytest.mark.parametrize("contract", WRITTEN)
def test_each_contract_is_kept_by_a_driver_and_by_the_simulator(contract):
    assert keepers()[contract] == set(FOLDERS)


def test_they_have_all_methods_with_the_same_arguments():
    assert [f"{path}: {fault}" for path, text in FILES.items() for fault in contracts.breaches(text, WRITTEN)] == []


def activities():
    """{path: text} of the files with a class that is built on Activity, and their names."""
    files, names = {}, set()
    for path, text in house.sources("firmware").items():
        for node in ast.parse(text).body:
            if isinstance(node, ast.ClassDef) and "Activity" in [ast.unparse(base) for base in node.bases]:
                files[path] = text
                names.add(node.name)
    return files, names


def test_each_activity_is_called_as_its_contract_says():
    files, names = activities()
    assert names == {"NewGame", "Loading", "NoRoom", "Game", "Enrollment", "SelfTest", "FromPrimary"}
    for path, text in files.items():
        for name in names & set(contracts.shapes(text)):
            methods = contracts.shapes(text)[name][1]
            assert {"view", "screen"} <= set(methods), f"{name} shows nothing"
            assert contracts.kept(text, ACTIVITY)[name] == "Activity", f"{name} does not say that it keeps the contract"
        # What a class leaves out it has from Activity.
        assert [fault for fault in contracts.breaches(text, ACTIVITY) if " lacks " not in fault] == [], path


@pytest.mark.parametrize(("before", "after"), [("self, player", "self"), ("def screen", "async def screen")])
def test_an_activity_that_is_called_otherwise_is_found(before, after):
    good = 'class Pause:\n    """contracts.Activity."""\n    def screen(self, player):\n        return {}\n'
    found = [fault for fault in contracts.breaches(good.replace(before, after), ACTIVITY) if " lacks " not in fault]
    assert found == ["Pause.screen is not called as Activity says"]


GOOD = '''
class Rope:
    """contracts.Strip of rope."""

    def set(self, index, red, green, blue, white=0):
        pass

    @staticmethod
    def show():
        return True
'''


def test_more_methods_and_optional_arguments_do_no_harm():
    assert contracts.kept(GOOD, WRITTEN) == {"Rope": "Strip"}
    assert contracts.breaches(GOOD, WRITTEN) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def show():", "def shine():"),
        ("green, blue, white=0", "colour"),
        ("blue, white=0", "blue, white"),
        ("def show():", "def show(slowly):"),
        ("    def show", "    async def show"),
        ("return True", "yield True"),
    ],
)
def test_a_broken_contract_is_found(before, after):
    assert before in GOOD
    assert len(contracts.breaches(GOOD.replace(before, after), WRITTEN)) == 1


def asked(names):
    """{attribute: a file} that rooms around the games ask of something called by one of these names."""
    found = {}
    for path, text in house.sources("firmware/boards", "firmware/cards", "firmware/panel", "firmware/app.py").items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value).split(".")[-1] in names:
                found[node.attr] = path
    return found


@pytest.mark.parametrize("name", ["energy_matrix", "memory"])
def test_a_game_has_all_that_the_rooms_around_it_ask_for(name):
    game = cartridge(name)
    play = game.at_table(game.setup())
    for names, kept, least in ((("cartridge", "_cartridge"), game, 8), (("play",), play, 10)):
        attributes = asked(names)
        assert len(attributes) >= least
        missing = {word: path for word, path in attributes.items() if not hasattr(kept, word)}
        assert missing == {}
