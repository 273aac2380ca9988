"""Room: one game of two bots on a table, step by step, with the referee holding the table to its account.

`Match(table, world, seed, readers).play()` returns a Result. After every step `settle_down` waits until the table
agrees with the referee, or writes down what does not; the first disagreement ends the game. Comes after `turns.py` and
`checks.py`; the command `autoplay` plays many.
"""

import random
from collections import Counter

from firmware.wiring import CHAIN_SATELLITE
from host_tools.lab import checks
from host_tools.lab.bots import Bot
from host_tools.lab.referee import BotFault, Referee
from host_tools.lab.turns import PHASES
from host_tools.lab.watch import LONG_PRESS_MS, Stuck, Watch
from host_tools.simulator.process import BoardDied

MOST_TURNS = 300
DOUBT_MS = 1200  # a question that stands so long is answered
AGREE_MS = 6000  # how long the table may take to agree with what lies on it
POWER_ON_MS = 30_000
MENU_PAGES = 12


class Disagreed(Exception):
    """The table and the referee differ; the text is one sentence."""


class Result:
    """What became of one game. `winner` counts from 0 and is None when the game had to stop."""

    def __init__(self, winner, turns, disagreements, virtual_ms, tally):
        self.winner = winner
        self.turns = turns
        self.disagreements = disagreements
        self.virtual_ms = virtual_ms
        self.tally = tally


class Match:
    """The parts of one game and what they share."""

    def __init__(self, table, world, seed, readers="ideal", log=None, satellite_chain=CHAIN_SATELLITE):
        self.world = world
        self.readers = readers
        self.random = random.Random(seed)
        self.watch = Watch(table, world, log, eager=readers == "ideal")
        self.referee = Referee(world)
        self.bots = [Bot(self, 0), Bot(self, 1)]
        self.tally = Counter()
        self._doubts, self._doubts_ms = [], 0  # what the table asks about cards, and since when
        self.plan = None  # the plan the active player wants to see while settling, None: the best
        self.satellite_chain = satellite_chain

    def play(self):
        """Play to the end; a Result in every case."""
        found = []
        try:
            self.begin()
            while self.referee.phase != "over":
                if self.referee.turn > MOST_TURNS:
                    raise Disagreed(f"there is no winner after {MOST_TURNS} turns")
                PHASES[self.referee.phase](self)
        except (Disagreed, Stuck, BotFault, BoardDied) as problem:
            found.append(f"turn {self.referee.turn}, {self.referee.phase}: {problem}")
            self.watch.write(disagreement=found[-1])
        turns, winner = self.referee.turn, self.referee.winner if not found else None
        self.watch.write(over=True, winner=winner, turns=turns)
        return Result(winner, turns, found, self.watch.now_ms, self.tally)

    def begin(self):
        """From power on through the new-game menu: both boards are found, OK takes every default."""
        self.watch.until(lambda: self._boards_found() or self.watch.account(), "finding both boards", POWER_ON_MS)
        for _ in range(MENU_PAGES):
            if self.watch.account():
                break
            self._next_page()
        self.settle_down("the start of a game")

    def _next_page(self):
        before = self.watch.screen(0)
        self.watch.press(0, "ok")
        self.watch.until(lambda: self.watch.screen(0) != before, "the next page of the menu")

    def _boards_found(self):
        screen = self.watch.screen(0)
        return screen is not None and ["boards", {"n": 2, "of": 2}] in screen["lines"]

    def settle_down(self, what, again=None):
        """Run until the table says what the referee expects; Disagreed names the first difference.

        A question about a card that cannot be read is answered, as people would; `again` repeats what the question
        may have swallowed.
        """
        expected = checks.Expected(self.referee, self.plan)
        end = self.watch.now_ms + AGREE_MS
        while found := self._differences(expected):
            if self.watch.now_ms >= end:
                raise Disagreed(f"after {what}, {found[0]}")
            if self._answer_doubt():
                end = self.watch.now_ms + AGREE_MS
                if again is not None:
                    again()
            else:
                self.watch.glance(end)

    def _answer_doubt(self):
        """LEFT for a card that is still there, RIGHT for one that is not; True if the table asked and was told."""
        doubts = [
            (player, fault)
            for player in (self.referee.active, 1 - self.referee.active)
            for fault in self.watch.faults(player)
            if fault[1] == "doubtful"
        ]
        if doubts != self._doubts:
            self._doubts, self._doubts_ms = doubts, self.watch.now_ms
        if not doubts or self.watch.now_ms < self._doubts_ms + DOUBT_MS:
            return False
        player, (position, _, details) = doubts[0]
        there = {self.world.cards[card].token for card in self.world.piles[f"cell:{player}:{position}"]}
        self.tally["doubt"] += 1
        self.watch.press(self.referee.active, "left" if details["card"] in there else "right")
        self.watch.soon(lambda: [position, "doubtful", details] not in self.watch.faults(player), 1000)
        return True

    def _differences(self, expected):
        found = checks.check_account(expected, self.watch.account())
        if found or expected.illegal:
            return found
        found = checks.check_view(expected, self.watch.view())
        found = found or checks.check_screen(expected, self.watch.screen(self.referee.active))
        if found:
            return found
        boards = [self.watch.table.board(player).leds for player in (0, 1)]
        return checks.check_leds(expected, boards[0], boards[1], self.satellite_chain)

    def ok(self, player, plan=None, hold=False):
        """Press OK where the table should go on."""
        self.plan = None
        before = self._step()
        long_press = {"hold_ms": LONG_PRESS_MS} if hold else {}
        self.watch.press(player, "ok", **long_press)
        self.referee.ok(plan)
        # A table that had a question instead of going on wants OK once more.
        self.settle_down("OK", lambda: self._step() == before and self.watch.press(player, "ok", **long_press))

    def _step(self):
        """Where in the game the table is: turn, phase and damage still to be paid."""
        account = self.watch.account()
        return [account[name] for name in ("turn", "phase", "hits")]

    @property
    def active(self):
        return self.bots[self.referee.active]
