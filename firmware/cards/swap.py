"""Room: which card is which: the database in use, a new one from the host, cards that only their own tag names.

The primary's. A new database takes effect at once where no game is on, else between two turns if it only adds to the
one in use, else with the next game. Records to the host: {"t":"cards","sum","kinds","tags","takes"} whenever another
one was taken or came into use ("takes": "now", "turn" or "game" as in receive.py).
"""

from firmware.cards.catalogue import NoCards
from firmware.cards.receive import DatabaseReceiver, refused
from firmware.cards.tag_text import card_of
from firmware.compat import const

_ANSWERS_MS = const(3000)  # how long tags are waited for


class _Candidate:
    """A sound database that has come in. takes: when it takes effect, None until that is judged."""

    def __init__(self, slot, catalogue, answer):
        self.slot = slot
        self.catalogue = catalogue
        self.answer = answer
        self.takes = None
        self.asked = {}  # uid -> whether the answer of its tag is still to come
        self.asked_ms = 0

    def forget_failures(self):
        """Tags that could not be read are asked again next time."""
        self.asked = {}


class CardDatabase:
    """`app`: the primary's App; its part `cards` is a slots.CardSlots. `fault`: of the database, or None.

    `changed`: another database came into use; whoever shows that sets it back.
    """

    changed = False

    def __init__(self, app, cartridge):
        self._app = app
        self._cartridge = cartridge
        self._slots = app.parts.cards
        self.catalogue = self._start()
        self._update = DatabaseReceiver(self._slots)
        self._new = None  # _Candidate
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
        """Another database comes in: one that waits is overwritten, also where the flash fails over its slot."""
        answer = self._begin(request)
        if answer["t"] != "refused" or answer["code"] == "flash":
            self._new = None
        return answer

    def _info(self, _):
        mine = self.catalogue
        answer = {"t": "cards_info", "size": self._slots.size(), "sum": mine.crc, "kinds": len(mine.kinds)}
        answer["tags"] = mine.tags
        answer["waits"] = None if self._new is None else self._new.takes
        return answer

    def step(self, board):
        """One slice of work; True while more is due."""
        if self._update.step():
            return True
        checked = self._update.take_checked()
        if checked is not None:
            slot, found, answer = checked
            if found is None:
                self._app.host.send(answer)
            else:
                self._new = _Candidate(slot, found, answer)
        return self._new is not None and self._consider(board)

    def _consider(self, board):
        """One slice of taking the new database; never more at once."""
        new = self._new
        if new.takes is None:
            if not self._asking(board, new):
                self._app.host.send(self._judge(board, new))
            return False
        if board.play is not None and (new.takes != "turn" or not self._cartridge.between_turns(board.play.state)):
            new.forget_failures()
            return False
        # A card that came onto the table in the meantime would lose its name: then it is not taken yet.
        if not self._asking(board, new) and not self._lost(board, new):
            self._take(board, new)
        return False

    def _asking(self, board, new):
        """Ask the tags of cards that only the database in use knows; True while answers are to come."""
        now = self._app.clock.ticks_ms()
        for player, position, uid in board.room.lying():
            if self._loses(new, uid) and uid not in new.asked and not new.catalogue.told(uid):
                new.asked[uid] = True
                new.asked_ms = now
                board.ask(player, position, uid)
        return any(new.asked.values()) and self._app.clock.diff_ms(now, new.asked_ms) < _ANSWERS_MS

    def _loses(self, new, uid):
        return new.catalogue.token(uid)[0] == "?" and self.catalogue.token(uid)[0] != "?"

    def _lost(self, board, new):
        """(player, position, uid) of a card on the table that the new database would not know, or None."""
        for place in board.room.lying():
            if self._loses(new, place[2]):
                return place
        return None

    def _judge(self, board, new):
        """Whether and when the table takes a sound database: the answer to the host."""
        found = new.catalogue
        try:
            adds = self._cartridge.only_adds(found.rows())
        except ValueError as problem:
            return self._refuse(new, "cards", str(problem))
        lost = self._lost(board, new)
        if lost is not None:
            player, position, uid = lost
            where = "card %s lies at position %d of board %d" % (self.catalogue.token(uid), position, player + 1)
            why = " and neither the new database nor its tag names it: take it off, or build with its tag"
            return self._refuse(new, "card_on_table", where + why)
        for _, _, uid in board.room.lying():
            known = self.catalogue.token(uid)
            adds = adds and (known[0] == "?" or found.token(uid) == known)
        try:
            self._slots.switch(new.slot)
        except OSError:
            return self._refuse(new, "flash", "the flash is worn: the old database stays in use")
        self._slots.end()
        new.takes = "now" if board.play is None else "turn" if adds else "game"
        self._tell(found, new.takes)
        new.answer["takes"] = new.takes
        return new.answer

    def _refuse(self, new, code, why):
        self._new = None
        self._slots.end(code == "card_on_table")
        refusal = refused("cards_commit", code, why)
        if "id" in new.answer:
            refusal["id"] = new.answer["id"]
        return refusal

    def _take(self, board, new):
        """Put the new database into use."""
        self._new = None
        self._cartridge.use_cards(new.catalogue.rows())
        new.catalogue.take_told(self.catalogue)
        self._slots.used = new.slot
        self.catalogue = new.catalogue
        self.fault = None
        self.changed = True
        board.room.use(self.catalogue)
        self._tell(self.catalogue, "now")

    def _tell(self, found, takes):
        record = {"t": "cards", "sum": found.crc, "kinds": len(found.kinds), "tags": found.tags, "takes": takes}
        self._app.host.send(record, "cards")

    def resend(self):
        """Tell the host again what is in use."""
        self._tell(self.catalogue, "now")

    def heard(self, room, uid, data):
        """What a tag says of itself (bytes from FIRST_PAGE on), None when it could not be read: it is asked again."""
        new = self._new
        if new is not None and uid in new.asked:
            new.asked[uid] = False
        if data is None:
            room.ask_again(uid)
            return
        card = card_of(data, bytes.fromhex(uid), self._app.settings["game"])
        code, copy, _ = card if card is not None else (None, 0, 0)
        self.catalogue.tell(uid, code, copy)
        if new is not None:
            new.catalogue.tell(uid, code, copy)
        room.named(uid)
