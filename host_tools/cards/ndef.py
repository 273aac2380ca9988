"""Room: what is written on a card's tag, built and read with ndeflib; firmware/cards/tag_text.py has the format."""

import warnings

from firmware.cards.tag_text import card_of, payload, type_of
from host_tools.cards.database import GAME

USER_BYTES = 144  # NTAG213: pages 4 to 39
# Kinds of TLV blocks: NFC Forum Type 2 Tag, section 2.3.
_NULL, _CONTROL, _NDEF, _END = 0x00, (0x01, 0x02), 0x03, 0xFE


def message(uid: bytes, code: str, copy: int, revision: int, game: str = GAME) -> bytes:
    """The user memory for one card, from page 4 on, padded to whole pages: TLV, record, terminator."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import ndef

    record = ndef.Record("urn:nfc:ext:" + type_of(game), "", payload(uid, code, copy, revision))
    octets = b"".join(ndef.message_encoder([record]))
    memory = bytes((0x03, len(octets))) + octets + b"\xfe"
    return memory + bytes(-len(memory) % 4)


def describe(memory: bytes, uid: bytes, game: str = GAME) -> str:
    """What a tag says, in words: "" for a blank one."""
    card = card_of(memory, uid, game)
    if card is not None:
        return f"card {card[0]}, copy {card[1]}, revision {card[2]}"
    return "" if _is_blank(memory) else "data of something else"


def _is_blank(memory: bytes) -> bool:
    """Whether there is no message: notes on lock and memory bytes (as tags are delivered with) do not count."""
    at = 0
    while at + 1 < len(memory):
        kind, length = memory[at], memory[at + 1]
        if kind == _END or (kind == _NDEF and length == 0):
            return True
        if kind == _NULL:
            at += 1
        elif kind in _CONTROL:
            at += 2 + length
        else:
            return False
    return True
