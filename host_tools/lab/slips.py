"""Room: what people do wrong at a table, done on purpose and mended: the table must show it and survive it.

Each slip is `slip(match, bot) -> bool`: True if there were the cards for it. After every move the match holds the table
against the referee, which knows that something is wrong and expects the table to say so. Comes after `bots.py`.
"""

RATE = 0.25  # share of turns with a slip while building


def _table_refuses(match, bot):
    """OK does not go on while something is wrong; the screen says why."""
    before = match.watch.screen(bot.player)
    match.watch.press(bot.player, "ok")
    match.watch.soon(lambda: match.watch.screen(bot.player) != before, 1500)
    match.settle_down("OK while something is wrong")


def _empty_cell(match, bot):
    free = [cell for cell, pieces in enumerate(bot.side().cells) if not pieces]
    return f"cell:{bot.player}:{match.random.choice(free)}" if free else None


def think_again(match, bot):
    """A battery laid and taken back: the point is back."""
    card, place = bot.spare_card(), _empty_cell(match, bot)
    if card is None or place is None or match.referee.cost() >= match.referee.points:
        return False
    bot.lay(card, place, "down", match.random.choice("-|"))
    bot.take_piece(card, f"hand:{bot.player}")
    match.settle_down("taking a battery back")
    return True


def one_too_many(match, bot):
    """Batteries until there is one action too many; the last is taken back."""
    while match.referee.cost() <= match.referee.points:
        card, place = bot.spare_card(), _empty_cell(match, bot)
        if card is None or place is None:
            return False
        bot.lay(card, place, "down", match.random.choice("-|"))
    _table_refuses(match, bot)
    bot.take_piece(card, f"hand:{bot.player}")
    match.settle_down("taking back one action too many")
    return True


def on_top_of_a_machine(match, bot):
    """A machine laid upon another."""
    card = bot.hand_machine()
    if card is None:
        return False
    spots = match.world.cards[card].spot
    for cell, pieces in enumerate(bot.side().cells):
        if pieces and pieces[0][1] == "machine" and all(match.world.cards[p[0]].spot != spots for p in pieces):
            bot.lay(card, f"cell:{bot.player}:{cell}", "up")
            _table_refuses(match, bot)
            bot.take_piece(card, f"hand:{bot.player}")
            match.settle_down("taking a card off an occupied cell")
            return True
    return False


def _face_up_alone(match, bot, card):
    place = _empty_cell(match, bot)
    if card is None or place is None:
        return False
    bot.lay(card, place, "up")
    _table_refuses(match, bot)
    bot.take_piece(card, f"hand:{bot.player}")
    match.settle_down("taking a card off that does not belong there")
    return True


def frame_alone(match, bot):
    """A frame on an empty cell."""
    return _face_up_alone(match, bot, bot.hand_frame())


def event_face_up(match, bot):
    """An event card face up on the matrix."""
    return _face_up_alone(match, bot, bot.hand_event())


def _lift_and_put_back(match, owner, words):
    """The first card of that player's that lies alone, by mistake."""
    for cell, pieces in enumerate(owner.side().cells):
        if len(pieces) == 1:
            card = match.world.cards[pieces[0][0]]
            face, rotation = card.face, card.rotation
            match.watch.move(card.id, f"hand:{owner.player}", "down", 0)
            match.settle_down(f"lifting {words}")
            match.watch.move(card.id, f"cell:{owner.player}:{cell}", face, rotation)
            match.settle_down(f"putting back {words}")
            return True
    return False


def bump(match, bot):
    """A card of the other player is lifted by mistake and put back as it lay."""
    return _lift_and_put_back(match, match.bots[1 - bot.player], "a card of the other player")


BUILDING = (think_again, one_too_many, on_top_of_a_machine, frame_alone, event_face_up, bump)


def lift_while_settling(match, bot):
    """A card of one's own is lifted in the middle of settlement and put back."""
    return _lift_and_put_back(match, bot, "a card while settling")
