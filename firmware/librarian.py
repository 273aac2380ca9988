"""Room: which card is which: the database in use, a new one from the host, cards that only their own tag names.

The primary's. A new database takes effect at once where no game is on, else between two turns if it only adds to the
one in use, else with the next game. Records to the host: {"t":"cards","sum","kinds","tags","takes"} whenever another
one was taken or came into use ("takes": "now", "turn" or "game" as in care/card_update.py).
"""

from firmware.board.catalogue import NoCards
from firmware.care.card_update import CardUpdate, refused
from firmware.sensing.errand import Errand
from firmware.sensing.tag_text import FIRST_PAGE, card_of


class Librarian:
    """`app`: the primary's App; its part `cards` is a care.card_slots.CardSlots. `fault`: of the database, or None."""

    def __init__(self, app, cartridge):
        self._app = app
        self._cartridge = cartridge
        self._slots = app.parts.cards
        self.catalogue = self._start()
        self._update = CardUpdate(self._slots)
        self._next = None  # (slot, Catalogue, takes) that waits for its time
        app.requests.update(self._update.handlers())
        app.requests["cards_info"] = self._info
        self._begin = app.requests["cards_begin"]
        app.requests["cards_begin"] = self._receive

    def _start(self):
        found = self._slots.start()
        self.fault = self._slots.fault
        try:
            if found is not None:
                self._cartridge.use_cards(found.rows())
                return found
        except ValueError as problem:
            self.fault = str(problem)
        self._cartridge.use_cards(None)
        return NoCards(self._cartridge.card_codes())

    def _receive(self, request):
        """Another database comes in: one that waits is overwritten."""
        answer = self._begin(request)
        if answer["t"] != "refused":
            self._next = None
        return answer

    def _info(self, _):
        mine = self.catalogue
        answer = {"t": "cards_info", "size": self._slots.size(), "sum": mine.crc, "kinds": len(mine.kinds)}
        answer["tags"] = mine.tags
        answer["waits"] = None if self._next is None else self._next[2]
        return answer

    def step(self, brain):
        """One slice of work; True when the table shows something else now, None while more is due."""
        done = self._update.step()
        if done is False:
            return None
        if done is not None:
            slot, found, answer = done
            if found is not None:
                answer = self._judge(brain, slot, found, answer)
            self._app.host.send(answer)
        return self._next is not None and self._take(brain)

    def _judge(self, brain, slot, found, answer):
        """Whether and when the table takes a sound database: the answer to the host."""
        refusal = None
        try:
            adds = self._cartridge.only_adds(found.rows())
            found.take_told(self.catalogue)
            for player, position, uid in brain.room.lying():
                known = self.catalogue.token(uid)
                new = found.token(uid)
                adds = adds and (new == known or known[0] == "?")
                if new[0] == "?" and known[0] != "?":
                    why = "card %s lies at position %d of board %d and is not in the new database: " % (
                        known, position, player + 1,
                    )  # fmt: skip
                    refusal = refused("cards_commit", "card_on_table", why + "take it off, or add its tag")
        except ValueError as problem:
            refusal = refused("cards_commit", "cards", str(problem))
        if refusal is not None:
            if "id" in answer:
                refusal["id"] = answer["id"]
            self._slots.end(refusal["code"] == "card_on_table")
            return refusal
        try:
            self._slots.switch(slot)
        except OSError:
            return refused("cards_commit", "flash", "the flash is worn: the old database stays in use")
        self._slots.end()
        takes = "now" if brain.play is None else "turn" if adds else "game"
        self._next = (slot, found, takes)
        answer["takes"] = takes
        self._tell(found, takes)
        return answer

    def _take(self, brain):
        """Put the database that waits into use if its time has come."""
        slot, found, takes = self._next
        if brain.play is not None and (takes != "turn" or not self._cartridge.between_turns(brain.play.state)):
            return False
        for _, _, uid in brain.room.lying():
            if brain.play is not None and found.token(uid) != self.catalogue.token(uid) and self._knows(uid):
                return False  # a card that came onto the table in the meantime would lose its name
        self._next = None
        self._cartridge.use_cards(found.rows())
        self._slots.used = slot
        self.catalogue = found
        self.fault = None
        brain.room.use(found)
        self._tell(found, "now")
        return True

    def _knows(self, uid):
        return self.catalogue.token(uid)[0] != "?"

    def _tell(self, found, takes):
        record = {"t": "cards", "sum": found.crc, "kinds": len(found.kinds), "tags": found.tags, "takes": takes}
        self._app.host.send(record, "cards")

    def resend(self):
        """Tell the host again what is in use."""
        self._tell(self.catalogue, "now")

    def errand(self, position, uid):
        """What to ask a tag that the database does not know (Errand)."""
        return Errand(position, uid, FIRST_PAGE)

    def heard(self, room, uid, data):
        """What a tag says of itself (bytes from FIRST_PAGE on), None when it could not be read: it is asked again."""
        if data is None:
            room.ask_again(uid)
            return
        raw = bytes(int(uid[at : at + 2], 16) for at in range(0, len(uid), 2))
        card = card_of(data, raw, self._app.settings["game"])
        code, copy, _ = card if card is not None else (None, 0, 0)
        self.catalogue.tell(uid, code, copy)
        room.named(uid)
