"""Room: self test and calibration of one board with its panel alone, chapter by chapter; no game runs meanwhile.

Readers by position, light sensors and gains (light.py, gain.py: measured and kept), every group of LEDs in each colour,
every button; then a summary, which is kept in the store and sent to the host. Before: chapters.py, light.py, gain.py.
After: boards/primary.py and boards/satellite.py, whose activity it is.

    {"t":"self_test","address","readers":[[position, found], ...],"light":[[position, side], ...]|null,
     "gains":[position, ...]|null,"leds":[group, ...],"buttons":[name, ...],"ok"}
                                                         each list names what is wrong; null: was not measured
"""

import json

from firmware.contracts import Activity, dark_view
from firmware.self_test.chapters import PARTS, Leds, Panel, Readers, Summary

FILE = "self_test"


class SelfTest(Activity):
    """contracts.Activity, over when the players have seen the summary or left. `app` is the board's App.

    told: called at the end with the record, or with None if they left before it; None: nobody asks.
    """

    def __init__(self, app, told=None):
        self._app = app
        self._told = told
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

    def press(self, player, button, held):
        """A long BACK leaves everything, RIGHT skips a chapter; the rest is the chapter's. Other panels say nothing."""
        if player != self._app.player:
            return
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
        chapter = self._chapter
        chapter.step()
        if chapter.changed:
            chapter.changed = False
            self.changed = True
        self._go_on()
        return False

    def close(self):
        if self._told is not None:
            self._told(self.report)

    def _go_on(self):
        if not self._chapter.over or self.over:
            return
        self.changed = True
        if self.report is not None:
            self.over = True
            return
        self._done.append(self._chapter)
        if self._waiting:
            self._chapter = self._waiting.pop(0)
        else:
            self._finish()

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
        view = dark_view(max(self._app.settings["boards"], self._app.player + 1))
        mine = view["players"][self._app.player]
        mine["cells"], mine["edges"] = self._chapter.lamps()
        return view
