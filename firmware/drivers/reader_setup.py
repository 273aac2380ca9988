"""Room: brings one reader of the grid to work: its row awake, a bus speed that it keeps up with, registers, field.

Before: address_bus.py, spi_access.py, mfrc522.py. After: reader_grid.py (polls) and reader_probe.py (self test).
Times in microseconds on ticks_us; speeds in bits per second.
"""

from machine import SPI, Pin

from firmware import wiring
from firmware.compat import const
from firmware.drivers.mfrc522 import MID_GAIN, Mfrc522
from firmware.drivers.spi_access import Access

BAUDRATE = const(4_000_000)
SLOWEST = const(1_000_000)
_OSCILLATOR_US = const(600)  # measured 500: writes before are lost
_SET_UP_TRIES = const(4)
_RETRY_US = const(400)
_FIELD_OFF_US = const(1000)  # so long off, and every tag forgets its state
_PIECE_US = const(1000)  # longest blocking piece of a longer wait
_OFF_TRIES = const(3)
_ECHOES = const(8)  # patterns through the FIFO that must come back whole, or the bus loses bits

# Counters of a position, contracts.TagReader.health.
POLLS, HITS, GARBLES, RESETS = 0, 1, 2, 3


def fastest_access(spi, select):
    """Native register accesses where the port has them."""
    try:
        from firmware.drivers.spi_native import NativeAccess
    except (ImportError, SyntaxError, ValueError):  # ValueError: compiled for another processor
        return Access(spi, select)
    return NativeAccess(spi, select)


