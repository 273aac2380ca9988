"""Room: receives a card database from the host, piece by piece, while the game goes on; requests and answers in full:

    {"t":"cards_begin","head":base64,"size":n}  ->  {"t":"cards_begin","next":n,"chunk":n}   head: first 36 bytes
    {"t":"cards_data","at":n,"data":base64}     ->  {"t":"cards_data","next":n}
    {"t":"cards_commit"}                        ->  {"t":"cards_commit","takes":"now"|"turn"|"game","sum":n}
    {"t":"cards_info"}                          ->  {"t":"cards_info","size","sum","kinds","tags","waits"}
    {"t":"cards_read","at":n,"count":n}         ->  {"t":"cards_read","at":n,"data":base64}  of the one in use
    refused                                     ->  {"t":"refused","request":...,"code":...,"why":sentence}

`sum` is the CRC-32 in the head. `next` is the offset that is wanted next: what comes twice or too early is not taken,
and the sender goes on from there; so it does after a break. `takes`: at once, between this turn and the next, or with
the next game.
Before: slots.py. After: swap.py, which says whether the table takes it.
"""

import binascii

from firmware.cards.catalogue import HEAD_SIZE, MOST_BYTES, Catalogue, DamagedCatalogue, verify
from firmware.compat import const
from firmware.settings import whole_number

CHUNK = const(1024)  # bytes in a record: with base 64 it stays below the link's limit


class DatabaseReceiver:
    """slots: CardSlots. A commit is checked in slices: call `step` while it is True, then `take_checked`."""

    def __init__(self, slots):
        self.slots = slots
        self._check = None  # (slot, read_at, verification, id of the request)
        self._checked = None

    def handlers(self):
        """The requests served here, for HostLink; "cards_info" is served by swap.py."""
        return {
            "cards_begin": self._begin,
            "cards_data": self._data,
            "cards_commit": self._commit,
            "cards_read": self._read,
        }

    def _begin(self, request):
        self._check = None
        try:
            start = self.slots.begin(_bytes(request["head"])[:HEAD_SIZE], whole_number(request, "size", 0, MOST_BYTES))
        except DamagedCatalogue as problem:
            return refused("cards_begin", problem.code, str(problem))
        except OSError:
            return _full("cards_begin")
        return {"t": "cards_begin", "next": start, "chunk": CHUNK}

    def _data(self, request):
        if not self.slots.receiving():
            return refused("cards_data", "begin", "no database was announced: send cards_begin first")
        if self._check is not None:
            return refused("cards_data", "busy", "the database is being checked: wait for the answer")
        try:
            at = whole_number(request, "at", 0, MOST_BYTES)
            return {"t": "cards_data", "next": self.slots.append(at, _bytes(request["data"]))}
        except OSError:
            return _full("cards_data")

    def _commit(self, request):
        if self._check is not None:
            return refused("cards_commit", "busy", "the database is being checked: wait for the answer")
        received = self.slots.received()
        if received is None:
            return refused("cards_commit", "incomplete", "bytes of the database are missing: send the rest first")
        slot, read_at = received
        self._check = (slot, read_at, verify(read_at), request.get("id"))
        return None

    def _read(self, request):
        at, count = whole_number(request, "at", 0, MOST_BYTES), whole_number(request, "count", 0, MOST_BYTES)
        data = binascii.b2a_base64(self.slots.read(at, min(count, CHUNK))).decode().strip()
        return {"t": "cards_read", "at": at, "data": data}

    def step(self):
        """One slice of checking what came in; True while more is due."""
        return self._check is not None and self._check_on()

    def _check_on(self):
        slot, read_at, slices, name = self._check
        try:
            for _ in slices:
                return True
            found = Catalogue(read_at, True)
            answer = {"t": "cards_commit", "sum": found.crc}
        except DamagedCatalogue as problem:
            found = None
            answer = refused("cards_commit", problem.code, str(problem))
            self.slots.end()
        self._check = None
        if name is not None:
            answer["id"] = name
        self._checked = (slot, found, answer)
        return False

    def take_checked(self):
        """(slot, Catalogue or None, answer) of a commit whose check is over, once; None: there is none.

        The answer is a refusal when there is no Catalogue, else what swap.py completes and sends.
        """
        checked, self._checked = self._checked, None
        return checked


def refused(request, code, why):
    """The answer to a request that is not granted."""
    return {"t": "refused", "request": request, "code": code, "why": why}


def _full(request):
    return refused(request, "flash", "the flash is full or worn: delete files from the board and try again")


def _bytes(text):
    if type(text) is not str:
        raise ValueError("bytes are sent as text in base 64")
    return binascii.a2b_base64(text)
