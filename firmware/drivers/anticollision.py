"""Room: enumerates all tags in a field: the anticollision tree of ISO/IEC 14443-3 section 6.5, over all cascade levels.

Pure protocol in generators as in iso14443a.py; reader_grid.py runs it. Unselected tags fall back to sleep when another
is selected, so every walk down the tree starts with WUPA.
"""

from firmware.compat import const
from firmware.drivers.iso14443a import (
    CASCADE_BIT,
    CASCADE_TAG,
    COLLIDED,
    NOTHING,
    REQA,
    SELECT_CODES,
    WHOLE,
    WUPA,
    halt,
    request,
    sak,
    select,
)

# Results of one walk from the root to one tag.
_DONE = const(1)
_NOBODY = const(2)  # no answer to the request
_LOST = const(3)

_WALKS = const(24)  # in one enumeration; a cell holds about a dozen cards
_ATTEMPTS = const(2)  # a walk that got lost is tried once more
_ROOT = (0, b"", 0, b"")  # a branch: (level, the levels above, known bits of this level, those bits)


class Walk:
    """After `tags` has run: `heard` tells that anything answered, `broken` that some answer stayed unresolved."""

    def __init__(self, frame):
        self.frame = frame
        self.broken = False
        self.heard = False
        self._path = bytearray(8)  # the levels above the one being resolved, four bytes each
        self._level = 0
        self._branches = []

    def tags(self, found):
        """Generator, one exchange a yield. Appends each UID (bytes, 4, 7 or 10 long) to `found` once."""
        self.broken = self.heard = False
        frame = self.frame
        branches = self._branches
        branches.clear()
        branches.append(_ROOT)
        wake = WUPA
        attempts = 0
        for _ in range(_WALKS):
            branch = branches.pop()
            pending = len(branches)
            request(frame, wake)
            yield
            if attempts and frame.outcome == NOTHING:
                request(frame, wake)  # a tag left READY or ACTIVE by a lost walk only falls asleep at the first
                yield
            result = _NOBODY
            if frame.outcome != NOTHING:
                self.heard = True
                result = yield from self._walk(branch, found)
            if result == _DONE:
                attempts = 0
            elif result == _NOBODY and branch is _ROOT and not attempts:
                return
            else:
                del branches[pending:]
                attempts += 1
                if attempts < _ATTEMPTS:
                    branches.append(branch)
                else:
                    self.broken = True
                    attempts = 0
            wake = WUPA
            if not branches:
                if self.broken:
                    return
                # A tag that was out-shouted all along was never selected, so it is not at rest: ask once more.
                wake = REQA
                branches.append(_ROOT)
        self.broken = True

    def _walk(self, branch, found):
        frame = self.frame
        level, path, bits, known = branch
        self._path[: len(path)] = path
        for above in range(level):
            frame.tx[2:6] = self._path[above * 4 : above * 4 + 4]
            select(frame, above)
            yield
            answer = sak(frame)
            if answer < 0 or not answer & CASCADE_BIT:
                return _LOST
        self._level = level
        frame.tx[2 : 2 + len(known)] = known
        whole = yield from self._descend(bits)
        if not whole:
            return _LOST
        uid = b""
        for above in range(self._level):
            uid += bytes(self._path[above * 4 + 1 : above * 4 + 4])
        uid += bytes(frame.tx[2:6])
        halt(frame)
        yield
        if uid not in found:
            found.append(uid)
        return _DONE

    def _descend(self, bits):
        """Resolve and select level after level until a tag is selected; False if that yields no whole UID."""
        frame = self.frame
        while True:
            good = yield from self._resolve(bits)
            if not good:
                return False
            select(frame, self._level)
            yield
            answer = sak(frame)
            if answer < 0:
                return False
            if not answer & CASCADE_BIT:
                # CT means that the UID goes on (section 6.5.4): before the last level this would be half a UID.
                return self._level == 2 or frame.tx[2] != CASCADE_TAG
            if self._level == 2 or frame.tx[2] != CASCADE_TAG:
                return False
            self._path[self._level * 4 : self._level * 4 + 4] = frame.tx[2:6]
            self._level += 1
            bits = 0

    def _resolve(self, bits):
        """Anticollision at this level with `bits` of it known in tx[2:]: take the 1 at each fork, remember the 0.

        Leaves four bytes and BCC in tx[2:7]; False if an answer is not whole. BCC counts only once no tags collide.
        """
        frame = self.frame
        tx = frame.tx
        rx = frame.rx
        for _ in range(33):
            whole = bits >> 3
            part = bits & 7
            tx[0] = SELECT_CODES[self._level]
            tx[1] = (2 + whole) << 4 | part  # NVB
            frame.load(2 + whole + (1 if part else 0), 40 - bits, bits=part, align=part)
            yield
            outcome = frame.outcome
            if outcome != WHOLE and outcome != COLLIDED:
                return False
            if part and frame.rx_len:
                rx[0] = (rx[0] & (0xFF << part)) | (tx[2 + whole] & ((1 << part) - 1))
            if outcome == WHOLE:
                if frame.rx_len != 5 - whole or frame.rx_bits:
                    return False
                tx[2 + whole : 7] = rx[: 5 - whole]
                return tx[2] ^ tx[3] ^ tx[4] ^ tx[5] == tx[6]
            at = whole * 8 + frame.collision
            if at < bits or at >= 32:
                return False
            byte = frame.collision >> 3
            tx[2 + whole : 3 + whole + byte] = rx[: byte + 1]
            fork = 1 << (at & 7)
            last = 2 + (at >> 3)
            tx[last] &= fork - 1
            bits = at + 1
            self._branches.append((self._level, bytes(self._path[: self._level * 4]), bits, bytes(tx[2 : last + 1])))
            tx[last] |= fork
        return False
