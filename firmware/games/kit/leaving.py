"""Room: the question behind a held BACK where nothing of a turn has happened yet: leave, undo, self test, or go on.

Loaded only when asked for: it takes heap. Before: play.py. After: boards/game.py, which leaves or tests.
"""

from firmware.games.kit.play import Step


class Leaving(Step):
    """OK leaves for the menu, LEFT takes the last step of the turn before back, AXIS tests the board, BACK goes on."""

    alone = True

    def press(self, play, player, button):
        if button == "right":
            return
        play.end(self)
        if button == "ok":
            play.finished = True
        elif button == "left":
            play.undo()
        elif button == "axis":
            play.testing = player

    def tapped(self, play, player, token):
        """A card at a tap pad answers nothing."""

    def screen(self, play, player):
        return {"title": ["leave_title", {}], "lines": [["leave", {}], ["leave_or", {}]], "hint": ["h_leave", {}]}
