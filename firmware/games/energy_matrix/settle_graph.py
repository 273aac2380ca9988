"""Room: what the solver is asked: powered machines as nodes, who is adjacent to whom, rulers (rules sections 3, 6).

Nodes 0-15 are the cells of the player's own matrix; further nodes may be a team-mate's producers, numbered as the
caller likes. Comes after machines.py; the network and the search come next.
"""

from firmware.games.energy_matrix.machines import survey

NEAR = (
    (1, 4), (0, 2, 5), (1, 3, 6), (2, 7),
    (0, 5, 8), (1, 4, 6, 9), (2, 5, 7, 10), (3, 6, 11),
    (4, 9, 12), (5, 8, 10, 13), (6, 9, 11, 14), (7, 10, 15),
    (8, 13), (9, 12, 14), (10, 13, 15), (11, 14),
)  # fmt: skip
STEPS = (18, 27, 54)
LIMITS = (12, 8, 4)


class Problem:
    """Nodes, adjacency and rulers; see `graph` for the arguments."""

    def __init__(self, gives, takes, near, free, rulers, limits, steps):
        self.gives = gives
        self.takes = takes
        self.near = near
        self.free = free
        self.rulers = rulers
        self.limits = limits
        self.steps = steps
        # Steps left to each threshold; a marker already there stays a hit and moves no further.
        self.room = tuple([max(0, limits[kind] - rulers[kind]) for kind in range(3)])


def graph(gives, takes, near, rulers=(0, 0, 0), limits=LIMITS, steps=STEPS, free=()):
    """A problem on any graph. `gives[node]` is (a, b, c) of a powered machine or None; `takes[node]` is its input
    (a, b, c) or None for a producer; `near[node]` lists adjacent nodes (symmetric, no doubles); `free` lists the
    producers whose units cost nothing and do not score. Rulers are seen from the active player's side."""
    return Problem(gives, takes, near, tuple(free), rulers, limits, steps)


def problem(
    board, event="none", rulers=(0, 0, 0), limits=LIMITS, steps=STEPS, rule="exact", catalogue=None, links=None, free=()
):
    """The problem of one board.

    `free`: [[node, (a, b, c)], ...] a team-mate's powered producers, node 16 or more. `links`: [[node, node], ...]
    extra adjacent pairs. Machines beside any wormhole of this board are adjacent to each other (rules section 6).
    """
    size = 16
    for node, _ in free:
        size = max(size, node + 1)
    gives = [None] * size
    takes = [None] * size
    for cell, _, _, _, _, state, inputs, outputs in survey(board, event, rule, catalogue):
        if state == "ok":
            gives[cell] = outputs
            takes[cell] = inputs
    for node, outputs in free:
        gives[node] = outputs
    near = adjacency(board, size, links)
    return Problem(gives, takes, near, tuple([node for node, _ in free]), rulers, limits, steps)


def adjacency(board, size=16, links=None):
    """Adjacent nodes of every node: the grid, this board's wormholes, and the extra pairs of `links`."""
    beside = None
    cell = 0
    for entry in board["cells"]:
        if entry is not None and entry[0] == "w":
            beside = (beside or []) + list(NEAR[cell])
        cell += 1
    if size == 16 and not links and not beside:
        return NEAR
    near = [list(cells) for cells in NEAR] + [[] for _ in range(size - 16)]
    pairs = list(links or ())
    for one in beside or ():
        pairs += [(one, other) for other in beside]
    for one, other in pairs:
        if one != other and other not in near[one]:
            near[one].append(other)
            near[other].append(one)
    return near
