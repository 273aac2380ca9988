"""Room: the physical world read with open eyes: what lies on a player's side, and what a change of it costs.

Comes after `world.py` and `rules.py`; the referee and the bots use it. Nothing here knows what the table senses.
"""

from host_tools.lab.rules import FRAMES, MACHINES, Layout


class Side:
    """One player's side as it lies.

    cells [16 x tuple of (card number, role, code)], bottom first; role is "machine", "frame", "-" or "|" (a battery
    and its axis) or "wrong"; edges [8 x tuple of card numbers]; wrong [place names] where the rules allow no such card.
    """

    __slots__ = ("cells", "edges", "layout", "wrong")

    def __init__(self, world, player):
        self.cells = []
        self.edges = []
        self.layout = Layout()
        self.wrong = []
        for cell in range(16):
            self._read_cell(world, player, cell)
        for line in range(8):
            pile = tuple(world.piles[f"edge:{player}:{line}"])
            self.edges.append(pile)
            self.layout.edges[line] = sum(world.cards[card].code == "ext" for card in pile)
            if self.layout.edges[line] < len(pile):
                self.wrong.append(f"edge:{player}:{line}")

    def _read_cell(self, world, player, cell):
        pile = world.piles[f"cell:{player}:{cell}"]
        pieces = tuple((number, _role(world.cards[number]), world.cards[number].code) for number in pile)
        self.cells.append(pieces)
        if not pieces:
            return
        roles = [role for _, role, _ in pieces]
        if all(role in "-|" for role in roles):
            self.layout.batteries[cell] = "".join(roles)
        elif roles[0] == "machine" and all(role == "frame" for role in roles[1:]):
            self.layout.machines[cell] = (pieces[0][2], tuple(code for _, _, code in pieces[1:]))
        else:
            self.wrong.append(f"cell:{player}:{cell}")


def _role(card):
    if card.face == "down":
        return "-" if card.rotation in (0, 180) else "|"
    if card.code in MACHINES:
        return "machine"
    return "frame" if card.code in FRAMES and card.code != "ext" else "wrong"


def cost(before, now):
    """Action points between two sides (rules section 4.3): the fewest takings off and placings that explain them."""
    total = sum(_cell_cost(old, new) for old, new in zip(before.cells, now.cells, strict=True))
    for old, new in zip(before.edges, now.edges, strict=True):
        total += len(set(old) ^ set(new))
    return total


def _cell_cost(old, new):
    if old == new:
        return 0
    if old and new and old[0][1] == new[0][1] == "machine" and old[0][0] == new[0][0]:
        kept = set(old) & set(new)
        one_by_one = len(old) + len(new) - 2 * len(kept)
        # Taking the machine itself off takes its frames along for one point; whatever lies there then came anew.
        return min(one_by_one, 1 + len(new))
    if old and old[0][1] == "machine":
        return 1 + len(new)
    return len(set(old) ^ set(new))
