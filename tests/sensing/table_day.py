"""Room: a scanner at work on virtual time, over ideal or register-level readers, for tests that move cards."""

from host_tools.simulator import vtime  # noqa: I001 (before asyncio: its task queue keeps virtual time)
from tests.chips.sensing_desk import Desk

import asyncio

from firmware.sensing.scan import Scanner
from host_tools.simulator.chips.table import TableModel
from host_tools.simulator.chips.vclock import CLOCK, VirtualClock
from host_tools.simulator.ideal import IdealReaders, IdealSensors


def uid(number):
    return f"04a1b2c3d4{number // 256:02x}{number % 256:02x}"


def card(number, face="up", rotation=0, spot=0, size="card"):
    return [uid(number), face, rotation, spot, size]


class Day:
    """table, scanner, and `desk` (register-level readers) or None (ideal ones)."""

    def __init__(self, readers, seed=1, positions=None):
        if readers == "ideal":
            self.desk = None
            self.table = TableModel()
            parts = IdealReaders(self.table), IdealSensors(self.table), VirtualClock()
        else:
            self.desk = Desk(seed)
            self.table = self.desk.table
            parts = self.desk.readers, self.desk.sensors, self.desk.clock
        self.scanner = Scanner(*parts, positions)
        self.longest_ms = 0  # between two turns of another task

    def live(self, story):
        """Run `story(day)` (a coroutine function) while the scanner scans."""

        async def run():
            scan = asyncio.create_task(self.scanner.run())
            other = asyncio.create_task(self._watch())
            try:
                await story(self)
            finally:
                for task in (scan, other):
                    task.cancel()
                    try:
                        await task
                    except asyncio.CancelledError:
                        pass

        vtime.run(run())

    async def _watch(self):
        while True:
            before = CLOCK.now_us
            await asyncio.sleep(0)
            self.longest_ms = max(self.longest_ms, (CLOCK.now_us - before) // 1000)
            await asyncio.sleep(0.001)

    async def ms(self, count):
        await asyncio.sleep(count / 1000)

    async def until(self, position, status, within_ms, uids=None):
        """Milliseconds until that report; fails when it does not come in time."""
        start = CLOCK.now_us
        while True:
            report = self.scanner.report(position)
            if report["status"] == status and (uids is None or report["uids"] == uids):
                return (CLOCK.now_us - start) // 1000
            assert CLOCK.now_us - start <= within_ms * 1000, (report, status)
            await asyncio.sleep(0.001)
