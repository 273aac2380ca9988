"""Room: turns raw polls and sensor sweeps of one position into what stably lies there. Pure; times in ms
that never wrap.

Before: drivers (results of contracts.py). After: ledger.py and scan.py. The rules: two agreeing reads make a card
present; two clean timeouts and an uncovered cell make it gone; a garbled answer is neither; a UID is never dropped
while its cell stays covered.
"""

from firmware.compat import const
from firmware.contracts import CLEAN, FACE_NONE, FAULT, GARBLED

READS_IN = const(2)  # agreeing reads until a card is there
READS_CONTESTED = const(4)  # where it may be a neighbour's: onto known cards, or while another place awaits one
TIMEOUTS_OUT = const(2)  # clean timeouts until it is gone
READS_OUT = const(5)  # whole answers of other tags without it, which also say that it is gone
MISSES_DOUBTFUL = const(8)  # polls without it until a UID under a covered cell is doubtful
MISSES_DOUBTFUL_WEAK = const(40)  # at most so many for a tag that has come back from long gaps before
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
    _misses = _NONE  # uid -> polls without it, since it was last read
    _patience = _NONE  # uid -> polls without it until it is doubtful
    _outs = _NONE  # uid -> (timeouts, whole answers) without it, over the uncovered cell
    _raw = _last_face = FACE_NONE  # _last_face: of the cards here, kept while they are lifted
    _sweeps = _fruitless = _faults = 0
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
                self._outs.clear()
                self._skew_ms = None
                self._skewed = False
        return True

    def poll(self, result, found, now_ms):
        """Take one poll of the reader. Returns UIDs that have been read often enough to be here (not yet in `uids`)."""
        if result == FAULT:
            self._faults += 1
            self.faulty = self.faulty or self._faults >= FAULTS_OUT
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
            misses = self._misses.get(uid, 0)
            if misses:
                self._patience[uid] = max(self._patience[uid], min(3 * misses, MISSES_DOUBTFUL_WEAK))
                self._misses[uid] = 0
                self.dirty = True
            if self._outs:
                self._outs.pop(uid, None)
        if result == GARBLED:
            return ()
        self._watch_skew(result, now_ms)
        self._count_misses(result, found)
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

    def _count_misses(self, result, found):
        for uid in tuple(self.uids):
            if uid in found:
                continue
            self._misses[uid] += 1
            self.dirty = True
            if self.covered():
                continue
            timeouts, answers = self._outs.get(uid, (0, 0))
            if result == CLEAN:
                timeouts += 1
            else:
                answers += 1
            self._outs = self._outs or {}
            self._outs[uid] = (timeouts, answers)
            if timeouts >= TIMEOUTS_OUT or answers >= READS_OUT:
                self.drop(uid)

    def _count_candidates(self, found, now_ms):
        candidates = self.candidates
        if candidates:
            for uid in tuple(candidates):
                if uid not in found:
                    del candidates[uid]
        ripe = []
        for uid in found:
            if uid in self._misses:
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
        """The UID is here (ledger.py has no objection)."""
        self.candidates.pop(uid, None)
        if not self.uids:
            self.uids, self._misses, self._patience = [], {}, {}
        self.uids.append(uid)
        self._misses[uid] = 0
        self._patience[uid] = MISSES_DOUBTFUL
        self.dirty = True

    def drop(self, uid):
        """The UID is not here any more."""
        if uid in self._misses:
            self.uids.remove(uid)
            del self._misses[uid]
            del self._patience[uid]
            self.dirty = True
            self._outs.pop(uid, None)
            self._fruitless = 0
            if not self.uids and not self.covered():
                self._last_face = FACE_NONE
            if uid in self.twice:
                self.twice.remove(uid)

    def misses(self, uid):
        """Polls without that UID since it was last read here."""
        return self._misses.get(uid, 0)

    def missing(self):
        """UIDs not read for so many polls that they may have been taken off, although the cell is covered."""
        if not self.covered():
            return []
        return [uid for uid in self.uids if self._misses[uid] >= self._patience[uid]]

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
        return bool(self.uids) if self.sensed else bool(self._outs)

    def doubting(self):
        """True while a UID under a covered cell is on its way to doubtful."""
        return any(0 < self._misses[uid] < self._patience[uid] for uid in self.uids)

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
        if self.faulty:
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
