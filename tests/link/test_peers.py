"""Room: the board-to-board link on a simulated bus, on both engines: what arrives, who is there."""

from firmware.link.channel import INBOX
from firmware.link.ends import SILENT_MS
from firmware.link.peers import MAX_DATA, PRIMARY
from firmware.link.records import encode, seal
from tests.helpers import raises
from tests.link.bus import Table, records

UP = ("up", {"fresh": True, "lost": 0})


def numbers(got, address=PRIMARY):
    return [record["n"] for record in records(got, address) if "n" in record]


def exchange(table, satellites, count):
    """Every satellite and the primary send `count` numbered records each way, as fast as the queues take them."""
    sent = {}
    for address in satellites:
        sent[PRIMARY, address] = sent[address, PRIMARY] = 0

    def feed():
        for sender, receiver in sent:
            n = sent[sender, receiver]
            if n < count and table.boards[sender].send(receiver, {"n": n}):
                sent[sender, receiver] = n + 1
        for address in satellites:
            if len(numbers(table.got[address])) < count or len(numbers(table.got[PRIMARY], address)) < count:
                return False
        return True

    return table.run(60_000, feed)


def test_boards_find_each_other():
    table = Table((1, 2, 3))
    took = table.run(2000, lambda: all(table.boards[PRIMARY].alive(address) for address in (1, 2, 3)))
    table.run(50)
    assert took < 500
    assert sorted(table.events[PRIMARY]) == [(1,) + UP, (2,) + UP, (3,) + UP] or len(table.events[PRIMARY]) == 3
    for address in (1, 2, 3):
        assert table.events[address] == [(PRIMARY,) + UP]
        assert table.boards[address].alive(PRIMARY)


def test_nobody_talks_at_the_same_time():
    table = Table((1, 2, 3))
    exchange(table, (1, 2, 3), 40)
    assert table.collisions == 0


def test_each_record_arrives_once_and_in_order():
    table = Table((1, 2, 3))
    exchange(table, (1, 2, 3), 40)
    table.run(300)
    for address in (1, 2, 3):
        assert numbers(table.got[address]) == list(range(40))
        assert numbers(table.got[PRIMARY], address) == list(range(40))


def test_each_record_arrives_once_and_in_order_on_a_bad_wire():
    for seed in range(1, 7):
        table = Table((1, 2), faults=60, seed=seed)
        took = exchange(table, (1, 2), 25)
        table.run(500)
        assert took < 60_000, seed
        bad = sum(board.decoder.bad for board in table.boards.values())
        assert bad > 10, "the wire was not bad"
        for address in (1, 2):
            assert numbers(table.got[address]) == list(range(25)), seed
            assert numbers(table.got[PRIMARY], address) == list(range(25)), seed


def test_a_ghost_of_every_frame_changes_nothing():
    """Every piece is heard again up to 200 ms later, so old polls, answers and hellos come back whole."""
    for seed in range(1, 4):
        table = Table((1, 2), seed=seed)
        hear = table._hear

        def echo(port, piece, table=table, hear=hear):
            hear(port, piece)
            table.old.append((port, piece))

        table._hear = echo

        def ghost(table=table):
            """Play back what was heard in one whole exchange some time ago, into idle time."""
            if table.dice.roll(10) == 0 and len(table.old) > 40:
                at = table.dice.roll(len(table.old) - 30)
                for port, piece in table.old[at : at + 30]:
                    port.receive(piece)
                table.old = table.old[-200:]
            return False

        for n in range(20):
            table.boards[PRIMARY].send(1, {"n": n})
            table.boards[1].send(PRIMARY, {"n": n})
            table.run(40, ghost)
            if n == 9:
                table.start(2)
        table.run(2000)
        assert numbers(table.got[1]) == list(range(20))
        assert numbers(table.got[PRIMARY], 1) == list(range(20))
        assert [event[1:] for event in table.events[1]] == [UP]


