"""Room: a satellite: it tells the primary what it senses and shows what the primary says.

Records to the primary: {"t":"pos",...report} keyed by position, {"t":"press","b":button,"h":held}.
Records from it: {"t":"view","cells","edges","active","cues"}, {"t":"screen","s":screen,"l":language,"g":game},
{"t":"focus","p":[positions]}, {"t":"forget","p":position,"u":uid}, {"t":"self_test"}: its panel is its own until it
sends {"t":"self_test",...} back, with the results unless they left.
"""

from firmware import games
from firmware.boards.activities import Activities
from firmware.cards.tag_text import reading
from firmware.contracts import Activity, dark_view
from firmware.link.peers import PRIMARY, Satellite


class FromPrimary(Activity):
    """contracts.Activity: what the primary said last, and that it is looked for while it is silent."""

    def __init__(self, board, language):
        self.language = language
        self._board = board
        self._view = dark_view(board.app.player + 1)
        self._view["cues"].append(["sweep"])  # at power on, as the primary's
        self.look()

    def look(self):
        """The primary is silent."""
        self._screen = {"title": ["looking", {}], "lines": [["no_primary", {}]], "hint": ["please_wait", {}]}
        self.changed = True

    def take_view(self, record):
        """Light what the primary says: its record has only this board's part of a view; satellites have no rulers."""
        self._view = dark_view(self._board.app.player)
        self._view["players"].append({name: record[name] for name in ("cells", "edges", "active")})
        self._view["cues"] = record["cues"]
        self.changed = True

    def take_screen(self, record):
        """Say what the primary says, in its language."""
        self._screen, self.language = record["s"], record["l"]
        self.changed = True

    def view(self):
        """What is lit; cues only once."""
        view, self._view = self._view, dict(self._view, cues=[])
        return view

    def screen(self, player):
        return self._screen

    def press(self, player, button, held):
        if button == "axis" and held and not self._board.link.alive(PRIMARY):
            self._board.test()
        self._board.link.send(PRIMARY, {"t": "press", "b": button, "h": held})


class SatelliteBoard:
    """`app` is the board's App."""

    play = None  # games are the primary's

    def __init__(self, app):
        self.app = app
        self.link = Satellite(app.parts.link, app.clock, app.player, app.parts.epoch, app.version)
        self._cartridge = games.load(app.settings["game"])
        self._said = FromPrimary(self, app.settings["language"])
        self._activities = Activities(self._said)
        self._alive = False  # the primary, when it was looked at last
        self._show()

    def step(self):
        """Pass on what the scanner found, show what changed; True while more is due."""
        for report in self.app.scanner.take():
            self._send_report(report)
        for job in self.app.scanner.take_jobs():
            self.link.send(PRIMARY, {"t": "tag", "u": job.uid, "d": "" if job.data is None else job.data.hex()})
        more = self._activities.step()
        if self._activities.changed:
            self._show()
        return more

    def _show(self):
        self._activities.changed = False
        now = self._activities.now
        self.app.speak(self._said.language, self._cartridge)
        self.app.light(now.view())
        self.app.say(now.screen(self.app.player))

    def _send_report(self, report):
        self.link.send(PRIMARY, _record(report), ("pos", report["pos"]))

    def press(self, button, held):
        """A press on this board's panel."""
        self._activities.press(self.app.player, button, held)

    def test(self):
        """The self test of this board begins, unless it runs."""
        if self._activities.now is self._said:
            from firmware.self_test.run import SelfTest

            self._activities.open(SelfTest(self.app, self._tested))

    def _tested(self, report):
        """The self test is over; report: its record, None if the players left."""
        self.link.send(PRIMARY, report or {"t": "self_test"})

    def resend(self):
        """The host asks for everything: a satellite has only its reports."""
        for report in self.app.scanner.reports():
            self.app.host.send(_record(report), ("pos", report["pos"]))

    def step_link(self):
        """Talk when polled; obey what came in."""
        self.link.step()
        for _, record in self.link.take():
            self._obey(record)
        for _, name, details in self.link.events():
            if name == "up" and details["fresh"]:
                for report in self.app.scanner.reports():
                    self._send_report(report)
        alive = self.link.alive(PRIMARY)
        if self._alive and not alive:
            self._said.look()
        self._alive = alive

    def _obey(self, record):
        kind = record.get("t")
        if kind == "self_test":
            self.test()
        elif kind == "view":
            self._said.take_view(record)
        elif kind == "screen":
            self._said.take_screen(record)
        elif kind == "focus":
            self.app.scanner.focus(record["p"])
        elif kind == "forget":
            self.app.scanner.forget(record["p"], record["u"])
        elif kind == "ask":
            self.app.scanner.send(reading(record["p"], record["u"]))


def _record(report):
    """A report of the scanner as it goes to the primary and to a host."""
    record = {"t": "pos"}
    record.update(report)
    return record
