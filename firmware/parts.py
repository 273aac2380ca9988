"""Room: the parts a board hands to the app, by name; each keeps a contract of contracts.py."""


class Parts:
    """clock, readers, sensors, strip, display, buttons, store, host, link: contracts of the same names;
    cards: read_at(offset, count) of the card database; epoch: a number that differs at every start."""

    clock = readers = sensors = strip = display = buttons = store = host = link = cards = None
    epoch = 0
