"""Room: what stands on the tags of the virtual table's cards: the card's name, or nothing.

Like the makers' cards, every card of the deck carries its name on its tag (host_tools/cards/ndef.py); a card that was
printed later may have a blank tag instead, to be enrolled at the tap pad. Comes after chips/table.py; used by world.py.
"""

from host_tools.cards.database import GAME
from host_tools.cards.ndef import message
from host_tools.simulator.chips.table import blank_memory

FIRST_PAGE = 4
REVISION = 1


def tag_memory(uid, code, copy, game=GAME):
    """All pages of the tag (bytes) of a card as it comes from the makers; code "": a blank or foreign tag."""
    raw = bytes.fromhex(uid)
    memory = blank_memory(raw)
    if code and len(raw) == 7:
        start = 4 * FIRST_PAGE
        octets = message(raw, code, copy, REVISION, game)
        memory[start : start + len(octets)] = octets
    return bytes(memory)
