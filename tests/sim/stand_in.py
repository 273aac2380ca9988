"""Room: a table without firmware for tests of server and page: shows whatever a test puts into its boards.

It offers what host_tools/simulator/table.py offers and knows no rule, so what a page shows over it comes from here.
"""

from firmware.wiring import CHAIN_PRIMARY, CHAIN_SATELLITE, chain_starts

CHAINS = (CHAIN_PRIMARY, CHAIN_SATELLITE)


class StandInBoard:
    def __init__(self, player):
        self.usb = []
        self.leds = [(0, 0, 0)] * chain_starts(CHAINS[player])[1]
        self.oled = bytes(1024)
        self.records = []


class StandInTable:
    """Remembers what was asked of it; `fail` makes the next step raise."""

    def __init__(self, world):
        self.world = world
        self.boards = [StandInBoard(0), StandInBoard(1)]
        self.fingers = []
        self.lived_ms = 0
        self.closed = False
        self.fail = None

    def board(self, player):
        return self.boards[player]

    def run_ms(self, ms):
        if self.fail:
            raise self.fail
        self.lived_ms += ms

    def hold(self, player, mask):
        self.fingers.append((player, mask, self.lived_ms))

    def close(self):
        self.closed = True


def view(**changes):
    """A `view` record as a primary board reports it; nothing is on."""
    dark = {"cells": "." * 16, "edges": "." * 8, "volts": [0] * 16, "active": False}
    record = {
        "t": "view",
        "players": [dict(dark), dict(dark)],
        "rulers": [[12, 0, 0, False], [8, 0, 0, False], [4, 0, 0, False]],
        "queue": [0, 0],
        "points": [0, 0, 0],
        "life": [[3, 3], [3, 3]],
        "cues": [],
    }
    record.update(changes)
    return record
