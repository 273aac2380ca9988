"""Room: all tag readers of one board behind their grid (contracts.TagReader): one row awake, one RF field at a time.

Times in microseconds on ticks_us. Polls are generators that hand control back after slices of at most a few
milliseconds. Protocol comes from anticollision.py and tag_access.py, registers from mfrc522.py; sensing comes after.
"""

from machine import SPI, Pin

from firmware import wiring
from firmware.compat import const
from firmware.contracts import CLEAN, FAULT, GARBLED, HIT
from firmware.drivers.anticollision import Walk
from firmware.drivers.iso14443a import BROKEN, NOTHING, Frame
from firmware.drivers.mfrc522 import MID_GAIN, Mfrc522
from firmware.drivers.tag_access import Selected

BAUDRATE = const(4_000_000)
_OSCILLATOR_US = const(600)  # measured 500: writes before are lost
_SET_UP_TRIES = const(4)
_RETRY_US = const(400)
_GUARD_US = const(5000)  # ISO 14443-3 section 5: a tag is ready 5 ms after the field
_FIELD_OFF_US = const(1000)  # so long off, and every tag forgets its state
_SLICE_US = const(3000)  # then others get their turn
_PIECE_US = const(1000)  # longest blocking piece of a longer wait
_DEADLINE_US = const(150_000)  # for one position, others' turns included
_ANSWER_SLACK_US = const(600)  # past frame and timeout; a reader that has not ended by then never will


class ReaderGrid:
    """contracts.TagReader. `gains[position]` is the receiver gain 0..7; counters as in `health`."""

    def __init__(self, bus, clock, baudrate=BAUDRATE):
        self._bus = bus
        self._clock = clock
        spi = SPI(
            wiring.READER_SPI, baudrate, polarity=0, phase=0, sck=Pin(wiring.PIN_SPI_SCK),
            mosi=Pin(wiring.PIN_SPI_MOSI), miso=Pin(wiring.PIN_SPI_MISO),
        )  # fmt: skip
        self._chip = Mfrc522(spi, bus.select)
        self._frame = Frame()
        self._walk = Walk(self._frame)
        self._selected = Selected(self._frame)
        count = len(wiring.READERS)
        self.gains = bytearray([MID_GAIN] * count)
        self._epochs = [0] * count  # the release of its row for which a reader was set up
        self._health = [[0, 0, 0, 0] for _ in range(count)]
        self._slice_us = 0  # when the running slice began
        self._released_us = 0
        self._field_us = 0  # when the last field came on
        self._off_us = 0  # when the last field went off
        self._last = -1  # the position that had it
        self._failed = False

    def health(self, position):
        """Counters of a position since power on: [polls, hits, garbled, resets]."""
        return self._health[position]

    def rows(self):
        """Positions sorted so that each row is woken once in a sweep."""
        return sorted(range(len(wiring.READERS)), key=lambda position: wiring.READERS[position])

    def poll(self, position, found):
        """contracts.TagReader.poll."""
        counters = self._health[position]
        counters[0] += 1
        found.clear()
        walk = self._walk
        ready = yield from self._open(position)
        if not ready:
            yield FAULT
            return
        ended = yield from self._run(walk.tags(found))
        self._close(position)
        if self._failed:
            found.clear()
            yield FAULT
        elif not ended or walk.broken or (walk.heard and not found):
            counters[2] += 1
            yield GARBLED
        elif found:
            counters[1] += 1
            yield HIT
        else:
            yield CLEAN

    def command(self, position, uid, data, answer, timeout_us):
        """Send one command to the tag with that UID (tag_access.py); a generator like `poll`.

        HIT: `answer` is filled; CLEAN: no tag at all; GARBLED: another tag, or an answer that is not whole; FAULT.
        """
        selected = self._selected
        ready = yield from self._open(position)
        if not ready:
            yield FAULT
            return
        yield from self._run(selected.command(uid, data, answer, timeout_us))
        self._close(position)
        if self._failed:
            yield FAULT
        elif selected.ok:
            yield HIT
        else:
            yield GARBLED if selected.heard else CLEAN

    def _open(self, position):
        """Select a reader, set it up if its row was reset, and let the tags power up; False: it does not work."""
        clock = self._clock
        bus = self._bus
        chip = self._chip
        self._failed = True
        self._slice_us = clock.ticks_us()
        row, column = wiring.READERS[position]
        if bus.release(row):
            self._released_us = clock.ticks_us()
            yield from self._wait(self._released_us, _OSCILLATOR_US)
        bus.column(column)
        if position == self._last:
            yield from self._wait(self._off_us, _FIELD_OFF_US)
        gain = self.gains[position]
        if self._epochs[position] == bus.epoch and chip.answers() and chip.field_on(gain):
            self._failed = False
        else:
            for attempt in range(_SET_UP_TRIES):
                if chip.answers() and chip.set_up(gain):
                    self._failed = False
                    break
                if attempt:  # the first failure may be a slow oscillator
                    self._health[position][3] += 1
                yield from self._wait(clock.ticks_us(), _RETRY_US)
        if self._failed:
            self._close(position)
            self._epochs[position] = 0
            return False
        self._epochs[position] = bus.epoch
        self._field_us = clock.ticks_us()
        yield from self._wait(self._field_us, _GUARD_US)
        return True

    def _close(self, position):
        """Field off; the next poll of any position begins with every tag powered down."""
        self._chip.field_off()
        self._off_us = self._clock.ticks_us()
        self._last = position

    def _wait(self, since_us, us):
        """Until `us` after `since_us`, measured on ticks_us: sleeping may end early."""
        clock = self._clock
        while True:
            left = us - clock.diff_us(clock.ticks_us(), since_us)
            if left <= 0:
                return
            clock.wait_us(left if left < _PIECE_US else _PIECE_US)
            if left > _PIECE_US:
                yield None
                self._slice_us = clock.ticks_us()

    def _run(self, steps):
        """Exchange frame after frame of a protocol; False if the deadline cut it short. Sets `_failed`."""
        clock = self._clock
        chip = self._chip
        frame = self._frame
        start_us = clock.ticks_us()
        for _ in steps:
            wait_us = chip.start(frame)
            sent_us = clock.ticks_us()
            clock.wait_us(wait_us)
            if not frame.answer_bits:
                frame.outcome = NOTHING
            else:
                last_us = wait_us + frame.timeout_us + _ANSWER_SLACK_US
                while not chip.poll(frame):
                    now = clock.ticks_us()
                    if clock.diff_us(now, sent_us) > last_us:
                        self._failed = True
                        frame.outcome = BROKEN
                        return False
                    if clock.diff_us(now, self._slice_us) > _SLICE_US:
                        yield None
                        self._slice_us = clock.ticks_us()
            now = clock.ticks_us()
            if clock.diff_us(now, start_us) > _DEADLINE_US:
                return False
            if clock.diff_us(now, self._slice_us) > _SLICE_US:
                yield None
                self._slice_us = clock.ticks_us()
        return True
