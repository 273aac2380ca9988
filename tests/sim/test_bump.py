"""Room: whole boards bumped through the simulator: exactly the cells that differ are lit, until all is as it was."""

import random

import pytest

from host_tools.lab.rules import FRAMES, MACHINES, deck_kinds
from host_tools.simulator.table import VirtualTable
from host_tools.simulator.world import World
from tests.engines import ENGINE


def laid(world, player):
    """A position of puzzles: three machines, one with two frames, and three batteries. {cell: [(card, face, turn)]}"""
    free = [card for card in world.cards if card.place == "deck"]
    machines = [card for card in free if card.code in MACHINES]
    frames = [card for card in free if card.code in FRAMES and card.code != "ext"]
    plain = [card for card in free if card.code in MACHINES][-3:]
    spots = {card.spot for card in frames[:1]}
    second = next(card for card in frames if card.spot not in spots)
    layout = {
        1: [(machines[0].id, "up", 0), (frames[0].id, "up", 0), (second.id, "up", 0)],
        6: [(machines[1].id, "up", 0)],
        11: [(machines[2].id, "up", 90)],
        2: [(plain[0].id, "down", 0)],
        8: [(plain[1].id, "down", 90)],
        15: [(plain[2].id, "down", 0)],
    }
    for cell, stack in layout.items():
        put(world, player, cell, stack)
    return layout


def put(world, player, cell, stack):
    for card, face, turn in stack:
        world.move(card, f"cell:{player}:{cell}", face, turn)


def lies(world, player, cell):
    return [
        (card, world.cards[card].face, world.cards[card].rotation % 180) for card in world.pile(f"cell:{player}:{cell}")
    ]


def differing(world, layouts):
    """(player, cell) where something else lies than should."""
    found = set()
    for player, layout in enumerate(layouts):
        for cell in range(16):
            wanted = [(card, face, turn % 180 if face == "down" else 0) for card, face, turn in layout.get(cell, [])]
            now = [(card, face, turn if face == "down" else 0) for card, face, turn in lies(world, player, cell)]
            if sorted(wanted) != sorted(now):
                found.add((player, cell))
    return found


class Table:
    """A table in the middle of filling the queue, where no card may move."""

    def __init__(self, table):
        self.table = table

    def faults(self):
        return [len(self.table.latest(player, "faults")["faults"]) for player in (0, 1)]

    def lit(self):
        players = self.table.latest(0, "view")["players"]
        return {(p, cell) for p in (0, 1) for cell in range(16) if players[p]["cells"][cell] != "."}

    def phase(self):
        account = self.table.latest(0, "account")
        return account and account["phase"]

    def told(self):
        """What the table finds wrong."""
        return [self.table.latest(player, "faults")["faults"] for player in (0, 1)]

    def until(self, holds, what, limit_ms=12_000):
        for _ in range(limit_ms // 100):
            if holds():
                return
            self.table.run_ms(100)
        raise AssertionError(f"{what}: {self.faults()}, lit {sorted(self.lit())}, {self.told()}")


def started(table):
    play = Table(table)
    table.run_ms(3000)
    table.press(0, "ok", hold_ms=1000)
    play.until(lambda: play.phase() == "deal", "the game begins")
    layouts = [laid(table.world, player) for player in (0, 1)]
    play.until(lambda: all(play.faults()), "cards lie where none should")
    table.run_ms(2500)
    table.press(0, "ok", hold_ms=1000)
    play.until(lambda: play.faults() == [0, 0], "the position is accepted")
    table.press(0, "ok")
    play.until(lambda: play.phase() == "fill", "filling begins")
    return play, layouts


@pytest.mark.parametrize("readers", ["ideal", "model"])
def test_every_card_of_both_boards_moved(readers):
    dice = random.Random(4)
    world = World(deck_kinds(), seed=3)
    with VirtualTable(world, engine=ENGINE, readers=readers, language="en") as table:
        play, layouts = started(table)
        steady = play.lit()
        for player, layout in enumerate(layouts):
            targets = dice.sample(range(16), 16)
            for cell, stack in layout.items():
                put(world, player, targets[cell], stack)
        play.until(lambda: play.lit() == differing(world, layouts), "all that moved is lit")
        table.press(0, "ok")
        assert play.phase() == "fill"
        order = [(player, cell) for player in (0, 1) for cell in layouts[player]]
        dice.shuffle(order)
        for player, cell in order:
            for other, *_ in lies(world, player, cell):
                if other not in [card for card, *_ in layouts[player][cell]]:
                    world.move(other, "floor", "up", 0)
            table.run_ms(600)  # hands are not quicker: a cell swapped while it stays covered would be asked about
            put(world, player, cell, layouts[player][cell])
            wanted = differing(world, layouts)
            if wanted:
                play.until(lambda wanted=wanted: play.lit() == wanted, f"after mending {player}, {cell}")
        play.until(lambda: play.faults() == [0, 0], "all agrees again")
        assert play.lit() == steady


def test_the_whole_board_is_wiped_and_accepted():
    world = World(deck_kinds(), seed=3)
    with VirtualTable(world, engine=ENGINE, readers="ideal", language="en") as table:
        play, layouts = started(table)
        for stack in layouts[0].values():
            for card, *_ in stack:
                world.move(card, "floor", "up", 0)
        play.until(lambda: play.lit() == {(0, cell) for cell in layouts[0]}, "all cells ask for their cards")
        table.press(0, "ok", hold_ms=1000)
        play.until(lambda: play.faults() == [0, 0], "the empty board is accepted")
        actions = [record["action"] for record in table.board(0).records if record.get("t") == "action"]
        assert actions[-1] == ["overrule", 0]


def test_a_stack_whose_tags_cover_each_other_is_told_with_panel_and_pad():
    world = World(deck_kinds(), seed=3)
    with VirtualTable(world, engine=ENGINE, readers="model", language="en") as table:
        play, _ = started(table)
        free = [card for card in world.cards if card.place == "deck" and card.size == "card"]
        stack = [card for card in free if card.spot == free[0].spot][:2]
        for card in stack:
            world.move(card.id, "cell:1:4", "down", 0)

        play.until(lambda: play.faults()[1], "something is seen there, at most one of the two is read")
        table.run_ms(1000)
        table.press(1, "axis", hold_ms=1000)
        table.press(1, "ok")
        for number, card in enumerate(stack):
            world.move(card.id, "tap:1", "down", 0)
            play.until(lambda wanted=number + 1: _told(table) == wanted, f"card {number + 1} is told")
            world.move(card.id, "hand:1")
            table.run_ms(500)
        for card in stack:
            world.move(card.id, "cell:1:4", "down", 0)
        table.run_ms(1500)
        table.press(1, "ok")
        table.run_ms(1000)
        table.press(1, "ok", hold_ms=1000)
        play.until(lambda: play.faults() == [0, 0], "the stack is accepted")
        play.until(lambda: " / -- . A@1 . / " in table.latest(0, "account")["boards"][1], "both batteries are known")


def _told(table):
    """How many cards have been told at player 1's panel."""
    return len([line for line in table.latest(1, "screen")["screen"]["lines"] if line[0].startswith("told")])
