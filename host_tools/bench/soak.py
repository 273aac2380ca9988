"""Room: `ematrix bench soak`: hours of play-like movement over misbehaving readers, on the virtual clock.

Every fault of soak_faults.py comes at ten times its field rate; soak_referee.py knows what really lies where.
Register-level readers and the real drivers and scanner; figures in ms of virtual time, or counts.
"""

import json
import random

from host_tools.bench.sensing_rig import Rig, card
from host_tools.bench.soak_faults import Trouble
from host_tools.bench.soak_referee import Referee
from host_tools.errors import HonestNo

CELLS = 16
QUEUE, TAP = 16, 17
DECK = 60
HOUR_MS = 3_600_000


class Hands:
    """The players: they lay, lift, move, stack and tap cards, a movement every few seconds; all by the seed."""

    def __init__(self, rig, scanner, referee, seed):
        self._rng = random.Random(f"hands {seed}")
        self._rig = rig
        self._scanner = scanner
        self._referee = referee
        self._stacks = [[] for _ in range(18)]
        self._deck = list(range(1, DECK + 1))
        self.movements = 0

    async def play(self, until_ms):
        """Move cards until that time."""
        import asyncio

        rng = self._rng
        deeds = [self._lay, self._lift, self._move, self._stack, self._unstack, self._queue, self._tap, self._turn]
        while self._rig.time.now_us < until_ms * 1000:
            await asyncio.sleep(rng.uniform(1, 8))
            if rng.random() < 0.2:
                active = [*range(8), TAP] if rng.random() < 0.5 else [*range(CELLS), TAP]
                self._scanner.focus([*active, QUEUE])
            await rng.choices(deeds, [5, 4, 4, 3, 3, 2, 2, 1])[0]()
            self.movements += 1

    def _set(self, position):
        self._rig.table.set_position(position, self._stacks[position])
        self._referee.laid(position, [entry[0] for entry in self._stacks[position]])

    def _cells(self, least, most):
        cells = [cell for cell in range(CELLS) if least <= len(self._stacks[cell]) <= most]
        self._rng.shuffle(cells)
        return cells

    def _new(self, number, spot):
        face = self._rng.choice(["up", "down"])
        return card(number, face, self._rng.choice([0, 90]) if face == "down" else 0, spot)

    async def _pause(self):
        import asyncio

        await asyncio.sleep(self._rng.uniform(0.3, 1.5))

    async def _lay(self):
        cells = self._cells(0, 0)
        if cells and self._deck and len(cells) > 4:
            number = self._deck.pop(self._rng.randrange(len(self._deck)))
            self._stacks[cells[0]] = [self._new(number, 0)]
            self._set(cells[0])

    def _take(self, cell):
        entry = self._stacks[cell].pop()
        self._set(cell)
        return entry

    async def _lift(self):
        for cell in self._cells(1, 1)[:1]:
            entry = self._take(cell)
            await self._pause()
            self._deck.append(self._number(entry))

    def _number(self, entry):
        return next(number for number in range(1, DECK + 1) if card(number)[0] == entry[0])

    async def _move(self):
        source, target = self._cells(1, 1)[:1], self._cells(0, 0)[:1]
        if source and target:
            entry = self._take(source[0])
            await self._pause()
            self._stacks[target[0]] = [entry]
            self._set(target[0])

    async def _stack(self):
        for cell in self._cells(1, 3)[:1]:
            if self._deck:
                number = self._deck.pop(self._rng.randrange(len(self._deck)))
                taken = {entry[3] for entry in self._stacks[cell]}
                free = [spot for spot in range(6) if spot not in taken]
                self._stacks[cell].append(self._new(number, self._rng.choice(free)))
                self._set(cell)

    async def _unstack(self):
        """Take the upper card of a stack: the cell stays covered, so the table asks and the players answer."""
        for cell in self._cells(2, 4)[:1]:
            entry = self._take(cell)
            await self._pause()
            self._deck.append(self._number(entry))

    async def _queue(self):
        if self._deck:
            number = self._deck.pop(self._rng.randrange(len(self._deck)))
            self._stacks[QUEUE] = [self._new(number, 0)]
            self._set(QUEUE)
            await self._pause()
            self._take(QUEUE)
            self._deck.append(number)

    async def _tap(self):
        if self._deck:
            number = self._deck.pop(self._rng.randrange(len(self._deck)))
            self._stacks[TAP] = [self._new(number, 0)]
            self._set(TAP)
            await self._pause()
            self._take(TAP)
            self._deck.append(number)

    async def _turn(self):
        for cell in self._cells(1, 1)[:1]:
            entry = self._take(cell)
            await self._pause()
            self._stacks[cell] = [self._new(self._number(entry), 0)]
            self._set(cell)


def run(hours, seed, tell=None):
    """Figures of one soak as a dict; `tell(minutes, figures)` is called every ten virtual minutes."""
    rig = Rig(seed)
    start_ms = rig.time.now_us // 1000
    end_ms = start_ms + int(hours * HOUR_MS)
    scanner = rig.scanner()
    referee = Referee(rig, scanner)
    hands = Hands(rig, scanner, referee, seed)
    trouble = Trouble(rig, seed)

    async def progress():
        import asyncio

        while True:
            await asyncio.sleep(600)
            if tell is not None:
                tell((rig.time.now_us // 1000 - start_ms) // 60_000, figures())

    def figures():
        return {"hours": hours, "seed": seed, "movements": hands.movements, **trouble.figures(), **referee.figures()}

    scanner.focus([*range(CELLS), QUEUE, TAP])
    rig.live(scanner.run, trouble.make, referee.watch, progress, lambda: hands.play(end_ms))
    return figures()


def good(figures):
    """Whether the figures are those that the table promises."""
    allowed = max(1, int(figures["hours"] // 10))
    return (
        figures["wrong_identities"] == 0
        and figures["phantom_cards"] == 0
        and figures["false_removals"] <= allowed
        and figures["longest_unpolled_ms"] <= 2000
    )


def report(hours, seed, as_json):
    """Run, print, and end with status 1 if a figure is not good enough."""
    figures = run(hours, seed)
    if as_json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name.replace('_', ' ')}: {value}")
        for line in figures["examples"]:
            print(f"  {line}")
    if not good(figures):
        raise HonestNo("the soak found a wrong card, a phantom, a lost one or a position left unpolled; see above")
