"""Room: orders to the live table over a stand-in: the queue slot, hands and life cards, fingers, dead firmware."""

import pytest

from host_tools.errors import UserError
from host_tools.simulator.orders import Refused
from host_tools.simulator.printed import printed
from host_tools.simulator.session import SLOT_MS, Session
from tests.sim.stand_in import StandInTable


def new_session():
    return Session(StandInTable, printed(), seed=1)


def test_a_card_pushed_in_is_held_in_the_slot_for_a_while():
    session = new_session()
    card = session.world.pile("deck")[0]
    session.command({"do": "move", "cards": [card], "to": "slot", "face": "up"})
    assert session.place_state("slot") == [[card, 0, 0]]
    session.run_ms(SLOT_MS - 40)
    assert session.world.pile("queue") == []
    session.run_ms(40)
    assert session.world.pile("slot") == []
    assert session.place_state("queue") == [[card, 0, 0]]


def test_the_slot_takes_one_card_at_a_time():
    session = new_session()
    first, second = session.world.pile("deck")[:2]
    session.command({"do": "move", "cards": [first], "to": "queue"})
    with pytest.raises(Refused) as refused:
        session.command({"do": "move", "cards": [second], "to": "slot"})
    assert refused.value.code == "slot_busy"
    assert session.world.cards[second].place == "deck"


def test_a_card_taken_out_of_the_slot_in_time_does_not_go_in():
    session = new_session()
    card = session.world.pile("deck")[0]
    session.command({"do": "move", "cards": [card], "to": "slot"})
    session.command({"do": "move", "cards": [card], "to": "hand:0"})
    session.run_ms(SLOT_MS)
    assert session.world.cards[card].place == "hand:0"


def queue_of(session, count):
    cards = session.world.pile("deck")[:count]
    for card in list(cards):
        session.world.move(card, "queue", face="down")
    return session.world.pile("queue")


def test_the_head_of_the_queue_leaves_at_once_the_tail_past_the_reader():
    session = new_session()
    head, _, tail = queue_of(session, 3)
    session.command({"do": "move", "cards": [head], "to": "discard", "face": "up"})
    assert session.place_state("discard") == [[head, 1, 0]]
    session.command({"do": "move", "cards": [tail], "to": "hand:1"})
    assert session.world.cards[tail].place == "slot"
    session.run_ms(SLOT_MS)
    assert session.place_state("hand:1") == [[tail, 1, 0]]


def test_a_card_pulled_out_of_the_queue_lies_as_the_hand_wants_it():
    session = new_session()
    tail = queue_of(session, 2)[-1]
    session.command({"do": "move", "cards": [tail], "to": "discard", "face": "up"})
    session.run_ms(SLOT_MS)
    assert session.place_state("discard") == [[tail, 1, 0]]


def test_cards_that_come_to_a_hand_are_looked_at_and_life_cards_are_not():
    session = new_session()
    session.command({"do": "deal"})
    assert {face for _, face, _ in session.place_state("hand:0")} == {1}
    assert [face for _, face, _ in session.place_state("life:1")] == [0, 0, 0]
    with pytest.raises(Refused) as refused:
        session.command({"do": "deal"})
    assert refused.value.code == "dealt"


def test_drawing_answers_how_many_cards_it_were():
    session = new_session()
    answer = session.command({"do": "draw", "player": 1, "count": 2})
    assert answer == {"drew": len(session.world.pile("hand:1")), "player": 1}


def test_fingers_are_felt_as_long_as_they_are_down():
    session = new_session()
    session.command({"do": "finger", "player": 1, "button": "axis", "down": True})
    session.run_ms(1000)
    session.command({"do": "finger", "player": 1, "button": "ok", "down": True})
    session.command({"do": "finger", "player": 1, "button": "axis", "down": False})
    assert session.table.fingers == [(1, 16, 0), (1, 17, 1000), (1, 1, 1000)]


def test_boards_that_cannot_be_switched_on_again_are_told_too():
    session = new_session()

    def broken(world):
        raise UserError("the firmware of board 0 stopped: SyntaxError; start the table again")

    session.make_table = broken
    session.command({"do": "restart"})
    session.run_ms(40)
    assert "SyntaxError" in session.snapshot()["stopped"]
    session.make_table = StandInTable
    session.command({"do": "restart"})
    assert session.snapshot()["stopped"] is None


def test_a_firmware_that_dies_is_told_and_started_again_with_the_cards_where_they_lie():
    session = new_session()
    card = session.world.pile("deck")[0]
    session.world.move(card, "cell:1:2")
    dead = session.table
    dead.fail = UserError("the firmware of board 1 stopped: MemoryError; start the table again")
    session.run_ms(40)
    assert "MemoryError" in session.changes()["stopped"]
    session.run_ms(40)
    session.command({"do": "finger", "player": 0, "button": "ok", "down": True})
    session.command({"do": "restart"})
    assert dead.closed and session.table is not dead
    assert session.changes()["stopped"] is None
    assert session.place_state("cell:1:2")[0][0] == card
