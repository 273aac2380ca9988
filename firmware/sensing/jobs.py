"""Room: what is done between two polls of the scanner: a job at a tag whose UID is known (pages of its memory), or one
that needs readers or sensors for itself.

Before: drivers (contracts.TagReader.command). After: cards (names on tags, enrolment), self_test, bench.
"""

from firmware.compat import const
from firmware.contracts import CLEAN, FAULT, HIT

# NTAG213 datasheet section 10.2 and 10.4.
READ = const(0x30)
WRITE = const(0xA2)
ACK = const(0x0A)
_READ_US = const(5000)
_WRITE_US = const(10_000)
_TRIES = const(3)
_PAGES = const(4)  # that one READ gives


class ExclusiveJob:
    """Needs readers or sensors for itself: self test, tuning, calibration, bench. Scanning waits meanwhile.

    steps: a generator that yields None whenever others may be served (10 ms) and its results; `result` is the last of
    them, `done` tells that it is over.
    """

    returns = False  # whoever sent it keeps it

    def __init__(self, steps):
        self._steps = steps
        self.result = None
        self.done = False

    def run(self, reader):
        """Generator: yields whenever others may be served."""
        for value in self._steps:
            if value is not None:
                self.result = value
            yield


class TagJob:
    """`run` it with the reader; then `data` has the bytes read (after writing: read back), or `error` says why not.

    position; uid: hex; page: first page; data: bytes to write, None to read; count: pages to read, 0: as many bytes as
    length_of(the first 16 bytes) says. error: "" or "gone" (no tag), "garbled", "fault" (reader), "refused" (the tag
    says no). answer: whatever the sender wants back with it.
    """

    returns = True  # by Scanner.take_jobs

    def __init__(self, position, uid, page, count=0, data=None, answer=None, length_of=None):
        self.position = position
        self.uid = uid
        self.page = page
        self.count = count
        self.data = None
        self.error = ""
        self.done = False
        self.answer = answer
        self._write = data
        self._length_of = length_of
        self._key = bytes.fromhex(uid)

    def run(self, reader):
        """Generator: yields whenever others may be served."""
        if self._write is not None:
            self.count = len(self._write) // 4
            for at in range(self.count):
                command = bytes((WRITE, self.page + at)) + self._write[4 * at : 4 * at + 4]
                answer = bytearray(1)
                yield from self._say(reader, command, answer, _WRITE_US)
                if not self.error and answer[0] != ACK:
                    self.error = "refused"
                if self.error:
                    return
        found = bytearray()
        left = self.count
        while not found or left > 0:
            answer = bytearray(16)
            yield from self._say(reader, bytes((READ, self.page + len(found) // 4)), answer, _READ_US)
            if self.error:
                return
            if not found and not self.count:
                left = (self._length_of(answer) + 3) // 4
            found += answer
            left -= _PAGES
        self.data = bytes(found[: 4 * self.count] if self.count else found)

    def _say(self, reader, command, answer, timeout_us):
        result = FAULT
        for _ in range(_TRIES):
            for result in reader.command(self.position, self._key, command, answer, timeout_us):
                yield
            if result == HIT:
                self.error = ""
                return
        self.error = "gone" if result == CLEAN else "fault" if result == FAULT else "garbled"
