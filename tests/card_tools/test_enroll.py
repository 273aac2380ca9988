"""Room: tags are enrolled at the tap pad of a virtual table, over register-level readers and blank virtual tags."""

import pytest

from firmware.cards.tag_text import card_of
from firmware.wiring import CHAIN_PRIMARY
from host_tools.cards import source, tags
from host_tools.cards.enroll import Enrolment, Job, jobs
from host_tools.cards.ndef import message
from host_tools.cards.tags import TagOf
from host_tools.errors import HonestNo
from host_tools.simulator.read_leds import read_leds
from host_tools.simulator.tag_contents import tag_memory
from tests.card_tools.desk import desk

TAP = "tap:0"
ECO = [Job("eco", copy, 6, "saver") for copy in (1, 2, 3)]


class Person:
    """Holds cards to the pad as the command asks, and hears what it says."""

    def __init__(self, table, log, *held, **options):
        self.table = table
        self.heard = []
        self.now = []
        self.held = list(held)  # what to lay on the pad at each line that is said: cards, or a function
        self.log = log
        logged = tags.load(log) if log.exists() else []
        self.enrolment = Enrolment(table.line, log, logged, self.hear, **options)

    def hear(self, text):
        self.heard.append(text)
        assert "waiting for" not in text, self.heard
        world = self.table.world
        for card in list(world.pile(TAP)):
            world.move(card, "floor")
        self.table.table.run_ms(800)
        if "was lost" not in text:
            self.now = self.held.pop(0) if self.held else []
        for card in self.now:
            world.move(card.id, TAP, "up", 0)

    def enrol(self, *todo):
        return list(self.enrolment.run(list(todo)))


@pytest.fixture(scope="module", params=["ideal", "model"])
def table(request):
    with desk("cpython", request.param) as made:
        made.until(lambda: made.table.latest(0, "screen"), "a screen")
        yield made


def blank(table, code="eco", copy=1, memory=None):
    """A fresh card with a blank tag (or with these pages on it)."""
    card = table.world.print_card(code, copy, True, blank=True)
    if memory is not None:
        card.memory = memory
    return card


def with_message(card, octets):
    pages = bytearray(tag_memory(card.uid, "", 1))
    pages[16 : 16 + len(octets)] = octets
    card.memory = bytes(pages)
    return card


def names(card):
    return card_of(card.memory[16:160], bytes.fromhex(card.uid), "energy_matrix")


def test_card_after_card_is_written_read_back_and_logged(table, tmp_path):
    cards = [blank(table), blank(table)]
    person = Person(table, tmp_path / "tags.csv", cards[:1], [], cards[1:])
    done = person.enrol(*ECO[:2])
    assert done == [TagOf(cards[0].uid, "eco", 1, 1), TagOf(cards[1].uid, "eco", 2, 1)]
    assert [names(card) for card in cards] == [("eco", 1, 1), ("eco", 2, 1)]
    assert tags.load(person.log) == done
    assert person.heard[0] == "[1/2] hold eco (saver), copy 1 of 6, to the tap pad"
    assert "written, read back, logged" in person.heard[1]


def test_leds_and_display_say_how_the_card_at_the_pad_fares(table, tmp_path):
    seen = set()
    person = Person(table, tmp_path / "tags.csv", [blank(table)])
    hear = person.enrolment._say

    def look(text):
        table.table.run_ms(200)
        screen = table.table.latest(0, "screen")["screen"]
        cells = read_leds(table.table.board(0).leds, CHAIN_PRIMARY)["cells"]
        seen.add((screen["lines"][0][0], cells[:2]))
        hear(text)

    person.enrolment._say = look
    person.enrol(ECO[0])
    assert ("enroll_good", "oo") in seen
    table.until(lambda: table.table.latest(0, "screen")["screen"]["title"][0] == "menu", "the menu again")


def test_it_goes_on_where_it_stopped(table, tmp_path):
    log = tmp_path / "tags.csv"
    card = blank(table)
    Person(table, log, [card]).enrol(ECO[0])
    rows = [row for row in source.need().cards if row[0] in ("eco", "sun")]
    left = jobs(rows, tags.load(log))
    assert left[0][:3] == ("eco", 2, 6) and len(left) == 5 + 5
    assert jobs(rows, tags.load(log), {"sun"})[0][:3] == ("sun", 1, 5)
    second = blank(table)
    Person(table, log, [second]).enrol(left[0])
    assert [tag.copy for tag in tags.load(log)] == [1, 2]


