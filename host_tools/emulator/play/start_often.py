"""Room: how often a game starts: boots, idles in the menu for a random time, presses a few keys, starts; many times.

    python -m host_tools.emulator.play.start_often TRIALS [IMAGE [IMAGE2]] [--one]
A MemoryError at the start depends on how the heap happens to be broken up, so one good start proves little. Exit
status 1 if one failed.
"""

import json
import random
from pathlib import Path

from host_tools.emulator.play.command import plain, run
from host_tools.emulator.play.emulated_table import EmulatedTable
from host_tools.emulator.play.make_image import SEED, deck
from host_tools.emulator.play.scenes import POWER_ON_MS, boards_found, images

START_MS = 6000
# Asked at the prompt of a board that failed.
ASK = b"\r\nimport micropython, gc\rmicropython.mem_info()\rgc.collect()\rmicropython.mem_info(1)\r"


def main(words: list[str]) -> bool:
    trials, *named = plain(words)
    files = images(named, deck(SEED), 1 if "--one" in words else 2)
    failed = sum(not start(trial, files) for trial in range(int(trials)))
    print("failed", failed, "of", trials)
    return bool(failed)


def start(trial: int, files: list[Path]) -> bool:
    """One start; whether the game came."""
    random.seed(100 + trial)
    with EmulatedTable(deck(SEED), files, step=0.5) as table:
        found = table.wait_for(lambda: boards_found(table) or table.stopped(), POWER_ON_MS)
        idle, keys = random.randint(200, 9000), random.randint(0, 6)
        if found and not table.stopped():
            table.run_ms(idle)
            press_keys(table, keys)
            table.wait_for(lambda: table.account() or table.stopped(), START_MS)
        text = table.text_of()
        good = bool(table.account()) and "Traceback" not in text
        said = f"game starts, heap {table.about().get('heap_free')}" if good else "FAILED"
        print(trial, "idle", idle, "ms, keys", keys, "->", said, flush=True)
        if len(files) > 1:
            print("   LINK", json.dumps(table.link()), flush=True)
        if not good:
            table.send_bytes(0, ASK)
            table.run_ms(1500)
            print(text[-1500:], table.text_of()[-900:], sep="\n")
        return good


def press_keys(table: EmulatedTable, keys: int) -> None:
    """A few keys of the menu, then the one that starts."""
    for _ in range(keys):
        if table.account():
            return
        table.press(0, random.choice(["ok", "ok", "right", "back"]))
        table.run_ms(random.randint(50, 600))
    if not table.account():
        table.press(0, "ok", 1100)


if __name__ == "__main__":
    run(main, __doc__, least=1)