def test_of_a_state_the_newest_arrives():
    for faults in (0, 60):
        table = Table((1, 2), faults=faults)
        for n in range(300):
            table.boards[PRIMARY].send(1, {"score": n}, "score")
            table.boards[PRIMARY].send(1, {"screen": n}, "screen")
            table.boards[1].send(PRIMARY, {"cells": n}, "cells")
            table.run(2)
        table.run(3000)
        seen = [record["score"] for record in records(table.got[1], PRIMARY) if "score" in record]
        assert seen == sorted(seen) and seen[-1] == 299
        assert 10 < len(seen) < 200, "older states are replaced"
        assert records(table.got[1], PRIMARY)[-1] in ({"score": 299}, {"screen": 299})
        assert records(table.got[PRIMARY], 1)[-1] == {"cells": 299}


def test_a_steady_stream_of_states_does_not_starve_presses():
    table = Table((1,))
    for n in range(10):
        table.boards[1].send(PRIMARY, {"n": n})
    for n in range(300):
        table.boards[1].send(PRIMARY, {"cells": n}, "cells")
        table.run(1)
    assert numbers(table.got[PRIMARY], 1) == list(range(10))


def test_a_full_queue_is_told():
    table = Table((1,))
    table.ports[1].cut = True
    taken = [table.boards[1].send(PRIMARY, {"n": n}) for n in range(20)]
    assert taken == [True] * 16 + [False] * 4
    assert not table.boards[1].send(PRIMARY, {"n": 99})
    assert table.boards[1].send(PRIMARY, {"cells": "..."}, "cells")
    table.ports[1].cut = False
    table.run(3000)
    assert numbers(table.got[PRIMARY], 1) == list(range(16))


def test_the_longest_record():
    table = Table((1,))
    longest = {"x": "a" * (MAX_DATA - 8)}
    table.run(300)
    table.boards[1]._id = table.boards[PRIMARY]._id = 0xFFFFF << 10
    table.boards[1].send(PRIMARY, longest)
    table.boards[PRIMARY].send(1, longest)
    table.run(1500)
    assert records(table.got[PRIMARY], 1) == [longest]
    assert records(table.got[1], PRIMARY) == [longest]
    with raises(ValueError):
        table.boards[1].send(PRIMARY, {"x": "a" * (MAX_DATA - 7)})
    # The frame round it at its longest: numbers of 12 digits, the largest address and session.
    assert len(seal(b'{"from":999,"p":255,"s":1073741823,"a":999999999999,"n":999999999999,"m":1,"d":' + b"}")) <= 148


def test_what_is_not_taken_stays_with_the_sender():
    table = Table((1,))
    primary = table.boards[PRIMARY]
    take = primary.take
    primary.take = lambda: []
    for n in range(16):
        table.boards[1].send(PRIMARY, {"n": n})
    table.run(3000)
    assert len(primary._peers[1].inbox) == INBOX
    primary.take = take
    table.run(1000)
    assert numbers(table.got[PRIMARY], 1) == list(range(16))


def test_a_silent_satellite_is_named_and_found_again():
    table = Table((1, 2))
    table.run(500)
    table.events[PRIMARY] = []
    table.ports[2].cut = True
    table.boards[2].send(PRIMARY, {"n": 1})
    took = table.run(5000, lambda: not table.boards[PRIMARY].alive(2))
    assert took <= SILENT_MS + 50
    table.run(20)
    assert table.events[PRIMARY] == [(2, "down", {})]
    assert table.boards[PRIMARY].alive(1)
    table.run(3000)
    assert not table.boards[2].alive(PRIMARY)
    table.ports[2].cut = False
    took = table.run(5000, lambda: table.boards[PRIMARY].alive(2) and table.boards[2].alive(PRIMARY))
    assert took <= 300
    table.run(200)
    assert table.events[PRIMARY][1:] == [(2, "up", {"fresh": False, "lost": 0})]
    assert numbers(table.got[PRIMARY], 2) == [1]


