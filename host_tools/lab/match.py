"""Room: one game of two bots on a table, step by step, with the referee holding the table to its account.

`play(table, world, seed, readers)` returns a Result. After every step `settle_down` waits until the table agrees with
the referee, or writes down what does not; the first disagreement ends the game. Comes after `bots.py`, `slips.py` and
`checks.py`; the command `autoplay` plays many.
"""

import random
from collections import Counter

from firmware.wiring import CHAIN_SATELLITE
from host_tools.lab import checks, slips
from host_tools.lab.bots import Bot
from host_tools.lab.plans import Yield, by_hand, next_by_hand
from host_tools.lab.referee import BotFault, Referee
from host_tools.lab.watch import Stuck, Watch
from host_tools.simulator import dealing
from host_tools.simulator.process import BoardDied

MOST_TURNS = 300
AGREE_MS = 6000  # how long the table may take to agree with what lies on it
POWER_ON_MS = 30_000
MENU_PAGES = 12
TAKE_BACK = 0.06  # share of event phases in which a pushed card is taken back
OTHER_PLAN = 0.3  # share of settlements with a choice in which another plan is looked at and taken
MANUAL = 0.08
LIFT = 0.04


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
                getattr(self, "_" + self.referee.phase)()
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

    def settle_down(self, what, place=None):
        """Run until the table says what the referee expects; Disagreed names the first difference."""
        expected = checks.Expected(self.referee, self.plan)
        if self.watch.soon(lambda: not self._differences(expected), AGREE_MS):
            return
        raise Disagreed(f"after {what}, {self._differences(expected)[0]}")

    def _differences(self, expected):
        found = checks.check_account(expected, self.watch.account())
        if found or expected.illegal:
            return found
        found = checks.check_view(expected, self.watch.view())
        if found:
            return found
        boards = [self.watch.table.board(player).leds for player in (0, 1)]
        return checks.check_leds(expected, boards[0], boards[1], self.satellite_chain)

    def ok(self, player, plan=None, hold=False):
        """Press OK where the table should go on."""
        self.plan = None
        self.watch.press(player, "ok", **({"hold_ms": 1000} if hold else {}))
        self.referee.ok(plan)
        self.settle_down("OK")

    @property
    def active(self):
        return self.bots[self.referee.active]

    def _deal(self):
        dealing.deal(self.world)
        self.watch.write(dealt=[len(bot.hand()) for bot in self.bots])
        self.ok(0)

    def _fill(self):
        bot = self.bots[len(self.referee.queue) % 2]
        bot.push(bot.choose_for_queue())

    def _discard(self):
        self.watch.move(self.world.piles["queue"][0], "discard", "up", 0)
        self.ok(0)

    def _draw(self):
        self.active.draw(self.referee.due[self.referee.active])
        self.ok(self.referee.active)

    def _event(self):
        bot = self.active
        count = min(len(bot.hand()), self.random.choice((1, 1, 1, 1, 1, 1, 2, 2, 3)))
        for _ in range(count):
            bot.push(bot.choose_for_queue())
        if count and self.random.random() < TAKE_BACK:
            self.tally["take back"] += 1
            bot.take_back()
            bot.push(self.random.choice(bot.hand()))
        self.ok(bot.player, hold=not count)

    def _reveal(self):
        self.tally[self.referee.event] += 1
        while len(self.world.piles["queue"]) > len(self.referee.queue):
            self.watch.move(self.world.piles["queue"][0], "discard", "up", 0)
        if self.referee.due[self.referee.active]:
            self.active.draw(self.referee.due[self.referee.active])
        self.ok(self.referee.active)

    def _dismantle(self):
        bot = self.active
        machines = bot.side().layout.machines
        cell = min(machines, key=lambda cell: (len(machines[cell][1]), machines[cell][0], cell))
        if self.random.random() < 0.5:
            cell = self.random.choice(sorted(machines))
        bot.lift_machine(cell)
        self.referee.lifted(cell)
        self.settle_down("dismantling a machine")

    def _build(self):
        bot = self.active
        slip = self.random.choice(slips.BUILDING) if self.random.random() < slips.RATE else None
        if slip not in (None, slips.one_too_many) and slip(self, bot):
            self.tally[slip.__name__] += 1
        bot.build(bot.plan())
        if slip is slips.one_too_many and slip(self, bot):
            self.tally[slip.__name__] += 1
        self.ok(bot.player)

    def _settle(self):
        bot = self.active
        plans = self.referee.choices(bot.side().layout)
        if self.random.random() < LIFT and slips.lift_while_settling(self, bot):
            self.tally["lift while settling"] += 1
        if len(plans) > 1 and self.random.random() < OTHER_PLAN:
            self._choose_plan(bot, plans)
        elif self.random.random() < MANUAL:
            self._fire_by_hand(bot)
        else:
            self.ok(bot.player, plans[0])

    def _choose_plan(self, bot, plans):
        """Look at the next plans, then take the one looked at, even a worse one."""
        self.tally["other plan"] += 1
        last = self.random.randint(1, min(3, len(plans) - 1))
        for at in range(1, last + 1):
            self.plan = plans[at]
            self.watch.press(bot.player, "right")
            self.settle_down("choosing another plan")
        self.ok(bot.player, plans[last])

    def _fire_by_hand(self, bot):
        """Fire one machine at a time in reading order; sometimes take one back or leave some."""
        self.tally["by hand"] += 1
        event = self.referee.event if self.referee.event in checks.WEATHER else None
        powered = Yield(bot.side().layout, event)
        order = []
        self.plan = by_hand(powered, order)
        self.watch.press(bot.player, "axis")
        self.settle_down("starting to fire by hand")
        while next_by_hand(powered, order) and self.random.random() > 0.05:
            order.append(next_by_hand(powered, order)[0])
            self.plan = by_hand(powered, order)
            self.watch.press(bot.player, "ok")
            self.settle_down("firing a machine by hand")
            if self.random.random() < 0.1:
                order.pop()
                self.plan = by_hand(powered, order)
                self.watch.press(bot.player, "back")
                self.settle_down("taking a fired machine back")
        if next_by_hand(powered, order):
            self.watch.press(bot.player, "left")
            self.watch.run()
        self.ok(bot.player, self.plan)

    def _end(self):
        loser = 1 - self.referee.active
        card = self.random.choice(self.world.piles[f"life:{loser}"])
        self.watch.move(card, f"hand:{loser}", "down", 0)
        if self.referee.due[loser]:
            self.bots[loser].draw(self.referee.due[loser])
        self.ok(self.referee.active)


def play(table, world, seed, readers="ideal", log=None):
    """One game from the deal to a winner; see Result."""
    return Match(table, world, seed, readers, log).play()
