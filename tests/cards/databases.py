"""Room: small card databases for tests, and a folder of a board to keep them in; for both engines."""

from firmware.cards.catalogue import HEAD_SIZE, verify
from firmware.cards.slots import CardSlots
from firmware.drivers.flash import FolderFiles, FolderStore
from firmware.games.energy_matrix.cards import database_rows, kinds
from host_tools.cards.database import GAME, build

KINDS = [database_rows.fields_of(row) for row in kinds.CARDS]
NEW = ["6A@4", "producer", "4", "", "6A", "", "2", "产出 6A", "makes 6A"]
TAGS = [(f"04{number:012x}", row[kinds.CODE], 1) for number, row in enumerate(kinds.CARDS)]
OLD_FILE = build(KINDS, TAGS)
NEW_FILE = build(KINDS + [NEW], TAGS + [("04aaaaaaaaaaaa", "6A@4", 1)])


def slots_in(folder):
    """What a board finds in its folder /data at a start."""
    return CardSlots(FolderFiles(folder), FolderStore(folder), GAME)


def receive(slots, data, piece=1024):
    """Send a whole file and put it into use, as a push does."""
    at = slots.begin(data[:HEAD_SIZE], len(data))
    while at < len(data):
        at = slots.append(at, data[at : at + piece])
    slot, read_at = slots.received()
    for _ in verify(read_at):
        pass
    slots.switch(slot)
    slots.used = slot
    return read_at


def put(folder, name, data):
    with open(folder + "/" + name, "wb") as file:
        file.write(data)
