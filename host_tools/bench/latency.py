"""Room: how long from a card put down, or lifted, until its LED says so; register-level readers on the virtual clock.

The scanner is measured with the interpreter's time charged to each register access; what follows it is added: the
table task and the light task of app.py, whose phases are drawn, and the frame on the wire. Times in ms.
"""

import random

from host_tools.bench.sensing_rig import Rig, card

CELLS = 16
TAP = 17
TABLE_MS = 10  # app.py: period of the table task
LIGHT_MS = 64  # of the light task
FRAME_MS = 4  # lights to frame, and 95 LEDs on the wire
SETTLE_S = 1.5
GIVE_UP_MS = 3000


def measure(access_us, times, seed=1):
    """{"down": [...], "up": [...]}: milliseconds of each of `times` cards; `access_us`: a register access in all."""
    rig = Rig(seed, spi_us=access_us)
    scanner = rig.scanner()
    scanner.focus([*range(CELLS), TAP])
    rng = random.Random(f"latency {seed}")
    found = {"down": [], "up": []}

    def now():
        return rig.time.now_us / 1000

    async def until(cell, status):
        import asyncio

        start = now()
        while scanner.report(cell)["status"] != status:
            if now() - start > GIVE_UP_MS:
                break
            await asyncio.sleep(0.001)
        return now() - start + rng.uniform(0, TABLE_MS) + rng.uniform(0, LIGHT_MS) + FRAME_MS

    async def story():
        import asyncio

        for number, cell in enumerate((1, 3, 4, 10, 11, 14)):
            rig.table.set_position(cell, [card(number)])
        for cell in (6, 9, 12):
            rig.table.set_position(cell, [card(100 + cell * 3 + i, "down", spot=i) for i in range(3)])
        await asyncio.sleep(SETTLE_S)
        for number in range(times):
            cell = rng.choice((0, 2, 5, 7, 8, 13, 15))
            await asyncio.sleep(SETTLE_S + rng.random())
            rig.table.set_position(cell, [card(200 + number, "down", rng.choice((0, 90)))])
            found["down"].append(await until(cell, "card"))
            await asyncio.sleep(SETTLE_S + rng.random())
            rig.table.set_position(cell, [])
            found["up"].append(await until(cell, "empty"))

    rig.live(scanner.run, story)
    return found


def percentile(values, percent):
    """The value that `percent` of them do not pass."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]
