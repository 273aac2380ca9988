"""Room: a game as one of the activities of the primary; what players answer about cards goes to the board room.

Before: the cartridge's Play (contract in firmware/games). After: activities.py, publish.py.
"""

from firmware.contracts import Activity, dark_view


class Game(Activity):
    """contracts.Activity of a Play. `journaled`: actions of its journal that the host was told (publish.py).

    Boards that the mode does not use stay dark, show what the first one shows, and what lies or is pressed there does
    not count.
    """

    def __init__(self, board, play):
        self.play = play
        self.journaled = 0
        self._board = board
        self._used = len(play.seen)  # boards that take part
        for player in range(min(board.boards, self._used)):
            play.see(player, board.pictures[player])
        self._obey()

    @property
    def over(self):
        return self.play.finished

    def view(self):
        shown = self.play.view()
        if self._used < self._board.boards:
            shown["players"] += dark_view(self._board.boards - self._used)["players"]
        return shown

    def screen(self, player):
        return self.play.screen(player if player < self._used else 0)

    def press(self, player, button, held):
        if player < self._used:
            self.play.press(player, button, held)
            self._obey()
            if self.play.testing is not None:
                self._board.test(self.play.testing)
                self.play.testing = None

    def notice(self, news):
        kind = news[0]
        if kind != "slot" and news[1] >= self._used:
            return False
        if kind == "see":
            self.play.see(news[1], news[2])
        elif kind == "slot":
            self.play.slot(news[1])
        elif kind == "tap":
            self.play.tap(news[1], news[2])
        elif kind == "lifted":
            self.play.lifted(news[1], news[2])
        self._obey()
        return False

    def focus(self):
        return self.play.focus()

    def step(self):
        thoughts = self.play.thoughts
        more = self.play.work()
        if self.play.thoughts != thoughts:
            self.changed = True
        return more

    def close(self):
        return self._board.menu_again()

    def _obey(self):
        """Do what the players answered about cards that cannot be read."""
        board = self._board
        room = board.room
        for verb, player, position, token in self.play.take_orders():
            if verb == "assign":
                room.assign(player, position, token)
            elif verb == "forget":
                room.forget(player, token)
            elif verb == "here":
                room.here(player, position, token[0], token[1])
            elif verb == "stays":
                room.stays(player, position, token)
            elif verb == "gone":
                uid = room.gone(player, position, token)
                if uid is not None:
                    board.forget(player, position, uid)
