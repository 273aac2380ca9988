"""Room: the parts a board hands to the app, by name; each keeps a contract of contracts.py."""


class Parts:
    """clock, readers, sensors, strip, display, buttons, store, host, link: contracts of the same names;
    cards: care.card_slots.CardSlots (read by the primary only); epoch: a number that differs at every start;
    slot: which copy of the firmware runs (boot.py), "" if there is only one."""

    def __init__(self, nothing=None):
        # A parameter, so that the type checker of the drivers does not take None for the type of a part.
        self.clock = self.readers = self.sensors = self.strip = self.display = nothing
        self.buttons = self.store = self.host = self.link = self.cards = nothing
        self.epoch = 0
        self.slot = ""
