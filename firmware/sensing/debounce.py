"""Room: turns raw polls and sensor sweeps of one position into what stably lies there. Pure; times in ms
that never wrap.

Before: drivers (results of contracts.py), presence.py. After: owners.py and scan.py. The rules: two agreeing reads make
a card present; two clean timeouts and an uncovered cell make it gone; a garbled answer is neither; a UID is never
dropped while its cell stays covered.
"""

from firmware.compat import const
from firmware.contracts import CLEAN, FACE_NONE, FAULT, GARBLED
from firmware.sensing.presence import Presence

READS_IN = const(2)  # agreeing reads until a card is there
READS_CONTESTED = const(4)  # where it may be a neighbour's: onto known cards, or while another place awaits one
POLLS_SILENT = const(4)  # fruitless polls until a covered cell is called silent
POLLS_SILENT_WEAK = const(10)  # the same while a tag shows now and then
SWEEPS_FACE = const(2)  # agreeing sweeps until a face counts
SKEW_MS = const(600)  # a tag that answers so long over uncovered sensors belongs to a skewed card,
READS_SKEW = const(10)  # if it answers so many times in a row
FAULTS_OUT = const(2)  # failures in a row until the reader is called faulty
FAULTS_BARE = const(3)  # failures of a faulty one over an uncovered cell until nothing lies there

FACES = ("none", "up", "row", "col", "skew")
_SKEW = const(4)


_NONE = {}  # stays empty


