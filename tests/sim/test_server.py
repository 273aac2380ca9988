"""Room: the server of the page over a stand-in table: snapshot and changes, orders, bad messages, who may come in."""

import asyncio
import json
import urllib.error
import urllib.request

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from host_tools.errors import UserError
from host_tools.simulator.live import BEHIND, Live
from host_tools.simulator.printed import printed
from host_tools.simulator.server import bind
from host_tools.simulator.session import Session
from tests.patience import PATIENCE_S
from tests.sim.serving import served
from tests.sim.stand_in import StandInTable, view


def new_session():
    return Session(StandInTable, printed(), seed=1)


def page(port, **more):
    return connect(f"ws://127.0.0.1:{port}/table", **more)


def read_until(socket, wanted):
    """The first message that `wanted` accepts."""
    while True:
        message = json.loads(socket.recv(timeout=PATIENCE_S))
        if wanted(message):
            return message


def test_a_page_gets_the_whole_table_first():
    with served(new_session()) as port, page(port) as socket:
        snapshot = json.loads(socket.recv(timeout=PATIENCE_S))
    assert snapshot["type"] == "snapshot"
    assert len(snapshot["cards"]) == len(snapshot["places"]["deck"]) == 115
    assert len(snapshot["boards"]) == 2
    assert snapshot["printed"][0]["code"] == "A@1"
    assert dict(snapshot["chain"][0])["ruler_a"] == 25


def test_every_page_hears_what_one_of_them_did():
    with served(new_session()) as port, page(port) as one, page(port) as other:
        top = json.loads(one.recv(timeout=PATIENCE_S))["places"]["deck"][0][0]
        other.recv(timeout=PATIENCE_S)
        one.send(json.dumps({"do": "move", "cards": [top], "to": "cell:0:5", "face": "up", "rotation": 90}))
        for socket in (one, other):
            changes = read_until(socket, lambda message: "places" in message)
            assert changes["places"]["cell:0:5"] == [[top, 1, 90]]
            assert len(changes["places"]["deck"]) == 114


def test_only_what_changed_is_sent():
    session = new_session()
    session.changes()
    session.table.board(1).leds[3] = (0, 255, 16)
    changes = session.changes()
    assert list(changes) == ["type", "boards"]
    assert list(changes["boards"]) == ["1"]
    assert list(changes["boards"]["1"]) == ["leds"]
    assert changes["boards"]["1"]["leds"][18:24] == "00ff10"
    assert session.changes() is None


def test_the_view_of_the_primary_board_is_passed_on_as_it_is():
    session = new_session()
    record = view(points=[2, 3, 0])
    session.table.board(0).records.append(record)
    session.run_ms(40)
    assert session.changes()["view"] == record
    assert session.table.board(0).records == []


def test_displays_are_put_into_words_of_both_languages():
    say = {"en": lambda message: message[0] + "!", "zh": lambda message: message[0] + "！"}
    session = Session(StandInTable, printed(), seed=1, say=say)
    screen = {"title": ["t", {}], "lines": [["l", {}]], "hint": ["h", {}]}
    session.table.board(0).records.append({"t": "screen", "player": 1, "screen": screen})
    session.run_ms(40)
    assert session.snapshot()["boards"][1]["text"] == {"en": ["t!", "l!", "h!"], "zh": ["t！", "l！", "h！"]}


BAD = (
    "",
    "no JSON",
    "[]",
    '{"do": "win"}',
    '{"do": ["move"]}',
    '{"do": "move"}',
    '{"do": "move", "cards": [], "to": "discard"}',
    '{"do": "move", "cards": [115], "to": "discard"}',
    '{"do": "move", "cards": [true], "to": "discard"}',
    '{"do": "move", "cards": [3, 3], "to": "discard"}',
    '{"do": "move", "cards": [3], "to": "cell:0:16"}',
    '{"do": "move", "cards": [3], "to": ["deck"]}',
    '{"do": "move", "cards": [3], "to": "discard", "face": "sideways"}',
    '{"do": "move", "cards": [3], "to": "discard", "rotation": 45}',
    '{"do": "move", "cards": [3], "to": "discard", "rotation": [90]}',
    '{"do": "move", "cards": [3], "to": "discard", "index": -1}',
    '{"do": "move", "cards": [3, 4], "to": "slot"}',
    '{"do": "flip", "card": "3"}',
    '{"do": "rotate"}',
    '{"do": "finger", "player": 0, "button": "ok"}',
    '{"do": "finger", "player": 2, "button": "ok", "down": true}',
    '{"do": "finger", "player": 0, "button": {"ok": 1}, "down": true}',
    '{"do": "draw", "player": 0, "count": 0}',
    '{"do": "draw", "player": 0, "count": 1e9}',
    '{"do": "shuffle"}',
    '{"do": "new", "seed": -1}',
)


