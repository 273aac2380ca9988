"""Room: queues and sessions between boards, frame by frame, on both engines."""

from firmware.link.channel import Channel
from firmware.link.ends import End
from firmware.link.outbox import KEYS, Outbox
from firmware.link.peers import GAP_MS, PRIMARY, PROTOCOL, Primary, Satellite
from firmware.link.records import Decoder, dumps, seal
from tests.helpers import raises
from tests.link.bus import Clock

TURNAROUND_MS = 30


class Wire:
    """A stream whose other end is the test."""

    def __init__(self):
        self.room = 4096  # bytes taken by one write
        self.incoming = b""
        self.decoder = Decoder()
        self.sent = []

    def read(self):
        data = self.incoming
        self.incoming = b""
        return data

    def write(self, data):
        taken = min(len(data), self.room)
        self.sent += self.decoder.feed(data[:taken])
        return taken


def scripted_primary():
    wire = Wire()
    clock = Clock()
    primary = Primary(wire, clock, (1,), 7, "1.0", 2, TURNAROUND_MS)
    primary.wire = wire

    def step(answer=None, ms=5, **members):
        """The polls that the primary sends within `ms` after hearing an answer to serial `answer`."""
        if answer is not None:
            wire.incoming += seal(b'{"from":1,"p":%d,' % answer + dumps(members)[1:])
        wire.sent = []
        for _ in range(ms):
            clock.now += 1
            primary.step()
        return wire.sent

    return primary, step


def greeting(poll, **more):
    hello = {"nonce": poll["hello"]["nonce"], "protocol": PROTOCOL, "firmware": "1.0"}
    hello.update(more)
    return hello


def test_an_outbox_counts_its_bytes():
    box = Outbox()
    for _ in range(3):
        assert [box.put(b"a" * 1000) for _ in range(5)] == [True] * 4 + [False]
        for _ in range(4):
            box.pop()
    assert [box.put(b"a" * 1000) for _ in range(5)] == [True] * 4 + [False]
    assert box.drop_unkeyed() == 4
    assert [box.put(b"a" * 1000) for _ in range(5)] == [True] * 4 + [False]


def test_an_outbox_keeps_the_place_of_a_state():
    box = Outbox()
    for text, key in ((b"1", "a"), (b"2", None), (b"3", "b"), (b"4", "a")):
        box.put(text, key)
    assert [box.pop()[1] for _ in range(3)] == [b"4", b"2", b"3"]
    with raises(IndexError):
        box.pop()


def test_an_outbox_refuses_too_many_keys():
    box = Outbox()
    for key in range(KEYS):
        box.put(b"{}", key)
    assert box.put(b"{}", 0) and box.put(b"{}")
    with raises(ValueError):
        box.put(b"{}", KEYS)


def test_a_state_on_its_way_survives_a_new_session():
    channel = Channel(0)
    channel.open(1)
    channel.send({"n": 1}, "score")
    assert b'"d":{"n":1}' in channel.fields()
    assert channel.open(2) == 0
    assert channel.fields() == b',"s":2,"a":0,"n":1,"d":{"n":1}'


def test_a_newer_state_replaces_the_one_on_its_way_in_a_new_session():
    channel = Channel(0)
    channel.open(1)
    channel.send({"n": 1}, "score")
    channel.fields()
    channel.send({"n": 2}, "score")
    channel.open(2)
    assert channel.fields() == b',"s":2,"a":0,"n":1,"d":{"n":2}'


def test_occasions_on_their_way_belong_to_their_session():
    channel = Channel(0)
    channel.open(1)
    for n in range(3):
        channel.send({"n": n}, None)
    channel.fields()
    assert channel.open(2) == 3
    assert channel.fields() == b',"s":2,"a":0'


def test_events_nobody_takes_are_bounded():
    end = End(Wire(), Clock(), (1,), 1, "1.0", Decoder())
    for n in range(100):
        end._tell(1, "down", {"n": n})
    assert [details["n"] for _, _, details in end.events()] == list(range(84, 100))
    assert end.events() == []


def test_an_answer_to_another_hello_opens_nothing():
    primary, step = scripted_primary()
    poll = step()[0]
    step(poll["p"], hello=greeting(poll, nonce=poll["hello"]["nonce"] + 1, session=5))
    assert not primary.alive(1)
    step(poll["p"], hello=greeting(poll))
    assert not primary.alive(1), "no session was offered"
    step(poll["p"], hello=greeting(poll, session=5))
    assert primary.alive(1)


