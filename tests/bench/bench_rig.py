"""Room: the measurements of a half-built table on the register-level chips, without the rest of the app."""

from tests.chips.sensing_desk import Desk  # noqa: I001 (first: it puts the desktop `machine` in front)

from firmware.bench.requests import Bench
from host_tools.simulator.chips.vclock import CLOCK

A = "04a1b2c3d4e5f6"
B = "04112233445566"
C = "0499887766aabb"


class Rig:
    """`desk`: chips and drivers; `lay` cards at position 0; `ask` is the host's request, `results` what it got."""

    def __init__(self, seed=1):
        self.desk = Desk(seed)
        self.parts = self.scanner = self.host = self.board = self
        self.readers = self.desk.readers
        self.sensors = self.desk.sensors
        self.clock = self.desk.clock
        self.play = None
        self.sent = []
        self.full = 0  # so many records find no room
        self.longest_slice_us = 0
        self.job = None
        self.bench = Bench(self)

    def lay(self, *cards, position=0):
        """Cards there, bottom to top: (uid, spot of its tag)."""
        self.desk.table.set_position(position, [[uid, "up", 0, spot, "card"] for uid, spot in cards])

    def send(self, what):
        """A record for the host, or a job for the scanner."""
        if not isinstance(what, dict):
            self.job = what
            return True
        if self.full:
            self.full -= 1
            return False
        self.sent.append(what)
        return True

    def work(self, slices=100_000):
        """Do the job, at most so many slices of it; each must leave the others their turn."""
        if self.job is None:
            return
        run = self.run = getattr(self, "run", None) or self.job.run(self.readers)
        for _ in range(slices):
            start = CLOCK.now_us
            try:
                next(run)
            except StopIteration:
                self.job.done = True
                self.job = self.run = None
                break
            self.longest_slice_us = max(self.longest_slice_us, CLOCK.now_us - start)
        else:
            if slices > 1000:
                raise AssertionError("it never ends")

    def ask(self, what, **more):
        """The results of one measurement, its end last."""
        self.sent = []
        assert self.bench.answer(dict(more, t="bench", what=what)) == {"t": "bench", "what": what, "state": "begun"}
        self.work()
        assert self.longest_slice_us <= 10_000
        assert [record["t"] for record in self.sent[:-1]] == ["bench_result"] * (len(self.sent) - 1)
        assert self.sent[-1]["t"] == "bench_end"
        return self.sent

    def named(self, what, member, **more):
        """Those results of a measurement that have this member."""
        return [record for record in self.ask(what, **more) if member in record]
