"""Room: what a page may ask of the live table, one function an order; checks first, changes after.

Orders are JSON objects {"do": NAME, ...}:
    move     {"cards": [number, ...], "to": place, "face"?: "up"|"down", "rotation"?: 0|90|180|270, "index"?: n}
    flip     {"card": number}            rotate  {"card": number}
    finger   {"player": p, "button": name, "down": true|false}      a finger on a panel button
    draw     {"player": p, "count": n}   one more card per frame drawn
    deal     {}                          set-up: life cards and hands
    shuffle  {}                          discards become the deck
    new      {"seed"?: n}                clear the table
    restart  {}                          switch all boards off and on; cards stay where they lie
Refused says in one sentence what was wrong; the table is as it was. Its code is there for the page's languages.
"""

from host_tools.errors import UserError
from host_tools.simulator import dealing
from host_tools.simulator.world import ROTATIONS

BUTTONS = ("ok", "back", "left", "right", "axis")
MOST_DRAWN = 10
SEEDS = 2**32
LOOKED_AT = ("hand",)  # piles whose owner sees the cards
BACK_UP = ("deck", "life", "queue")  # piles that lie face down


class Refused(UserError):
    """An order that makes no sense now: one sentence, and a code for refusals a player can run into."""

    def __init__(self, sentence, code="malformed"):
        super().__init__(sentence)
        self.code = code


def carry_out(session, message):
    """Do what the message asks; returns an answer for the page that asked, or None."""
    if not isinstance(message, dict):
        raise Refused('a message to the table is a JSON object such as {"do": "deal"}')
    order = message.get("do")
    if not isinstance(order, str) or order not in ORDERS:
        raise Refused(f"the table knows no order {order!r}; it knows {', '.join(ORDERS)}")
    return ORDERS[order](session, message)


def _number(message, name, low, high, default=None):
    value = message.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise Refused(f"{name!r} of the order {message['do']!r} is a number from {low} to {high}, not {value!r}")
    return value


def _choice(message, name, choices, default=None):
    value = message.get(name, default)
    if value is not default and (isinstance(value, bool) or value not in choices):
        wanted = ", ".join(str(choice) for choice in choices)
        raise Refused(f"{name!r} of the order {message['do']!r} is one of {wanted}, not {value!r}")
    return value


def _player(session, message):
    return _number(message, "player", 0, session.players - 1)


def _card(session, message):
    return _number(message, "card", 0, len(session.world.cards) - 1)


def _move(session, message):
    world = session.world
    cards, place = _cards(world, message), message.get("to")
    if not isinstance(place, str) or place not in world.piles:
        raise Refused(f"there is no place {place!r} on this table; places are those of the snapshot")
    face = _choice(message, "face", ("up", "down"))
    rotation = _choice(message, "rotation", ROTATIONS)
    index = _number(message, "index", 0, len(world.cards)) if "index" in message else None
    pile = place.split(":")[0]
    if pile in LOOKED_AT:
        face, rotation = face or "up", rotation or 0
    if pile in BACK_UP:
        face, rotation = "down", 0
    if place in ("slot", "queue") and any(world.cards[card].place != "queue" for card in cards):
        if len(cards) > 1:
            raise Refused("cards go into the queue slot one at a time", "one_at_a_time")
        return _hold_in_slot(session, cards[0], "queue", "down")
    if len(cards) == 1 and _comes_out_of_the_slot(world, cards[0], place):
        return _hold_in_slot(session, cards[0], place, face or "down")
    for step, card in enumerate(cards):
        world.move(card, place, face, rotation, None if index is None else index + step)
    return None


def _cards(world, message):
    """The cards that an order names, each once."""
    cards = message.get("cards")
    if not isinstance(cards, list) or not 1 <= len(cards) <= len(world.cards):
        raise Refused("'cards' of the order 'move' is a list of card numbers")
    for card in cards:
        _number({"do": "move", "cards": card}, "cards", 0, len(world.cards) - 1)
    if len(set(cards)) < len(cards):
        raise Refused("'cards' of the order 'move' names a card twice")
    return cards


def _hold_in_slot(session, card, place, face):
    if session.world.pile("slot"):
        raise Refused("the queue slot still holds a card; wait until it has gone in", "slot_busy")
    session.hold_in_slot(card, place, face)


def _comes_out_of_the_slot(world, card, place):
    """The last card pushed in comes back the way it went in, past the reader; the head leaves at the other end."""
    queue = world.pile("queue")
    if not queue or card != queue[-1] or place == "queue":
        return False
    return len(queue) > 1 or place.startswith("hand")


def _flip(session, message):
    session.world.flip(_card(session, message))


def _rotate(session, message):
    session.world.rotate(_card(session, message))


def _finger(session, message):
    player = _player(session, message)
    button = _choice(message, "button", BUTTONS, "")
    down = message.get("down")
    if not button or not isinstance(down, bool):
        raise Refused(f"the order 'finger' has 'button', one of {', '.join(BUTTONS)}, and 'down', true or false")
    session.finger(player, button, down)


def _draw(session, message):
    player = _player(session, message)
    cards = dealing.draw(session.world, player, _number(message, "count", 1, MOST_DRAWN, 1))
    _look_at(session.world, cards)
    return {"drew": len(cards), "player": player}


def _deal(session, message):
    piles = [f"{pile}:{player}" for pile in ("hand", "life") for player in range(session.players)]
    if any(session.world.pile(pile) for pile in piles) or not session.world.pile("deck"):
        raise Refused("the set-up is dealt already; start a new table to deal again", "dealt")
    for cards in dealing.deal(session.world):
        _look_at(session.world, cards)


def _look_at(world, cards):
    for card in cards:
        world.move(card, world.cards[card].place, face="up", rotation=0)


def _shuffle(session, message):
    if not session.world.pile("discard"):
        raise Refused("there are no discards to shuffle", "no_discards")
    session.world.shuffle_discards()


def _new(session, message):
    session.start(_number(message, "seed", 0, SEEDS) if "seed" in message else None)
    return {"new": session.seed}


def _restart(session, message):
    session.switch_on()


ORDERS = {
    "move": _move,
    "flip": _flip,
    "rotate": _rotate,
    "finger": _finger,
    "draw": _draw,
    "deal": _deal,
    "shuffle": _shuffle,
    "new": _new,
    "restart": _restart,
}
