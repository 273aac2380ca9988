"""Room: which cards are printed: all in the list's order, those picked, those that look other than before."""
# engine: cpython

import pytest

from firmware.games.energy_matrix.cards.default_deck import CARDS
from host_tools.cards.art import WORMHOLE
from host_tools.cards.sheets_select import changed, copies_of, picked, token
from host_tools.errors import HonestNo, UserError

DECK = copies_of([*CARDS, WORMHOLE])


def tokens(cards):
    return [token(card) for card in cards]


def edited(code, **fields):
    """The deck's rows with one of them changed."""
    rows = [card.row for card in DECK if card.copy == 1]
    return [row._replace(**fields) if row.code == code else row for row in rows]


def test_all_115_cards_and_four_wormholes_come_in_the_lists_order():
    assert len(DECK) == 119
    assert tokens(DECK)[:11] == [f"A@1#{copy}" for copy in range(1, 10)] + ["2A@2#1", "2A@2#2"]
    assert tokens(DECK)[-4:] == [f"wormhole#{copy}" for copy in range(1, 5)]


def test_picked_cards_keep_the_lists_order_whatever_the_order_of_the_request():
    assert tokens(picked(DECK, "oc#2, 5A@4 A@1#9")) == ["A@1#9", "5A@4#1", "5A@4#2", "oc#2"]


@pytest.mark.parametrize(
    ("wanted", "cure"),
    [
        ("oc#7", "oc has the copies 1 to 6"),
        ("oc#0", "oc has the copies 1 to 6"),
        ("2A+B2C@2", "did you mean 2A+B>2C@2"),
        ("#", "ematrix cards show lists the codes"),
        ("quark", "ematrix cards show lists the codes"),
        (" , ", "write codes such as"),
    ],
)
def test_a_card_that_is_not_there_is_named_with_a_cure(wanted, cure):
    with pytest.raises(UserError, match=cure.replace("+", r"\+")):
        picked(DECK, wanted)


def test_nothing_changed_is_an_honest_no():
    with pytest.raises(HonestNo, match="no card's print has changed"):
        changed(DECK, [*CARDS, WORMHOLE])


def test_more_copies_print_the_new_ones_only():
    assert tokens(changed(copies_of(edited("A@1", copies=11)), CARDS + (WORMHOLE,))) == ["A@1#10", "A@1#11"]


@pytest.mark.parametrize("fields", [{"zh": "加强"}, {"en": "boost"}, {"effect": "rated+1 product+2"}, {"volts": 2}])
def test_a_changed_face_prints_every_copy(fields):
    assert tokens(changed(copies_of(edited("oc", **fields)), DECK_ROWS)) == [f"oc#{copy}" for copy in range(1, 7)]


def test_a_new_kind_prints_every_copy_and_fewer_copies_print_none():
    rows = edited("thunder", copies=2)
    rows.append(rows[0]._replace(code="6A@5", volts=5, outputs=(6, 0, 0), copies=2))
    assert tokens(changed(copies_of(rows), DECK_ROWS)) == ["6A@5#1", "6A@5#2"]


DECK_ROWS = [card.row for card in DECK if card.copy == 1]
