"""Room: the board's end of the record stream to the host: states and occasions out, requests in.

The host may be absent, slow or wrong; the game goes on. `send` only queues, `step` writes what the stream takes.
Requests are records with a member "t"; an "id" in a request comes back in its answer. Built in:
    {"t":"hello"}  ->  {"t":"hello","protocol":1,...versions}
    anything without a handler  ->  {"t":"refused","why":"unknown_request","request":...}
    a damaged record            ->  {"t":"refused","why":"damaged"}
Records that found no room in the queue are counted and told: {"t":"lost","count":...}.
Before: records, outbox. After: the app; at the other end host_tools/transport.
"""

from firmware.compat import const
from firmware.link.outbox import KEYS, Outbox, Writer
from firmware.link.records import LIMIT, Decoder, dumps, seal

PROTOCOL = 1
MAX_DATA = LIMIT - 25  # bytes of JSON in a record; the rest is 0x1E, version, checksum, LF

_BURST = const(4)  # records written in one step: 0.5 ms each, so a step stays far below 10 ms
_LOST = ("link", "lost")  # keys of the link's own records; the app uses strings
_DAMAGED = ("link", "damaged")


class HostLink:
    """`versions`: dict for the answer to hello. `handlers`: {"state": function, "repl": function, ...}.

    A handler gets the request (dict) and returns the answer (a new dict, sent without a key) or None; a ValueError,
    KeyError or TypeError it raises is answered with {"t":"refused","why":its text}. "state" should `send` every state
    again by its key.
    """

    def __init__(self, stream, versions, handlers):
        self.lost = 0  # records that found no room, since power on
        self._stream = stream
        self._handlers = handlers
        self._hello = {"t": "hello", "protocol": PROTOCOL, "limit": LIMIT}
        self._hello.update(versions)
        self._decoder = Decoder(text_limit=0)
        self._outbox = Outbox(KEYS + 2)
        self._writer = Writer(stream)
        self._bad = 0

    def tell(self, versions):
        """From now on hello says these members too."""
        self._hello.update(versions)

    def send(self, record, key=None):
        """Queue `record`; with a key the newest of that key replaces a waiting one. Never blocks.

        False if the queue is full (only without a key). ValueError if it is longer than MAX_DATA bytes or not JSON.
        """
        text = dumps(record)
        if len(text) > MAX_DATA:
            raise ValueError("a record of %d bytes for the host is too long, %d is the limit" % (len(text), MAX_DATA))
        if self._outbox.put(text, key):
            return True
        self.lost += 1
        self._outbox.put(dumps({"t": "lost", "count": self.lost}), _LOST)
        return False

    def step(self):
        """Serve what has come in and write what the stream takes; call it every few ms."""
        data = self._stream.read()
        if data:
            for request in self._decoder.feed(data):
                self._serve(request)
        if self._decoder.bad + self._decoder.foreign != self._bad:
            self._bad = self._decoder.bad + self._decoder.foreign
            self.send({"t": "refused", "why": "damaged", "count": self._bad}, _DAMAGED)
        for _ in range(_BURST):
            if not self._writer.pump() or not len(self._outbox):
                break
            self._writer.put(seal(self._outbox.pop()[1]))
        self._writer.pump()

    def _serve(self, request):
        kind = request.get("t")
        named = kind[:40] if isinstance(kind, str) else None
        try:
            if kind == "hello":
                answer = dict(self._hello)
            elif named is None or kind not in self._handlers:
                answer = {"t": "refused", "why": "unknown_request", "request": named}
            else:
                answer = self._handlers[kind](request)
            if answer is not None:
                if "id" in request:
                    answer["id"] = request["id"]
                self.send(answer)
        except (ValueError, KeyError, TypeError) as problem:
            # A wrong request must not stop the game; what it lacks or has too much of is said.
            refusal = {"t": "refused", "why": str(problem)[:80], "request": named}
            if len(str(request.get("id", ""))) <= 40 and "id" in request:
                refusal["id"] = request["id"]
            self.send(refusal)
