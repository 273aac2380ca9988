"""Room: what the solver is asked: powered machines as nodes, who is adjacent to whom, rulers (rules sections 3, 6).

Nodes 0-15 are the cells of the player's own matrix; further nodes may be a team-mate's producers, numbered as the
caller likes. Amounts are packed (units.py). Comes after machines.py; converters.py comes next.
"""

from firmware.games import CELLS
from firmware.games.energy_matrix.cards.units import MOST, WIDTH, pack, width_for
from firmware.games.energy_matrix.matrix.machines import running, survey
from firmware.games.energy_matrix.modes import STEPS

NEAR = (
    (1, 4), (0, 2, 5), (1, 3, 6), (2, 7),
    (0, 5, 8), (1, 4, 6, 9), (2, 5, 7, 10), (3, 6, 11),
    (4, 9, 12), (5, 8, 10, 13), (6, 9, 11, 14), (7, 10, 15),
    (8, 13), (9, 12, 14), (10, 13, 15), (11, 14),
)  # fmt: skip
SLICE = 3  # small steps between two yields of the solver, so that no slice takes 10 ms on the Pico
LIMITS = (12, 8, 4)


class Problem:
    """wants, makes: packed input and output of each powered node, 0 where there is none; near: its adjacent nodes;
    producers, converters: nodes, the free producers left out; free: producers whose units cost nothing and do not
    score; room: steps left to each threshold; steps: what one is worth; width: bits a kind."""

    def __init__(self, wants, makes, producers, converters, near, free, width):
        self.wants = wants
        self.makes = makes
        self.producers = producers
        self.converters = converters
        self.near = near
        self.free = free
        self.width = width
        self.steps = STEPS

    def aim(self, rulers, limits):
        """Say where the rulers stand, seen from the active player's side. The problem itself."""
        # A marker already at its threshold stays a hit and moves no further.
        self.room = (max(0, limits[0] - rulers[0]), max(0, limits[1] - rulers[1]), max(0, limits[2] - rulers[2]))
        return self


def graph(gives, takes, near, rulers=(0, 0, 0), limits=LIMITS, free=()):
    """A problem on any graph. `gives[node]` is (a, b, c) of a powered machine or None; `takes[node]` is its input
    (a, b, c) or None for a producer; `near[node]` lists adjacent nodes (symmetric, no doubles); `free` lists the
    producers whose units cost nothing and do not score."""
    width = width_for(sum([sum(units) for units in list(gives) + list(takes) if units]))
    makes = [pack(units, width) if units else 0 for units in gives]
    wants = [pack(units, width) if units else 0 for units in takes]
    producers, converters = [], []
    for node in range(len(makes)):
        if wants[node]:
            converters.append(node)
        elif makes[node] and node not in free:
            producers.append(node)
    return Problem(wants, makes, producers, converters, near, tuple(free), width).aim(rulers, limits)


def problem(board, event="none", rulers=(0, 0, 0), limits=LIMITS, rule="exact", links=None, free=()):
    """The problem of one board.

    `free`: [[node, (a, b, c)], ...] a team-mate's powered producers, node 16 or more. `links`: [[node, node], ...]
    extra adjacent pairs. Machines beside any wormhole of this board are adjacent to each other (rules section 6).
    """
    wants, makes, producers, converters, total = running(board, event, rule)
    size = CELLS
    names = ()
    if free:
        names = tuple([node for node, _ in free])
        size = max(CELLS, max(names) + 1)
        total += sum([max(outputs) for _, outputs in free])
    near = adjacency(board, size, links)
    if total > MOST:
        gives, takes = _wide(survey(board, event, rule), size, free)
        return graph(gives, takes, near, rulers, limits, names)
    if free:
        wants += [0] * (size - CELLS)
        makes += [0] * (size - CELLS)
        for node, outputs in free:
            makes[node] = pack(outputs)
    return Problem(wants, makes, producers, converters, near, names, WIDTH).aim(rulers, limits)


def _wide(machines, size, free):
    """(gives, takes) of `graph`, for amounts that no deck of cards reaches: it gives them as many bits as they need."""
    gives = [None] * size
    takes = [None] * size
    for cell, _, _, _, _, state, inputs, outputs in machines:
        if state == "ok":
            gives[cell] = outputs
            takes[cell] = inputs
    for node, outputs in free:
        gives[node] = outputs
    return gives, takes


def adjacency(board, size=CELLS, links=None):
    """Adjacent nodes of every node: the grid, this board's wormholes, and the extra pairs of `links`."""
    beside = None
    if ["w"] in board["cells"]:
        beside = []
        for cell in range(CELLS):
            if board["cells"][cell] == ["w"]:
                beside += NEAR[cell]
    if size == CELLS and not links and not beside:
        return NEAR
    near = [list(cells) for cells in NEAR] + [[] for _ in range(size - CELLS)]
    pairs = list(links or ())
    for one in beside or ():
        pairs += [(one, other) for other in beside]
    for one, other in pairs:
        if one != other and other not in near[one]:
            near[one].append(other)
            near[other].append(one)
    return near
