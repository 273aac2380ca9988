"""Room: which presses of a button the table takes, by their length (60 to 130 ms), and how long until the display's
record changes; one board in its menu.

    python -m host_tools.emulator.play.presses [IMAGE]
"""

import random

from host_tools.emulator.play.command import run
from host_tools.emulator.play.emulated_table import EmulatedTable
from host_tools.emulator.play.make_image import SEED, deck
from host_tools.emulator.play.scenes import POWER_ON_MS, images, menu_title, quantile
from host_tools.simulator.table import BUTTONS

LENGTHS_MS = (60, 80, 100, 130)
PRESSES = 16
LIMIT_MS = 700


def main(words: list[str]) -> None:
    world = deck(SEED)
    random.seed(1)
    with EmulatedTable(world, images(words, world, 1)) as table:
        table.wait_for(lambda: table.screen()[0].startswith(menu_title()), POWER_ON_MS)
        table.run_ms(4000)
        for length in LENGTHS_MS:
            waited = [ms for ms in (one_press(table, length) for _ in range(PRESSES)) if ms is not None]
            middle, most = quantile(waited, 0.5), max(waited, default=None)
            print(
                f"{length} ms: {len(waited)} of {PRESSES} taken; release to record p50 {middle} max {most} ms",
                flush=True,
            )


def one_press(table: EmulatedTable, length: int) -> int | None:
    """ms from the release to the display's new record, None if the press was not taken."""
    before = table.screen()[0]
    table.hold(0, BUTTONS["ok" if before.startswith(menu_title(1)) else "back"])
    table.run_ms(length)
    table.hold(0, 0)
    start = table.ms
    taken = table.wait_for(lambda: table.screen()[0] != before, LIMIT_MS, 10)
    waited = round(table.ms - start)
    table.run_ms(random.randint(150, 450))
    return waited if taken else None


if __name__ == "__main__":
    run(main, __doc__)
