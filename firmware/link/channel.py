"""Room: one board's account of its exchange with one other board: stop and wait in both directions.

A session is a number both boards agreed on after one of them started. In it each side numbers its records from 1,
repeats a record until its number is acknowledged, and takes only the record whose number is next. So each arrives
once and in order, whatever the wire loses, repeats or delays. A new session forgets waiting records without a key
(the board they were meant for is no more) and keeps the states.
Before: records, outbox. After: peers, which decides who talks when.
"""

from firmware.compat import const
from firmware.link.outbox import Outbox
from firmware.link.records import LIMIT, dumps

MAX_DATA = LIMIT - 148  # bytes of JSON of one record between boards; the rest is the frame round it
INBOX = const(8)  # records received and not yet taken; further ones are not acknowledged, so the sender keeps them


def int_of(frame, name):
    """The int `frame[name]`, or None if there is none or it is no number of ours."""
    value = frame.get(name)
    return value if isinstance(value, int) and 0 <= value < 1 << 40 else None


class Channel:
    """The exchange with one board; what stands in the first lines of __init__ is kept by ends.py and peers.py."""

    def __init__(self, now):
        self.alive = False
        self.heard_ms = now
        self.nonce = None  # the primary's, for the next session
        self.polled_ms = now
        self.wait_ms = 0  # the next poll comes so long after polled_ms
        self.session = None
        self.inbox = []
        self._outbox = Outbox()
        self._flight = None  # [key, text] sent and not yet acknowledged
        self._sent = 0  # number of the record in flight, or of the last one
        self._got = 0  # number of the last record taken
        self._sessions = 0

    def send(self, record, key):
        """Queue a dict; False if the queue is full, ValueError if it is too long or not JSON."""
        text = dumps(record)
        if len(text) > MAX_DATA:
            raise ValueError("a record of %d bytes for a board is too long, %d is the limit" % (len(text), MAX_DATA))
        return self._outbox.put(text, key)

    def open(self, session):
        """Begin a session; the number of records that were dropped because they belonged to the old one."""
        lost = 0
        if self._sessions:
            lost = self._outbox.drop_unkeyed()
        if self._flight is not None:
            if self._flight[0] is None:
                lost += 1
            elif not self._outbox.has(self._flight[0]):
                self._outbox.put_back(self._flight)
        self.session = session
        self._flight = None
        self._sent = self._got = 0
        self._sessions += 1
        return lost

    def ready(self):
        """Whether a new record could be sent at once: one waits and none is on its way."""
        return self._flight is None and len(self._outbox) > 0

    def bare(self):
        """JSON bytes of a frame without a record."""
        return b',"s":%d,"a":%d' % (self.session, self._got)

    def fields(self):
        """JSON bytes of this side's next frame, to follow the addresses: session, acknowledgement, record."""
        if self._flight is None and len(self._outbox):
            self._flight = self._outbox.pop()
            self._sent += 1
        if self._flight is None:
            return self.bare()
        more = b',"m":1' if len(self._outbox) else b""
        return self.bare() + b',"n":%d' % self._sent + more + b',"d":' + self._flight[1]

    def accept(self, frame):
        """Take the acknowledgement and the record of a frame of this session; True if it brought a new record."""
        if self._flight is not None and int_of(frame, "a") == self._sent:
            self._flight = None
        record = frame.get("d")
        if not isinstance(record, dict) or int_of(frame, "n") != self._got + 1 or len(self.inbox) >= INBOX:
            return False
        self._got += 1
        self.inbox.append(record)
        return True

    def take(self):
        """The records received since the last call."""
        records = self.inbox
        self.inbox = []
        return records
