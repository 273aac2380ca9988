"""Room: what both ends of the board-to-board link share: queues by address, events, who is alive, hello.

Times in ms of the clock. Before: channel (one session with one board). After: peers (who talks when).
"""

from firmware.compat import const
from firmware.link.channel import Channel
from firmware.link.outbox import Writer
from firmware.link.records import VERSION, dumps

PROTOCOL = 1  # of the frames between boards, see peers.py
SILENT_MS = const(1000)  # no good frame for so long: the peer is down (a board saving a game is away for 112 ms)

_EVENTS = const(16)


class End:
    """Base of Primary and Satellite. Events are (address, name, details); the newest 16 are kept:

    "up": {"fresh": bool, "lost": n}  a peer is there; fresh: it or this board was started anew, send all states again
    (n records to it that had no key were dropped); not fresh: it was silent for a while and nothing is missing.
    "down": {}  silent for SILENT_MS. It is looked for all the time.
    "mismatch": {"what": "protocol" | "firmware" | "record", "ours": x, "theirs": y}  "firmware" still works together;
    "record" has the address None.
    """

    def __init__(self, stream, clock, addresses, epoch, firmware, decoder):
        self.decoder = decoder  # its counters tell of the wire's quality
        self._stream = stream
        self._clock = clock
        self._writer = Writer(stream)
        self._firmware = firmware
        self._id = (epoch & 0xFFFFF) << 10
        self._count = 0
        self._peers = {address: Channel(clock.ticks_ms()) for address in addresses}
        self._events = []
        self._named = {}  # (address, what) -> what they had when last named

    def send(self, address, record, key=None):
        """Queue a dict for a board. With a key only the newest state of that key is delivered; without, each record
        is, in order and once. False if the queue without key is full (the peer is slow or silent).
        ValueError: longer than MAX_DATA bytes of JSON, not JSON. KeyError: no such address.
        """
        return self._peers[address].send(record, key)

    def take(self):
        """[(address, record)] received since the last call; what is not taken in time stays with its sender."""
        return [(address, record) for address, peer in self._peers.items() for record in peer.take()]

    def events(self):
        """[(address, name, details)] since the last call; see the class."""
        events = self._events
        self._events = []
        return events

    def alive(self, address):
        """Whether the board was heard within the last SILENT_MS."""
        return self._peers[address].alive

    def _tell(self, address, name, details):
        self._events.append((address, name, details))
        if len(self._events) > _EVENTS:
            self._events.pop(0)

    def _compare(self, address, what, ours, theirs):
        """Tell of a mismatch once; True if equal."""
        if ours == theirs:
            self._named.pop((address, what), None)
            return True
        if (address, what) not in self._named or self._named[(address, what)] != theirs:
            self._named[(address, what)] = theirs
            self._tell(address, "mismatch", {"what": what, "ours": ours, "theirs": theirs})
        return False

    def _fresh_number(self):
        self._count = (self._count + 1) & 0x3FF
        return self._id | self._count

    def _open(self, address, session, now):
        peer = self._peers[address]
        lost = peer.open(session)
        peer.alive = True
        peer.heard_ms = now
        self._tell(address, "up", {"fresh": True, "lost": lost})

    def _heard(self, address, now):
        peer = self._peers[address]
        peer.heard_ms = now
        if not peer.alive:
            peer.alive = True
            self._tell(address, "up", {"fresh": False, "lost": 0})

    def _watch(self, now):
        """Name peers that fell silent and records of another version."""
        for address, peer in self._peers.items():
            if peer.alive and self._clock.diff_ms(now, peer.heard_ms) > SILENT_MS:
                peer.alive = False
                self._tell(address, "down", {})
        if self.decoder.foreign:
            self._compare(None, "record", VERSION, self.decoder.foreign_version)

    def _hello(self, nonce, session=None):
        """JSON bytes of the hello member; without a session it only says who is there."""
        hello = {"nonce": nonce, "protocol": PROTOCOL, "firmware": self._firmware}
        if session is not None:
            hello["session"] = session
        return b',"hello":' + dumps(hello) + b"}"
