"""Room: dealing by hand: life cards, hands, and one more card per frame drawn."""

from host_tools.simulator.dealing import deal, draw
from host_tools.simulator.world import World

MACHINE = ("A@1", 1, False)


def stacked(*codes):
    """A world whose deck lies in exactly this order, top first."""
    kinds = [(code, codes.count(code), code == "eco") for code in dict.fromkeys(codes)]
    world = World(kinds, players=2)
    left = list(world.cards)
    for code in reversed(codes):
        card = next(card for card in left if card.code == code)
        left.remove(card)
        world.move(card.id, "deck")
    return world


def names(world, cards):
    return [world.cards[card].code for card in cards]


def test_a_frame_brings_one_more_card():
    world = stacked("A@1", "eco", "B@2", "A@1")
    assert names(world, draw(world, 0, 2)) == ["A@1", "eco", "B@2"]


def test_a_frame_drawn_for_a_frame_brings_one_more_again():
    world = stacked("eco", "eco", "eco", "A@1", "B@2")
    assert names(world, draw(world, 1, 2)) == ["eco", "eco", "eco", "A@1", "B@2"]
    assert len(world.pile("hand:1")) == 5


def test_an_empty_deck_ends_the_drawing():
    world = stacked("eco", "eco")
    assert names(world, draw(world, 0, 2)) == ["eco", "eco"]
    assert draw(world, 0, 1) == []


def test_the_discards_become_the_deck_when_it_runs_out():
    world = stacked("A@1", "B@2")
    world.move(world.pile("deck")[0], "discard", face="up")
    world.move(world.pile("deck")[0], "discard", face="up")
    assert len(draw(world, 0, 1)) == 1
    assert len(world.pile("deck")) == 1


def test_the_set_up_gives_three_lives_and_seven_cards_more_for_frames():
    world = stacked(*["A@1"] * 6, *["eco"], *["A@1"] * 7, *["B@2"] * 7)
    hands = deal(world)
    assert [len(hand) for hand in hands] == [8, 7]
    assert [len(world.pile(f"life:{player}")) for player in (0, 1)] == [3, 3]


def test_a_frame_among_the_life_cards_brings_nothing():
    world = stacked(*["eco"] * 6, *["A@1"] * 14)
    assert [len(hand) for hand in deal(world)] == [7, 7]
