"""Room: a board's readers and sensors on the virtual clock, with the real drivers and scanner over them, for benches.

Times in microseconds. `Rig` must be made before anything else in the process imports asyncio or the drivers: it puts
the desktop `machine` and virtual time in front.
"""

import sys

FAKES = __file__.replace("\\", "/").rsplit("/", 2)[0] + "/simulator/fakes"


def uid_of(number):
    """UID (hex) of the tag with that number, spread so that tags differ in early and late bits alike."""
    mixed = (number * 2654435761 + 12345) & 0xFFFFFFFF
    if mixed >> 8 & 0xFF == 0x88:  # never the fourth byte of seven: it would read as a cascade tag (ISO 14443-3)
        mixed ^= 0x100
    return "04%08x%04x" % (mixed, (number * 40503) & 0xFFFF)


def card(number, face="up", rotation=0, spot=0, size="card"):
    """A card as chips/table.py lays it."""
    return [uid_of(number), face, rotation, spot, size]


class Rig:
    """table, grid and light (chips), readers and sensors (drivers), clock. `spi_us`: what a register access costs."""

    def __init__(self, seed=1, spi_us=28, baudrate=4_000_000):
        if FAKES not in sys.path:
            sys.path.insert(0, FAKES)
        from host_tools.simulator import vtime  # before anything imports asyncio

        self._run = vtime.run
        import machine_spi

        from host_tools.simulator.chips.pins import PINS
        from host_tools.simulator.chips.vclock import CLOCK
        from host_tools.simulator.senses_and_drivers import SensesAndDrivers

        machine_spi.CALL_US = spi_us
        CLOCK.now_us = 0  # power on: the same seed gives the same run
        PINS.reset()
        self.time = CLOCK
        stack = SensesAndDrivers(seed, baudrate)
        self.table = stack.table
        self.grid = stack.grid
        self.light = stack.light
        self.clock = stack.clock
        self.bus = stack.bus
        self.readers = stack.readers
        self.sensors = stack.sensors
        self.faults = stack.faults

    def scanner(self):
        """A scanner over all positions."""
        from firmware.sensing.scan import Scanner

        return Scanner(self.readers, self.sensors, self.clock)

    def poll(self, position, found):
        """Result of one poll; others get no turn."""
        return list(self.readers.poll(position, found))[-1]

    def live(self, *tasks):
        """Run the coroutine functions `tasks` side by side on virtual time until the last of them ends."""
        import asyncio

        async def run():
            others = [asyncio.create_task(task()) for task in tasks[:-1]]
            try:
                await tasks[-1]()
            finally:
                for other in others:
                    other.cancel()
                    try:
                        await other
                    except asyncio.CancelledError:
                        pass

        self._run(run())
