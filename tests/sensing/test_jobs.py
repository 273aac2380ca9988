"""Room: pages of a tag are read and written between polls, over ideal and over register-level readers."""

from tests.sensing.table_day import Day, card, uid  # noqa: I001 (first: virtual time before asyncio)

import asyncio

from firmware.sensing.jobs import ExclusiveJob, TagJob
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


async def done(day, job):
    """The job when it is over."""
    day.scanner.send(job)
    while True:
        for finished in day.scanner.take_jobs():
            assert finished is job
            return job
        await asyncio.sleep(0.005)


def test_what_is_written_is_read_back_and_stays():
    async def story(day):
        day.table.set_position(TAP, [card(1)])
        data = written("2A+B>2C@2", 2)
        job = await done(day, TagJob(TAP, uid(1), 4, data=data))
        assert (job.error, job.data) == ("", data)
        day.table.set_position(TAP, [])
        day.table.set_position(5, [card(1)])
        job = await done(day, reading(5, uid(1)))
        assert card_of(job.data, bytes.fromhex(uid(1)), GAME) == ("2A+B>2C@2", 2, 1)
        assert len(job.data) == 48

    both(story)


def test_a_blank_tag_costs_one_read():
    async def story(day):
        day.table.set_position(3, [card(1)])
        job = await done(day, reading(3, uid(1)))
        assert (job.error, job.data[:8]) == ("", BLANK)

    both(story)


def test_as_many_pages_as_asked_for():
    async def story(day):
        day.table.set_position(3, [card(1)])
        job = await done(day, TagJob(3, uid(1), 2, 6))
        assert len(job.data) == 24 and job.data[4:8] == b"\xe1\x10\x12\x00"

    both(story)


def test_the_right_tag_of_a_stack_answers():
    async def story(day):
        day.table.set_position(5, [card(1), card(2, spot=1, size="frame")])
        assert (await done(day, TagJob(5, uid(2), 4, data=written("eco", number=2)))).error == ""
        assert (await done(day, reading(5, uid(1)))).data[:8] == BLANK

    both(story)


def test_a_tag_that_is_not_there():
    async def story(day):
        job = await done(day, reading(5, uid(1)))
        assert (job.error, job.data) == ("gone", None)
        job = await done(day, TagJob(5, uid(1), 4, data=bytes(8)))
        assert (job.error, job.data) == ("gone", None)

    both(story)


def test_a_locked_tag_refuses():
    async def story(day):
        day.table.set_position(TAP, [card(1)])
        assert (await done(day, TagJob(TAP, uid(1), 2, data=b"\x00\x00\xff\xff"))).error == ""
        job = await done(day, TagJob(TAP, uid(1), 4, data=written("eco")))
        assert (job.error, job.data) == ("refused", None)

    both(story)


def test_a_dead_reader_is_a_fault():
    async def story(day):
        day.desk.faults(5).dead = 0xFF
        day.table.set_position(5, [card(1)])
        assert (await done(day, reading(5, uid(1)))).error == "fault"

    Day("model").live(story)


def test_sensing_goes_on_around_a_job():
    async def story(day):
        day.table.set_position(TAP, [card(1)])
        day.scanner.send(TagJob(TAP, uid(1), 4, data=written("eco")))
        day.table.set_position(7, [card(2)])
        for _ in range(400):
            await asyncio.sleep(0.005)
            if day.scanner.report(7)["uids"] == [uid(2)]:
                break
        assert day.scanner.report(7)["uids"] == [uid(2)]
        assert day.longest_ms <= 10

    both(story)


def test_a_long_job_shows_the_watchdog_that_sensing_lives():
    """A measurement may outlast the watchdog's 8.4 s; each of its slices counts."""

    def long():
        for _ in range(50):
            yield None

    async def story(day):
        job = ExclusiveJob(long())
        day.scanner.send(job)
        before = day.scanner.polls
        while not job.done:
            await asyncio.sleep(0.001)
        assert day.scanner.polls >= before + 50

    both(story)
