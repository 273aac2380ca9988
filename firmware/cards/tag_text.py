"""Room: what stands on a card's own tag: an NDEF record with the card's code, its copy and the revision of its print.

Pages 4 on of an NTAG213 (datasheet section 8.5): TLV 0x03, length, one NDEF record of the type GAME.table:card (NFC
Forum external type, in a short record), 0xFE. Its payload: schema 1, copy, revision u16, check u16 (all little-endian),
then the code as text. The check is the low half of the CRC-32 over UID, copy, revision and code: a record copied to
another tag, or half written, names no card. Rules never stand on a tag.
"""

import binascii

from firmware.compat import const
from firmware.sensing.jobs import TagJob

FIRST_PAGE = const(4)
SCHEMA = const(1)
LONGEST_CODE = const(24)
_TLV_NDEF = const(0x03)
_HEAD = const(0xD4)  # MB, ME, SR, TNF 4: one short record of an external type
_FIXED = const(6)  # bytes of the payload before the code


def type_of(game):
    """The record's type for a game."""
    return game + ".table:card"


def check_of(uid, copy, revision, code):
    """The check of a record; uid as bytes."""
    return binascii.crc32(uid + bytes((copy, revision & 0xFF, revision >> 8)) + code.encode()) & 0xFFFF


def payload(uid, code, copy, revision):
    """The record's payload for a card on the tag with that UID (bytes)."""
    check = check_of(uid, copy, revision, code)
    return bytes((SCHEMA, copy, revision & 0xFF, revision >> 8, check & 0xFF, check >> 8)) + code.encode()


def length_of(start):
    """Bytes that matter on a tag whose user memory begins with `start` (2 bytes or more); 0: nothing of ours."""
    return 2 + start[1] if start[0] == _TLV_NDEF and 3 <= start[1] <= 142 else 0


def reading(position, uid):
    """The TagJob that reads the record of the tag with that UID (hex) at a position."""
    return TagJob(position, uid, FIRST_PAGE, length_of=length_of)


def card_of(data, uid, game):
    """(code, copy, revision) from the user memory of a tag, None when it is no card of this game. uid as bytes."""
    wanted = type_of(game).encode()
    end = length_of(data) if len(data) > 2 else 0
    if not end or len(data) < end or data[2] != _HEAD or data[3] != len(wanted):
        return None
    at = 5 + len(wanted)
    if data[4] != end - at or data[4] <= _FIXED or bytes(data[5:at]) != wanted:
        return None
    body = bytes(data[at:end])
    try:
        code = body[_FIXED:].decode()
    except (ValueError, UnicodeError):
        return None
    copy, revision, check = body[1], body[2] | body[3] << 8, body[4] | body[5] << 8
    if body[0] != SCHEMA or not copy or len(code) > LONGEST_CODE or check != check_of(uid, copy, revision, code):
        return None
    return code, copy, revision
