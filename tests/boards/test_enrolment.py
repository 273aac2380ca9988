"""Room: while a host enrols cards, that is what the table is busy with; the game below sees no card at the pad."""

from firmware.boards.activities import Activities
from firmware.cards.enroll import Enrollment
from firmware.contracts import Activity
from firmware.wiring import TAP
from tests.helpers import raises


class Game(Activity):
    """Keeps its news and presses."""

    def __init__(self):
        self.told = []

    def press(self, player, button, held):
        self.told.append(button)

    def notice(self, news):
        self.told.append(news)
        return False

    def focus(self):
        return {0: [3], 1: [4]}


class Table:
    """PrimaryBoard, App, clock, scanner and board room at once."""

    boards = 2

    def __init__(self):
        self.app = self.clock = self.scanner = self.room = self
        self.requests = {}
        self.now_ms = 0
        self.pad = {"uids": [], "missing": []}
        self.sent = []
        self.game = Game()
        self.activities = Activities(self.game)
        self.forgotten = []
        self.enrolment = Enrollment(self)

    def ticks_ms(self):
        return self.now_ms

    def diff_ms(self, later, earlier):
        return later - earlier

    def report(self, position):
        return self.pad

    def send(self, job):
        self.sent.append(job)

    def forget(self, player, token):
        self.forgotten.append((player, token))

    def ask(self, say="wait"):
        return self.requests["pad"]({"t": "pad", "code": "eco", "copy": 1, "say": say})


def test_the_first_request_puts_it_on_top_and_the_pad_is_polled_most():
    table = Table()
    assert table.activities.now is table.game
    table.ask()
    assert table.activities.now is table.enrolment and table.activities.now.focus() == {0: [TAP]}
    table.ask("good")
    table.activities.step()
    assert table.enrolment.view()["players"][0]["cells"] == "o" * 16
    assert table.enrolment.screen(0)["lines"][0][0] == "enroll_good"


def test_a_card_at_the_pad_and_presses_are_not_the_games():
    table = Table()
    table.ask()
    table.activities.notice(["tap", 0, "eco#1"])
    table.activities.notice(["see", 0, None])
    table.activities.press(0, "ok", False)
    assert table.game.told == [["see", 0, None]] and table.forgotten == [(0, "eco#1")]


def test_it_ends_when_the_host_says_so_or_is_silent_for_five_seconds():
    table = Table()
    table.ask()
    table.now_ms += 5000
    table.activities.step()
    assert table.activities.now is table.enrolment
    table.now_ms += 1
    table.activities.step()
    assert table.activities.now is table.game and table.activities.now.focus() == {0: [3], 1: [4]}
    table.ask()
    assert table.requests["pad_end"]({"t": "pad_end"}) == {"t": "pad_end"}
    table.activities.step()
    assert table.activities.now is table.game


def test_only_tags_that_are_read_now_count_and_time_runs_from_their_last_change():
    table = Table()
    assert table.ask() == {"t": "pad", "uids": [], "ms": 0}
    table.pad = {"uids": ["04aa", "04bb"], "missing": ["04aa"]}
    table.now_ms = 700
    assert table.ask() == {"t": "pad", "uids": ["04bb"], "ms": 0}
    table.now_ms = 1000
    assert table.ask() == {"t": "pad", "uids": ["04bb"], "ms": 300}


def test_a_tag_is_served_only_while_the_pad_shows_a_card_and_that_counts_as_asking():
    table = Table()
    request = {"t": "pad_read", "uid": "04aa", "page": 4, "count": 4, "id": 9}
    with raises(ValueError):
        table.requests["pad_read"](request)
    table.ask()
    table.now_ms = 4000
    table.requests["pad_read"](request)
    assert [(job.position, job.uid, job.answer) for job in table.sent] == [
        (TAP, "04aa", {"t": "pad_read", "uid": "04aa", "id": 9})
    ]
    table.now_ms = 8000
    table.activities.step()
    assert table.activities.now is table.enrolment
