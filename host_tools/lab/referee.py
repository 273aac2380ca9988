"""Room: the full-information referee: keeps the whole game from what really lies where, and holds the table to it.

It is told only what people do that leaves no trace among the cards (a press of OK, the plan that was chosen), and
reads everything else in the world. Its rules are the lab's own. `expected` is what the table should say now;
`differences` names every deviation in one sentence. Comes after `reading.py` and `plans.py`; `match.py` asks it.
"""

from host_tools.lab.plans import all_plans, rank
from host_tools.lab.reading import Side, cost
from host_tools.lab.rules import EVENTS, LIMITS

LIVES = 3
HAND = 7
FILL = 4  # cards in the queue before its head is discarded
POINTS = 3


class BotFault(AssertionError):
    """A bot broke the rules: a mistake of this laboratory, not of the table."""


class Referee:
    """The game of two players as it should be. Rulers are seen from player 0's side; players count from 0."""

    def __init__(self, world):
        self.world = world
        self.phase = "deal"
        self.turn = 0
        self.active = 0
        self.event = "none"
        self.points = POINTS
        self.rulers = [0, 0, 0]
        self.lives = [LIVES, LIVES]
        self.hits = []
        self.winner = None
        self.pushed = 0
        self.queue = []  # codes, head first
        self.due = [0, 0]  # cards each player still has to draw
        self.start = [None, None]  # sides as accounted for: what build actions are counted from
        self.plans = None

    def sides(self):
        """Both sides as they lie now."""
        return [Side(self.world, 0), Side(self.world, 1)]

    def cost(self):
        """Action points that the active player's side costs now."""
        if self.phase != "build":
            return 0
        return cost(self.start[self.active], Side(self.world, self.active))

    def illegal(self, sides):
        """Whether something lies on the table that must be mended before it goes on."""
        if sides[0].wrong or sides[1].wrong:
            return True
        if self.phase == "build":
            other = 1 - self.active
            return self.cost() > self.points or cost(self.start[other], sides[other]) > 0
        return any(cost(self.start[p] or sides[p], sides[p]) for p in (0, 1))

    def push(self, code):
        """A card went into the queue."""
        self.queue.append(code)
        self.pushed += 1
        if self.phase == "fill" and len(self.queue) == FILL:
            self.phase = "discard"

    def unpush(self):
        """The last card pushed came out again."""
        self.queue.pop()
        self.pushed -= 1

    def drew(self, player, codes_due):
        """A player drew cards that were due; frames among them were replaced by more cards."""
        self.due[player] -= codes_due
        if self.due[player] < 0:
            raise BotFault(f"player {player + 1} drew more cards than were due")

    def lifted(self, cell):
        """In the dismantle phase a machine with its frames left the table."""
        if self.phase != "dismantle" or self.start[self.active].layout.machines.get(cell) is None:
            raise BotFault("a machine was dismantled that was not there or not now")
        self._build()

    def ok(self, plan=None):
        """OK was pressed where the table goes on; `plan` is the set fired at settlement: (cells, net)."""
        getattr(self, "_ok_" + self.phase)(plan)

    def _ok_deal(self, _):
        self.phase = "fill"
        self.start = self.sides()
        for player in (0, 1):
            if len(self.world.piles[f"life:{player}"]) != LIVES:
                raise BotFault(f"player {player + 1} has not {LIVES} life cards")

    def _ok_discard(self, _):
        self.queue.pop(0)
        self._begin(turn=1, active=0)

    def _begin(self, turn, active):
        self.turn, self.active = turn, active
        self.phase, self.event, self.points, self.pushed = "draw", "none", POINTS, 0
        self.due[active] += 1 if turn == 1 else 2
        self.start = self.sides()

    def _ok_draw(self, _):
        self._nothing_due()
        self.phase, self.pushed = "event", 0

    def _nothing_due(self):
        if any(self.due) and (self.world.piles["deck"] or self.world.piles["discard"]):
            raise BotFault("somebody has not drawn the cards that are due")

    def _ok_event(self, _):
        if not self.pushed:
            if self.world.piles[f"hand:{self.active}"]:
                raise BotFault("a player with cards in hand pushed none")
            self._build()
            return
        shown = self.queue[: self.pushed]
        self.queue = self.queue[self.pushed :]
        self.event = shown[-1] if shown[-1] in EVENTS else "none"
        self.points = POINTS + {"ap+1": 1, "ap-1": -1}.get(self.event, 0)
        self.due[self.active] += 2 if self.event == "draw2" else 0
        self.phase = "reveal"

    def _ok_reveal(self, _):
        self._nothing_due()
        if self.event == "dismantle" and self.start[self.active].layout.machines:
            self.phase = "dismantle"
        else:
            self._build()

    def _build(self):
        self.phase = "build"
        self.start = self.sides()

    def _ok_build(self, _):
        if self.illegal(self.sides()):
            return
        self.points -= self.cost()
        self.start = self.sides()
        self.phase = "settle"

    def _ok_settle(self, plan):
        sign = 1 if self.active == 0 else -1
        self.hits = []
        for kind in range(3):
            at = min(LIMITS[kind], sign * self.rulers[kind] + plan.net[kind])
            self.rulers[kind] = sign * at
            if at == LIMITS[kind]:
                self.hits.append(kind)
        if self.hits:
            self.phase = "end"
            self.due[1 - self.active] += 1
        else:
            self._begin(self.turn + 1, 1 - self.active)

    def _ok_end(self, _):
        self._nothing_due()
        loser = 1 - self.active
        self.rulers[self.hits.pop(0)] = 0
        self.lives[loser] -= 1
        if len(self.world.piles[f"life:{loser}"]) != self.lives[loser]:
            raise BotFault(f"player {loser + 1} has not taken the life card")
        if self.lives[loser] == 0:
            self.phase, self.winner = "over", self.active
        elif self.hits:
            self.due[loser] += 1
        else:
            self._begin(self.turn + 1, 1 - self.active)

    def ranked_plans(self, layout):
        """All plans of the active player's matrix this turn, best first. The last answer is remembered."""
        sign = 1 if self.active == 0 else -1
        mine = tuple(sign * at for at in self.rulers)
        key = (layout.key(), self.event, mine)
        if self.plans is None or self.plans[0] != key:
            found = all_plans(layout, self.event)
            found.sort(key=lambda plan: rank(plan, mine, LIMITS))
            self.plans = (key, found)
        return self.plans[1]

    def choices(self, layout):
        """The plans that a player is shown: best first, of those that move the rulers alike only the first."""
        first = {}
        for plan in self.ranked_plans(layout):
            first.setdefault(plan.net, plan)
        return list(first.values())
