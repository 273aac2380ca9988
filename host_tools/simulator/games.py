"""Room: the game that a virtual table plays: one of the firmware, or one in examples/. MicroPython and CPython."""

import os

from firmware import games

FOLDER = __file__.replace("\\", "/").rsplit("/", 3)[0] + "/examples/"


def cartridge(name):
    """The cartridge of that name; from now on `games.load` finds it too. ValueError: one sentence."""
    if name not in games.GAMES:
        if name not in examples():
            known = ", ".join(list(games.GAMES) + examples())
            raise ValueError("there is no game %s; known are %s" % (name, known))
        games.GAMES[name] = "examples." + name
    return games.load(name)


def examples():
    """Names of the games in examples/."""
    return [name for name in sorted(os.listdir(FOLDER)) if "__init__.py" in _inside(FOLDER + name)]


def _inside(path):
    try:
        return os.listdir(path)
    except OSError:  # a file
        return []
