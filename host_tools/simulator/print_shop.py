"""Room: prints the cards that a new card database brings, so that they can be laid on the virtual table.

When a board says that it plays with another database, the shop reads that database from the board, over the same
requests that `ematrix cards pull` uses, and prints every copy that does not exist yet. It lies face up aside
("floor"). Its tag has the UID that the database gives it, if it gives one; the tag names its card in any case.
Comes after session.py, which hands the records of the primary board in.
"""

import base64

from firmware.cards.catalogue import Catalogue
from firmware.games.energy_matrix.cards import database_rows, kinds
from host_tools.simulator.printed import kind_of

_ID = "print_shop"
_PIECE = 1024


class PrintShop:
    """Belongs to one session; `take` gets every record of the primary board."""

    def __init__(self, session):
        self._session = session
        self._crc = None  # of the database whose cards have been printed
        self._data = bytearray()
        self._size = 0

    def take(self, record):
        """One record of the primary board."""
        kind = record.get("t")
        if kind == "cards" and record.get("takes") == "now" and record["sum"] != self._crc:
            self._crc = record["sum"]
            self._ask({"t": "cards_info"})
        elif record.get("id") == _ID and kind == "cards_info":
            self._data, self._size = bytearray(), record["size"]
            self._read_on()
        elif record.get("id") == _ID and kind == "cards_read" and record["at"] == len(self._data):
            self._data += base64.b64decode(record["data"])
            self._read_on()

    def _ask(self, request):
        self._session.table.send(0, dict(request, id=_ID))

    def _read_on(self):
        if len(self._data) < self._size:
            self._ask({"t": "cards_read", "at": len(self._data), "count": _PIECE})
        else:
            self._print(bytes(self._data))

    def _print(self, data):
        catalogue = Catalogue(lambda at, count: data[at : at + count])
        list_of_rows = [database_rows.row_of(fields) for fields in catalogue.rows()]
        uids = {}
        for number in range(catalogue.tags):
            uid, kind, copy = catalogue.tag(number)
            uids[catalogue.kinds[kind], copy] = uid
        world = self._session.world
        there = {(card.code, card.copy) for card in world.cards}
        taken = {card.uid for card in world.cards}
        for row in list_of_rows:
            code, is_frame = row[kinds.CODE], row[kinds.KIND] == "frame"
            for copy in range(1, row[kinds.COPIES] + 1):
                if (code, copy) not in there:
                    uid = uids.get((code, copy))
                    world.print_card(code, copy, is_frame, None if uid in taken else uid)
        world.rows = list_of_rows
        kinds.use(kinds.Catalogue(list_of_rows))  # for the words of displays on the page
        self._session.reprint([kind_of(row) for row in list_of_rows])
