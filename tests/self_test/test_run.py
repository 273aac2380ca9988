"""Room: the self test of a board without probe and thresholds: what it asks, what it says, what it keeps."""

import json

from firmware.self_test.run import FILE, SelfTest


class Clock:
    now = 0

    def ticks_ms(self):
        return self.now

    def diff_ms(self, later, earlier):
        return later - earlier


class Strip:
    def __init__(self):
        self.colours = {}

    def set(self, index, red, green, blue):
        self.colours[index] = (red, green, blue)

    def show(self):
        pass

    def lit(self):
        return sorted([index for index, colour in self.colours.items() if colour != (0, 0, 0)])


class Store:
    full = False

    def __init__(self):
        self.files = {}

    def write(self, name, data):
        if self.full:
            raise OSError(28)
        self.files[name] = data


class App:
    """A satellite: cells and sockets only."""

    def __init__(self, broken=()):
        self.player = 1
        self.settings = {"role": "satellite", "boards": 2}
        self.clock = Clock()
        self.sent = []
        self._broken = broken
        self.readable = list(range(18))
        self.parts = self.scanner = self.host = self.health = self.readers = self.sensors = self
        self.strip = Strip()
        self.store = Store()

    def broken(self, position):
        return position in self._broken

    def send(self, what):
        """A job for the scanner, which does it at once, or a record for the host."""
        if isinstance(what, dict):
            self.sent.append(what)
        else:
            for _ in what.run(self):
                pass


def started(**given):
    app = App(**given)
    test = SelfTest(app)
    test.step()
    return app, test


def lines(test):
    return test.screen(1)["lines"]


def press(test, *buttons):
    for button in buttons:
        test.press(1, button, False)
        test.step()


def test_a_broken_reader_is_named_and_shown():
    _, test = started(broken=(3, 17))
    assert [line[1]["at"] for line in lines(test)] == [["place", 3], ["place", 17]]
    mine = test.view()["players"][1]
    assert mine["cells"] == "ooox" + "o" * 12 and mine["edges"] == "." * 8


def test_each_group_lights_in_three_colours_and_people_judge():
    app, test = started()
    press(test, "ok")
    assert app.strip.lit() == list(range(1, 17)) and app.strip.colours[1] == (48, 0, 0)
    app.clock.now += 1400
    test.step()
    assert app.strip.colours[1] == (0, 0, 48)
    press(test, "ok")
    assert app.strip.lit() == list(range(17, 25))
    press(test, "back")
    assert app.strip.lit() == [] and lines(test)[0][0] == "st_buttons"
    press(test, "ok", "back", "left", "right", "axis")
    assert test.report["leds"] == ["edge"] and test.report["buttons"] == [] and not test.report["ok"]


def test_results_are_kept_and_sent():
    app, test = started()
    press(test, "ok", "ok", "ok", "ok", "back", "left", "right", "axis")
    assert app.sent == [test.report] and json.loads(app.store.files[FILE]) == test.report
    assert test.report["ok"] and test.report["light"] is None
    assert lines(test)[0][0] == "st_good" and lines(test)[-1][0] == "st_kept" and not test.over
    press(test, "ok")
    assert test.over


def test_a_full_flash_is_told():
    app, test = started()
    app.store.full = True
    press(test, "right", "right", "ok", "back", "left", "right", "axis")
    assert lines(test)[-1][0] == "st_not_kept" and app.sent == [test.report]


def test_a_button_that_does_not_work_ends_with_a_long_ok():
    _, test = started()
    press(test, "ok", "right")
    press(test, "back", "left", "right")
    test.press(1, "ok", True)
    assert test.report["buttons"] == ["axis"]


def test_a_long_back_leaves_all_dark_and_keeps_nothing():
    app, test = started()
    press(test, "ok")
    test.press(1, "back", True)
    assert test.over and test.report is None and app.strip.lit() == [] and app.store.files == {}
