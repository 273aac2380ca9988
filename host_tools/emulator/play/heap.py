"""Room: heap of a board in a game: free bytes and the largest free blocks at the menu, in build, with full boards, in
settle and in late turns, read out of the emulated RAM as MicroPython's own map says, right after a collection.

    python -m host_tools.emulator.play.heap [IMAGE [IMAGE2]] [--two] [--turns N] [--json]
Images are made from PICO_UF2 when none is named. One board plays practice; --two: a duel, satellite and link included
(images for it: make_image --decks 2). --turns N: on to turn N; turns 20 and 100 are marked on the way. --json: at the
end one line {BOARD: {PHASE: {"free", "largest"}}}; BOARD is pico or pico_romfs, with _satellite. Exit status 1 if the
game did not get so far.
"""

import json
import time
from collections.abc import Callable
from typing import Any

from firmware.games.energy_matrix.matrix import notation
from host_tools.bench.scene import BOARDS
from host_tools.emulator.play.command import number_after, run
from host_tools.emulator.play.emulated_table import EmulatedTable
from host_tools.emulator.play.make_image import SEED, deck, romfs_bytes
from host_tools.emulator.play.scenes import POWER_ON_MS, boards_found, images
from host_tools.errors import HonestNo
from host_tools.simulator.script_player import LONG_PRESS_MS, SLOT_MS

MARKED = (20, 100)  # turns
EVENT = "sun"  # pushed all the time: it takes no card off the table
BATTERY = "dismantle"  # any card is a battery, face down
EDGE = "ext"
QUARTER = {"row": 0, "col": 90}
LIMIT_MS = 8000
PLAN_MS = 20_000
LAID_MS = 10_000  # until a table has seen two full boards
REST_MS = 2000


def main(words: list[str]) -> bool:
    words, turns = number_after(words, "--turns", 0)
    boards = 2 if "--two" in words else 1
    world = deck(SEED, boards)  # two boards as full as these need more copies than one deck has
    with EmulatedTable(world, images(words, world, boards), step=0.5 if boards > 1 else 0.25) as table:
        game = Game(table)
        good = True
        try:
            game.play(turns)
        except HonestNo as problem:
            good = False
            print("FAILED:", problem, flush=True)
            for player in range(boards):
                game.say_heap(player, "at the end, without a collection")
        report(table)
    if "--json" in words:
        print(json.dumps(game.found))
    return not good


def report(table: EmulatedTable) -> None:
    for player, meters in enumerate(table.stats(last=1, stalls=0)):
        print("text", player, table.text_of(player)[-1500:])
        print("meters", player, {name: meters[name] for name in ("resets", "longest", "flash", "violations")})
    if table.boards > 1:
        print("LINK", json.dumps(table.link()))


