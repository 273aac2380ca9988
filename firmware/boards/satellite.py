"""Room: a satellite: it tells the primary what it senses and shows what the primary says.

Records to the primary: {"t":"pos",...report} keyed by position, {"t":"press","b":button,"h":held}.
Records from it: {"t":"view","cells","edges","active","cues"}, {"t":"screen","s":screen,"l":language,"g":game},
{"t":"focus","p":[positions]}, {"t":"forget","p":position,"u":uid}, {"t":"self_test"}: its panel is its own until it
sends {"t":"self_test",...} back, with the results unless they left.
"""

from firmware import games
from firmware.cards.tag_text import reading
from firmware.link.peers import PRIMARY, Satellite

_DARK = {"cells": "." * 16, "edges": "." * 8, "active": False}


class SatelliteBoard:
    """`app` is the board's App."""

    def __init__(self, app):
        self.app = app
        self.link = Satellite(app.parts.link, app.clock, app.player, app.parts.epoch, app.version)
        self._lonely = None
        self._tester = None  # self_test.run.SelfTest while it runs
        self._cartridge = games.load(app.settings["game"])
        app.speak(app.settings["language"], self._cartridge)
        self._show(_DARK, [])
        self._alone(True)

    def _alone(self, lonely):
        if lonely == self._lonely:
            return
        self._lonely = lonely
        if lonely and self._tester is None:
            self.app.say({"title": ["looking", {}], "lines": [["no_primary", {}]], "hint": ["please_wait", {}]})

    def _show(self, mine, cues):
        """A whole view with only this board's part filled in: satellites have no rulers."""
        players = [_DARK] * self.app.player + [mine]
        self.app.view = {"players": players, "cues": cues}

    def step(self):
        """Pass on what the scanner found."""
        for report in self.app.scanner.take():
            self._send_report(report)
        for job in self.app.scanner.take_jobs():
            data = "" if job.data is None else job.data.hex()
            self.link.send(PRIMARY, {"t": "tag", "u": job.uid, "d": data})
        if self._tester is not None:
            self._test()

    def _test(self):
        """The board's own self test: it shows itself; nothing is shown of what the primary says."""
        if self._tester.step():
            self._show_test()
        if self._tester.over:
            record = self._tester.report or {"t": "self_test"}
            self._tester = None
            self.link.send(PRIMARY, record)
            self._show(_DARK, [])
            self._lonely = None
            self._alone(not self.link.alive(PRIMARY))

    def _show_test(self):
        self.app.view = self._tester.view()
        self.app.say(self._tester.screen(self.app.player))

    def _send_report(self, report):
        record = {"t": "pos"}
        record.update(report)
        self.link.send(PRIMARY, record, ("pos", report["pos"]))

    def press(self, button, held):
        if self._tester is not None:
            self._tester.press(button, held)
            self._show_test()
            return
        if button == "axis" and held and not self.link.alive(PRIMARY):
            self._begin_test()
        self.link.send(PRIMARY, {"t": "press", "b": button, "h": held})

    def resend(self):
        """The host asks for everything: a satellite has only its reports."""
        for report in self.app.scanner.reports():
            record = {"t": "pos"}
            record.update(report)
            self.app.host.send(record, ("pos", report["pos"]))

    def step_link(self):
        """Talk when polled; obey what came in."""
        self.link.step()
        for _, record in self.link.take():
            self._obey(record)
        for _, name, details in self.link.events():
            if name == "up" and details["fresh"]:
                for report in self.app.scanner.reports():
                    self._send_report(report)
        self._alone(not self.link.alive(PRIMARY))

    def _begin_test(self):
        from firmware.self_test.run import SelfTest

        self._tester = SelfTest(self.app)
        self._show_test()

    def _obey(self, record):
        kind = record.get("t")
        if kind == "self_test" and self._tester is None:
            self._begin_test()
        elif kind in ("view", "screen") and self._tester is not None:
            return  # the primary says it again when the test is over
        elif kind == "view":
            mine = {"cells": record["cells"], "edges": record["edges"], "active": record["active"]}
            self._show(mine, record["cues"])
        elif kind == "screen":
            self.app.speak(record["l"], self._cartridge)
            self.app.say(record["s"])
        elif kind == "focus":
            self.app.scanner.focus(record["p"])
        elif kind == "forget":
            self.app.scanner.forget(record["p"], record["u"])
        elif kind == "ask":
            self.app.scanner.send(reading(record["p"], record["u"]))
