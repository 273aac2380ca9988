"""Room: an example: Memory, pairs among sixteen cards that lie face down; docs/cartridge.md makes it step by step."""

from firmware.games import CELLS, CHOSEN, Refusal, code_of
from firmware.games.kit.cartridge import Cartridge
from firmware.games.kit.journal import argument, changed
from firmware.games.kit.lying import face, mend, token
from firmware.games.kit.play import Step


def lay(state, action):
    """["lay", [16 tokens]]: two cards of each kind lie face down."""
    tokens = argument(action, list)
    if sorted([code_of(str(card)) for card in tokens]) != sorted([row[0] for row in Game.CARDS * 2]):
        raise Refusal("not_pairs")
    return changed(state, cells=tokens, phase="turn")


def turn(state, action):
    """["turn", cell]: a card is turned up; the second one makes a pair with the first or not."""
    cell = argument(action, int)
    if not 0 <= cell < CELLS or state["cells"][cell] is None or cell in state["open"]:
        raise Refusal("no_card", at=cell)
    codes = [code_of(state["cells"][at]) for at in state["open"] + [cell]]
    phase = "turn" if len(codes) == 1 else "take" if codes[0] == codes[1] else "cover"
    return changed(state, open=state["open"] + [cell], phase=phase)


def clear(state, action):
    """["clear"]: a pair was taken, and its finder goes on; or both cards were covered, and the other player does."""
    taken, active = state["phase"] == "take", state["active"]
    cells = [None if taken and at in state["open"] else card for at, card in enumerate(state["cells"])]
    pairs = [found + (taken and player == active) for player, found in enumerate(state["pairs"])]
    active = active if taken else 1 - active
    return changed(state, cells=cells, pairs=pairs, open=[], active=active, phase="turn" if any(cells) else "over")


class Cards(Step):
    """The step of every phase: the cards say what is done, the display says what to do."""

    def prompt(self, play):
        words = {"player": ["player", play.state["active"]], "a": play.state["pairs"][0], "b": play.state["pairs"][1]}
        return [[play.state["phase"], words], ["pairs", words]], ["h_" + play.state["phase"], {}]

    def lights(self, play, player, cells, edges):
        for cell in play.state["open"]:
            cells[cell] = CHOSEN

    def seen(self, play, player):
        for cell in range(CELLS):
            if play.state["phase"] == "turn" and face(play.seen[0], cell) == "up" and cell not in play.state["open"]:
                play.act(["turn", cell])
        if play.state["phase"] == "lay" and all([face(play.seen[0], cell) == "down" for cell in range(CELLS)]):
            play.act(["lay", [token(play.seen[0], cell) for cell in range(CELLS)]])
        elif play.state["phase"] in ("take", "cover") and not play.all_faults():
            play.act(["clear"])

    def disagreements(self, play, player):
        phase, taken = play.state["phase"], play.state["open"] if play.state["phase"] == "take" else ()
        cells = [None if at in taken else card for at, card in enumerate(play.state["cells"])]
        lies = None if phase == "turn" else "down"
        return mend(play.seen[0], [card and (card, lies) for card in cells]) if phase != "lay" else []


class Game(Cartridge):
    """state: "cells" (token or None), "open" (cells turned up), "pairs" (found by each player), "active"."""

    NAME = "memory"
    MODES = (("pairs", 1),)  # two players at one board
    CARDS = (("sun", "2", "太阳", "sun"), ("moon", "2", "月亮", "moon"), ("star", "2", "星星", "star"),
             ("tree", "2", "树", "tree"), ("fish", "2", "鱼", "fish"), ("bird", "2", "鸟", "bird"),
             ("house", "2", "房子", "house"), ("key", "2", "钥匙", "key"))  # fmt: skip
    PHASES = {"lay": ("lay",), "turn": ("turn",), "take": ("clear",), "cover": ("clear",), "over": ()}
    VERBS = {"lay": (lay, 1), "turn": (turn, 1), "clear": (clear, 0)}
    STEPS = dict.fromkeys(PHASES, Cards)
    PUBLIC = ("active", "pairs")

    def start(self, mode, options):
        return {"phase": "lay", "cells": [None] * CELLS, "open": [], "pairs": [0, 0], "active": 0}
