"""Room: what the players have answered about places that nobody can name; it holds while the same lies there.

Before: the pictures of the board room (`seen` of the contract of a game). After: play.py. Positions of the contract.
"""

from firmware.games import CELLS, EDGE


class ToldPlaces:
    """Nothing of this is in the account: after a restart the table asks again."""

    def __init__(self):
        self._waived = {}  # (player, place): what lay there when the players accepted it as it is
        self._blank = {}  # (player, cell): a battery whose tag is dead

    def waive(self, player, place, seen):
        """What lies there is accepted although it is not known."""
        self._waived[player, place] = _lying(seen, place)

    def tell_blank(self, player, place, seen):
        """What lies there is one battery whose tag does not answer."""
        self._blank[player, place] = _lying(seen, place)

    def waived(self, player, seen):
        """Places of a board that were accepted and have not changed since."""
        return _holding(self._waived, player, seen)

    def known(self, player, seen):
        """The picture with batteries of dead tags as cards without a name ("")."""
        blank = _holding(self._blank, player, seen)
        if not blank:
            return seen
        cells = list(seen["cells"])
        for cell in blank:
            cells[cell] = [cells[cell][0], [""]]
        return dict(seen, cells=cells)


def _holding(answers, player, seen):
    """Places of a player at which what was answered about still lies; the other answers are over."""
    found = []
    for whose, place in list(answers):
        if whose != player or seen is None:
            continue
        if answers[whose, place] == _lying(seen, place):
            found.append(place)
        else:
            del answers[whose, place]
    return found


def _lying(seen, place):
    """What a picture shows at a place."""
    if place < CELLS:
        return seen["cells"][place]
    return seen["edges"][place - EDGE] if place >= EDGE else None