def test_silent_satellites_do_not_stop_the_others():
    table = Table((1, 2, 3))
    table.ports[2].cut = table.ports[3].cut = True
    table.run(1000)
    alone = exchange(table, (1,), 100)
    assert alone < 100 * 60
    # Queued states for the silent ones cost nothing either.
    for address in (2, 3):
        table.boards[PRIMARY].send(address, {"x": "a" * 1500}, "screen")
    table.got[1] = []
    table.got[PRIMARY] = []
    assert exchange(table, (1,), 100) < alone + 300


def test_a_satellite_started_anew():
    table = Table((1, 2))
    table.run(500)
    for n in range(5):
        table.boards[PRIMARY].send(1, {"n": n})
    table.boards[PRIMARY].send(1, {"screen": 1}, "screen")
    table.run(12)
    before = numbers(table.got[1])
    table.got[1] = []
    table.events[PRIMARY] = []
    table.start(1)
    table.run(500)
    assert len(table.events[PRIMARY]) == 1
    address, name, details = table.events[PRIMARY][0]
    assert (address, name, details["fresh"]) == (1, "up", True)
    assert before == list(range(len(before)))
    assert 5 - len(before) - 1 <= details["lost"] <= 5 - len(before) + 1
    assert records(table.got[1], PRIMARY) == [{"screen": 1}], "states survive, occasions do not"
    for n in range(7):
        table.boards[PRIMARY].send(1, {"n": n})
        table.boards[1].send(PRIMARY, {"n": n})
    table.run(500)
    assert numbers(table.got[1]) == list(range(7))
    assert numbers(table.got[PRIMARY], 1) == list(range(7))


def test_the_primary_started_anew():
    for faults in (0, 60):
        table = Table((1, 2, 3), faults=faults)
        exchange(table, (1, 2, 3), 5)
        for address in (1, 2, 3):
            table.events[address] = []
        table.start(PRIMARY)
        table.got[PRIMARY] = []
        table.run(2000)
        for address in (1, 2, 3):
            assert (PRIMARY,) + UP in table.events[address]
            table.got[address] = []
        exchange(table, (1, 2, 3), 10)
        table.run(500)
        for address in (1, 2, 3):
            assert numbers(table.got[address]) == list(range(10))
            assert numbers(table.got[PRIMARY], address) == list(range(10))


def test_records_queued_before_the_first_meeting_arrive():
    table = Table((1,))
    table.boards[1].send(PRIMARY, {"n": 1})
    table.boards[PRIMARY].send(1, {"n": 2})
    table.run(500)
    assert numbers(table.got[PRIMARY], 1) == [1]
    assert numbers(table.got[1]) == [2]


def test_a_board_that_saves_a_game_is_away_for_a_while():
    table = Table((1, 2))
    for n in range(30):
        table.asleep[table.dice.roll(3)] = 112
        for address in (1, 2):
            table.boards[PRIMARY].send(address, {"n": n})
            table.boards[address].send(PRIMARY, {"n": n})
        table.run(150)
    table.run(1000)
    for address in (1, 2):
        assert numbers(table.got[address]) == list(range(30))
        assert numbers(table.got[PRIMARY], address) == list(range(30))
    downs = [event for events in table.events.values() for event in events if event[1] == "down"]
    assert downs == []


def test_an_idle_bus_is_polled_every_20_ms_each():
    table = Table((1, 2, 3))
    table.run(500)
    table.bytes = 0
    table.run(1000)
    assert 6000 < table.bytes < 14_000  # 3 satellites x 40 to 50 rounds x about 100 bytes, of 23040 a second


def test_a_record_leaves_at_once():
    table = Table((1,))
    table.run(500)
    table.boards[PRIMARY].send(1, {"n": 1})
    assert table.run(100, lambda: len(table.got[1]) > 0) < 15