def test_a_session_the_satellite_does_not_know_is_given_up():
    primary, step = scripted_primary()
    first = step()[0]
    poll = step(first["p"], hello=greeting(first, session=5))[0]
    assert poll["s"] == 5
    poll = step(poll["p"], who=4)[0]
    assert poll["s"] == 5, "that was about another session"
    again = step(poll["p"], who=5)[0]
    assert again["hello"]["nonce"] != first["hello"]["nonce"]


def test_answers_of_an_older_session_bring_nothing():
    primary, step = scripted_primary()
    first = step()[0]
    poll = step(first["p"], hello=greeting(first, session=5))[0]
    step(poll["p"], s=4, a=0, n=1, d={"old": 1})
    assert primary.take() == []
    step(poll["p"], s=5, a=0, n=1, d={"new": 1})
    assert primary.take() == [(1, {"new": 1})]


def test_a_late_answer_does_not_end_the_wait_for_the_right_one():
    primary, step = scripted_primary()
    first = step()[0]
    poll = step(first["p"], hello=greeting(first, session=5))[0]
    assert step(poll["p"] - 1, s=5, a=0, n=1, d={"late": 1}, ms=TURNAROUND_MS - 10) == []
    assert primary.take() == [(1, {"late": 1})], "but what it brings is taken"
    assert len(step(poll["p"], s=5, a=0, ms=25)) == 1


def test_a_new_record_does_not_wait_for_the_next_idle_poll():
    primary, step = scripted_primary()
    first = step()[0]
    poll = step(first["p"], hello=greeting(first, session=5))[0]
    assert step(poll["p"], s=5, a=0, ms=8) == []
    primary.send(1, {"n": 1})
    assert step(ms=1)[0]["d"] == {"n": 1}


def test_the_wait_for_an_answer_begins_when_the_poll_has_left():
    primary, step = scripted_primary()
    first = step()[0]
    primary.send(1, {"x": "a" * 1500})
    primary.wire.room = 12  # less than the wire would carry
    assert step(first["p"], hello=greeting(first, session=5), ms=100) == []
    poll = step(ms=50)
    assert [frame["d"] for frame in poll] == [{"x": "a" * 1500}]
    primary.wire.room = 4096
    assert step(ms=TURNAROUND_MS) == []


def test_a_satellite_repeats_its_offer_to_the_same_hello():
    wire = Wire()
    satellite = Satellite(wire, Clock(), 1, 7, "", 0)
    for nonce in (3, 3, 4):
        wire.incoming = seal(b'{"to":1,"p":1,"hello":{"nonce":%d,"protocol":1,"firmware":""}}' % nonce)
        satellite.step()
    sessions = [frame["hello"]["session"] for frame in wire.sent]
    assert sessions[0] == sessions[1] != sessions[2]
    assert not satellite.alive(PRIMARY)


def test_an_answer_may_come_in_pieces():
    primary, step = scripted_primary()
    first = step()[0]
    poll = step(first["p"], hello=greeting(first, session=5))[0]
    answer = seal(b'{"from":1,"p":%d,"s":5,"a":0,"n":1,"d":{"n":1}}' % poll["p"])
    for at in range(0, 50, 10):
        primary.wire.incoming = answer[at : at + 10]
        assert step(ms=GAP_MS - 5) == []
    primary.wire.incoming = answer[50:]
    step()
    assert primary.take() == [(1, {"n": 1})]


def test_a_board_that_babbles_is_not_waited_for_for_ever():
    primary, step = scripted_primary()
    polls = 0
    for _ in range(1000):
        primary.wire.incoming = b"?"
        polls += len(step(ms=1))
    assert 2 <= polls <= 6


def test_a_transmitter_that_was_stuck_starts_with_a_whole_poll():
    primary, step = scripted_primary()
    primary.wire.room = 0
    assert step(ms=500) == []
    primary.wire.room = 4096
    assert step(ms=300) != []
    assert primary.wire.decoder.bad == 0


def test_a_satellite_is_silent_if_the_pair_went_on_to_others():
    wire = Wire()
    clock = Clock()
    satellite = Satellite(wire, clock, 1, 7, "", 5)
    poll = seal(b'{"to":1,"p":1,"hello":{"nonce":3,"protocol":1,"firmware":""}}')
    wire.incoming = poll + b'\x1e{"v":1,"to":2'
    for _ in range(20):
        clock.now += 1
        satellite.step()
    assert wire.sent == []
    wire.incoming = b"\n" + poll + b"\x00"
    satellite.step()
    assert wire.sent == [], "not before the guard time"
    for _ in range(20):
        clock.now += 1
        satellite.step()
    assert len(wire.sent) == 1, "once, and noise does not count"
