"""Room: two bots of the lab play a whole game on two emulated Picos; the lab's referee checks every step, and the
primary's heap is shown before every draw.

    python -m host_tools.emulator.play.bots SEED [WALL_SECONDS] [--turns N] [--about]
Images are made from PICO_UF2. --turns: end with turn N. --about: the board also counts its heap at every draw, which
makes it collect. Several minutes for some turns; exit status 1 if table and referee disagreed.
"""

import json
import time

from host_tools.emulator.play.command import number_after, plain, run
from host_tools.emulator.play.emulated_table import TAP_MS, EmulatedTable
from host_tools.emulator.play.scenes import images
from host_tools.lab import match
from host_tools.lab.rules import deck_kinds
from host_tools.simulator.world import World

LOOK = 50  # runs between two looks at the clock
FIGURES = ("resets", "longest", "flash", "violations", "stalls")


class Enough(Exception):
    """The time that was given is over."""


class Table(EmulatedTable):
    """Presses as long as a hand's; ends after `limit` s of the wall clock or with turn `turns`; prints every phase."""

    limit = turns = 1e9
    runs = 0
    phase = None

    def press(self, player, button, hold_ms=TAP_MS):
        super().press(player, button, max(hold_ms, TAP_MS))

    def run_ms(self, ms):
        super().run_ms(ms)
        account = self.account()
        phase = account and (account["turn"], account["phase"])
        spent = time.time() - self.wall
        if phase and phase != self.phase:
            self.phase = phase
            rest = [account[name] for name in ("rulers", "lives", "boards")]
            print(f"[{self.ms:.0f} ms, {spent:.0f} s] turn {phase[0]} {phase[1]} {json.dumps(rest)}", flush=True)
        self.runs += 1
        if (self.runs % LOOK == 0 and spent > self.limit) or (phase and phase[0] > self.turns):
            self.limit = self.turns = 1e9  # what is asked afterwards is answered
            raise Enough()


class Match(match.Match):
    """Waits after a page of the menu, as people do, and shows the heap before each draw."""

    about = False

    def _next_page(self):
        super()._next_page()
        self.watch.run(1800)


def draw(game):
    """The lab's draw, after a look at the heap."""
    table = game.watch.table
    free = table.about().get("heap_free") if game.about else ""
    print("   HEAP", free, json.dumps(table.heap_map()), flush=True)
    _draw(game)


_draw = match.PHASES["draw"]


def main(words: list[str]) -> bool:
    words, turns = number_after(words, "--turns", 0)
    seed, *seconds = plain(words)
    world = World(deck_kinds(), players=2, seed=f"deck {seed} 1")
    with Table(world, images([], world, 2), step=0.5) as table:
        if seconds:
            table.limit = float(seconds[0])
        table.turns = turns or table.turns
        game = Match(table, world, f"bots {seed} 1", "model")
        game.about = "--about" in words
        bad = play(game)
        for player, meters in enumerate(table.stats(last=1, stalls=10)):
            print("text", player, table.text_of(player)[-1500:])
            print("about", player, table.about(player), "log", table.ask_host(player, {"t": "log", "from": 0}))
            print("meters", player, json.dumps({name: meters[name] for name in FIGURES}))
        print("LINK", json.dumps(table.link()))
    return bad


def play(game: Match) -> bool:
    """Play until the end or the limit; whether table and referee disagreed."""
    match.PHASES["draw"] = draw
    try:
        result = game.play()
    except Enough:
        print("RESULT stopped in turn", game.referee.turn, "without a disagreement", dict(game.tally))
        return False
    finally:
        match.PHASES["draw"] = _draw
    found = result.disagreements
    print("RESULT winner", result.winner, "turns", result.turns, "disagreements", found, dict(result.tally))
    return bool(found)


if __name__ == "__main__":
    run(main, __doc__, least=1)
