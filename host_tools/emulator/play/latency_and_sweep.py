"""Room: how fast the table sees: from a card laid to its cell's light, from its lifting to the light's end; polls per
reader and the time of a whole sweep of the 18 readers, on an idle board and with 8 cards on it (practice game, build).

    python -m host_tools.emulator.play.latency_and_sweep [IMAGE] [--sweep]
--sweep: sweeps only, menu included.
"""

import json
import random

from firmware.wiring import CHAIN_PRIMARY, chain_starts
from host_tools.emulator.play.command import plain, run
from host_tools.emulator.play.emulated_table import EmulatedTable
from host_tools.emulator.play.scenes import practice, quantile
from host_tools.simulator.script_player import Player

FIRST_CELL = chain_starts(CHAIN_PRIMARY)[0]["cell"]  # in the primary's chain of lights
CARDS = ("rain#3", "2A@2#4", "2A+B>2C@2#2")
CARD_TRIALS = 11
AMONG_EIGHT_TRIALS = 8
LIMIT_MS = 3000
LOOK_MS = 20
FIGURES = ("polls", "hits", "garbled", "resets")


def main(words: list[str]) -> None:
    only_sweeps = "--sweep" in words
    table, player, steps = practice(plain(words))
    random.seed(4)
    with table:
        for number, step in enumerate(steps):
            if number == 2 and only_sweeps:
                sweep(table, 6, "menu, idle")
            player.step(step)
        sweep(table, 8, "build, idle board")
        if not only_sweeps:
            one_card(table, player)
        for number, card in enumerate([card for card in table.world.cards if card.place == "deck"][:8]):
            table.world.move(card.id, f"cell:0:{number * 2}", "up" if number % 2 else "down", 0)
        table.run_ms(4000)
        sweep(table, 8, "build, 8 cards")
        if not only_sweeps:
            among_eight(table, player)
        meters = table.stats(last=3)[0]
        print(json.dumps({name: meters[name] for name in ("longest", "violations", "resets", "flash")}))


def one_card(table: EmulatedTable, player: Player) -> None:
    laid, lifted = [], []
    for number in range(CARD_TRIALS):
        cell, token = random.randrange(16), CARDS[number % 3]
        face, turned = ("down", random.choice([0, 90])) if number % 2 == 0 else ("up", 0)
        card = player.cards[token]
        laid.append(measure(table, cell, card, f"cell:0:{cell}", face, turned))
        lifted.append(measure(table, cell, card, "hand:0", face, turned))
        print("cell", cell, token, face, "laid", laid[-1], "ms, lifted", lifted[-1], "ms", flush=True)
    summary("LAID", laid)
    summary("LIFTED", lifted)


def among_eight(table: EmulatedTable, player: Player) -> None:
    laid = []
    for number in range(AMONG_EIGHT_TRIALS):
        cell, card = random.randrange(1, 16, 2), player.cards[CARDS[number % 3]]
        laid.append(measure(table, cell, card, f"cell:0:{cell}", "down", 0))
        measure(table, cell, card, "hand:0", "down", 0)
    summary("LAID among 8", laid)


def measure(table: EmulatedTable, cell: int, card: int, place: str, face: str, turned: int) -> int | None:
    """ms from the card's move until the cell's light changes, None if it does not within 3 s."""
    table.run_ms(random.randint(300, 900))
    table.ask(op="ledhistory", board=0)
    before = tuple(table.board(0).leds[FIRST_CELL + cell])
    start = table.ms
    table.world.move(card, place, face, turned)
    at = 3 * (FIRST_CELL + cell)
    for _ in range(LIMIT_MS // LOOK_MS):
        table.run_ms(LOOK_MS)
        for frame in table.ask(op="ledhistory", board=0)["shown"]:
            if frame["ms"] > start and tuple(bytes.fromhex(frame["leds"])[at : at + 3]) != before:
                return round(frame["ms"] - start)
    return None


def health(table: EmulatedTable) -> dict[int, list[int]]:
    """{reader: FIGURES since the start}."""
    rows = {}
    start: int | None = 0
    while start is not None:
        told = table.ask_host(0, {"t": "health", "from": start}) or {"readers": [], "next": None}
        rows.update({row[0]: row[1:] for row in told["readers"]})
        start = told["next"]
    return rows


def sweep(table: EmulatedTable, seconds: int, what: str) -> None:
    before, start = health(table), table.ms
    table.run_ms(seconds * 1000)
    after, took = health(table), table.ms - start
    made = {name: sum(after[at][n] - before[at][n] for at in after) for n, name in enumerate(FIGURES)}
    each = [after[at][0] - before[at][0] for at in after]
    a_sweep = took / (made["polls"] / len(after))
    print(
        f"SWEEP {what}: {a_sweep:.0f} ms for {len(after)} readers ({made} in {took:.0f} ms; "
        f"each reader {min(each)} to {max(each)} polls)",
        flush=True,
    )


def summary(what: str, values: list[int | None]) -> None:
    seen = [value for value in values if value is not None]
    middle, most = quantile(seen, 0.5), quantile(seen, 0.95)
    print(what, "n", len(seen), "not seen", values.count(None), "p50", middle, "p95", most, seen)


if __name__ == "__main__":
    run(main, __doc__)
