"""Room: the board-to-board link on a simulated bus, on both engines: what arrives, how often, in which order."""

from firmware.link.channel import INBOX
from firmware.link.peers import MAX_DATA, PRIMARY
from firmware.link.records import seal
from tests.helpers import raises
from tests.link.bus import Table, exchange, numbers, records

UP = ("up", {"fresh": True, "lost": 0})


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
            table.run(80, ghost)
            if n == 9:
                table.start(2)
        table.run(2000)
        assert numbers(table.got[1]) == list(range(20))
        assert numbers(table.got[PRIMARY], 1) == list(range(20))
        assert [event[1:] for event in table.events[1]] == [UP]


def test_of_a_state_the_newest_arrives():
    for faults in (0, 60):
        table = Table((1, 2), faults=faults)
        table.run(1000)
        for n in range(300):
            table.boards[PRIMARY].send(1, {"score": n}, "score")
            table.boards[PRIMARY].send(1, {"screen": n}, "screen")
            table.boards[1].send(PRIMARY, {"cells": n}, "cells")
            table.run(2)
        table.run(3000)
        seen = [record["score"] for record in records(table.got[1], PRIMARY) if "score" in record]
        assert seen == sorted(seen) and seen[-1] == 299
        assert (2 if faults else 5) < len(seen) < 50, "older states are replaced"
        assert records(table.got[1], PRIMARY)[-1] in ({"score": 299}, {"screen": 299})
        assert records(table.got[PRIMARY], 1)[-1] == {"cells": 299}


def test_a_steady_stream_of_states_does_not_starve_presses():
    table = Table((1,))
    for n in range(10):
        table.boards[1].send(PRIMARY, {"n": n})
    for n in range(1000):
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


def test_an_idle_satellite_is_polled_every_20_ms():
    table = Table((1,), guard_ms=2, period=1)
    table.run(1500)
    table.bytes = 0
    table.run(1000)
    assert 5000 < table.bytes < 6500  # 50 polls and answers in a second, of about 115 bytes


def test_a_record_leaves_at_once():
    table = Table((1,), guard_ms=2, period=1)
    for n in range(20):
        table.run(501 + n)
        table.boards[PRIMARY].send(1, {"n": n})
        assert table.run(100, lambda table=table, n=n: numbers(table.got[1])[-1:] == [n]) <= 18


def test_many_records_go_back_to_back():
    table = Table((1,), guard_ms=2, period=1)
    table.run(500)
    for sender, receiver in ((1, PRIMARY), (PRIMARY, 1)):
        for n in range(16):
            table.boards[sender].send(receiver, {"n": n})
        took = table.run(1000, lambda receiver=receiver, table=table: len(table.got[receiver]) == 16)
        assert took < 16 * 18


def test_slow_boards_do_not_talk_at_the_same_time():
    """Boards that step every 20 ms only, with records far longer than the transmit buffer."""
    table = Table((1, 2), period=20, guard_ms=22)
    for n in range(2):
        for address in (1, 2):
            table.boards[address].send(PRIMARY, {"n": n, "x": "a" * 1500})
            table.boards[PRIMARY].send(address, {"n": n, "x": "a" * 1500})
    table.run(5000)
    for address in (1, 2):
        assert numbers(table.got[address]) == numbers(table.got[PRIMARY], address) == [0, 1]
    assert table.collisions == 0


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
