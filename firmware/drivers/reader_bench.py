"""Room: measures one reader before a table is built: how long a register access takes, and when a tag answers.

Only while a table is being built, so loaded only when asked for (ReaderGrid.bench). It takes the bus for itself: the
scanner must pause. Times in microseconds or, where named so, nanoseconds; speeds in bits per second.
Before: reader_setup.py, spi_access.py. After: bench/readers.py.
"""

from firmware.compat import const
from firmware.contracts import CLEAN, FAULT, GARBLED, HIT
from firmware.drivers.iso14443a import NOTHING, WHOLE, WUPA, Frame, request
from firmware.drivers.spi_access import Access

SPEEDS = (8_000_000, 4_000_000, 2_000_000, 1_000_000)
_TURNS = const(100)  # accesses in one slice: 5 ms at the slowest
_ECHOES = const(8)  # patterns in one slice: 6 ms at the slowest
_ROUNDS = const(8)  # slices of patterns at each speed
_SCRATCH = const(0x2D)  # TReloadReg: any value will do, every exchange sets it anew
_ANSWER_SLACK_US = const(600)
_LOOPS = const(500)


class ReaderBench:
    """`grid` is the ReaderGrid; positions are those of wiring.py."""

    longest_guard_us = 8000  # waited out in one piece: a slice must stay below 10 ms

    def __init__(self, grid):
        self._clock = grid.clock
        self._setup = grid.setup
        self._frame = Frame()

    def loop_ns(self):
        """The calibration loop of the benches, nanoseconds for each turn: makes figures of two boards comparable."""
        ticks_us = self._clock.ticks_us
        start = ticks_us()
        s = 0
        for i in range(_LOOPS):
            s = (s * 31 + i) & 0xFFFF
        return self._clock.diff_us(ticks_us(), start) * 1000 // _LOOPS

    def access(self, position):
        """Generator: None while it works, then for each of SPEEDS {"hz", "plain", "native", "echoes", "lost"}.

        plain, native: [nanoseconds of a register write, of a read], native None where the port has none; the loop
        around them is taken off. lost: of `echoes` patterns through the FIFO those that came back changed.
        """
        setup = self._setup
        ways = [Access(setup.spi, setup.bus.select)]
        if type(setup.access) is not Access:
            ways.append(setup.access)
        for hz in SPEEDS:
            yield from setup.wake(position)
            setup.speak(hz)
            times = []
            for access in ways:
                writes = self._write_ns(access)
                yield None
                times.append([writes, self._read_ns(access)])
                yield None
            lost = 0
            for _ in range(_ROUNDS):
                for _ in range(_ECHOES):
                    lost += 0 if setup.chip.echoes() else 1
                yield None
            setup.forget(position)  # its timer holds what was written above
            native = times[1] if len(times) > 1 else None
            yield {"hz": hz, "plain": times[0], "native": native, "echoes": _ROUNDS * _ECHOES, "lost": lost}

    def _empty_us(self):
        ticks_us = self._clock.ticks_us
        start = ticks_us()
        for _ in range(_TURNS):
            pass
        return self._clock.diff_us(ticks_us(), start)

    def _write_ns(self, access):
        write = access.write
        empty_us = self._empty_us()
        start = self._clock.ticks_us()
        for _ in range(_TURNS):
            write(_SCRATCH, 0x55)
        return (self._clock.diff_us(self._clock.ticks_us(), start) - empty_us) * 1000 // _TURNS

    def _read_ns(self, access):
        read = access.read
        empty_us = self._empty_us()
        start = self._clock.ticks_us()
        for _ in range(_TURNS):
            read(_SCRATCH)
        return (self._clock.diff_us(self._clock.ticks_us(), start) - empty_us) * 1000 // _TURNS

    def answer(self, position, guard_us):
        """Generator: None while it works, then whether a tag answers WUPA `guard_us` (at most longest_guard_us) after
        the field came on: HIT, CLEAN (nothing), GARBLED (several tags, or not whole), FAULT (the reader).

        The field was off before, so that every tag starts anew. The wait is not shared with other tasks: it would last
        longer than it says.
        """
        clock = self._clock
        setup = self._setup
        since_us = yield from setup.open(position, -1)
        if since_us < 0:
            yield FAULT
            return
        left_us = guard_us - clock.diff_us(clock.ticks_us(), since_us)
        if left_us > 0:
            clock.wait_us(left_us)
        frame = self._frame
        request(frame, WUPA)
        if not self._exchange(frame):
            setup.forget(position)
            yield FAULT
            return
        setup.close(position)
        if frame.outcome == WHOLE:
            yield HIT
        else:
            yield CLEAN if frame.outcome == NOTHING else GARBLED

    def _exchange(self, frame):
        """One frame and its answer; False if it never ends."""
        clock = self._clock
        poll = self._setup.chip.poll
        clock.wait_us(self._setup.chip.start(frame))
        start = clock.ticks_us()
        while not poll(frame):
            if clock.diff_us(clock.ticks_us(), start) > frame.timeout_us + _ANSWER_SLACK_US:
                return False
        return True
