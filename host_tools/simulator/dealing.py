"""Room: dealing by hand, as people do it at the table; needs a World, is used by the page and by bots.

Rules section 4: "one more card per frame drawn, repeated while frames come". Life cards stay face down and unseen,
so a frame among them brings nothing.
"""

from firmware.wiring import CELLS
from host_tools.cards.database import GAME


def draw(world, player, count):
    """Draw `count` cards into a hand, one more per frame drawn, and so on. Returns all card numbers drawn."""
    drawn = []
    due = count
    while due:
        fresh = world.draw(player, due)
        drawn += fresh
        due = sum(world.cards[card].size == "frame" for card in fresh) if len(fresh) == due else 0
    return drawn


def deal(world, life=3, hand=7):
    """Deal the set-up of a duel to every player: `life` cards face down, then a hand. Returns the hands dealt.

    Of a game that is not known here there are no hands: a card is laid face down on each free cell of the first board.
    """
    if world.game != GAME:
        for cell in range(CELLS):
            if world.pile("deck") and not world.pile(f"cell:0:{cell}"):
                world.move(world.pile("deck")[0], f"cell:0:{cell}", face="down", rotation=0)
        return []
    for player in range(world.players):
        world.draw(player, life, to="life")
    return [draw(world, player, hand) for player in range(world.players)]
