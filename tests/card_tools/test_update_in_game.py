"""Room: a new card database comes in while a game is on: when it takes effect, what is refused, what stays."""

import base64

import pytest

from firmware.cards.catalogue import HEAD_SIZE
from host_tools.cards.database import build
from host_tools.cards.push import SAME, pull, push
from host_tools.transport.board_line import Refused
from tests.card_tools.desk import KINDS, NEW, database, desk
from tests.engines import ENGINES


@pytest.mark.parametrize("readers", ["ideal", "model"])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_new_card_works_in_the_middle_of_a_game(engine, readers):
    with desk(engine, readers) as table:
        table.begin()
        table.to_build()
        assert push(table.line, database(NEW)) == "turn"
        table.lay("A@1", "cell:0:5", "down")
        table.until(lambda: table.account["draft"]["cost"] == 1, "a battery in the account")
        new = table.world.print_card("6A@1", 1, False)
        table.world.move(new.id, "cell:0:6", "up", 0)
        table.until(lambda: table.faults(0), "an unknown card")
        assert table.faults(0)[0][:2] == [6, "unknown_card"]
        table.world.move(new.id, "floor")
        table.until(lambda: not table.faults(0), "no fault")
        table.to_next_turn()

        table.until(lambda: table.line.ask({"t": "cards_info"})["kinds"] == 27, "the new database")
        table.to_build()
        table.world.move(new.id, "cell:1:6", "up", 0)
        table.lay("A@1", "cell:1:5", "down")
        table.until(lambda: table.account["plan"] and table.account["plan"]["net"] == [6, 0, 0], "6 A")
        table.to_next_turn()
        assert table.account["rulers"][0] == -6
        assert "6A@1" in table.board(1)


def test_without_a_game_it_takes_effect_at_once_and_survives_a_restart():
    with desk() as table:
        assert push(table.line, database(NEW)) == "now"
        assert push(table.line, database(NEW)) == SAME
        assert pull(table.line) == database(NEW)
        table.restart("micropython", "ideal")
        assert table.line.ask({"t": "cards_info"})["kinds"] == 27
        assert push(table.line, database(left_out=("A@1",))) == "now"


def test_a_game_keeps_its_cards_when_the_new_ones_are_not_only_more():
    with desk() as table:
        table.begin()
        assert push(table.line, database(NEW, left_out=("oc",))) == "game"
        table.to_build()
        table.to_next_turn()
        assert table.line.ask({"t": "cards_info"})["kinds"] == 26
        assert table.line.ask({"t": "cards_info"})["waits"] == "game"
        table.to_build()
        table.lay("A@1", "cell:1:0")
        table.until(lambda: table.account["draft"]["cost"] == 1, "an old card in the account")
        assert push(table.line, database(NEW)) == "turn"
        table.restart("micropython", "ideal")
        assert table.line.ask({"t": "cards_info"})["kinds"] == 27


def test_a_card_on_the_table_must_be_known_to_the_new_database():
    with desk() as table:
        table.begin()
        table.to_build()
        table.lay("oc", "cell:1:3", "down")
        table.table.run_ms(1500)
        with pytest.raises(Refused, match="card oc#. lies at position 3 of board 2") as refused:
            push(table.line, database(NEW, left_out=("oc",)))
        assert refused.value.code == "card_on_table"
        assert table.line.ask({"t": "cards_info"})["kinds"] == 26
        table.world.move(table.world.pile("cell:1:3")[0], "discard")
        table.table.run_ms(1500)
        asked = []
        table.line.on_record = asked.append
        assert push(table.line, database(NEW, left_out=("oc",))) == "game"
        assert not [record for record in asked if record["t"] == "cards_data"], "what had come in was sent again"


def test_what_the_table_refuses_changes_nothing():
    good = database(NEW)
    with desk() as table:
        before = pull(table.line)
        for data, code in (
            (build(KINDS, [], game="matrix_empire"), "game"),
            (b"EMDB\x01\x00" + good[6:], "older"),
            (b"EMDB\x07\x00" + good[6:], "newer"),
            (b"PK\x03\x04" + good[4:], "damaged"),
            (good[:-1], "damaged"),
            (good + b"x", "damaged"),
            (good[:200] + b"?" + good[201:], "damaged"),
            (build([*KINDS, ["glow", "frame", "", "", "", "glow+1", "1", "光", "glow"]], []), "cards"),
            (build([*KINDS, KINDS[0]], []), "cards"),
            (build([["A@1"]], []), "cards"),
        ):
            with pytest.raises(Refused) as refused:
                send(table.line, data)
            assert refused.value.code == code, (code, str(refused.value))
        assert pull(table.line) == before
        assert push(table.line, good) == "now"


def send(line, data):
    """Push without looking at the file first."""
    head = base64.b64encode(data[:HEAD_SIZE]).decode()
    at = line.ask({"t": "cards_begin", "head": head, "size": len(data)})["next"]
    while at < len(data):
        piece = base64.b64encode(data[at : at + 700]).decode()
        at = line.ask({"t": "cards_data", "at": at, "data": piece})["next"]
    return line.ask({"t": "cards_commit"})


@pytest.mark.parametrize(
    "request_",
    [
        {"t": "cards_begin"},
        {"t": "cards_begin", "head": 7, "size": 1},
        {"t": "cards_begin", "head": "?", "size": 1},
        {"t": "cards_begin", "head": "", "size": "1"},
        {"t": "cards_data", "at": 0, "data": "AAAA"},
        {"t": "cards_data"},
        {"t": "cards_commit"},
        {"t": "cards_read"},
        {"t": "cards_read", "at": -1, "count": 4},
        {"t": "cards_read", "at": 0, "count": True},
    ],
    ids=str,
)
def test_malformed_requests_are_refused(shared_table, request_):
    with pytest.raises(Refused):
        shared_table.line.ask(request_)
    assert shared_table.line.ask({"t": "cards_info"})["kinds"] == 26


@pytest.fixture(scope="module")
def shared_table():
    with desk("cpython") as table:
        yield table


def test_lost_double_and_exchanged_pieces_do_no_harm(shared_table):
    line, data = shared_table.line, database(NEW)
    head = base64.b64encode(data[:HEAD_SIZE]).decode()
    begin = {"t": "cards_begin", "head": head, "size": len(data)}
    pieces = [
        {"t": "cards_data", "at": at, "data": base64.b64encode(data[at : at + 400]).decode()}
        for at in range(0, len(data), 400)
    ]
    assert line.ask(begin)["next"] == 0
    assert line.ask(pieces[1])["next"] == 0
    assert line.ask(pieces[0])["next"] == 400
    assert line.ask(pieces[0])["next"] == 400
    with pytest.raises(Refused) as refused:
        line.ask({"t": "cards_commit"})
    assert refused.value.code == "incomplete"
    assert line.ask(pieces[2])["next"] == 400
    assert line.ask(begin)["next"] == 400
    for piece in pieces[1:]:
        line.ask(piece)
    assert line.ask({"t": "cards_commit"})["takes"] == "now"
