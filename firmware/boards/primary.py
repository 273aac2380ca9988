"""Room: the primary: pictures of all boards to the game, the game's view and screens to all boards.

Records to the host: {"t":"link","address","event","details"}; all others are those of publish.py.
"""

from firmware import games
from firmware.board.room import BoardRoom
from firmware.boards import loading
from firmware.boards.publish import Publisher
from firmware.cards.enroll import Enrollment
from firmware.cards.swap import CardDatabase
from firmware.cards.tag_text import reading
from firmware.link.peers import Primary
from firmware.panel.new_game import NewGame


class PrimaryBoard:
    """`app` is the board's App. Before a game there is the menu (NewGame), then a Play until it is finished."""

    def __init__(self, app):
        self.app = app
        self.boards = app.settings["boards"]
        self.cartridge = games.load(app.settings["game"])
        self.link = Primary(app.parts.link, app.clock, list(range(1, self.boards)), app.parts.epoch, app.version)
        self.language = app.settings["language"]
        app.speak(self.language, self.cartridge)
        self.database = CardDatabase(app, self.cartridge)
        self.room = BoardRoom(self.database.catalogue, self.boards)
        self.room.online(0, True)
        self.play = None
        self.enrollment = Enrollment(app, self.boards)
        self.starting = None  # (mode, options, language) of a game that is being taken from flash
        self.new_game = NewGame(self)
        self.tester = None  # self_test.run.SelfTest of this board while it runs
        self.publisher = Publisher(app, self.link, self.cartridge, self.boards)
        self._changed = True
        self._life = self._live()
        loading.put_back(self.cartridge)  # CardDatabase has used it

    def step(self):
        """One slice of the table's work (at most about 10 ms on the device); True while more is due."""
        return next(self._life)

    def _live(self):
        """Take what was sensed, show what changed, let the game think: for ever, a slice at a time."""
        while True:
            for report in self.app.scanner.take():
                self.room.report(0, report)
            for job in self.app.scanner.take_jobs():
                if job.answer is not None:
                    self.enrollment.done(job)
                else:
                    self.database.heard(self.room, job.uid, job.data)
            for item in self.room.take():
                self._news(item)
                yield True
            if self.play is not None:
                self._orders()
                if self.play.finished:
                    self._new_game()
            checked = self.database.step(self)
            while checked is None:
                yield True
                checked = self.database.step(self)
            self._changed = self.enrollment.step() or self._changed or checked
            if self.tester is not None:
                self._test()
            if checked and self.play is None:
                loading.put_back(self.cartridge)
            if self._changed:
                self._changed = False
                for _ in self.publisher.show(self._source(), self.language):
                    yield True
            if self.starting is not None:
                for _ in loading.fetch(self.cartridge):
                    yield True
                self._begin(*self.starting)
            yield self._think()

    def _source(self):
        """What is shown. Nobody holds on to it: a game that is over goes from memory."""
        if self.enrollment.active:
            return self.enrollment
        if self.tester is not None:
            return self.tester
        return self.new_game if self.play is None else self.play

    def _think(self):
        """One slice of the game's thinking, whose results are shown. True while there is more."""
        if self.play is None:
            return False
        thoughts = self.play.thoughts
        more = self.play.work()
        self._changed = self._changed or self.play.thoughts != thoughts
        return more or self._changed

    def _news(self, item):
        """One piece of news from the board room."""
        kind = item[0]
        if kind == "ask":
            self.ask(item[1], item[2], item[3])
            return
        self._changed = True
        if kind == "gone":
            self._forget(item[1], item[2], item[3])
        elif kind == "see":
            self.new_game.seen(item[1], item[2])
            if self.play is not None:
                self.play.see(item[1], item[2])
        elif self.play is not None and kind == "slot":
            self.play.slot(item[1])
        elif kind == "lifted" and self.play is not None:
            self.play.lifted(item[1], item[2])
        elif kind == "tap" and self.enrollment.active:
            self.room.forget(item[1], item[2])
        elif self.play is not None and kind == "tap":
            self.play.tap(item[1], item[2])

    def ask(self, player, position, uid):
        """Nobody knows this tag: let the board where it lies read what it says of itself."""
        if player == 0:
            self.app.scanner.send(reading(position, uid))
        else:
            self.link.send(player, {"t": "ask", "p": position, "u": uid})

    def _orders(self):
        for verb, player, position, token in self.play.take_orders():
            if verb == "assign":
                self.room.assign(player, position, token)
            elif verb == "forget":
                self.room.forget(player, token)
            elif verb == "here":
                self.room.here(player, position, token[0], token[1])
            elif verb == "stays":
                self.room.stays(player, position, token)
            elif verb == "gone":
                uid = self.room.gone(player, position, token)
                if uid is not None:
                    self._forget(player, position, uid)
            self._changed = True

    def _forget(self, player, position, uid):
        if player == 0:
            self.app.scanner.forget(position, uid)
        else:
            self.link.send(player, {"t": "forget", "p": position, "u": uid})

    def press(self, button, held, player=0):
        """A press on any board's panel; while cards are enrolled it means nothing."""
        if self.enrollment.active:
            return
        self._changed = True
        if self.tester is not None:
            if player == 0:
                self.tester.press(button, held)
        elif self.play is None and button == "axis" and held:
            self._begin_test(player)
        elif self.play is None:
            self.new_game.press(button, held)
        else:
            self.play.press(player, button, held)
            self._orders()

    def _begin_test(self, player):
        """Each board is tested from its own panel."""
        if player == 0:
            from firmware.self_test.run import SelfTest

            self.tester = SelfTest(self.app)
        else:
            self.link.send(player, {"t": "self_test"})

    def _test(self):
        self._changed = self.tester.step() or self._changed
        if self.tester.over:
            self.tester = None
            self._changed = True

    def begin(self, mode, options, language):
        """The menu is done: a new game starts as soon as it is in memory."""
        self.starting = (mode, options, language)
        self._changed = True

    def _begin(self, mode, options, language):
        self.starting = None
        self.language = language
        self.app.speak(language, self.cartridge)
        self.cartridge.use_cards(self.database.catalogue.rows())
        self.play = self.cartridge.at_table(self.cartridge.setup(mode, options))
        self.publisher.journaled = 0
        for player in range(self.boards):
            self.play.see(player, self.new_game.pictures[player])
        self._changed = True

    def _new_game(self):
        self.play = None
        loading.put_back(self.cartridge)
        self.new_game.restart()
        self._changed = True

    def step_link(self):
        """Poll the satellites; take what they sensed and who pressed what."""
        if self.boards < 2:
            return
        self.link.step()
        for address, record in self.link.take():
            if record.get("t") == "pos":
                self.room.report(address, record)
            elif record.get("t") == "press":
                self.press(record["b"], record["h"], address)
            elif record.get("t") == "self_test":  # over; the board shows again what it is told
                self.publisher.forget(address)
                self._changed = True
                if "ok" in record:
                    self.app.host.send(record)
            elif record.get("t") == "tag":
                self.database.heard(self.room, record["u"], bytes.fromhex(record["d"]) if record["d"] else None)
        for address, name, details in self.link.events():
            if name == "up":
                self.room.online(address, True, details["fresh"])
                self.publisher.forget(address)
            elif name == "down":
                self.room.online(address, False)
            self.app.log.note("board %d is %s" % (address, name))
            self.app.host.send({"t": "link", "address": address, "event": name, "details": details})
            self._changed = True

    def resend(self):
        """The host asks for every state again."""
        self.publisher.forget("host")
        self.database.resend()
        self._changed = True