def test_a_tag_that_was_written_but_not_logged_is_taken_as_it_is(table, tmp_path):
    card = with_message(blank(table), b"")
    with_message(card, message(bytes.fromhex(card.uid), "eco", 1, 1))
    person = Person(table, tmp_path / "tags.csv", [card])
    assert person.enrol(ECO[0]) == [TagOf(card.uid, "eco", 1, 1)]


def test_tags_that_will_not_do_are_refused_and_the_next_one_is_taken(table, tmp_path):
    log = tmp_path / "tags.csv"
    first = blank(table)
    Person(table, log, [first]).enrol(ECO[0])
    used = with_message(blank(table), b"")
    with_message(used, message(bytes.fromhex(used.uid), "oc", 4, 1))
    foreign = with_message(blank(table), b"\x03\x0f\xd1\x01\x0bU\x01example.com\xfe\x00\x00")
    locked = blank(table)
    locked.memory = locked.memory[:10] + b"\xff\xff" + locked.memory[12:]
    short = blank(table)
    short.uid = "04a1b2c3"
    short.memory = bytes(180)
    good = blank(table)
    before = used.memory, foreign.memory
    person = Person(table, log, [first], [used], [foreign], [locked], [short], [good])
    person.enrol(ECO[1])
    said = "\n".join(person.heard)
    for words in (
        f"tag {first.uid} is eco, copy 1, already",
        "in use: card oc, copy 4",
        "in use: data of something else",
        f"tag {locked.uid} is locked",
        "no NTAG213",
    ):
        assert words in said
    assert (used.memory, foreign.memory) == before
    assert names(good) == ("eco", 2, 1)
    assert [tag.uid for tag in tags.load(log)] == [first.uid, good.uid]


def test_two_tags_at_the_pad_are_asked_to_part(table, tmp_path):
    one, other = blank(table), blank(table)
    other.spot = one.spot + 1
    person = Person(table, tmp_path / "tags.csv", [one, other], [other])
    person.enrol(ECO[0])
    assert "two tags" in person.heard[1] and names(one) is None and names(other) == ("eco", 1, 1)


def test_other_data_is_overwritten_when_asked(table, tmp_path):
    foreign = with_message(blank(table), b"\x03\x0f\xd1\x01\x0bU\x01example.com\xfe\x00\x00")
    Person(table, tmp_path / "tags.csv", [foreign], overwrite=True, revision=7).enrol(ECO[0])
    assert names(foreign) == ("eco", 1, 7)


def test_a_locked_tag_keeps_its_card_for_good(table, tmp_path):
    card = blank(table)
    Person(table, tmp_path / "tags.csv", [card], lock=True).enrol(ECO[0])
    assert names(card) == ("eco", 1, 1)
    assert card.memory[10:12] == b"\xff\xff" and card.memory[160:162] == b"\xff\x0f"


@pytest.mark.parametrize("left", range(11))  # a page that empties the tag, nine behind, the first page
def test_a_card_pulled_away_at_any_page_is_still_blank(table, tmp_path, left, monkeypatch):
    """The tag leaves the field after so many pages were written; nothing is logged until it comes back."""
    card = blank(table)
    person = Person(table, tmp_path / "tags.csv", [card])
    line, sent = table.line, []
    ask = line.ask

    def torn(request, *more, **others):
        if request["t"] == "pad_write" and len(sent) <= left:
            data = bytes.fromhex(request["data"])
            pages = min(len(data) // 4, left - len(sent))
            sent.extend([0] * (len(data) // 4))
            if pages < len(data) // 4:
                if pages:
                    ask(dict(request, data=data[: 4 * pages].hex()))
                table.world.move(card.id, "floor")
                table.table.run_ms(500)
                states.append(names(card))
        return ask(request, *more, **others)

    states = []
    monkeypatch.setattr(line, "ask", torn)
    person.enrol(ECO[0])
    assert states == [None]
    assert names(card) == ("eco", 1, 1) and len(tags.load(person.log)) == 1


def test_a_dead_reader_is_said(table, tmp_path):
    def dead(request, *more, **others):
        return {"t": request["t"], "uids": ["04a1b2c3d4e5f6"], "ms": 999, "error": "fault"}

    class Line:
        ask = staticmethod(dead)

    with pytest.raises(HonestNo, match="reader of the tap pad"):
        list(Enrolment(Line(), tmp_path / "tags.csv", [], print).run(ECO[:1]))
