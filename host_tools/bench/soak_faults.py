"""Room: the trouble of a soak: every fault of the chip models at ten times its field rate; rates by the seed.

FIELD_* are estimates of what a table in use shows; there is no fleet to count them on.
"""

import random

from firmware import wiring

TIMES = 10
# Shares per mille in the field.
FIELD_LOST = 2  # answers not heard at all
FIELD_GARBLED = 3  # answers with a wrong bit
FIELD_STALE = 1  # exchanges that begin with an old interrupt flag
FIELD_WRITES_LOST = 0.1  # register writes that do not take
FIELD_LEAKS = 3  # fields that reach a tag of the neighbour
FIELD_GLITCHES = 0.02  # light readings that are anything at all
# Events an hour in the field, over the whole board.
FIELD_EVENTS = {
    "dead": 0.3,  # a reader reads 0x00 or 0xFF for some seconds
    "in_reset": 0.3,
    "timer": 0.3,  # its timer never expires
    "stall": 0.6,  # its exchanges end 300 ms late
    "dip": 3,  # its supply sags: registers as after reset
    "asleep": 1.5,  # it goes to sleep by itself
    "loud": 0.3,  # it drives MISO without being asked
    "slow_crystal": 0.6,
    "bad_bus": 0.3,  # its wire loses bits above 2 MHz
    "glare": 0.6,  # a flash or the sun blinds all sensors
    "deaf": 0.3,  # no answer is heard for some seconds
}


class Trouble:
    """Switches faults on and off; `counts` has the events so far."""

    def __init__(self, rig, seed):
        self._rig = rig
        self._rng = random.Random(f"trouble {seed}")
        self.counts = dict.fromkeys(FIELD_EVENTS, 0)
        for position in range(len(wiring.READERS)):
            faults = rig.faults(position)
            faults.answers_lost = FIELD_LOST * TIMES
            faults.answers_garbled = FIELD_GARBLED * TIMES
            faults.stale_irq = FIELD_STALE * TIMES
            faults.writes_lost = round(FIELD_WRITES_LOST * TIMES)
            faults.hears = tuple(other for other in range(wiring.CELLS) if self._beside(position, other))
            faults.hears_share = FIELD_LEAKS * TIMES
        rig.light.glitches = max(1, round(FIELD_GLITCHES * TIMES))

    def _beside(self, position, other):
        (row, column), (its_row, its_column) = wiring.reader_place(position), wiring.reader_place(other)
        return abs(row - its_row) + abs(column - its_column) == 1

    async def make(self):
        """Let things happen, one after another."""
        import asyncio

        rng = self._rng
        names = list(FIELD_EVENTS)
        weights = list(FIELD_EVENTS.values())
        while True:
            await asyncio.sleep(rng.expovariate(sum(weights) * TIMES / 3600))
            name = rng.choices(names, weights)[0]
            self.counts[name] += 1
            await self._happen(name, rng.randrange(len(wiring.READERS)), rng.uniform(2, 15))

    async def _happen(self, name, position, seconds):
        import asyncio

        faults = self._rig.faults(position)
        chip = self._rig.grid.readers[position]
        if name == "dip":
            chip.power_dip()
            return
        if name == "asleep":
            chip.fall_asleep()
            return
        lasting = {
            "dead": ("dead", self._rng.choice([0x00, 0xFF]), None),
            "in_reset": ("stuck_in_reset", True, False),
            "timer": ("timer_dead", True, False),
            "stall": ("stall_us", 300_000, 0),
            "loud": ("drives_miso", True, False),
            "slow_crystal": ("oscillator_us", 1500, 500),
            "bad_bus": ("max_baud", 2_000_000, 10_000_000),
            "deaf": ("answers_lost", 1000, faults.answers_lost),
        }
        if name == "glare":
            light = self._rig.light
            before = light.ambient
            light.ambient = 65_535
            await asyncio.sleep(seconds / 10)
            light.ambient = before
            return
        switch, on, off = lasting[name]
        setattr(faults, switch, on)
        await asyncio.sleep(seconds)
        setattr(faults, switch, off)

    def figures(self):
        """Counts by kind."""
        return {"events": sum(self.counts.values()), "by_kind": self.counts}
