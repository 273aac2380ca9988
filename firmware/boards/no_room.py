"""Room: in the place of a game that does not fit this board's memory: says what the board can do; for primary.py."""

from firmware.contracts import Activity


class NoRoom(Activity):
    """contracts.Activity; OK or BACK leads to the menu again."""

    def __init__(self, board):
        self._board = board

    def view(self):
        return self._board.menu.view()

    def screen(self, player):
        return {"title": ["no_memory", {}], "lines": [["no_memory_why", {}]], "hint": ["h_ok", {}]}

    def press(self, player, button, held):
        self.over = button in ("ok", "back")

    def close(self):
        return self._board.menu_again()
