"""Room: a view and a strip for the tests of the lights; runs on CPython and MicroPython."""

from firmware.lights.frame import Frame
from firmware.wiring import CHAIN_PRIMARY, chain_starts


class Strip:
    """Keeps colours and counts what it was sent; allocates nothing."""

    def __init__(self, count):
        self.levels = bytearray(3 * count)
        self.sent = 0

    def set(self, index, red, green, blue):
        self.levels[3 * index] = red
        self.levels[3 * index + 1] = green
        self.levels[3 * index + 2] = blue
        self.sent += 1

    def show(self):
        raise AssertionError("the app shows, not the frame")

    def colours(self):
        return [tuple(self.levels[at : at + 3]) for at in range(0, len(self.levels), 3)]


def board(cells="." * 16, edges="." * 8, active=True):
    return {"cells": cells, "edges": edges, "volts": [0] * 16, "active": active}


def view(**changes):
    """A duel at its start, with changes."""
    said = {
        "players": [board(), board(active=False)],
        "rulers": [[12, 0, 0, False], [8, 0, 0, False], [4, 0, 0, False]],
        "queue": [3, 0],
        "points": [3, 3, 0],
        "life": [[3, 3], [3, 3]],
        "cues": [],
    }
    said.update(changes)
    return said


def frame(chain=CHAIN_PRIMARY, cap_ma=1000):
    strip = Strip(chain_starts(chain)[1])
    return Frame(chain, strip, cap_ma), strip


def group(strip, name, chain=CHAIN_PRIMARY):
    """Colours of one group of the chain."""
    start = chain_starts(chain)[0][name]
    return strip.colours()[start : start + dict(chain)[name]]


def current_ma(strip):
    """What the LEDs draw: 20 mA for a full channel, 1 mA for each chip."""
    return sum(strip.levels) * 20 / 255 + len(strip.levels) / 3
