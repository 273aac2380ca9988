"""Room: polls all tag readers of one board behind their grid (contracts.TagReader): one row awake, one reader listens.

Times in microseconds on ticks_us. Polls are generators that hand control back after slices of at most a few
milliseconds. Protocol comes from anticollision.py and tag_access.py, working readers from reader_setup.py; sensing
comes after.
"""

from firmware import wiring
from firmware.compat import const
from firmware.contracts import CLEAN, FAULT, GARBLED, HIT
from firmware.drivers.anticollision import Walk
from firmware.drivers.iso14443a import BROKEN, NOTHING, Frame
from firmware.drivers.reader_setup import BAUDRATE, GARBLES, HITS, POLLS, Setup
from firmware.drivers.tag_access import Selected

_GUARD_US = const(5000)  # ISO 14443-3 section 5: a tag is ready 5 ms after the field
_SLICE_US = const(3000)  # then others get their turn
_DEADLINE_US = const(150_000)  # for one position, others' turns included
_ANSWER_SLACK_US = const(600)  # past frame and timeout; a reader that has not ended by then never will


class ReaderGrid:
    """contracts.TagReader. `setup` (reader_setup.py) keeps gains and speeds; `clock` is also for reader_bench.py."""

    def __init__(self, bus, clock, baudrate=BAUDRATE):
        self.clock = clock
        self.setup = Setup(bus, clock, baudrate)
        self.gains = self.setup.gains
        self._frame = Frame()
        self._walk = Walk(self._frame)
        self._selected = Selected(self._frame)
        self._ahead = -1
        self._failed = False

    @property
    def rest_ms(self):
        """contracts.TagReader.rest_ms."""
        return self.setup.rest_ms

    def self_test(self):
        """The Probe of reader_probe.py: probe, probe_all, tune. Loaded only when asked for: it takes heap."""
        from firmware.drivers.reader_probe import Probe

        return Probe(self)

    def bench(self):
        """The ReaderBench of reader_bench.py, for a table that is being built; loaded only when asked for."""
        from firmware.drivers.reader_bench import ReaderBench

        return ReaderBench(self)

    def health(self, position):
        """Counters of a position since power on: [polls, hits, garbled, resets]."""
        return self.setup.health[position]

    def ahead(self, position):
        """contracts.TagReader.ahead: its field comes on during the next poll if both antennas lie far apart."""
        self._ahead = position

    def poll(self, position, found):
        """contracts.TagReader.poll."""
        setup = self.setup
        counters = setup.health[position]
        counters[POLLS] += 1
        found.clear()
        walk = self._walk
        ready = yield from self._open(position)
        if not ready:
            yield FAULT
            return
        ended = yield from self._run(walk.tags(found))
        if self._failed:
            setup.forget(position)
            found.clear()
            yield FAULT
        elif not ended or walk.broken or (walk.heard and not found):
            if setup.doubt(position):
                found.clear()  # read over a bus that lost bits
            setup.close(position)
            counters[GARBLES] += 1
            yield GARBLED
        else:
            setup.close(position)
            counters[HITS] += 1 if found else 0
            yield HIT if found else CLEAN

    def command(self, position, uid, data, answer, timeout_us):
        """Send one command to the tag with that UID (tag_access.py); a generator like `poll`.

        HIT: `answer` is filled; CLEAN: no tag at all; GARBLED: another tag, or an answer that is not whole; FAULT.
        """
        selected = self._selected
        self._ahead = -1
        ready = yield from self._open(position)
        if not ready:
            yield FAULT
            return
        yield from self._run(selected.command(uid, data, answer, timeout_us))
        if self._failed:
            self.setup.forget(position)
            yield FAULT
            return
        self.setup.close(position)
        if selected.ok:
            yield HIT
        else:
            yield GARBLED if selected.heard else CLEAN

    def _open(self, position):
        """Have the reader ready and its tags powered up; False: it does not work."""
        setup = self.setup
        setup.slice_us = self.clock.ticks_us()
        ahead = self._ahead
        self._ahead = -1
        since_us = yield from setup.open(position, ahead)
        self._failed = since_us < 0
        if not self._failed:
            yield from setup.wait(since_us, _GUARD_US)
        return not self._failed

    def _run(self, steps):
        """Exchange frame after frame of a protocol; False if the deadline cut it short. Sets `_failed`."""
        clock = self.clock
        setup = self.setup
        frame = self._frame
        start, poll = setup.chip.start, setup.chip.poll
        ticks_us, diff_us, wait_us = clock.ticks_us, clock.diff_us, clock.wait_us
        start_us = ticks_us()
        for _ in steps:
            answer_us = start(frame)
            wait_us(answer_us)
            if not frame.answer_bits:
                frame.outcome = NOTHING
            elif not poll(frame):
                since_us = ticks_us()
                last_us = frame.timeout_us + _ANSWER_SLACK_US
                while not poll(frame):
                    now = ticks_us()
                    if diff_us(now, since_us) > last_us:
                        self._failed = True
                        frame.outcome = BROKEN
                        return False
                    if diff_us(now, setup.slice_us) > _SLICE_US:
                        yield None
                        setup.slice_us = ticks_us()
            now = ticks_us()
            if diff_us(now, setup.slice_us) > _SLICE_US:
                if diff_us(now, start_us) > _DEADLINE_US:
                    return False
                yield None
                setup.slice_us = ticks_us()
        return True


def sweep_order():
    """All readers in an order in which each row is woken once and neighbours lie far apart where they can."""
    left = sorted(range(len(wiring.READERS)), key=lambda position: wiring.READERS[position])
    order = left[:0]
    while left:
        choices = [position for position in left if wiring.READERS[position][0] == wiring.READERS[left[0]][0]]
        far = [position for position in choices if order and wiring.distant(order[-1], position)]
        # First those that have the fewest partners left, so that none is stranded at the end.
        best = min(far or choices, key=lambda one: sum(wiring.distant(one, other) for other in choices))
        order.append(best)
        left.remove(best)
    return order