class Spot:
    """One position. readable: it has a reader; sensed: it has sensors. UIDs are bytes, oldest first.

    What an object does not hold itself it takes from here, as most positions are empty; the first card changes that.
    """

    uids = ()
    twice = ()  # of uids: another position reads the same one at the same time
    face = FACE_NONE  # stable
    faulty = False
    candidates = _NONE  # uid -> agreeing reads
    _cards = _NONE  # uid -> Presence, of uids
    _raw = _last_face = FACE_NONE  # _last_face: of the cards here, kept while they are lifted
    _sweeps = _fruitless = _faults = 0
    _now = 0  # of the last poll
    _bare = 0  # failures over the uncovered cell
    _skew_ms = None  # since when tags answer over uncovered sensors
    _skewed = False
    dirty = True  # the report may differ from the one made last

    def __init__(self, readable, sensed):
        self.readable = readable
        self.sensed = sensed

    def covered(self):
        return self.face != FACE_NONE

    def sweep(self, face):
        """Take the face (FACE_*) of one sensor sweep; True if it differs from the stable one or has just become it."""
        if face == self.face:
            self._raw = face
            self._sweeps = 0
            return False
        if face != self._raw:
            self._raw = face
            self._sweeps = 0
        self._sweeps += 1
        if self._sweeps >= SWEEPS_FACE:
            was_covered = self.covered()
            self.face = face
            self._sweeps = 0
            self.dirty = True
            if self.covered():
                self._last_face = face
            if self.covered() != was_covered:
                self._fruitless = 0
                for card in self._cards.values():
                    card.uncover()
                self._skew_ms = None
                self._skewed = False
        return True

    def poll(self, result, found, now_ms):
        """Take one poll of the reader. Returns UIDs that have been read often enough to be here (not yet in `uids`)."""
        self._now = now_ms
        if result == FAULT:
            self._faults += 1
            if not self.faulty and self._faults >= FAULTS_OUT:
                self.faulty = True
                for card in self._cards.values():
                    card.proven = False
            self.dirty = True
            self._trust_light()
            return ()
        if self._faults:
            if self.faulty and self.covered() and not self.uids:
                self._fruitless = POLLS_SILENT_WEAK  # what was told meanwhile must not be taken for gone
            self._faults = self._bare = 0
            self.faulty = False
            self.dirty = True
        for uid in found:  # each is whole by itself, even among broken ones
            card = self._cards.get(uid)
            if card is not None and card.read(now_ms):
                self.dirty = True
        if result == GARBLED:
            if found:
                self._blur(found, now_ms)
            return ()
        self._watch_skew(result, now_ms)
        self._count_misses(result, found, now_ms)
        return self._count_candidates(found, now_ms)

    def _trust_light(self):
        """Over a dead reader light alone tells that a card was taken off; a skewed card is not seen by it."""
        if not self.faulty or not self.sensed or self.covered() or self._last_face == _SKEW:
            self._bare = 0
            return
        self._bare += 1
        if self._bare >= FAULTS_BARE:
            for uid in tuple(self.uids):
                self.drop(uid)

    def _watch_skew(self, result, now_ms):
        if not self.sensed or self.covered() or result == CLEAN:
            if self._skew_ms is not None:
                self._skew_ms = None
                self._skewed = False
        elif self._skew_ms is None:
            self._skew_ms = now_ms
        elif now_ms - self._skew_ms >= SKEW_MS:
            self._skewed = True
            self._last_face = _SKEW

    def _blur(self, found, now_ms):
        for uid in self.uids:
            if uid not in found and self._cards[uid].blur(now_ms):
                self.dirty = True

    def _count_misses(self, result, found, now_ms):
        for uid in tuple(self.uids):
            if uid in found:
                continue
            card = self._cards[uid]
            card.miss(now_ms)
            self.dirty = True
            if not self.covered() and card.leave(result == CLEAN):
                self.drop(uid)

    def _count_candidates(self, found, now_ms):
        candidates = self.candidates
        if candidates:
            for uid in tuple(candidates):
                if uid not in found:
                    del candidates[uid]
        ripe = []
        for uid in found:
            if uid in self._cards:
                continue
            candidates = self.candidates = candidates or {}
            candidates[uid] = candidates.get(uid, 0) + 1
            wanted = READS_IN if not self.sensed or self.covered() else READS_SKEW
            if candidates[uid] >= wanted and (wanted == READS_IN or self._skewed):
                ripe.append(uid)
        if self.covered() and not self.uids:
            self._fruitless += 1
            self.dirty = True
        return ripe

    def confirm(self, uid):
        """The UID is here (owners.py has no objection)."""
        self.candidates.pop(uid, None)
        if not self.uids:
            self.uids, self._cards = [], {}
        self.uids.append(uid)
        self._cards[uid] = Presence(self._now)
        self.dirty = True

    def drop(self, uid):
        """The UID is not here any more."""
        if uid in self._cards:
            self.uids.remove(uid)
            del self._cards[uid]
            self.dirty = True
            self._fruitless = 0
            if not self.uids and not self.covered():
                self._last_face = FACE_NONE
            if uid in self.twice:
                self.twice.remove(uid)

    def misses(self, uid):
        """Polls without that UID since it was last read here."""
        card = self._cards.get(uid)
        return card.misses if card is not None else 0

    def missing(self):
        """UIDs not read for so long that they may have been taken off while their cell stayed covered."""
        return [uid for uid in self.uids if self._cards[uid].doubtful()]

    def silent(self):
        """Covered, and enough polls tell that no tag answers."""
        if not self.covered() or self.uids:
            return False
        if not self.readable or self.faulty:
            return True
        return self._fruitless >= (POLLS_SILENT_WEAK if self.candidates else POLLS_SILENT)

    def undecided(self):
        """True while another poll at once may decide something."""
        if self._faults == 1 and not self.faulty:
            return True
        if self.sensed and self._raw != self.face:
            return True
        for uid in self.candidates:
            if self.candidates[uid] < READS_CONTESTED and (not self.sensed or self.covered()):
                return True
        if self.covered():
            return not self.uids and not self.silent()
        if self.sensed:
            return bool(self.uids)
        return any(card.timeouts or card.answers for card in self._cards.values())

    def doubting(self):
        """True while a UID under a covered cell is on its way to doubtful."""
        return any(card.misses and not card.doubtful() for card in self._cards.values())

    def shown_face(self):
        """Index into FACES. A lifted card keeps its face until its tag is gone, so nothing flickers."""
        if self.covered():
            return self.face
        return self._last_face if self.uids else FACE_NONE

    def report(self, position):
        """The report by the statuses of hardware.md, JSON-ready; UIDs in hex."""
        self.dirty = False
        missing = self.missing()
        silent = self.silent()
        face = self.shown_face()
        if self.faulty or any(not self._cards[uid].proven and uid not in missing for uid in self.uids):
            status = "fault"
        elif missing or self.twice:
            status = "doubtful"
        elif self.uids:
            status = "card"
        elif silent:
            status = "silent"
        else:
            status = "empty"
            face = FACE_NONE  # covered, but not yet known by what
        return {
            "pos": position,
            "status": status,
            "face": FACES[face],
            "uids": [uid.hex() for uid in self.uids],
            "missing": [uid.hex() for uid in missing],
        }
