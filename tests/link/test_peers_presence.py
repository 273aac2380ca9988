"""Room: the board-to-board link on a simulated bus, on both engines: who is there, started anew, of which version."""

from firmware.link.ends import SILENT_MS
from firmware.link.peers import PRIMARY
from firmware.link.records import dumps, seal
from tests.link.bus import Table, exchange, numbers, records

UP = ("up", {"fresh": True, "lost": 0})


def test_boards_find_each_other():
    table = Table((1, 2, 3))
    took = table.run(2000, lambda: all(table.boards[PRIMARY].alive(address) for address in (1, 2, 3)))
    table.run(150)
    assert took < 1000
    assert table.events[PRIMARY] == [(1,) + UP, (2,) + UP, (3,) + UP]
    for address in (1, 2, 3):
        assert table.events[address] == [(PRIMARY,) + UP]
        assert table.boards[address].alive(PRIMARY)


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
    # Nor if they were there once and a long state waits for them.
    table.ports[2].cut = table.ports[3].cut = False
    table.run(1000)
    table.ports[2].cut = table.ports[3].cut = True
    table.run(1000 + SILENT_MS)
    for address in (2, 3):
        table.boards[PRIMARY].send(address, {"x": "a" * 1500}, "screen")
    table.got[1] = []
    table.got[PRIMARY] = []
    assert exchange(table, (1,), 100) < alone + 200


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
            assert [details["fresh"] for _, name, details in table.events[address] if name == "up"] == [True]
            table.got[address] = []
        exchange(table, (1, 2, 3), 10)
        table.run(500)
        for address in (1, 2, 3):
            assert numbers(table.got[address]) == list(range(10))
            assert numbers(table.got[PRIMARY], address) == list(range(10))


def test_another_protocol_is_named_and_not_spoken():
    table = Table((1, 2))
    table.ports[1].cut = True  # board 1 is a scripted one
    hello = {"protocol": 2, "firmware": "9.0", "session": 5}
    for _ in range(20):
        hello["nonce"] = table.boards[PRIMARY]._peers[1].nonce
        table.ports[PRIMARY].receive(seal(b'{"from":1,"p":0,"hello":' + dumps(hello) + b"}"))
        table.run(60)
    named = [event for event in table.events[PRIMARY] if event[0] == 1]
    assert named == [(1, "mismatch", {"what": "protocol", "ours": 1, "theirs": 2})]
    assert not table.boards[PRIMARY].alive(1)
    assert table.boards[PRIMARY].alive(2)


def test_a_satellite_names_another_protocol():
    table = Table((1,))
    table.asleep[PRIMARY] = 10_000
    table.ports[1].receive(seal(b'{"to":1,"p":7,"hello":{"nonce":3,"protocol":2,"firmware":"9"}}'))
    table.run(30)
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
    huge = 10**1950
    for rest in (
        b'"p":[]',
        b'"p":1,"s":{},"a":[]',
        b'"p":1,"hello":7',
        b'"p":1,"hello":{}',
        b'"p":1,"hello":{"nonce":"x","protocol":1}',
        b'"p":1,"hello":{"nonce":%d,"protocol":1}' % huge,
        b'"p":1,"hello":{"nonce":%d,"protocol":1}' % table.boards[PRIMARY]._peers[1].nonce,
        b'"p":1,"s":%d,"n":1,"d":[1]' % session,
        b'"p":1,"s":%d,"n":"1","d":{}' % session,
        b'"p":1,"s":%d,"n":-1,"d":{}' % session,
        b'"p":1,"s":%d,"a":999' % session,
        b'"p":1,"who":[]',
        b'"p":%d,"who":%d' % (huge // 10**60, session + 1),
    ):
        table.run(100, lambda: not any(port.driving for port in table.ports.values()))  # between two records
        table.ports[1].receive(seal(b'{"to":1,' + rest + b"}"))
        table.ports[PRIMARY].receive(seal(b'{"from":1,' + rest + b"}"))
        table.ports[PRIMARY].receive(seal(b'{"from":[],' + rest + b"}"))
        table.run(30)
    exchange(table, (1,), 5)
    assert numbers(table.got[1]) == numbers(table.got[PRIMARY], 1) == list(range(5))
    assert table.boards[PRIMARY].decoder.bad == 0


def test_a_record_of_another_version_is_named():
    from binascii import crc32

    table = Table((1,))
    body = b'{"v":2,"from":1}'
    for _ in range(3):
        table.ports[PRIMARY].receive(b"\x1e" + body[:-1] + b',"crc":"%08x"}\n' % crc32(body))
        table.run(30)
    named = [event for event in table.events[PRIMARY] if event[1] == "mismatch"]
    assert named == [(None, "mismatch", {"what": "record", "ours": 1, "theirs": 2})]
