"""Room: board to board over one half-duplex pair (RS-485, up to 4 boards): who talks when, and who is there.

The primary polls each satellite in turn; a satellite talks only when polled, so nobody talks at the same time. A poll
and its answer carry at most one record each and acknowledge the other's (channel.py). Frames are records:
    poll    {"to":A,"p":SERIAL, "s":SESSION,"a":ACK[,"n":NUMBER[,"m":1],"d":RECORD]}       "m": more is waiting
    answer  {"from":A,"p":SERIAL of the poll, ...the same}
    hello   {"to":A,"p":SERIAL,"hello":{"nonce":N,"protocol":1,"firmware":"..."}}
            {"from":A,"p":SERIAL,"hello":{"nonce":N,"protocol":1,"firmware":"...","session":S}}
    who     {"from":A,"p":SERIAL,"who":SESSION}      this satellite knows no such session: it was started anew
The nonce proves that an answer is not from before the primary's start, the session that a poll is not from before the
satellite's. `step` never waits; call it every few ms. Times in ms. Before: channel. After: the app.
"""

from firmware.compat import const
from firmware.link.channel import MAX_DATA, int_of
from firmware.link.ends import PROTOCOL, SILENT_MS, End
from firmware.link.records import Decoder, seal
from firmware.wiring import LINK_BAUD

PRIMARY = 0  # the primary's address, as satellites name it

IDLE_MS = const(20)  # between polls of a satellite with nothing to say
PROBE_MS = const(250)  # between probes of silent satellites, all together, so that they cost others little
# Silence before a board talks. The one that talked before lets go of the pair in an interrupt some 0.1 ms after its
# last stop bit (drivers/serial.py) and is deaf until then; two ticks are more than one whole millisecond.
GUARD_MS = const(2)
TURNAROUND_MS = const(60)  # a satellite's first byte comes within this: guard and three slices of at most 10 ms
GAP_MS = const(30)  # longest pause within an answer: a slice and a period, twice
_TALK_MS = const(180)  # nobody talks longer: twice the longest record

__all__ = ("MAX_DATA", "PRIMARY", "PROTOCOL", "SILENT_MS", "Primary", "Satellite")


def _air_ms(count):
    """Time of `count` bytes on the wire (ten bits each), rounded up."""
    return count * 10000 // LINK_BAUD + 1


class Primary(End):
    """The board that polls. `addresses`: those of the satellites (ints, not 0). `epoch`: differs at every start
    (boot counter or random, 20 bits count). `firmware`: version as plain text. `guard_ms` of silence go before a poll,
    `turnaround_ms` before an answer is missed.
    """

    def __init__(self, stream, clock, addresses, epoch, firmware="", guard_ms=GUARD_MS, turnaround_ms=TURNAROUND_MS):
        super().__init__(stream, clock, addresses, epoch, firmware, Decoder(b'"from":', 0))
        now = clock.ticks_ms()
        self._order = list(addresses)
        self._guard_ms = guard_ms
        self._turnaround_ms = turnaround_ms
        for address in self._order:
            self._peers[address].nonce = self._fresh_number()
        self._serial = 0
        self._polled = None  # address whose answer is awaited
        self._air = 0
        self._sent_ms = self._noise_ms = self._free_ms = now
        self._probe_ms = None  # when a silent satellite was last looked for

    def send(self, address, record, key=None):
        self._peers[address].wait_ms = 0
        return super().send(address, record, key)

    def step(self):
        """Take what has come in; poll the next satellite if it is time."""
        now = self._clock.ticks_ms()
        data = self._stream.read()
        if data:
            self._noise_ms = now
            for frame in self.decoder.feed(data):
                self._answered(frame, now)
        self._watch(now)
        if not self._writer.pump():
            self._sent_ms = now
            return
        if self._polled is not None:
            if not self._over(now):
                return
            self._end(now)
        quiet = self._clock.diff_ms(now, self._noise_ms) >= self._guard_ms
        if quiet or self._clock.diff_ms(now, self._free_ms) > _TALK_MS:
            self._poll_next(now)

    def _end(self, now):
        """The exchange is over: from here on noise on the pair may delay the next poll for _TALK_MS only."""
        self._polled = None
        self._free_ms = now

    def _over(self, now):
        """Whether the awaited answer will not come any more."""
        waited = self._clock.diff_ms(now, self._sent_ms) - self._air
        if waited < self._turnaround_ms:
            return False
        return self._clock.diff_ms(now, self._noise_ms) >= GAP_MS or waited > self._turnaround_ms + _TALK_MS

    def _poll_next(self, now):
        diff_ms = self._clock.diff_ms
        probe = self._probe_ms is None or diff_ms(now, self._probe_ms) >= PROBE_MS
        for at, address in enumerate(self._order):
            peer = self._peers[address]
            if diff_ms(now, peer.polled_ms) >= peer.wait_ms if peer.alive else probe:
                if not peer.alive:
                    self._probe_ms = now
                self._order.append(self._order.pop(at))
                self._poll(address, peer, now)
                return

    def _poll(self, address, peer, now):
        self._serial = (self._serial + 1) & 0xFF
        if peer.session is None:
            rest = self._hello(peer.nonce)
        else:
            rest = (peer.fields() if peer.alive else peer.bare()) + b"}"  # a probe is short
        frame = seal(b'{"to":%d,"p":%d' % (address, self._serial) + rest)
        self._polled = address
        self._air = _air_ms(len(frame))
        self._sent_ms = peer.polled_ms = now
        peer.wait_ms = 0
        self._writer.put(frame)
        self._writer.pump()

    def _answered(self, frame, now):
        address = int_of(frame, "from")
        peer = self._peers.get(address)
        if peer is None:
            return
        if address == self._polled and int_of(frame, "p") == self._serial:
            self._end(now)
        hello = frame.get("hello")
        if isinstance(hello, dict):
            self._greeted(address, peer, hello, now)
        elif peer.session is not None and int_of(frame, "who") == peer.session:
            peer.session = None
            peer.nonce = self._fresh_number()
        elif peer.session is not None and int_of(frame, "s") == peer.session:
            self._heard(address, now)
            took = peer.accept(frame)
            if not (took and frame.get("m")) and not peer.ready():
                peer.wait_ms = IDLE_MS

    def _greeted(self, address, peer, hello, now):
        if int_of(hello, "nonce") != peer.nonce or peer.session is not None:
            return
        session = int_of(hello, "session")
        if self._compare(address, "protocol", PROTOCOL, hello.get("protocol")) and session is not None:
            self._compare(address, "firmware", self._firmware, hello.get("firmware"))
            self._open(address, session, now)


