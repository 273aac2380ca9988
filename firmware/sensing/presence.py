"""Room: one card at a position: when its tag was read last, and how surely. Pure; times in ms that never wrap.

Before: the polls of its position. After: debounce.py, which keeps one for each UID and decides. Under a covered cell a
tag that is not read is doubtful after some polls, never gone; over an uncovered one timeouts and other answers count.
"""

from firmware.compat import const

TIMEOUTS_OUT = const(2)  # clean timeouts over an uncovered cell until it is gone
READS_OUT = const(5)  # whole answers of other tags without it, which also say that it is gone
MISSES_DOUBTFUL = const(8)  # polls without it until it is doubtful
MISSES_DOUBTFUL_WEAK = const(40)  # at most so many for a tag that has come back from long gaps lately,
DOUBTFUL_MS = const(2500)  # but no longer than this: players who lifted it must be asked soon
_BLURRED = const(4)  # broken polls that read others but not this one, for one miss


class Presence:
    """One UID. What an object does not hold itself it takes from here: most tags are read at every poll."""

    misses = 0  # polls without it, since it was last read
    patience = MISSES_DOUBTFUL  # misses until it is doubtful
    proven = True  # False: known from before the reader failed, not read since
    timeouts = answers = 0  # over the uncovered cell, since it was last read
    _blurred = 0

    def __init__(self, now_ms):
        self._read_ms = self._now_ms = now_ms

    def read(self, now_ms):
        """The tag was read; True if that is news."""
        self._read_ms = self._now_ms = now_ms
        if self.timeouts or self.answers:
            self.uncover()
        if not self.misses:
            if self.patience > MISSES_DOUBTFUL:
                self.patience -= 1
            news = not self.proven
            if news:
                self.proven = True
            return news
        self.patience = max(self.patience, min(3 * self.misses, MISSES_DOUBTFUL_WEAK))
        self.misses = 0
        self.proven = True
        return True

    def miss(self, now_ms):
        """A whole poll did not read it."""
        self._now_ms = now_ms
        self.misses += 1

    def blur(self, now_ms):
        """A poll that was not whole read others, but not this one; True if that makes a miss."""
        self._blurred += 1
        if self._blurred < _BLURRED:
            return False
        self._blurred = 0
        self.miss(now_ms)
        return True

    def uncover(self):
        """What was missed so far says nothing of a card over an uncovered cell."""
        self.timeouts = self.answers = 0

    def leave(self, clean):
        """A whole poll over the uncovered cell did not read it (clean: nor any other); True when it is gone."""
        if clean:
            self.timeouts += 1
        else:
            self.answers += 1
        return self.timeouts >= TIMEOUTS_OUT or self.answers >= READS_OUT

    def doubtful(self):
        """Not read for so long that it may have been taken off."""
        if self.misses < MISSES_DOUBTFUL:
            return False
        return self.misses >= self.patience or self._now_ms - self._read_ms >= DOUBTFUL_MS
