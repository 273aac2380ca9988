"""Room: builds the card database that firmware/cards/catalogue.py reads; the same cards and tags give the same bytes.

Plain Python that MicroPython runs too, since tests build databases on both. Before: source.py, tags.py. After: push.py.
"""

import binascii
import struct

from firmware.cards.catalogue import CRC_AT, HEAD, MAGIC, MOST_BYTES, MOST_TEXT, VERSION, key_of

GAME = "energy_matrix"


def build(rows, tags, game=GAME):
    """The file from lists of texts (one a kind, the code first) and tags (uid hex, code, copy) in any order.

    ValueError in one sentence: a tag stands twice, belongs to no kind, or the file would be too large.
    """
    codes = [fields[0] for fields in rows]
    text = "\n".join("\t".join(fields) for fields in rows).encode()
    records = []
    for uid, code, copy in tags:
        if code not in codes:
            raise ValueError(f"tag {uid} belongs to {code}, and no such card is in the list")
        if not 1 <= copy <= 255:
            raise ValueError(f"tag {uid} belongs to copy {copy} of {code}: copies count from 1 to 255")
        records.append((key_of(binascii.unhexlify(uid)), codes.index(code), copy))
    records.sort()
    for at in range(1, len(records)):
        if records[at][0] == records[at - 1][0]:
            key = records[at][0]
            uid = binascii.hexlify(key[1 : 1 + key[0]]).decode()
            raise ValueError(f"tag {uid} stands twice: give one of the two cards another tag")
    body = text + b"".join(key + bytes((kind, copy)) for key, kind, copy in records)
    head = struct.pack(HEAD, MAGIC, VERSION, len(rows), game.encode(), len(records), len(text), 0)[:CRC_AT]
    if len(text) > MOST_TEXT or len(head) + 4 + len(body) > MOST_BYTES:
        raise ValueError(f"the database would have {len(head) + 4 + len(body)} bytes, the table takes {MOST_BYTES}")
    return head + struct.pack("<I", binascii.crc32(body, binascii.crc32(head)) & 0xFFFFFFFF) + body
