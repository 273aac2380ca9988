"""Room: what the tap pads have seen lately: cards announced, cards shown, cards that leave their stacks. UIDs in hex.

Before: sensing (through room.py, which feeds it). After: room.py. The rule for players: the first tap of a card lifted
from a stack means that it is gone from there; a tap of a card that lies nowhere announces where it goes next.
"""

from firmware.compat import const

_SHOWN = const(12)  # a stack has no more cards
_OFF = const(8)


class Pad:
    """Of all boards. The room asks `tap` for every card that is new on a pad."""

    def __init__(self, players):
        self.announced = [None] * players  # UID held to that player's pad and seen nowhere else since
        self.shown = []  # held to any pad lately, newest last: a correction names some of them
        self.off = []  # lifted from stacks where others stayed, and not shown since
        self.waiting = [None] * players  # place that changed while the announced card was still read at the pad
        self.leaving = []  # shown to a pad while their stack's reader still believed in them

    def tap(self, player, uid, lies):
        """A card is held to a pad. `lies`: the table has it on a stack. True: lifted from there, nothing is announced.

        A lifted card has most likely gone to hand or discards: as an announced one it would come back as a ghost when
        the next card is lifted elsewhere.
        """
        self._keep(self.shown, uid, _SHOWN)
        lifted = lies or uid in self.off
        self.leaving = []
        self.waiting[player] = None
        self.forget_off(uid)
        self.announced[player] = None if lifted else uid
        return lifted

    def lifted(self, uid):
        """A card has left a stack where others stay."""
        self._keep(self.off, uid, _OFF)

    def leaves(self, uid):
        """A card at a pad is still read where it lay: its going from there needs no question."""
        self._keep(self.leaving, uid, _OFF)

    def placed(self, uid):
        """A card was found, or told, to lie somewhere: it is not announced any more."""
        self.forget_off(uid)
        if uid in self.announced:
            self.announced[self.announced.index(uid)] = None

    def forget_off(self, uid):
        if uid in self.off:
            self.off.remove(uid)

    def forget(self, player):
        """Another step of the game: what was lifted before may be announced with one tap."""
        self.announced[player] = None
        self.off = []
        self.leaving = []

    def _keep(self, uids, uid, most):
        if uid in uids:
            uids.remove(uid)
        uids.append(uid)
        if len(uids) > most:
            uids.pop(0)
