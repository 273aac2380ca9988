"""Room: the card database on flash: two slots and a pointer, so that a power cut leaves the old or the new one.

/data/cards_a.bin, /data/cards_b.bin   the slots; the one that is not in use takes the next database, piece by piece
/data/cards.slot                       which slot is in use; replaced in one step (drivers/flash.py)
/data/cards.part                       slot and head of the database that is being received, so that it can be resumed
/data/cards.bin                        inbox: a database put there by other tools is installed at the next start
Before: drivers/flash.py, catalogue.py. After: receive.py (receives), swap.py (decides).
"""

from firmware.cards.catalogue import HEAD_SIZE, MOST_BYTES, TAG_SIZE, Catalogue, DamagedCatalogue, read_head
from firmware.compat import const

SLOTS = ("cards_a.bin", "cards_b.bin")
INBOX = "cards.bin"
_POINTER = "cards.slot"
_PART = "cards.part"
_NAMES = (b"a", b"b")
_PIECE = const(512)  # bytes asked of the heap at once


class CardSlots:
    """files: drivers/flash.FolderFiles, store: FolderStore, both of /data; game: whose databases are taken.

    `used`: slot (0 or 1) of the catalogue in use, None without one. `fault`: what was wrong at the start, or None.
    """

    def __init__(self, files, store, game):
        self._files = files
        self._store = store
        self._game = game
        self.used = None
        self.fault = None
        self._target = 0
        self._size = 0  # of the file that is being received
        self._next = 0  # bytes of it that are on flash

    def start(self):
        """The Catalogue to use, None if there is none. The inbox goes first, then the pointer, then what is sound."""
        found = self._open_best()
        if self._files.size(INBOX) >= 0:
            try:
                new = self._sound(INBOX)
                if found is None or new.crc != found.crc:
                    found = self._install()
            except DamagedCatalogue as problem:
                self.fault = str(problem)
            self._files.delete(INBOX)
        return found

    def _open_best(self):
        pointed = self._pointed()
        for slot in (pointed, 1 - pointed):
            try:
                found = self._sound(SLOTS[slot])
                self.used = slot
                if slot != pointed:
                    self._store.write(_POINTER, _NAMES[slot])
                return found
            except DamagedCatalogue as problem:
                if self._files.size(SLOTS[slot]) >= 0 and slot == pointed:
                    self.fault = str(problem)
        return None

    def _pointed(self):
        name = self._store.read(_POINTER)
        return _NAMES.index(name) if name in _NAMES else 0

    def _sound(self, name):
        """The Catalogue in a file; DamagedCatalogue if it is not whole, or of another game."""
        found = Catalogue(self._reader(name))
        self._need_game(found.game)
        return found

    def _need_game(self, game):
        if game != self._game:
            raise DamagedCatalogue("game", "the card database is for %s, this table plays %s" % (game, self._game))

    def _reader(self, name):
        files = self._files

        def read_at(offset, count):
            return files.read(name, offset, count)

        return read_at

    def _install(self):
        """Copy the inbox into the free slot and use it; the inbox goes last, so that a cut only repeats this."""
        slot = self._free()
        self._files.delete(SLOTS[slot])
        at = 0
        while True:
            piece = self._files.read(INBOX, at, _PIECE)
            if not piece:
                break
            self._files.append(SLOTS[slot], piece)
            at += len(piece)
        found = self._sound(SLOTS[slot])
        self.switch(slot)
        self.used = slot
        return found

    def _free(self):
        return 1 - self.used if self.used is not None else 0

    def begin(self, head, size):
        """Get ready to receive a file of `size` bytes that starts with `head` (HEAD_SIZE bytes).

        Returns how many bytes of it are there already. DamagedCatalogue says why it is not wanted.
        """
        game, _, tags, length, _ = read_head(head)
        self._need_game(game)
        if size > MOST_BYTES:
            raise DamagedCatalogue("large", "the card database is larger than %d bytes" % MOST_BYTES)
        if size != HEAD_SIZE + length + tags * TAG_SIZE:
            raise DamagedCatalogue("damaged", "the card database has %d bytes, its head says otherwise" % size)
        slot = self._free()
        if self.used is not None and self._pointed() != self.used:
            self._store.write(_POINTER, _NAMES[self.used])  # one that waits is given up for this one
        self._target = slot
        self._size = size
        self._next = self._files.size(SLOTS[slot])
        part = _NAMES[slot] + head
        if self._next < 0 or self._next > size or self._store.read(_PART) != part:
            self._files.delete(SLOTS[slot])
            self._store.write(_PART, part)
            self._next = 0
        return self._next

    def append(self, at, data):
        """Take the bytes at offset `at`; what is there already is skipped. Returns the offset wanted next."""
        skip = self._next - at
        if skip >= 0 and at + len(data) <= self._size:
            rest = data[skip:] if skip else data
            if rest:
                self._files.append(SLOTS[self._target], rest)
                self._next += len(rest)
        return self._next

    def receiving(self):
        """True between `begin` and `end`."""
        return self._size > 0

    def received(self):
        """(slot, read_at) of the file that has come in, None while bytes are missing."""
        if not self._size or self._next != self._size:
            return None
        return self._target, self._reader(SLOTS[self._target])

    def end(self, keep=False):
        """Nothing is being received any more; `keep`: the same file, sent again, goes on where this one stopped."""
        self._size = 0
        if not keep:
            self._store.delete(_PART)

    def switch(self, slot):
        """From the next start on this slot is the one in use."""
        self._store.write(_POINTER, _NAMES[slot])
        self._store.delete(_PART)

    def size(self):
        """Bytes of the database in use, -1 without one."""
        return -1 if self.used is None else self._files.size(SLOTS[self.used])

    def read(self, offset, count):
        """Bytes of the database in use."""
        return b"" if self.used is None else self._files.read(SLOTS[self.used], offset, count)

    def close(self):
        """Let go of open files; the next read opens them again."""
        self._files.close()
