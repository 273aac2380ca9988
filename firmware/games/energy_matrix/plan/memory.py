"""Room: what is kept from one solve to the next, so that a card moved re-solves only what it touches.

A group (settle_groups.py) that looks as it did on the board before need not be searched again: its outcomes are known,
or, where they are too many to list, a good one to beat. Comes before settle.py; thinking.py holds one Memory.
"""


class Memory:
    """ToldPlaces by the looks of a group; those that the last finished solve did not ask for are forgotten."""

    def __init__(self):
        self._before = {}
        self._now = {}

    def begin(self):
        """Another board. What an unfinished solve found is kept with what came before it."""
        self._before.update(self._now)
        self._now = {}

    def finish(self):
        """The board is solved."""
        self._before = {}

    def recall(self, looks):
        """What is known of a group with these looks, or None."""
        found = self._before.get(looks)
        if found is not None:
            self._now[looks] = found
        return found

    def keep(self, looks, known):
        """Remember an answer."""
        self._now[looks] = known


def looks_of(found, members):
    """All that the search of a group depends on, as one tuple of numbers: equal looks, equal outcomes."""
    looks = []
    nodes, kinds, left = found.supply_node, found.supply_kind, found.supply_units
    for node in members:
        looks.append(-1 - node)
        looks.append(found.gain[node])
        for units, supplies, _ in found.needs.get(node, ()):
            looks.append(-1000 - units)
            for supply in supplies:
                looks.append(((nodes[supply] * 3 + kinds[supply]) << 8) + left[supply])
    return tuple(looks)
