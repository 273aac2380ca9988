"""Room: what waits to be sent: a bounded queue with keyed replacement, and a writer that never blocks.

Records wait as JSON bytes, so what the app changes later does not change them. Memory is bounded by constants below.
Before: records. After: peers (towards boards), host (towards the host).
"""

from firmware.compat import const

UNKEYED = const(16)  # records without a key that may wait
UNKEYED_BYTES = const(4096)  # and their bytes together
KEYS = const(32)  # different keys that may wait: a report of each position, view, screen


class Outbox:
    """First in, first out. A record with a key replaces the waiting one of that key, in its place in the queue.

    So of a state (keyed) only the newest is sent, while of occasions (no key) each is, in order.
    """

    def __init__(self, keys=KEYS):
        self._keys = keys
        self._waiting = []  # [key, text]
        self._unkeyed = 0
        self._unkeyed_bytes = 0

    def __len__(self):
        return len(self._waiting)

    def put(self, text, key=None):
        """Queue JSON bytes; False if there is no room for one more without a key. ValueError at too many keys."""
        if key is None:
            if self._unkeyed >= UNKEYED or self._unkeyed_bytes + len(text) > UNKEYED_BYTES:
                return False
            self._unkeyed += 1
            self._unkeyed_bytes += len(text)
        else:
            for entry in self._waiting:
                if entry[0] == key:
                    entry[1] = text
                    return True
            if len(self._waiting) - self._unkeyed >= self._keys:
                raise ValueError("more than %d keys wait to be sent; use the same key for the same state" % self._keys)
        self._waiting.append([key, text])
        return True

    def pop(self):
        """[key, text] of the first one; IndexError if nothing waits."""
        entry = self._waiting.pop(0)
        if entry[0] is None:
            self._unkeyed -= 1
            self._unkeyed_bytes -= len(entry[1])
        return entry

    def put_back(self, entry):
        """Queue an entry with a key, as it came from `pop`, in front of all others."""
        self._waiting.insert(0, entry)

    def has(self, key):
        """Whether a record with that key waits."""
        for entry in self._waiting:
            if entry[0] == key:
                return True
        return False

    def drop_unkeyed(self):
        """Forget the records without a key; how many they were."""
        count = self._unkeyed
        self._waiting = [entry for entry in self._waiting if entry[0] is not None]
        self._unkeyed = self._unkeyed_bytes = 0
        return count


class Writer:
    """Hands bytes to a stream in as many pieces as it takes."""

    def __init__(self, stream):
        self._stream = stream
        self._rest = b""

    def put(self, data):
        """Start to send `data` in place of whatever was not yet sent."""
        self._rest = data

    def pump(self):
        """Offer the stream what is left; True when it has taken all."""
        if self._rest:
            taken = self._stream.write(self._rest)
            self._rest = self._rest[taken:] if taken < len(self._rest) else b""
        return not self._rest