class Game:
    """A game in which boards lie full and nothing is fired, as in `ematrix bench memory`, played by one pair of hands.

    found: {board: {phase: {"free", "largest"}}}, bytes."""

    def __init__(self, table: EmulatedTable) -> None:
        self.table = table
        self.world = table.world
        kind = "pico_romfs" if romfs_bytes() else "pico"
        self.names = [kind, kind + "_satellite"][: table.boards]
        self.found: dict[str, dict[str, dict[str, int]]] = {name: {} for name in self.names}
        self.events = [card.id for card in self.world.cards if card.code == EVENT]
        self.battery: tuple[int, str, int] | None = None  # a card of the primary's board, its place and rotation
        self.aside = False
        self.last = 0  # turn

    def play(self, turns: int) -> None:
        """To the settlement of the first turn, then on to turn `turns`."""
        self.last = turns
        self.begin()
        self.to_build()
        self.mark("build")
        for player in range(self.table.boards):
            self.lay(player, BOARDS[player])
        self.table.run_ms(LAID_MS)
        self.mark("boards_full")
        self.press("ok", LONG_PRESS_MS)  # the boards are accepted as they lie
        self.reach(lambda: self.phase() == "settle", "accepting the boards")
        self.reach(lambda: self.account().get("plan"), "a plan", PLAN_MS)
        self.mark("settle")
        while self.account()["turn"] < turns:
            self.fire_nothing()
            self.to_build()
            self.turn_built()

    def begin(self) -> None:
        """From power on to the first draw; no hands are dealt, what is laid comes out of the deck."""
        self.reach(lambda: boards_found(self.table), "the menu", POWER_ON_MS)
        self.table.run_ms(REST_MS)
        self.mark("menu")
        self.press("ok", LONG_PRESS_MS)  # every default of the menu
        self.reach(lambda: self.phase() == "deal", "the start of the game")
        self.ok("fill")
        while self.phase() == "fill":
            self.push()
        self.reach(lambda: self.phase() == "discard", "a full queue")
        self.turn_over(1)
        self.ok("draw")

    def to_build(self) -> None:
        """Draw, push one card, turn it over."""
        self.ok("event")
        self.push()
        self.ok("reveal")
        self.turn_over(1)
        self.ok("build")

    def turn_built(self) -> None:
        """The end of a turn's build phase: the board that is here lifts a battery, or puts it back."""
        turn = self.account()["turn"]
        if self.account()["active"] == 0:
            self.shift()
            self.table.run_ms(REST_MS)
        if turn in (*MARKED, self.last):
            self.mark(f"turn_{turn}")
        self.ok("settle")

    def shift(self) -> None:
        assert self.battery
        card, place, rotation = self.battery
        self.aside = not self.aside
        if self.aside:
            self.world.move(card, "hand:0", "up", 0)
        else:
            self.world.move(card, place, "down", rotation)

    def fire_nothing(self) -> None:
        """By hand: straight to "that is all", so that the rulers stay and the game goes on."""
        self.reach(lambda: self.account().get("plan"), "a plan", PLAN_MS)
        self.press("axis")
        self.reach(lambda: self.account().get("manual"), "firing by hand")
        self.press("left")
        self.ok("draw")

    def lay(self, player: int, text: str) -> None:
        """A board in notation as cards on the table."""
        board = notation.parse(text)[0]
        for cell, entry in enumerate(board["cells"]):
            place = f"cell:{player}:{cell}"
            if entry is None:
                continue
            if entry[0] == "m":
                for code in [entry[1], *entry[2]]:
                    self.world.move(self.card(code), place, "up", 0)
                continue
            for axis, _ in entry[1]:
                card = self.card(BATTERY)
                self.world.move(card, place, "down", QUARTER[axis])
                if player == 0:
                    self.battery = (card, place, QUARTER[axis])
        for edge, tokens in enumerate(board["edges"]):
            if tokens:
                self.world.move(self.card(EDGE), f"edge:{player}:{edge}", "up", 0)

    def card(self, code: str) -> int:
        """A card of that kind that lies nowhere yet."""
        return next(card.id for card in self.world.cards if card.code == code and card.place == "deck")

    def push(self) -> None:
        """A card through the queue slot, one that has come out of the queue long ago."""
        before = self.account()["queue"]
        card = self.events.pop(0)
        self.events.append(card)
        self.world.move(card, "slot", "down", 0)
        self.table.run_ms(SLOT_MS)
        self.world.move(card, "queue", "down", 0)
        self.reach(lambda: self.account()["queue"] != before or self.phase() != "fill", "a pushed card")
        self.table.run_ms(SLOT_MS)

    def turn_over(self, count: int) -> None:
        for card in list(self.world.pile("queue"))[:count]:
            self.world.move(card, "discard", "up", 0)

    def ok(self, phase: str) -> None:
        self.press("ok")
        self.reach(lambda: self.phase() == phase, f"OK, then the phase {phase}")

    def press(self, button: str, hold_ms: int = 160) -> None:
        self.table.press(self.account().get("active", 0) % self.table.boards, button, hold_ms)

    def account(self) -> dict[str, Any]:
        return self.table.account()

    def phase(self) -> str | None:
        return self.account().get("phase")

    def reach(self, holds: Callable[[], Any], what: str, limit_ms: int = LIMIT_MS) -> None:
        """Let time pass until it is so; HonestNo when a board stops or nothing comes."""
        table = self.table
        table.wait_for(lambda: holds() or table.stopped(), limit_ms)
        if not holds():
            why = "the board stopped" if table.stopped() else f"the display says {table.screen()}"
            raise HonestNo(f"{what} did not come by {table.ms:.0f} ms, in {self.account() or 'no game'}: {why}")

    def mark(self, phase: str) -> None:
        """Right after each board has counted its heap itself, which makes a collection."""
        for player, name in enumerate(self.names):
            free = self.table.about(player, step=1).get("heap_free")
            if free is None:
                raise HonestNo(f"{name} did not say at {phase} how much heap is free, at {self.table.ms:.0f} ms")
            largest = self.say_heap(player, phase, free)
            self.found[name][phase] = {"free": free, "largest": largest}

    def say_heap(self, player: int, when: str, free: int | None = None) -> int:
        """Tell a board's heap: free bytes as it counted them, else as its map says; returns the largest free block."""
        lies = self.table.heap_map(player)
        print(
            f"HEAP {self.names[player]} {when}: free {lies['free'] if free is None else free}, "
            f"largest free blocks {lies['largest'][:4]}, {lies['holes']} holes, turn {self.account().get('turn', 0)}, "
            f"{self.table.ms:.0f} ms of the table, {time.time() - self.table.wall:.0f} s",
            flush=True,
        )
        return max(lies["largest"], default=0)


if __name__ == "__main__":
    run(main, __doc__)
