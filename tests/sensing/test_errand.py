"""Room: pages of a tag are read and written between polls, over ideal and over register-level readers."""

from tests.sensing.table_day import Day, card, uid  # noqa: I001 (first: virtual time before asyncio)

import asyncio

from firmware.sensing.errand import Chore, Errand
from firmware.cards.tag_text import card_of, payload, reading, type_of

TAP = 17
GAME = "energy_matrix"
BLANK = b"\x01\x03\xa0\x0c\x34\x03\x00\xfe"


def written(code, copy=1, revision=1, number=1):
    """The pages of a tag that names this card, from page 4 on."""
    body = payload(bytes.fromhex(uid(number)), code, copy, revision)
    kind = type_of(GAME).encode()
    record = bytes((0xD4, len(kind), len(body))) + kind + body
    data = bytes((3, len(record))) + record + b"\xfe"
    return data + bytes(-len(data) % 4)


def both(story):
    """Run a story with ideal and with register-level readers."""
    for readers in ("ideal", "model"):
        Day(readers).live(story)


async def done(day, errand):
    """The errand when it is over."""
    day.scanner.send(errand)
    while True:
        for finished in day.scanner.take_errands():
            assert finished is errand
            return errand
        await asyncio.sleep(0.005)


def test_what_is_written_is_read_back_and_stays():
    async def story(day):
        day.table.set_position(TAP, [card(1)])
        data = written("2A+B>2C@2", 2)
        errand = await done(day, Errand(TAP, uid(1), 4, data=data))
        assert (errand.error, errand.data) == ("", data)
        day.table.set_position(TAP, [])
        day.table.set_position(5, [card(1)])
        errand = await done(day, reading(5, uid(1)))
        assert card_of(errand.data, bytes.fromhex(uid(1)), GAME) == ("2A+B>2C@2", 2, 1)
        assert len(errand.data) == 48

    both(story)


def test_a_blank_tag_costs_one_read():
    async def story(day):
        day.table.set_position(3, [card(1)])
        errand = await done(day, reading(3, uid(1)))
        assert (errand.error, errand.data[:8]) == ("", BLANK)

    both(story)


def test_as_many_pages_as_asked_for():
    async def story(day):
        day.table.set_position(3, [card(1)])
        errand = await done(day, Errand(3, uid(1), 2, 6))
        assert len(errand.data) == 24 and errand.data[4:8] == b"\xe1\x10\x12\x00"

    both(story)


def test_the_right_tag_of_a_stack_answers():
    async def story(day):
        day.table.set_position(5, [card(1), card(2, spot=1, size="frame")])
        assert (await done(day, Errand(5, uid(2), 4, data=written("eco", number=2)))).error == ""
        assert (await done(day, reading(5, uid(1)))).data[:8] == BLANK

    both(story)


def test_a_tag_that_is_not_there():
    async def story(day):
        errand = await done(day, reading(5, uid(1)))
        assert (errand.error, errand.data) == ("gone", None)
        errand = await done(day, Errand(5, uid(1), 4, data=bytes(8)))
        assert (errand.error, errand.data) == ("gone", None)

    both(story)


def test_a_locked_tag_refuses():
    async def story(day):
        day.table.set_position(TAP, [card(1)])
        assert (await done(day, Errand(TAP, uid(1), 2, data=b"\x00\x00\xff\xff"))).error == ""
        errand = await done(day, Errand(TAP, uid(1), 4, data=written("eco")))
        assert (errand.error, errand.data) == ("refused", None)

    both(story)


def test_a_dead_reader_is_a_fault():
    async def story(day):
        day.desk.faults(5).dead = 0xFF
        day.table.set_position(5, [card(1)])
        assert (await done(day, reading(5, uid(1)))).error == "fault"

    Day("model").live(story)


def test_sensing_goes_on_around_an_errand():
    async def story(day):
        day.table.set_position(TAP, [card(1)])
        day.scanner.send(Errand(TAP, uid(1), 4, data=written("eco")))
        day.table.set_position(7, [card(2)])
        for _ in range(400):
            await asyncio.sleep(0.005)
            if day.scanner.report(7)["uids"] == [uid(2)]:
                break
        assert day.scanner.report(7)["uids"] == [uid(2)]
        assert day.longest_ms <= 10

    both(story)


def test_a_long_chore_shows_the_watchdog_that_sensing_lives():
    """A measurement may outlast the watchdog's 8.4 s; each of its slices counts."""

    def long():
        for _ in range(50):
            yield None

    async def story(day):
        chore = Chore(long())
        day.scanner.send(chore)
        before = day.scanner.polls
        while not chore.done:
            await asyncio.sleep(0.001)
        assert day.scanner.polls >= before + 50

    both(story)