def slower(baudrate):
    """The speeds to try: the given one, halved while SLOWEST is not passed."""
    rates = [baudrate]
    while rates[-1] // 2 >= SLOWEST:
        rates.append(rates[-1] // 2)
    return tuple(rates)


class Setup:
    """`gains[position]`: receiver gain 0..7; `speeds[position]`: index into `rates`. Both may change at any time."""

    def __init__(self, bus, clock, baudrate=BAUDRATE):
        self.bus = bus
        self._clock = clock
        self.rates = slower(baudrate)
        self._rate = baudrate
        self._chosen = -1
        self.spi = SPI(
            wiring.READER_SPI, baudrate, polarity=0, phase=0, sck=Pin(wiring.PIN_SPI_SCK),
            mosi=Pin(wiring.PIN_SPI_MOSI), miso=Pin(wiring.PIN_SPI_MISO),
        )  # fmt: skip
        self.access = fastest_access(self.spi, bus.select)
        self.chip = Mfrc522(self.access)
        count = len(wiring.READERS)
        self.gains = bytearray([MID_GAIN] * count)
        self.speeds = bytearray(count)
        self.health = [[0, 0, 0, 0] for _ in range(count)]
        self.slice_us = 0  # when the running slice began
        self.rest_ms = 0  # whole ms that `wait` still waits
        self._epochs = [-1] * count  # the release of its row for which a reader was set up
        self._offs = [clock.ticks_us()] * count  # when each field went off, ticks
        self._warm = -1  # the position whose field is on ahead of its poll
        self._warm_us = 0

    def choose(self, position):
        """Let the bus speak to this reader (its row is awake) at its speed."""
        if position != self._chosen:
            self._chosen = position
            self.chip.switched()
        self.bus.column(wiring.READERS[position][1])
        self.speak(self.rates[self.speeds[position]])

    def speak(self, rate):
        """Run the bus at this speed until `choose` wants another."""
        if rate != self._rate:
            self._rate = rate
            self.spi.init(baudrate=rate)

    def wake(self, position):
        """Generator: release the row of a reader, wait for its oscillator, choose it."""
        if self.bus.release(wiring.READERS[position][0]):
            self._warm = -1
            yield from self.wait(self._clock.ticks_us(), _OSCILLATOR_US)
        self.choose(position)

    def open(self, position, ahead):
        """Generator: field on, and that of the reader `ahead` (-1: none) too if it may; returns ticks or -1: broken.

        The ticks tell since when this field is on: its tags want their guard time.
        """
        warm = self._warm
        self._warm = -1
        if self.bus.row == wiring.READERS[position][0]:
            self.choose(position)
        else:
            yield from self.wake(position)
        if warm == position and self._is_set_up(position) and self.chip.field_stands(self.gains[position]):
            since_us = self._warm_us
        else:
            if warm >= 0 and self._is_set_up(warm):  # not polled after all
                self.close(warm)
                self.choose(position)
            if self._clock.diff_us(self._clock.ticks_us(), self._offs[position]) < _FIELD_OFF_US:
                yield from self.wait(self._offs[position], _FIELD_OFF_US)
            if not self._stands(position):
                good = yield from self._start(position)
                if not good:
                    self.chip.field_off()
                    self._epochs[position] = -1
                    return -1
            since_us = self._clock.ticks_us()
        if ahead >= 0 and ahead != position and wiring.distant(position, ahead):
            self._warm_up(ahead)
            self.choose(position)
        return since_us

    def close(self, position):
        """Field off: the next poll of this position begins with every tag powered down."""
        self.choose(position)
        for _ in range(_OFF_TRIES):
            if self.chip.field_off():
                break
        self._offs[position] = self._clock.ticks_us()

    def forget(self, position):
        """It failed in the middle of a poll: set it up anew at the next."""
        self.close(position)
        self._epochs[position] = -1

    def doubt(self, position):
        """An answer of this reader was spoiled: go slower if the bus is why. True if it was."""
        self.choose(position)
        return not self._echoes() and self._slow_down(position)

    def _echoes(self):
        for _ in range(_ECHOES):
            if not self.chip.echoes():
                return False
        return True

    def _is_set_up(self, position):
        return self.bus.row == wiring.READERS[position][0] and self._epochs[position] == self.bus.epoch

    def _warm_up(self, position):
        clock = self._clock
        if clock.diff_us(clock.ticks_us(), self._offs[position]) < _FIELD_OFF_US:
            return
        self.choose(position)
        chip = self.chip
        gain = self.gains[position]
        if self._is_set_up(position) and chip.remembers():
            good = chip.field_on(gain)
        else:
            good = chip.answers() and chip.set_up(gain)
        if good:
            self._epochs[position] = self.bus.epoch
            self._warm = position
            self._warm_us = clock.ticks_us()
        else:  # left to its own poll
            chip.field_off()

    def _stands(self, position):
        """Whether the chosen reader is set up from before and its field is on now."""
        return self._is_set_up(position) and self.chip.remembers() and self.chip.field_on(self.gains[position])

    def _start(self, position):
        """Set the chosen reader up, at a slower speed if it only works so; False: it does not work."""
        chip = self.chip
        gain = self.gains[position]
        if self._epochs[position] < 0:  # it failed: its field may have stayed on, and its tags where they were
            chip.field_off()
            yield from self.wait(self._clock.ticks_us(), _FIELD_OFF_US)
        for attempt in range(_SET_UP_TRIES):
            if chip.answers() and chip.set_up(gain):
                self._epochs[position] = self.bus.epoch
                return True
            if attempt:  # the first failure may be a slow oscillator
                self.health[position][RESETS] += 1
            yield from self.wait(self._clock.ticks_us(), _RETRY_US)
        if self._slow_down(position) and chip.set_up(gain):
            self._epochs[position] = self.bus.epoch
            return True
        return False

    def _slow_down(self, position):
        """Keep the first slower speed at which all patterns come back; False and as before if there is none."""
        before = self.speeds[position]
        for speed in range(before + 1, len(self.rates)):
            self.speeds[position] = speed
            self.choose(position)
            if self.chip.answers() and self._echoes():
                return True
        self.speeds[position] = before
        self.choose(position)
        return False

    def wait(self, since_us, us):
        """Generator: until `us` after `since_us`, measured on ticks_us: sleeping may end early."""
        clock = self._clock
        while True:
            left = us - clock.diff_us(clock.ticks_us(), since_us)
            if left <= 0 or left > us:
                return
            if left > _PIECE_US:
                self.rest_ms = left // 1000
                before = clock.ticks_us()
                yield None
                self.rest_ms = 0
                self.slice_us = clock.ticks_us()
                if clock.diff_us(self.slice_us, before) >= _PIECE_US:
                    continue
                left = _PIECE_US  # whoever polls does not rest
            clock.wait_us(left)
