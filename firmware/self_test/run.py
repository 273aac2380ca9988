"""Room: self test and calibration of one board with its panel alone, chapter by chapter; no game runs meanwhile.

Readers by position, light sensors and gains (self_test_light.py, self_test_gain.py: measured and kept), every group of
LEDs in each colour, every button; then a summary, which is kept in the store and sent to the host. A source for the
publish.py like menu and game. Before: the chapters, each in its file. After: boards/primary.py or boards/satellite.py.

    {"t":"self_test","address","readers":[[position, found], ...],"light":[[position, side], ...]|null,
     "gains":[position, ...]|null,"leds":[group, ...],"buttons":[name, ...],"ok"}
                                                         each list names what is wrong; null: was not measured
"""

import json

from firmware.self_test.chapters import PARTS, Leds, Panel, Readers, Summary
from firmware.wiring import CELLS

FILE = "self_test"
_DARK = {"cells": "." * CELLS, "edges": "." * 8, "volts": [0] * CELLS, "active": False}


class SelfTest:
    """`app` is the board's App. Call `step` often; `over` when the players have seen the summary or left."""

    def __init__(self, app):
        self._app = app
        self.over = False
        self.report = None  # the record, once all chapters are done
        self._waiting = [Readers(app)]
        if hasattr(app.parts.sensors, "thresholds"):
            from firmware.self_test.light import Light

            self._waiting.append(Light(app))
        if hasattr(app.parts.readers, "self_test") and app.scanner.readable:
            from firmware.self_test.gain import Gain

            self._waiting.append(Gain(app))
        self._waiting += [Leds(app), Panel()]
        self._done = []
        self._chapter = self._waiting.pop(0)

    def press(self, button, held=False):
        """A long BACK leaves everything, RIGHT skips a chapter; the rest is the chapter's."""
        if button == "back" and held:
            self._chapter.leave()
            self.over = True
        elif self._chapter.keys or button != "right":
            self._chapter.press(button, held)
        else:
            self._chapter.leave()
            self._chapter.over = True
        self._go_on()

    def step(self):
        """A slice of work (10 ms at most); True if there is something new to show."""
        changed = self._chapter.step()
        return self._go_on() or changed

    def _go_on(self):
        if not self._chapter.over or self.over:
            return False
        if self.report is not None:
            self.over = True
            return True
        self._done.append(self._chapter)
        if self._waiting:
            self._chapter = self._waiting.pop(0)
        else:
            self._finish()
        return True

    def _finish(self):
        record = {"t": "self_test", "address": self._app.player, "light": None, "gains": None}
        kept = None
        for chapter in self._done:
            record[chapter.name] = chapter.wrong
            kept = chapter.keep(kept)
        record["ok"] = not any(record[name] for name in PARTS)
        self.report = record
        saved = True
        try:
            if kept is not None:
                kept.save()
            self._app.parts.store.write(FILE, json.dumps(record).encode())
        except OSError:
            saved = False
        self._app.host.send(record)
        self._chapter = Summary(record, saved)

    def screen(self, player):
        """This board's display; the others say where the test goes on."""
        if player != self._app.player:
            return {"title": ["self_test", {}], "lines": [["st_elsewhere", {"player": ["player", self._app.player]}]],
                    "hint": ["please_wait", {}]}  # fmt: skip
        lines, hint = self._chapter.screen()
        return {"title": ["self_test", {}], "lines": lines, "hint": [hint, {}]}

    def view(self):
        """What the LEDs should say (contract of a game)."""
        mine = dict(_DARK)
        mine["cells"], mine["edges"] = self._chapter.lamps()
        players = [_DARK] * max(self._app.settings["boards"], self._app.player + 1)
        players[self._app.player] = mine
        return {"players": players, "rulers": [], "queue": [0, 0], "points": [0, 0, 0], "life": [], "cues": []}
