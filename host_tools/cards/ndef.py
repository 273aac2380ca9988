"""Room: what is written on a card's tag, built and read with ndeflib; firmware/sensing/tag_text.py has the format."""

import warnings

from firmware.sensing.tag_text import card_of, payload, type_of
from host_tools.cards.database import GAME

USER_BYTES = 144  # NTAG213: pages 4 to 39


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
    if not any(memory[:4]) or memory[:3] == b"\x03\x00\xfe":
        return ""
    return "data of something else"
