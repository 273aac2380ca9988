"""Room: one UID lies at one position: who has it, who may take it over, and when two really have the same. Pure.

Before: debounce.py (its spots). After: scan.py.
"""

from firmware.compat import const
from firmware.sensing.debounce import READS_CONTESTED

_MISSES_LEFT = const(2)  # polls without it at its old, uncovered place until a UID may move
_MISSES_COVERED = const(5)  # the same while the old place is covered: a frame taken off its machine
_READS_BROKEN = const(6)  # agreeing reads until it may leave a place whose reader is broken
_READS_TWICE = const(16)  # agreeing reads at a second place until two tags with one UID are believed


class Owners:
    """`owner[uid]` is the index of the spot that has it; `touched`: spots whose report another one's poll changed."""

    def __init__(self, spots):
        self._spots = spots
        self.owner = {}
        self.touched = []

    def claim(self, position, uid):
        """A spot has read a UID often enough. Returns the position to poll at once, or -1 when all is settled.

        It waits for more reads while another place has just been covered, or known cards lie here: coupling reaches
        over now and then.
        Free or left its old place: it moves. Still read there: a neighbour's field reaches over, unless something
        lies here and nothing else is read of it, poll after poll: then two tags carry one UID, told by `twice` of both.
        """
        spot = self._spots[position]
        old = self.owner.get(uid, -1)
        reads = spot.candidates.get(uid, 0)
        if reads < READS_CONTESTED and old != position:
            awaited = self._awaited(position)
            if awaited >= 0 or spot.uids:
                return awaited if awaited >= 0 else position
        if old < 0 or old == position:
            self.owner[uid] = position
            spot.confirm(uid)
            return -1
        other = self._spots[old]
        if self._has_left(other, uid, spot) or (other.faulty and reads >= _READS_BROKEN):
            other.drop(uid)
            self.owner[uid] = position
            self.touched.append(old)
            spot.confirm(uid)
            return -1
        lone = not spot.uids and (spot.covered() or not spot.sensed)
        if lone and reads >= _READS_TWICE and other.misses(uid) == 0:
            spot.confirm(uid)
            for each in (spot, other):
                if uid not in each.twice:
                    each.twice = list(each.twice) + [uid]
                each.dirty = True
            self.touched.append(old)
            return -1
        return old

    def _awaited(self, position):
        """Another position just covered, its tag not read yet: a UID heard here may be its. -1: none."""
        for i, spot in enumerate(self._spots):
            if i != position and spot.readable and spot.covered() and not spot.uids and not spot.silent():
                return i
        return -1

    def _has_left(self, other, uid, spot):
        if not other.covered():
            return other.misses(uid) >= _MISSES_LEFT
        if spot.sensed and not spot.covered():
            return uid in other.missing()  # a reading over an open cell is weaker than a card that lies there
        return other.misses(uid) >= _MISSES_COVERED

    def uncovered(self, position):
        """A spot is uncovered: what it shares with another one is the other's."""
        for uid in tuple(self._spots[position].twice):
            self._spots[position].drop(uid)
            self.lost(position, uid)

    def release(self, position, before):
        """Follow what a spot no longer has; `before`: its UIDs before the poll."""
        for uid in before:
            if uid not in self._spots[position].uids:
                self.lost(position, uid)

    def lost(self, position, uid):
        """A spot has dropped a UID."""
        others = [i for i, spot in enumerate(self._spots) if uid in spot.uids]
        if self.owner.get(uid, -1) == position:
            del self.owner[uid]
            if others:
                self.owner[uid] = others[0]
        if len(others) == 1 and uid in self._spots[others[0]].twice:
            self._spots[others[0]].twice.remove(uid)
            self._spots[others[0]].dirty = True
            self.touched.append(others[0])