def test_another_protocol_is_named_and_not_spoken():
    table = Table((1, 2))
    table.ports[1].cut = True  # board 1 is a scripted one
    hello = {"from": 1, "p": 0, "hello": {"nonce": 0, "protocol": 2, "firmware": "9.0", "session": 5}}
    for _ in range(20):
        hello["hello"]["nonce"] = table.boards[PRIMARY]._peers[1].nonce
        # The member order of a frame counts for the address filter, so it is written out here.
        text = encode(hello)[1:-1]
        assert text
        table.ports[PRIMARY].receive(seal(frame_text(hello)))
        table.run(60)
    named = [event for event in table.events[PRIMARY] if event[0] == 1]
    assert named == [(1, "mismatch", {"what": "protocol", "ours": 1, "theirs": 2})]
    assert not table.boards[PRIMARY].alive(1)
    assert table.boards[PRIMARY].alive(2)


def frame_text(frame):
    from firmware.link.records import dumps

    return b'{"from":%d,"p":%d,"hello":' % (frame["from"], frame["p"]) + dumps(frame["hello"]) + b"}"


def test_a_satellite_names_another_protocol():
    table = Table((1,))
    table.asleep[PRIMARY] = 10_000
    table.ports[1].receive(seal(b'{"to":1,"p":7,"hello":{"nonce":3,"protocol":2,"firmware":"9"}}'))
    table.run(10)
    assert table.events[1] == [(PRIMARY, "mismatch", {"what": "protocol", "ours": 1, "theirs": 2})]
    assert b'"protocol":1' in table.ports[PRIMARY].incoming
    assert b"session" not in table.ports[PRIMARY].incoming


def test_another_firmware_is_named_but_works():
    table = Table((1,))
    table.start(1, firmware="0.9")
    table.run(500)
    assert (1, "mismatch", {"what": "firmware", "ours": "1.0", "theirs": "0.9"}) in table.events[PRIMARY]
    assert (PRIMARY, "mismatch", {"what": "firmware", "ours": "0.9", "theirs": "1.0"}) in table.events[1]
    assert table.boards[PRIMARY].alive(1)


def test_nonsense_with_a_right_checksum_is_survived():
    table = Table((1,))
    table.run(300)
    session = table.boards[1]._peers[PRIMARY].session
    for rest in (
        b'"p":[]',
        b'"p":1,"s":{},"a":[]',
        b'"p":1,"hello":7',
        b'"p":1,"hello":{}',
        b'"p":1,"hello":{"nonce":"x","protocol":1}',
        b'"p":1,"hello":{"nonce":%d,"protocol":1}' % (1 << 300),
        b'"p":1,"s":%d,"n":1,"d":[1]' % session,
        b'"p":1,"s":%d,"n":"1","d":{}' % session,
        b'"p":1,"s":%d,"n":-1,"d":{}' % session,
        b'"p":1,"s":%d,"a":999' % session,
        b'"p":1,"who":[]',
        b'"p":%d,"who":%d' % (1 << 300, session + 1),
    ):
        table.ports[1].receive(seal(b'{"to":1,' + rest + b"}"))
        table.ports[PRIMARY].receive(seal(b'{"from":1,' + rest + b"}"))
        table.ports[PRIMARY].receive(seal(b'{"from":[],' + rest + b"}"))
        table.run(30)
    exchange(table, (1,), 5)
    assert numbers(table.got[1]) == numbers(table.got[PRIMARY], 1) == list(range(5))
    assert table.boards[PRIMARY].decoder.bad == 0


def test_memory_stays_bounded_on_a_wire_of_noise():
    table = Table((1,))
    for _ in range(300):
        noise = bytes([table.dice.roll(256) for _ in range(100)])
        for port in table.ports.values():
            port.receive(noise)
        table.boards[1].send(PRIMARY, {"n": 1})
        table.boards[1].send(PRIMARY, {"cells": 1}, "cells")
        table.run(3)
    peer = table.boards[1]._peers[PRIMARY]
    assert len(peer._outbox) <= 17 and len(peer.inbox) == 0
    assert table.boards[1].decoder.text == b"" and len(table.boards[1].events()) <= 16
    before = len(table.got[PRIMARY])
    table.run(2000)
    assert len(table.got[PRIMARY]) >= before + 10, "and it recovers"


def test_addresses_that_do_not_exist():
    with raises(KeyError):
        Table((1,)).boards[PRIMARY].send(9, {"n": 1})