class Satellite(End):
    """A board that is polled; its only peer is PRIMARY. Arguments as of Primary; `address` is this board's.

    `guard_ms` of silence go before an answer.
    """

    def __init__(self, stream, clock, address, epoch, firmware="", guard_ms=GUARD_MS):
        super().__init__(stream, clock, (PRIMARY,), epoch, firmware, Decoder(b'"to":%d,' % address, 0))
        self._from = b'{"from":%d,"p":%%d' % address
        self._guard_ms = guard_ms
        self._offer = (None, None)  # nonce, session offered for it
        self._answer = None  # start of the answer that is due
        self._asked_ms = None

    def step(self):
        """Take what has come in; answer if the last thing on the wire was a poll of this board."""
        now = self._clock.ticks_ms()
        for frame in self.decoder.feed(self._stream.read()):
            self._answer = self._serve(frame, now)
            self._asked_ms = now
        self._watch(now)
        if self._answer is not None and self._clock.diff_ms(now, self._asked_ms) >= self._guard_ms:
            if self.decoder.fresh:
                self._writer.put(seal(self._whole(self._answer)))
            self._answer = None
        self._writer.pump()

    def _whole(self, answer):
        """A hello or who is whole; an answer in the session gets the newest record that waits."""
        return answer if answer.endswith(b"}") else answer + self._peers[PRIMARY].fields() + b"}"

    def _serve(self, frame, now):
        """Obey a poll; the start of its answer (JSON bytes), None if it deserves none."""
        peer = self._peers[PRIMARY]
        head = self._from % (int_of(frame, "p") or 0)
        hello = frame.get("hello")
        if isinstance(hello, dict):
            return head + self._greet(hello)
        session = int_of(frame, "s")
        if session is None:
            return None
        if session == self._offer[1] and session != peer.session:
            self._open(PRIMARY, session, now)
        if session != peer.session:
            return head + b',"who":%d}' % session
        self._heard(PRIMARY, now)
        peer.accept(frame)
        return head

    def _greet(self, hello):
        nonce = int_of(hello, "nonce") or 0
        if not self._compare(PRIMARY, "protocol", PROTOCOL, hello.get("protocol")):
            return self._hello(nonce)
        self._compare(PRIMARY, "firmware", self._firmware, hello.get("firmware"))
        if self._offer[0] != nonce:
            self._offer = (nonce, self._fresh_number())
        return self._hello(nonce, self._offer[1])
