"""Room: before a game: self test, boards found, menu; boards/primary.py shows it instead of a Play."""

from firmware.panel.menu import Menu

_DARK = {"cells": "." * 16, "edges": "." * 8, "volts": [0] * 16, "active": False}


class NewGame:
    """`board` is the PrimaryBoard that begins the game when the menu is done."""

    def __init__(self, board):
        self._board = board
        self.pictures = [None] * board.boards
        self._menu = None
        self._swept = False
        self.restart()

    def restart(self):
        """Show the menu again."""
        self._menu = Menu(self._board.cartridge, self._board.language, self._board.boards)

    def seen(self, player, picture):
        """Keep the newest picture of each board: a game starts with it."""
        self.pictures[player] = picture

    def press(self, button, held):
        """A press on any board's panel."""
        if self._board.starting is not None:
            return
        self._menu.press(button, held)
        if self._menu.language != self._board.app.language:
            self._board.language = self._menu.language
            self._board.app.speak(self._menu.language, self._board.cartridge)
        if self._menu.done is not None:
            done = self._menu.done
            self._board.begin(done["mode"], done["options"], done["language"])

    def view(self):
        """Nothing lies on the table yet; at power on the LEDs are swept once."""
        cues = [] if self._swept else [["sweep"]]
        self._swept = True
        boards = self._board.boards
        return {
            "players": [_DARK] * boards,
            "rulers": [],
            "queue": [0, 0],
            "points": [0, 0, 0],
            "life": [],
            "cues": cues,
        }

    def screen(self, player):
        """The menu, and under it how many boards are there and what is broken."""
        shown = self._menu.screen(self._board.app.words)
        lines = list(shown["lines"])
        found = len([1 for picture in self.pictures if picture is not None])
        lines.append(["boards", {"n": found, "of": self._board.boards}])
        if self._menu.first:
            lines.append(["menu_test", {}])
        if self._board.database.fault is not None:
            lines.append(["cards_bad", {}])
        for picture in self.pictures:
            if picture is not None:
                lines += [[code, {"at": ["place", args["at"]]}] for _, code, args in picture["faults"]]
        shown["lines"] = lines
        if self._board.starting is not None:
            shown["hint"] = ["please_wait", {}]
        return shown
