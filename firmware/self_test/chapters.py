"""Room: the chapters of the self test: readers, LEDs, buttons, summary; each judges, lights and words its own part.

A chapter has `name`, `wrong`, `changed`, `over`, step(), press(button, held), screen() -> (lines, code of the hint) and
lamps(). Before: the scanner's jobs, drivers' probe. After: run.py, which goes through them. Times in ms.
"""

from firmware.compat import const
from firmware.sensing.jobs import ExclusiveJob
from firmware.wiring import CELLS, CHAIN_PRIMARY, CHAIN_SATELLITE, EDGE

GOOD, BAD, ASKS, NOTHING = "o", "x", "?", "."  # of the vocabulary of roles in games
BUTTONS = ("ok", "back", "left", "right", "axis")
_COLOURS = ((48, 0, 0), (0, 48, 0), (0, 0, 48))
_COLOUR_MS = const(700)
_LINES = const(8)
PARTS = ("readers", "light", "gains", "leds", "buttons")  # of a report, in order


class Chapter:
    """What chapters share. `wrong`: what did not pass; `keys`: RIGHT is the chapter's own.

    `changed`: lamps or screen say something else now; run.py sets it back.
    """

    keys = False
    changed = False
    over = False

    def step(self):
        """A slice of work, at most 10 ms on the device."""

    def press(self, button, held):
        if button == "ok":
            self.over = True

    def leave(self):
        """The chapter ends early."""

    def keep(self, kept):
        """The Calibration to save at the end: its own, where it has learnt what `kept` (None at first) has not."""
        return kept

    def lamps(self):
        """Roles of cells and edges."""
        return NOTHING * CELLS, NOTHING * 8


class Readers(Chapter):
    """Every reader by position: writes and reads back, field, timer (drivers' reader_probe)."""

    name = "readers"

    def __init__(self, app):
        self._positions = app.scanner.readable
        self._found = {}
        self._health = app.scanner.health
        self.wrong = []
        self._job = ExclusiveJob(self._probe(app.parts.readers))
        app.scanner.send(self._job)
        self._shown = -1

    def _probe(self, readers):
        """Generator: None while it works; readers without a probe of their own are judged by their polls."""
        probe = readers.self_test() if hasattr(readers, "self_test") else None
        for position in self._positions:
            found = "timer" if self._health.broken(position) else "ok"
            if probe is not None:
                for result in probe.probe(position):
                    if result is None:
                        yield None
                    else:
                        found = result["found"]
            self._found[position] = found
            if found != "ok":
                self.wrong.append([position, found])
            yield None

    def step(self):
        if len(self._found) != self._shown:
            self._shown = len(self._found)
            self.changed = True

    def press(self, button, held):
        if button == "ok" and len(self._found) == len(self._positions):
            self.over = True

    def lamps(self):
        cells = [NOTHING] * CELLS
        for cell in range(CELLS):
            if cell in self._found:
                cells[cell] = GOOD if self._found[cell] == "ok" else BAD
        return "".join(cells), NOTHING * 8

    def screen(self):
        if len(self._found) < len(self._positions):
            return [["st_readers", {"n": len(self._found), "of": len(self._positions)}]], "please_wait"
        if not self.wrong:
            return [["st_readers_good", {"n": len(self._positions)}]], "h_st_next"
        lines = [["st_reader_bad", {"at": ["place", at], "what": ["found_" + found, {}]}] for at, found in self.wrong]
        return lines[:_LINES], "h_st_next"


class Leds(Chapter):
    """Each group of LEDs lights in red, green and blue; people say whether it is right."""

    name = "leds"

    def __init__(self, app):
        self._app = app
        self._groups = []
        at = 0
        for name, count in CHAIN_PRIMARY if app.settings["role"] == "primary" else CHAIN_SATELLITE:
            if name != "first":
                self._groups.append((name, at, count))
            at += count
        self._count = at
        self._at = 0
        self._since = None
        self._colour = -1
        self.wrong = []

    def step(self):
        now = self._app.clock.ticks_ms()
        if self._since is None:
            self._since = now
            self._colour = -1
        colour = self._app.clock.diff_ms(now, self._since) // _COLOUR_MS % 3
        if colour != self._colour and not self.over:
            self._colour = colour
            self._paint(_COLOURS[colour])

    def _paint(self, colour):
        """Straight to the strip: the frame has nothing to say meanwhile and does not touch it."""
        _, first, count = self._groups[self._at]
        for index in range(self._count):
            red, green, blue = colour if first <= index < first + count else (0, 0, 0)
            self._app.parts.strip.set(index, red, green, blue)
        self._app.parts.strip.show()

    def press(self, button, held):
        if button not in ("ok", "back"):
            return
        if button == "back":
            self.wrong.append(self._groups[self._at][0])
        self._since = None
        if self._at + 1 == len(self._groups):
            self.leave()
            self.over = True
        else:
            self._at += 1

    def leave(self):
        self._paint((0, 0, 0))

    def screen(self):
        name = ["led_" + self._groups[self._at][0], {}]
        return [["st_leds", {"name": name, "n": self._at + 1, "of": len(self._groups)}]], "h_st_leds"


class Panel(Chapter):
    """Every button once; a long OK ends it when one does not work."""

    name = "buttons"
    keys = True

    def __init__(self):
        self.wrong = list(BUTTONS)

    def press(self, button, held):
        if button in self.wrong:
            self.wrong.remove(button)
        if not self.wrong or (button == "ok" and held):
            self.over = True

    def screen(self):
        return [["st_buttons", {"names": [["button_" + name, {}] for name in self.wrong]}]], "h_st_buttons"


class Summary(Chapter):
    """What was found, and that it is kept."""

    name = "summary"

    def __init__(self, record, saved):
        self._record = record
        self._saved = saved

    def screen(self):
        record = self._record
        lines = [["st_good" if record["ok"] else "st_bad", {}]]
        for name in PARTS:
            wrong = record[name]
            if wrong is None:
                lines.append(["st_skipped", {"name": ["st_name_" + name, {}]}])
            elif wrong:
                lines.append(["st_wrong", {"name": ["st_name_" + name, {}], "n": len(wrong)}])
        lines.append(["st_kept" if self._saved else "st_not_kept", {}])
        return lines, "h_st_end"

    def lamps(self):
        cells = [NOTHING] * CELLS
        edges = [NOTHING] * 8
        bad = [entry[0] for entry in self._record["readers"] + (self._record["light"] or [])]
        for position in bad + (self._record["gains"] or []):
            if position < CELLS:
                cells[position] = BAD
            elif position >= EDGE:
                edges[position - EDGE] = BAD
        return "".join(cells), "".join(edges)
