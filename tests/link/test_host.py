"""Room: the board's end of the host link by example, on both engines."""

from firmware.link.host import MAX_DATA, HostLink
from firmware.link.outbox import KEYS
from firmware.link.records import LIMIT, Decoder, encode
from tests.helpers import raises


class Host:
    """A host's end of the stream: `room` bytes are taken before the pipe is full."""

    def __init__(self, handlers=None, room=1 << 20):
        self.room = room
        self.outgoing = b""
        self.decoder = Decoder()
        self.records = []
        self.link = HostLink(self, {"firmware": "1.0", "board": 0}, handlers or {})

    def read(self):
        data = self.outgoing
        self.outgoing = b""
        return data

    def write(self, data):
        taken = min(len(data), self.room)
        self.room -= taken
        self.records += self.decoder.feed(data[:taken])
        return taken

    def ask(self, *requests):
        """The records that come back for these."""
        for request in requests:
            self.outgoing += request if isinstance(request, bytes) else encode(request)
        return self.run()

    def run(self, steps=20):
        for _ in range(steps):
            self.link.step()
        records = self.records
        self.records = []
        return records


def test_hello():
    answer = {"t": "hello", "protocol": 1, "limit": LIMIT, "firmware": "1.0", "board": 0}
    assert Host().ask({"t": "hello"}) == [answer]
    answer["id"] = 7
    host = Host()
    assert host.ask({"t": "hello", "id": 7}) == [answer]
    assert "id" not in host.ask({"t": "hello"})[0]


def test_hello_says_what_it_was_told_last():
    host = Host()
    host.link.tell({"slot": "b"})
    assert host.ask({"t": "hello"})[0]["slot"] == "b"


def test_state_is_sent_again_on_request():
    host = Host()

    def state(request):
        host.link.send({"t": "view", "n": 1}, "view")
        host.link.send({"t": "screen", "n": 2}, "screen")

    host.link._handlers["state"] = state
    assert host.ask({"t": "state"}) == [{"t": "view", "n": 1}, {"t": "screen", "n": 2}]


def test_a_handler_gets_the_request_and_may_answer():
    seen = []

    def repl(request):
        seen.append(request)
        return {"t": "repl", "ok": True}

    assert Host({"repl": repl}).ask({"t": "repl", "id": "x"}) == [{"t": "repl", "ok": True, "id": "x"}]
    assert seen == [{"t": "repl", "id": "x"}]


def test_unknown_requests_are_refused():
    host = Host()
    for kind, named in (("dance", "dance"), (None, None), ([], None), (7, None)):
        assert host.ask({"t": kind}) == [{"t": "refused", "why": "unknown_request", "request": named}]
    assert host.ask({}) == [{"t": "refused", "why": "unknown_request", "request": None}]


def test_wrong_requests_are_refused_with_the_reason():
    def strict(request):
        if request["n"] > 3:
            raise ValueError("n is at most 3")

    host = Host({"set": strict})
    refusal = {"t": "refused", "why": "n is at most 3", "request": "set"}
    assert host.ask({"t": "set", "n": 9}) == [refusal]
    refusal["id"] = 1
    assert host.ask({"t": "set", "n": 9, "id": 1}) == [refusal]
    assert host.ask({"t": "set"})[0]["t"] == "refused"
    assert host.ask({"t": "set", "n": "x"})[0]["t"] == "refused"
    assert host.ask({"t": "set", "n": 1}) == []


def test_a_request_cannot_make_the_answer_too_long():
    long = "a" * (LIMIT - 60)
    host = Host()
    assert host.ask({"t": "hello", "id": long})[0]["t"] == "refused"
    assert host.ask({"t": long})[0] == {"t": "refused", "why": "unknown_request", "request": "a" * 40}


def test_damaged_requests_are_told():
    line = encode({"t": "hello"})
    host = Host()
    assert host.ask(line[:10] + b"?" + line[11:]) == [{"t": "refused", "why": "damaged", "count": 1}]
    assert host.ask({"t": "hello"})[0]["t"] == "hello"


def test_typed_text_is_nothing_to_the_link():
    host = Host()
    assert host.ask(b"help()\r\n") == []


def test_a_host_that_does_not_read_gets_the_newest_state():
    host = Host(room=0)
    for n in range(500):
        assert host.link.send({"t": "view", "n": n, "cells": "." * 100}, "view")
        host.link.step()
    host.room = 1 << 20
    # The first had begun to leave when the pipe was found full; of the others only the newest is kept.
    assert [record["n"] for record in host.run()] == [0, 499]


def test_occasions_that_find_no_room_are_counted_and_told():
    host = Host(room=0)
    took = [host.link.send({"t": "log", "n": n}) for n in range(20)]
    assert took == [True] * 16 + [False] * 4
    host.room = 1 << 20
    records = host.run()
    assert [record["n"] for record in records if record["t"] == "log"] == list(range(16))
    assert records[-1] == {"t": "lost", "count": 4}
    assert host.link.lost == 4


def test_occasions_are_bounded_in_bytes_too():
    host = Host(room=0)
    took = [host.link.send({"t": "log", "x": "a" * 1000}) for _ in range(10)]
    assert took.count(True) == 4


def test_a_pipe_that_takes_little_at_a_time():
    host = Host(room=0)
    for n in range(5):
        host.link.send({"t": "log", "n": n})
    seen = []
    for _ in range(200):
        host.room = 7
        seen += host.run(1)
    assert [record["n"] for record in seen] == list(range(5))
    assert host.decoder.bad == 0


def test_one_step_writes_a_few_records_only():
    host = Host()
    for n in range(16):
        host.link.send({"t": "log", "n": n})
    assert len(host.run(1)) == 4


def test_the_longest_record():
    host = Host()
    longest = {"x": "a" * (MAX_DATA - 8)}
    host.link.send(longest, "x")
    assert host.run() == [longest]
    with raises(ValueError):
        host.link.send({"x": "a" * (MAX_DATA - 7)}, "x")


def test_too_many_keys_are_a_programming_error():
    host = Host(room=0)
    with raises(ValueError):
        for key in range(KEYS + 3):
            host.link.send({"t": "state"}, key)


def test_the_link_has_room_for_its_own_words():
    host = Host(room=0)
    for key in range(KEYS):
        host.link.send({"t": "state"}, key)
    for _ in range(17):
        host.link.send({"t": "log"})
    host.room = 1 << 20
    assert {"t": "lost", "count": 1} in host.run()


def test_what_is_sent_does_not_change_later():
    host = Host()
    record = {"t": "view", "n": 1}
    host.link.send(record, "view")
    record["n"] = 2
    assert host.run() == [{"t": "view", "n": 1}]
