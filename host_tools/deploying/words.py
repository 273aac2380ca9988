"""Room: tables of words -> the file that firmware/panel/lexicon.py reads; for image.py. Runs on MicroPython too."""

from binascii import crc32

from firmware.panel.lexicon import MAGIC

_MOST_BYTES = 0xFFFF


def file_of(*tables):
    """The file of several {code: template}; of a code that stands in more than one the first counts. ValueError."""
    words = {}
    for table in reversed(tables):
        words.update(table)
    entries = []
    for code in words:
        key = code.encode()
        entries.append((crc32(key) & 0xFFFF, key + b"\0" + words[code].encode()))
    entries.sort()
    found = bytearray(MAGIC)
    found += len(entries).to_bytes(2, "little")
    end = 0
    for number, entry in entries:
        end += len(entry)
        if end > _MOST_BYTES:
            raise ValueError(f"the words of one language fill more than {_MOST_BYTES} bytes: shorten some")
        found += number.to_bytes(2, "little") + end.to_bytes(2, "little")
    for _, entry in entries:
        found += entry
    return bytes(found)
