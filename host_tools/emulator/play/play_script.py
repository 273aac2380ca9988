"""Room: plays one of the project's playthrough scripts on emulated Picos, the satellite's link included.

    python -m host_tools.emulator.play.play_script SCRIPT [IMAGE [IMAGE2]] [--one]
Without images they are made from PICO_UF2; --one: one board. A hand waits 0.7 s between a card and a button. Ends with
each board's account of itself, the emulator's meters, the violations of the hardware's rules and how the link between
the boards behaved; exit status 1 if an `expect` failed.
"""

import json
import time
from pathlib import Path

from host_tools.emulator.play.command import plain, run
from host_tools.emulator.play.emulated_table import EmulatedTable
from host_tools.emulator.play.make_image import deck
from host_tools.emulator.play.scenes import images, read_script, tell_step
from host_tools.errors import UserError
from host_tools.simulator.script_player import Player

HAND_MS = 700  # from a card to a button; the table needs 0.2 to 0.5 s to see a card
TOLD = ("account", "faults", "link", "lost", "refused", "ready", "about")
READER_FIGURES = ("exchanges", "answers", "collisions", "lostWrites", "resets", "rfOnMs", "notes")


class Human(Player):
    """Takes its time between a card and a button."""

    def _press(self, player, button, held):
        self._wait(HAND_MS)
        super()._press(player, button, held)


def main(words: list[str]) -> bool:
    path, *named = plain(words)
    steps, seed = read_script(Path(path))
    world = deck(seed)
    with EmulatedTable(world, images(named, world, 1 if "--one" in words else 2)) as table:
        player = Human(table, world, lambda event: tell(table, event))
        good = True
        try:
            for step in steps:
                player.step(step)
        except UserError as error:
            good = False
            print("FAILED:", error, flush=True)
        spent = f"{table.now_us / 1e6} s of the table in {time.time() - table.wall:.0f} s"
        print("RESULT", "ok" if good else "FAILED", spent)
        report(table)
    return not good


def tell(table: EmulatedTable, event: dict) -> None:
    tell_step(table, event)
    if "show" in event:
        print("   SHOW", json.dumps(event["show"])[:1500], flush=True)
    elif "record" in event:
        record, where = event["record"], f"   {event['ms']} b{event['board']}"
        if record.get("t") == "screen":
            print(f"{where} screen{record.get('player')}: {record.get('text')}", flush=True)
        elif record.get("t") in TOLD:
            print(where, json.dumps(record)[:400], flush=True)


def report(table: EmulatedTable) -> None:
    for player, meters in enumerate(table.stats(last=10, stalls=20)):
        print("text", player, table.text_of(player)[-1500:])
        for kind in ("about", "log", "health"):
            print(kind, player, json.dumps(table.ask_host(player, {"t": kind, "from": 0}))[:1500])
        readers = meters["table"].pop("readers")
        print("meters", player, json.dumps(meters)[:5000])
        figures = {at: {name: reader[name] for name in READER_FIGURES} for at, reader in readers.items()}
        print("readers", player, json.dumps(figures)[:4000])
    if table.boards > 1:
        print("LINK", json.dumps(table.link()))
    print(table.ask(op="oledtext")["text"])


if __name__ == "__main__":
    run(main, __doc__, least=1)
