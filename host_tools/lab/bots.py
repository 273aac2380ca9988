"""Room: a bot's hands: plays cards from a hand the way people do, and the things people do wrong at a table.

A bot looks only at its hand, at the cards on the table and at what the table asks. Every verb ends when the table has
noticed (`settle_down` of the match). Comes after `watch.py` and `planner.py`; `match.py` says when to do what.
"""

from collections import Counter

from host_tools.lab.planner import Situation, plan_build, possible
from host_tools.lab.reading import Side
from host_tools.lab.rules import EVENTS, FRAMES, MACHINES
from host_tools.simulator import dealing

SLOT_MS = {"ideal": 240, "model": 700}  # how long a hand holds a card in the queue slot at first
ASKS_MS = {"ideal": 800, "model": 2500}  # how long the table may take to find an announced card by itself
ROTATIONS = {"-": (0, 180), "|": (90, 270)}
FORGET = 0.5  # share of cards lifted and shown to the pad of which the table is told that they will not be laid again
WHIM = 0.12  # share of turns with one build action chosen by whim


class Bot:
    """One player. `match` offers world, watch, referee, random, tally and settle_down()."""

    def __init__(self, match, player):
        self.match = match
        self.player = player
        self.world = match.world
        self.watch = match.watch
        self.random = match.random

    def hand(self):
        return list(self.world.piles[f"hand:{self.player}"])

    def code(self, card):
        return self.world.cards[card].code

    def side(self):
        return Side(self.world, self.player)

    def draw(self, count):
        """Draw what is due, and one more for each frame."""
        dealing.draw(self.world, self.player, count)
        self.match.referee.drew(self.player, count)
        self.watch.write(draws=count, player=self.player, hand=len(self.hand()))

    def choose_for_queue(self):
        """The card to push: an event if there is one, else the one missed least."""
        cards = self.hand()
        events = [card for card in cards if self.code(card) in EVENTS]
        return self.random.choice(events or cards)

    def push(self, card):
        """Push a card into the slot, as long as the table takes to see it; again, and longer, if it did not."""
        count = len(self.match.referee.queue) + 1
        for patience in (1, 3, 6):
            self._through_slot(card, "queue", patience)
            if self.watch.soon(lambda: self._queue_is(count), 1500):
                break
        self.match.referee.push(self.code(card))
        self.match.settle_down("the push of a card")

    def take_back(self):
        """BACK, and the last card pushed comes out of the slot again."""
        self.watch.press(self.player, "back")
        self.watch.run()
        card = self.world.piles["queue"][-1]
        count = len(self.match.referee.queue) - 1
        for patience in (1, 3, 6):
            self._through_slot(card, f"hand:{self.player}", patience)
            if self.watch.soon(lambda: self._queue_is(count), 1500):
                break
        self.match.referee.unpush()
        self.match.settle_down("taking a pushed card back")

    def _through_slot(self, card, to, patience):
        self.watch.move(card, "slot", "down", 0)
        self.watch.run(SLOT_MS[self.match.readers] * patience)
        self.watch.move(card, to, "down", 0)

    def _queue_is(self, count):
        account = self.watch.account()
        return account is not None and account["queue"] == count

    def plan(self):
        """What to build now, taking off first."""
        referee = self.match.referee
        sign = 1 if self.player == 0 else -1
        event = referee.event if referee.event in ("sun", "rain", "thunder") else None
        codes = [self.code(card) for card in self.hand()]
        layout = self.side().layout
        situation = Situation(event, [sign * at for at in referee.rulers], codes)
        actions = plan_build(layout, situation, referee.points)
        if self.random.random() < WHIM:
            actions = self._whim(layout, situation, referee.points)
        return sorted(actions, key=lambda action: not action[0].startswith("off"))

    def _whim(self, layout, situation, points):
        """One action at random, rare kinds as likely as common ones, and no more."""
        kinds = {}
        for action in possible(layout, situation.hand, situation.cards):
            kinds.setdefault(action[0], []).append(action)
        return [self.random.choice(kinds[self.random.choice(sorted(kinds))])] if kinds and points else []

    def build(self, actions):
        """Carry out planned actions with cards."""
        reserved = Counter(
            "ext" if act[0] == "ext" else act[2] for act in actions if act[0] in ("machine", "frame", "ext")
        )
        for action in actions:
            self.match.tally[action[0]] += 1
            if action[0].startswith("off"):
                self._take_off(action)
            elif action[0] == "battery":
                self.lay(self.spare_card(reserved), f"cell:{self.player}:{action[1]}", "down", action[2])
            else:
                code = "ext" if action[0] == "ext" else action[2]
                reserved[code] -= 1
                pile = "edge" if code == "ext" else "cell"
                self.lay(self._find(code), f"{pile}:{self.player}:{action[1]}", "up")

    def _find(self, code):
        return next(card for card in self.hand() if self.code(card) == code)

    def spare_card(self, reserved=()):
        """A hand card that no plan needs: events first. None with an empty hand."""
        left = Counter(reserved)
        spare = []
        for card in self.hand():
            if left[self.code(card)] > 0:
                left[self.code(card)] -= 1
            else:
                spare.append(card)
        events = [card for card in spare if self.code(card) in EVENTS]
        return self.random.choice(events or spare) if spare else None

    def lay(self, card, place, face, axis=None):
        """Lay a card on a place; one that goes upon others, or into a socket, is shown to the tap pad first."""
        below = list(self.world.piles[place])
        upon_another_axis = bool(axis and below) and self.side().cells[int(place.split(":")[2])][0][1] != axis
        rotation = self.random.choice(ROTATIONS[axis]) if axis else 0
        tapped = below or place.startswith("edge")
        if tapped:
            self.show_to_tap(card)
        self.watch.move(card, place, face, rotation)
        what = f"laying {self.code(card)} on {place}"
        if tapped and not self.watch.soon(lambda: self._announced() != self.code(card), ASKS_MS[self.match.readers]):
            self.point_at(place)
        if upon_another_axis:
            cost = self.match.referee.cost()
            self.watch.until(lambda: self.watch.account()["draft"]["cost"] == cost, what)
            self.watch.press(self.player, "axis")
        self.match.settle_down(what)

    def show_to_tap(self, card):
        """Hold a card to the tap pad until the table names it; take it away and try again if it does not."""
        for patience_ms in (2000, 3000):
            self.watch.move(card, f"tap:{self.player}")
            if self.watch.soon(lambda: self._announced() == self.code(card), patience_ms):
                return
            self.watch.move(card, f"hand:{self.player}")
            self.watch.run(1000)
        self.watch.move(card, f"tap:{self.player}")
        self.watch.until(lambda: self._announced() == self.code(card), f"naming {self.code(card)} at the tap pad")

    def _announced(self):
        """The code of the card that the table waits for since it was held to the tap pad, or None."""
        screen = self.watch.screen(self.player)
        lines = screen["lines"] if screen is not None else ()
        return next((args["card"][1] for code, args in lines if code == "announced"), None)

    def point_at(self, place):
        """The table cannot tell where the announced card lies: choose the place with RIGHT, then OK."""
        self.match.tally["pointed"] += 1
        pile, _, index = place.split(":")
        group = "cells" if pile == "cell" else "edges"
        for _ in range(24):
            self.watch.press(self.player, "right")
            if self.watch.soon(lambda: self.watch.view()["players"][self.player][group][int(index)] == "c", 300):
                self.watch.press(self.player, "ok")
                return

    def _take_off(self, action):
        verb, where = action[0], action[1]
        if verb == "off_ext":
            self.take_piece(self.world.piles[f"edge:{self.player}:{where}"][-1], "discard", "up")
        elif verb == "off":
            self.lift_machine(where)
        else:
            pieces = self.side().cells[where]
            chosen = [piece for piece in pieces if verb == "off_battery" or piece[2] == action[2]]
            self.take_piece(chosen[-1][0], "discard", "up")
        self.match.settle_down(f"taking off ({verb})")

    def lift_machine(self, cell):
        """A machine to hand, its frames to the discards."""
        machine, *frames = [piece[0] for piece in self.side().cells[cell]]
        for frame in frames:
            self.watch.move(frame, "discard", "up", 0)
        self.watch.move(machine, f"hand:{self.player}", "down", 0)

    def take_piece(self, card, to, face="down"):
        """Lift one card; if others stay below or around it, the tap pad is shown which one left."""
        shown = len(self.world.piles[self.world.cards[card].place]) > 1
        if shown:
            self.watch.move(card, f"tap:{self.player}")
            self.match.settle_down("showing a lifted card to the tap pad")
        self.watch.move(card, to, face, 0)
        if shown and self._announced() == self.code(card) and self.random.random() < FORGET:
            self.watch.press(self.player, "back")

    def hand_machine(self):
        """A machine in hand, or None."""
        return next((card for card in self.hand() if self.code(card) in MACHINES), None)

    def hand_frame(self):
        """A frame in hand that belongs on machines, or None."""
        return next((card for card in self.hand() if self.code(card) in FRAMES and self.code(card) != "ext"), None)

    def hand_event(self):
        """An event in hand, or None."""
        return next((card for card in self.hand() if self.code(card) in EVENTS), None)
