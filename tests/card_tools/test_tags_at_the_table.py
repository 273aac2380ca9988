"""Room: cards that no database knows name themselves by their tags, on every board and in the queue slot."""

import pytest

from host_tools.cards.push import push
from tests.card_tools.desk import database, desk
from tests.engines import ENGINES


@pytest.fixture(params=["ideal", "model"])
def readers(request):
    return request.param


@pytest.fixture(params=ENGINES)
def table(request, readers):
    """A game in its first build phase whose database has the cards but no tags."""
    with desk(request.param, readers) as made:
        made.until(lambda: made.table.latest(0, "screen"), "a screen")
        assert push(made.line, database()) == "now"
        made.begin()
        made.to_build()
        yield made


def test_cards_are_known_by_what_stands_on_their_tags(table):
    table.lay("A@1", "cell:0:5", "down")
    table.lay("B@2", "cell:0:6")
    table.until(
        lambda: table.account["draft"]["cost"] == 2 and table.faults(0) == [],
        "a battery and a machine in the account, and no complaint",
    )
    table.lay("C@3", "cell:1:6")
    stray = [[6, "take_off"]]
    table.until(lambda: [fault[:2] for fault in table.faults(1)] == stray, "a known stray card on the other board")


def test_damaged_foreign_and_copied_tags_stay_unknown(table):
    world = table.world
    damaged, foreign, copied, model = (world.cards[table.card(code)] for code in ("A@1", "B@2", "C@3", "oc"))
    pages = bytearray(damaged.memory)
    pages[50] ^= 1
    damaged.memory = bytes(pages)
    pages = bytearray(foreign.memory)
    pages[16:36] = b"\x03\x0f\xd1\x01\x0bU\x01example.com\xfe\x00\x00"
    foreign.memory = bytes(pages)
    copied.memory = copied.memory[:16] + model.memory[16:]
    for cell, card in enumerate((damaged, foreign, copied)):
        world.move(card.id, f"cell:0:{cell}", "up", 0)
    table.until(lambda: len(table.faults(0)) == 3, "three unknown cards")
    assert [fault[:2] for fault in table.faults(0)] == [[0, "unknown_card"], [1, "unknown_card"], [2, "unknown_card"]]
    table.lay("A@1", "cell:0:3")
    table.until(lambda: table.account["draft"]["cost"] == 1, "a good card beside them")
