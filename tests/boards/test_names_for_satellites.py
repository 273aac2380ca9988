"""Room: what satellites are told: cards by name, since they have no card database, and cues once."""

from firmware import games
from firmware.boards.publish import Publisher
from firmware.contracts import Activity, dark_view
from firmware.games.energy_matrix.cards import database_rows, kinds
from tests.cards.databases import KINDS, NEW


class Everything:
    """App, host, scanner and link at once: keeps what is sent to satellites."""

    class words:  # noqa: N801
        say = staticmethod(str)

    def __init__(self):
        self.sent = []
        self.host = self
        self.scanner = self
        self.said = []

    def send(self, *what):
        if type(what[0]) is int:
            self.sent.append(what[1])

    def focus(self, positions):
        """As of the scanner."""

    def light(self, view):
        """As of the app."""

    def say(self, screen):
        self.said.append(screen)


class Named(Activity):
    """Names a card everywhere on both displays."""

    def __init__(self, value, cues=()):
        self.value = value
        self.cues = list(cues)

    def view(self):
        """Its cues are taken once."""
        view = dark_view(2)
        view["cues"], self.cues = self.cues, []
        return view

    def screen(self, player):
        return {
            "title": ["t", {"player": ["player", 1], "card": self.value}],
            "lines": [["announced", {"card": self.value}]],
            "hint": ["h", {"card": self.value}],
        }


def told(value, language):
    """What the satellite's display is to say of a card."""
    app = Everything()
    for _ in Publisher(app, app, games.load("energy_matrix"), 2).show(Named(value), language):
        pass
    assert app.said[0]["lines"][0][1]["card"] == value, "the primary words it itself"
    screen = [record for record in app.sent if record["t"] == "screen"][0]["s"]
    assert screen["title"][1]["player"] == ["player", 1]
    named = [args["card"] for _, args in [screen["title"], screen["hint"]] + screen["lines"]]
    assert named == named[:1] * 3
    return named[0]


def test_a_new_card_has_its_name_on_every_display():
    kinds.use(database_rows.catalogue_of(KINDS + [NEW]))
    try:
        assert told(["card", "6A@4"], "en") == '"makes 6A"'
        assert told(["card", "6A@4"], "zh") == "「产出 6A」"
    finally:
        kinds.use(kinds.DEFAULT)


def test_secret_and_unknown_cards_stay_what_they_are():
    assert told(["card", ""], "en") == ["card", ""]
    assert told(["card", "Z@9"], "en") == "Z@9"


def test_cues_are_sent_once_and_that_they_are_over_is_no_news():
    app, activity = Everything(), Named(["card", ""], [["win", 0]])
    publisher = Publisher(app, app, games.load("energy_matrix"), 2)
    for cues in ([["win", 0]], [], [["hit", 1]], []):
        activity.cues = list(cues)
        app.sent = []
        for _ in publisher.show(activity, "en"):
            pass
        assert [record["cues"] for record in app.sent if record["t"] == "view"] == ([cues] if cues else [])