def test_malformed_messages_are_answered_with_a_sentence_and_change_nothing():
    session = new_session()
    with served(session) as port, page(port) as socket:
        before = json.loads(socket.recv(timeout=PATIENCE_S))["places"]
        for text in BAD:
            socket.send(text)
            answer = read_until(socket, lambda message: "error" in message)
            assert "Traceback" not in answer["error"] and "\n" not in answer["error"], text
        socket.send(b"\x00\xff")
        read_until(socket, lambda message: "error" in message)
        assert {place: session.place_state(place) for place in session.world.piles} == before


def test_a_page_that_leaves_lifts_its_fingers():
    session = new_session()
    with served(session) as port:
        with page(port) as watcher:
            watcher.recv(timeout=PATIENCE_S)
            with page(port) as socket:
                top = json.loads(socket.recv(timeout=PATIENCE_S))["places"]["deck"][0][0]
                socket.send('{"do": "finger", "player": 0, "button": "ok", "down": true}')
                socket.send(json.dumps({"do": "move", "cards": [top], "to": "floor"}))
                read_until(socket, lambda message: "places" in message)
                assert session.fingers == [1, 0]
        assert session.fingers == [0, 0]


def test_a_new_table_is_sent_whole_to_every_page():
    session = new_session()
    with served(session) as port, page(port) as one, page(port) as other:
        one.recv(timeout=PATIENCE_S)
        other.recv(timeout=PATIENCE_S)
        one.send('{"do": "new", "seed": 7}')
        for socket in (one, other):
            assert read_until(socket, lambda message: message.get("type") == "snapshot")["seed"] == 7
        assert read_until(one, lambda message: "answer" in message)["answer"] == {"new": 7}


def test_a_page_too_slow_for_the_changes_gets_a_fresh_snapshot():
    async def lag():
        session = new_session()
        live = Live(session)
        queue = live.watch()
        top = session.world.pile("deck")[0]
        for _ in range(BEHIND + 1):
            await live.order(json.dumps({"do": "rotate", "card": top}))
        return [queue.get_nowait() for _ in range(queue.qsize())]

    messages = asyncio.run(lag())
    assert len(messages) < BEHIND
    assert messages[0]["type"] == "snapshot"


def fetch(port, path="/", **headers):
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers)
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
        return answer.status, answer.headers, answer.read().decode()


def test_the_page_comes_with_a_policy_that_loads_nothing_from_elsewhere():
    with served(new_session()) as port:
        status, headers, text = fetch(port)
    assert status == 200 and "main.js" in text
    assert "default-src 'self'" in headers["content-security-policy"]


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Origin": "null"}])
def test_other_sites_do_not_reach_the_table(headers):
    with served(new_session()) as port:
        with pytest.raises(urllib.error.HTTPError) as refused:
            fetch(port, **headers)
        assert refused.value.code == 403
        if "Origin" in headers:
            with pytest.raises(InvalidStatus):
                page(port, origin=headers["Origin"])
        assert fetch(port, Host=f"localhost:{port}", Origin=f"http://localhost:{port}")[0] == 200


def test_a_busy_port_is_one_sentence():
    listener = bind(0)
    port = listener.getsockname()[1]
    with pytest.raises(UserError, match=f"port {port} .*--port"):
        bind(port)
    listener.close()


def test_the_server_ends_the_table():
    session = new_session()
    table = session.table
    with served(session):
        assert not table.closed
    assert table.closed
