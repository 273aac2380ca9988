"""Room: the primary: pictures of all boards to the game, the game's view and screens to all boards.

What it shows is an activity (activities.py has a drawing of them). Records to the host:
{"t":"link","address","event","details"}; all others are those of publish.py.
"""

from firmware import games
from firmware.board.room import BoardRoom
from firmware.boards import loading
from firmware.boards.activities import Activities
from firmware.boards.game import Game
from firmware.boards.publish import Publisher
from firmware.cards.enroll import Enrollment
from firmware.cards.swap import CardDatabase
from firmware.cards.tag_text import reading
from firmware.link.peers import Primary
from firmware.panel.menu import NewGame


class PrimaryBoard:
    """`app` is the board's App. `pictures`: the newest of every board, None for one that is not there."""

    def __init__(self, app):
        self.app = app
        self.boards = app.settings["boards"]
        self.cartridge = games.load(app.settings["game"])
        self.link = Primary(app.parts.link, app.clock, list(range(1, self.boards)), app.parts.epoch, app.version)
        self.speak(app.settings["language"])
        self.database = CardDatabase(app, self.cartridge)
        self.room = BoardRoom(self.database.catalogue, self.boards)
        self.room.online(0, True)
        self.pictures = [None] * self.boards
        self.menu = NewGame(self)
        self.activities = Activities(self.menu)
        self.enrollment = Enrollment(self)
        self.publisher = Publisher(app, self.link, self.cartridge, self.boards)
        self._life = self._live()
        loading.put_back(self.cartridge)  # CardDatabase has used it

    @property
    def play(self):
        """The Play of the game that is on, None before and after it."""
        return self.activities.first.play

    def step(self):
        """One slice of the table's work (at most about 10 ms on the device); True while more is due."""
        return next(self._life)

    def _live(self):
        """Take what was sensed, show what changed, let the game think: for ever, a slice at a time."""
        while True:
            self._take_sensed()
            for news in self.room.take():
                self._notice(news)
                yield True
            while self.database.step(self):
                yield True
            self._take_database()
            self.activities.tidy()
            if self.activities.changed:
                self.activities.changed = False
                for _ in self.publisher.show(self.activities.now, self.language):
                    yield True
            yield self.activities.step()

    def _take_sensed(self):
        for report in self.app.scanner.take():
            self.room.report(0, report)
        for job in self.app.scanner.take_jobs():
            self._take_job(job)

    def _take_job(self, job):
        if job.answer is not None:
            self.enrollment.done(job)
        else:
            self.database.heard(self.room, job.uid, job.data)

    def _notice(self, news):
        """One piece of news from the board room."""
        kind = news[0]
        if kind == "ask":
            self.ask(news[1], news[2], news[3])
        elif kind == "gone":
            self.forget(news[1], news[2], news[3])
            self.activities.changed = True
        else:
            if kind == "see":
                self.pictures[news[1]] = news[2]
            self.activities.notice(news)

    def _take_database(self):
        """Another card database may have come into use."""
        if not self.database.changed:
            return
        self.database.changed = False
        self.activities.changed = True
        if self.activities.first is self.menu:
            loading.put_back(self.cartridge)

    def ask(self, player, position, uid):
        """Nobody knows this tag: let the board where it lies read what it says of itself."""
        if player == 0:
            self.app.scanner.send(reading(position, uid))
        else:
            self.link.send(player, {"t": "ask", "p": position, "u": uid})

    def forget(self, player, position, uid):
        """That card was taken off: the scanner of its board drops it."""
        if player == 0:
            self.app.scanner.forget(position, uid)
        else:
            self.link.send(player, {"t": "forget", "p": position, "u": uid})

    def press(self, button, held, player=0):
        """A press on any board's panel."""
        self.activities.press(player, button, held)

    def speak(self, language):
        """Say everything in this language from now on."""
        self.language = language
        self.app.speak(language, self.cartridge)

    def test(self, player):
        """The self test of a board begins: each is tested from its own panel."""
        if player == 0:
            from firmware.self_test.run import SelfTest

            self.activities.open(SelfTest(self.app))
        else:
            self.link.send(player, {"t": "self_test"})

    def load(self, chosen):
        """The activity after the menu. chosen: {"mode", "options", "language"}."""
        if not loading.has_room(self.cartridge):
            from firmware.boards.no_room import NoRoom

            return NoRoom(self)
        return loading.Loading(self, chosen)

    def game(self, chosen):
        """The activity after loading: a new game."""
        self.speak(chosen["language"])
        self.cartridge.use_cards(self.database.catalogue.rows())
        return Game(self, self.cartridge.at_table(self.cartridge.setup(chosen["mode"], chosen["options"])))

    def menu_again(self):
        """The activity after a game."""
        loading.put_back(self.cartridge)
        self.menu.restart()
        return self.menu

    def step_link(self):
        """Poll the satellites; take what they sensed and who pressed what."""
        if self.boards > 1:
            self._exchange()

    def _exchange(self):
        self.link.step()
        for address, record in self.link.take():
            self._take(address, record)
        for address, name, details in self.link.events():
            if name == "up":
                self.room.online(address, True, details["fresh"])
                self.publisher.forget(address)
            elif name == "down":
                self.room.online(address, False)
            self.app.log.note("board %d is %s" % (address, name))
            self.app.host.send({"t": "link", "address": address, "event": name, "details": details})
            self.activities.changed = True

    def _take(self, address, record):
        """A record of a satellite."""
        kind = record.get("t")
        if kind == "pos":
            self.room.report(address, record)
        elif kind == "press":
            self.press(record["b"], record["h"], address)
        elif kind == "self_test":  # over; the board shows again what it is told
            self.publisher.forget(address)
            self.activities.changed = True
            if "ok" in record:
                self.app.host.send(record)
        elif kind == "tag":
            self.database.heard(self.room, record["u"], bytes.fromhex(record["d"]) if record["d"] else None)

    def resend(self):
        """The host asks for every state again."""
        self.publisher.forget("host")
        self.database.resend()
        self.activities.changed = True
