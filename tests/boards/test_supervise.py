"""Room: a board whose task stops is reset by the watchdog, one that lives is not, and its host and log are told."""

from tests.boards.live_table import live  # noqa: I001 (first: it puts virtual time under asyncio)

import asyncio

from machine_misc import POWER, Reset

from firmware.app import TASKS
from firmware.drivers.watchdog import LONGEST_MS, Watchdog
from firmware.sensing.jobs import ExclusiveJob
from host_tools.simulator.chips.vclock import CLOCK, VirtualClock
from tests.chips.test_clock import device_clock
from tests.helpers import raises

device_clock()  # start.py names the device's clock, which only loads over a stand-in for the port's time
from firmware.start import HEALTHY_MS, supervise  # noqa: E402


class Readers:
    """Those of a board, until the one at `stuck` never finishes a poll again."""

    rest_ms = 0
    stuck = None

    def __init__(self, ideal):
        self._ideal = ideal
        self.dead = ideal.dead
        self.ahead = ideal.ahead
        self.command = ideal.command
        self.health = ideal.health

    def poll(self, position, found):
        while position == self.stuck:
            yield None
        yield from self._ideal.poll(position, found)


class Clock(VirtualClock):
    """A clock whose pauses of `stuck` ms never end."""

    stuck = None

    async def sleep_ms(self, ms):
        while ms == self.stuck:
            await asyncio.sleep(1)
        await super().sleep_ms(ms)


class Watch:
    """The supervision of a table's primary by start.py; `healthy` counts how often boot.py was told."""

    def __init__(self, board):
        self.healthy = 0
        self.app = board.app
        self._task = asyncio.create_task(supervise(board.app, VirtualClock(), Watchdog(TASKS), self._told, "a"))

    def _told(self):
        self.healthy += 1

    async def end(self):
        self._task.cancel()
        try:
            await self._task
        except asyncio.CancelledError:
            pass


def watched(story, shape=None):
    """Tell a story with the board under supervision."""

    async def with_watch(table):
        watch = Watch(table.boards[0])
        try:
            await story(table, watch)
        finally:
            await watch.end()

    live(with_watch, shape=shape)


async def lives(table, ms):
    """So long nobody resets the board."""
    for _ in range(0, ms, 500):
        await table.ms(500)
        POWER.watchdog.check()


async def is_reset(table):
    """The watchdog is not fed any more."""
    await table.ms(3000 + LONGEST_MS)
    with raises(Reset):
        POWER.watchdog.check()


def test_a_board_that_lives_is_never_reset_and_says_once_that_its_start_was_good():
    async def story(table, watch):
        await lives(table, HEALTHY_MS)
        assert watch.healthy == 0 and table.latest("ready") == {}
        await lives(table, HEALTHY_MS)
        assert watch.healthy == 1 and table.latest("ready") == {"t": "ready", "slot": "a"}
        assert (await table.ask({"t": "hello"}))["slot"] == "a"

    watched(story)


def test_a_reader_that_never_finishes_a_poll_brings_the_watchdog():
    def shape(parts, _):
        parts.readers = Readers(parts.readers)

    async def story(table, watch):
        await lives(table, 3000)
        table.boards[0].app.parts.readers.stuck = 5
        await is_reset(table)
        assert watch.app.failed is None and table.boards[0].leds()

    watched(story, shape)


def test_steps_that_are_not_taken_any_more_bring_the_watchdog():
    def shape(parts, _):
        parts.clock = Clock()

    async def story(table, watch):
        await lives(table, 3000)
        clock = table.boards[0].app.clock
        clock.stuck = 5  # between two looks at the link
        await is_reset(table)
        clock.stuck = None  # the table can be put away

    watched(story, shape)


def test_a_long_chore_of_the_readers_is_progress():
    def steps():
        for _ in range(2 * LONGEST_MS * 4):
            yield None

    async def story(table, watch):
        chore = ExclusiveJob(steps())
        start = CLOCK.now_us
        watch.app.scanner.send(chore)
        while not chore.done:
            await lives(table, 500)
        assert CLOCK.now_us - start > LONGEST_MS * 1000, "it was no longer than the watchdog waits"

    watched(story)


def test_the_log_says_which_reader_fails_and_when_it_works_again():
    async def story(table, watch):
        readers = table.boards[0].app.parts.readers
        await lives(table, 2000)
        readers.dead.append(7)
        await lives(table, 4000)
        readers.dead.remove(7)
        await lives(table, 4000)
        lines = [text for _, text in (await table.ask({"t": "log"}))["lines"]]
        assert lines[0].startswith("started, firmware ") and lines[0].endswith(", slot a")
        assert lines[1:] == ["reader 7 does not work", "reader 7 works again"]

    watched(story)
