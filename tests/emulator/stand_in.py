"""Room: answers the emulator's scripts as tableserver.mjs does, with boards of the simulator: without Node.

The boards get what the flash images hold: settings and card database. Their readers are ideal. Figures of the meters
are made up; their shape is that of host_tools/emulator/play/unit.mjs.
"""

import functools
import json
import tempfile
from pathlib import Path

from firmware.cards.slots import INBOX
from host_tools.deploying import romfs
from host_tools.emulator.play.make_image import CARDS, FILES_AT
from host_tools.flashing import image, uf2
from host_tools.flashing.build import build
from host_tools.flashing.job import SETTINGS
from host_tools.flashing.stored import unsealed
from host_tools.simulator.process import BoardProcess

PAGES = {uf2.FLASH_BASE + at: bytes([at >> 8]) * uf2.PAGE for at in range(0, 16 * uf2.PAGE, uf2.PAGE)}
# The firmware is compiled once for all tests.
_built = functools.cache(build)
_partition = functools.cache(romfs.firmware)
PASSED_ON = ("set", "tag", "hold", "host", "fault", "unplug")
HEAP = {"total": 245888, "free": 100000, "largest": [50000, 3000], "holes": 7}
HOLD = {"n": 1, "p50": 0.1, "p90": 0.1, "p99": 0.1, "max": 0.1, "overGuard": 0}
READER = {"exchanges": 0, "answers": 0, "collisions": 0, "lostWrites": 0, "resets": 0, "rfOnMs": 0, "notes": {}}


def built(mpy, programs=None):
    """As of flashing/build.py; programs for the prompt run in the simulator's stead."""
    return _built(mpy)


def partition(programs=None):
    """As of romfs.firmware."""
    return _partition()


def micropython(folder):
    """A UF2 file that stands in for a MicroPython image."""
    path = Path(folder) / "micropython.uf2"
    path.write_bytes(uf2.write(PAGES))
    return path


def files_of(flash):
    """{path: bytes} of the file system in a whole flash."""
    return image.read_files(bytes(flash)[FILES_AT:])


class StandIn:
    """In the place of emulated_table.NodeServer."""

    def __init__(self):
        self.asked = []  # the ops of all requests
        self._answers = []
        self._processes = None
        self._folder = tempfile.TemporaryDirectory(prefix="energy_matrix_")
        self._us = 0
        self._shown = []  # per board: light frames since they were asked for

    def put(self, request):
        request = json.loads(json.dumps(request))  # as it would travel
        op = request.pop("op")
        self.asked.append(op)
        if op in PASSED_ON:
            self._process.command(op=op, **request)
            return
        answer = getattr(self, "_" + op)(**request)
        if answer is not None:
            self._answers.append(answer)

    def get(self):
        return self._answers.pop(0)

    def close(self):
        self._process.close()
        self._folder.cleanup()

    def _boot(self, boards):
        settings, folders = [], []
        for at, board in enumerate(boards):
            files = files_of(Path(board["image"]).read_bytes())
            settings.append(json.loads(unsealed(files[SETTINGS])))
            assert (settings[at]["role"], settings[at]["address"]) == (board["role"], at)
            folder = Path(self._folder.name) / f"board{at}"
            folder.mkdir()
            if CARDS in files:
                (folder / INBOX).write_bytes(files[CARDS])
            folders.append(str(folder))
        self._process = BoardProcess("cpython", "ideal", settings, folders)
        self._shown = [[] for _ in boards]
        return {"boards": len(boards)}

    def _run(self, ms, step):
        assert step > 0
        self._us += round(ms * 1000)
        self._process.start_run(self._us)
        boards = self._process.end_run()["boards"]
        for shown, news in zip(self._shown, boards):
            if "leds" in news:
                shown.append({"ms": self._us / 1000, "leds": news["leds"]})
        return {"ms": self._us / 1000, "boards": boards}

    def _heapmap(self, board):
        return HEAP

    def _ledhistory(self, board):
        shown = self._shown[board]
        self._shown[board] = []
        return {"shown": shown}

    def _oledtext(self):
        return {"text": "the display"}

    def _stats(self, last, stalls, guard):
        meters = {
            "ms": self._us / 1000, "violations": {}, "samples": [], "resets": [], "connectedMs": 80.0, "longest": 11.0,
            "gaps": {}, "stalls": [], "flash": {"erase": 0, "program": 0}, "tones": 0,
            "link": {"bursts": 40, "collisions": 1, "lostBytes": 5, "hold": HOLD},
            "table": {"readers": {"c00": READER}},
        }  # fmt: skip
        return json.loads(json.dumps({"stats": [meters] * len(self._shown)}))
