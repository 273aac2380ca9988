"""Room: what stands in for air, bus and clock while sweep_replay.py counts and times a sweep; MicroPython and CPython.

Microseconds of virtual time.
"""

BIT_NS = 9440
FRAME_DELAY_US = 91


class Air:
    """Adds up what is on the air: frames, frame delays and answers; a frame without answer costs the delay too."""

    def __init__(self, grid):
        self.us = 0
        for reader in grid.readers:
            self._watch(reader.antenna)

    def _watch(self, antenna):
        ask = antenna.ask

        def listen(data, count, last_bits, gain):
            whole = count - 1 if last_bits else count
            bits = ask(data, count, last_bits, gain)
            self.us += (whole * 9 + last_bits + 2) * BIT_NS // 1000
            if data[0] != 0x50:  # HLTA is never answered
                self.us += FRAME_DELAY_US
            if bits:
                self.us += (bits + bits // 8 + 2) * BIT_NS // 1000
            return bits

        antenna.ask = listen


class Recorder:
    """Stands for bus or clock: hands calls on and keeps what they answer, or (`replay`) only gives the answers."""

    def __init__(self, spi, clock):
        self.spi = spi
        self.clock = clock
        self.answers = []
        self.ticks = []
        self.calls = []  # bytes of each transfer, negative for one without answer
        self.at = self.tick = 0
        self.diff_us = clock.diff_us

    def write(self, out):
        self.spi.write(out)
        self.calls.append(-len(out))

    def write_readinto(self, out, into):
        self.spi.write_readinto(out, into)
        self.answers.append(bytes(into))
        self.calls.append(len(into))

    def ticks_us(self):
        now = self.clock.ticks_us()
        self.ticks.append(now)
        return now

    def wait_us(self, us):
        self.clock.wait_us(us)


class Replay:
    """The same calls, answered from the recording at next to no cost."""

    def __init__(self, recorder):
        self.answers = recorder.answers
        self.ticks = recorder.ticks
        self.at = self.tick = 0

    def write(self, out):
        pass

    def write_readinto(self, out, into):
        into[:] = self.answers[self.at]
        self.at += 1

    def ticks_us(self):
        tick = self.ticks[self.tick]
        self.tick += 1
        return tick

    def wait_us(self, us):
        pass


class Idle:
    """A pin that nobody watches."""

    def on(self):
        pass

    off = on

    def value(self, level):
        pass
