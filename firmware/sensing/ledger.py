"""Room: one UID lies at one position: who has it, who may take it over, and when two really have the same. Pure.

Before: debounce.py (its spots). After: scan.py.
"""

from firmware.compat import const

_MISSES_LEFT = const(2)  # polls without it at its old place until a UID may move
_READS_TWICE = const(6)  # agreeing reads at a second place until two tags with one UID are believed


class Ledger:
    """`owner[uid]` is the index of the spot that has it; `touched`: spots whose report another one's poll changed."""

    def __init__(self, spots):
        self._spots = spots
        self.owner = {}
        self.touched = []

    def claim(self, position, uid):
        """A spot has read a UID often enough. Returns the position to poll at once, or -1 when all is settled.

        Free or left its old place: it moves. Still read there: a neighbour's field reaches over, or two tags carry
        one UID; only many agreeing reads at both make that a fact, told by `twice` of both spots.
        """
        spot = self._spots[position]
        old = self.owner.get(uid, -1)
        if old < 0 or old == position:
            self.owner[uid] = position
            spot.confirm(uid)
            return -1
        other = self._spots[old]
        reads = spot.candidates.get(uid, 0)
        if other.misses(uid) >= _MISSES_LEFT or (other.faulty and reads >= _READS_TWICE):
            other.drop(uid)
            self.owner[uid] = position
            self.touched.append(old)
            spot.confirm(uid)
            return -1
        if other.misses(uid) == 0 and reads >= _READS_TWICE and (spot.covered() or not spot.sensed):
            spot.confirm(uid)
            for each in (spot, other):
                if uid not in each.twice:
                    each.twice.append(uid)
                each.dirty = True
            self.touched.append(old)
            return -1
        return old

    def release(self, position, before):
        """Follow what a spot no longer has; `before`: its UIDs before the poll."""
        for uid in before:
            if uid not in self._spots[position].uids:
                self.lost(position, uid)

    def lost(self, position, uid):
        """A spot has dropped a UID."""
        heirs = [i for i, spot in enumerate(self._spots) if uid in spot.uids]
        if self.owner.get(uid, -1) == position:
            del self.owner[uid]
            if heirs:
                self.owner[uid] = heirs[0]
        if len(heirs) == 1 and uid in self._spots[heirs[0]].twice:
            self._spots[heirs[0]].twice.remove(uid)
            self._spots[heirs[0]].dirty = True
            self.touched.append(heirs[0])
