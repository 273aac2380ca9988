"""Room: answers the host's questions about this board's health while the game goes on, each in a few ms.

    {"t":"about"}              ->  {"t":"about","micropython","machine","mpy","heap_free","flash_free","flash","up_ms",
                                    "calibrated"}
    {"t":"health","from":n}    ->  {"t":"health","next":n|null,"readers":[[position, polls, hits, garbled, resets,
                                    recovered, broken 0|1], ...]}
    {"t":"files","at":n}       ->  {"t":"files","at":n,"next":n|null,"path","size","bad":null|"missing"|"damaged"}
                                   the file that stands at byte n of the slot's manifest; its CRC-32 is checked
Sizes in bytes. The manifest has one line a file, `sha256 crc32 size path`, and is written by `ematrix flash`.
Before: sensing (health). After: the app.
"""

import binascii
import gc
import os
import sys

from firmware.compat import const

MANIFEST = "manifest.txt"
_CALIBRATION = "calibration"  # calibration.FILE; that room is not loaded for a name
_READERS = const(16)  # in one answer: it stays below the link's limit
_PIECE = const(1024)


class BoardReport:
    """health: sensing.health.Health; readers: positions that have one; folder: this firmware's."""

    def __init__(self, health, readers, clock, store, folder):
        self._health = health
        self._positions = readers
        self._clock = clock
        self._store = store
        self._folder = folder

    def handlers(self):
        """The requests served here, for HostLink."""
        return {"about": self._about, "health": self._readers, "files": self._file}

    def _about(self, _):
        gc.collect()
        what = sys.implementation
        answer = {"t": "about", "micropython": ".".join([str(part) for part in what.version[:3]])}
        answer["machine"] = getattr(what, "_machine", sys.platform)
        answer["mpy"] = getattr(what, "_mpy", 0)
        answer["heap_free"] = gc.mem_free() if hasattr(gc, "mem_free") else -1
        flash = os.statvfs("/")
        # littlefs may count a block twice: below nothing it shows a huge number.
        answer["flash_free"] = flash[0] * (flash[3] if flash[3] <= flash[2] else 0)
        answer["flash"] = flash[0] * flash[2]
        answer["up_ms"] = self._clock.ticks_ms()
        answer["calibrated"] = self._store is not None and self._store.read(_CALIBRATION) is not None
        return answer

    def _readers(self, request):
        start = request.get("from", 0)
        stop = min(start + _READERS, len(self._positions))
        readers = []
        for position in self._positions[start:stop]:
            counted = self._health.counters(position)
            entry = [position]
            for name in ("polls", "hits", "garbled", "resets", "recovered", "broken"):
                entry.append(int(counted[name]))
            readers.append(entry)
        return {"t": "health", "next": stop if stop < len(self._positions) else None, "readers": readers}

    def _file(self, request):
        at = request.get("at", 0)
        try:
            with open(self._folder + "/" + MANIFEST, "rb") as file:
                file.seek(at)
                line = file.readline()
        except OSError:
            raise ValueError("no manifest")
        if not line:
            return {"t": "files", "at": at, "next": None, "path": None, "size": 0, "bad": None}
        _, crc, size, path = line.decode().strip().split(" ", 3)
        answer = {"t": "files", "at": at, "next": at + len(line), "path": path, "size": int(size)}
        try:
            answer["bad"] = None if _crc(self._folder + "/" + path) == int(crc, 16) else "damaged"
        except OSError:
            answer["bad"] = "missing"
        return answer


def _crc(path):
    crc = 0
    with open(path, "rb") as file:
        while True:
            piece = file.read(_PIECE)
            if not piece:
                return crc
            crc = binascii.crc32(piece, crc)
