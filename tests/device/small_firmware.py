"""Room: a firmware of a few files with the real boot.py, main.py and record codec, for tests of flashing.

make(folder, "1.0")                     answers hello with that version, then says that it is well
make(folder, "1.1", start=RAISES)       a version that fails in the way of start
"""

import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SHARED = ("compat.py", "contracts.py", "wiring.py", "link/__init__.py", "link/records.py")

ANSWERS = '''"""Room: a table that only answers."""

import select
import sys

from firmware.app import VERSION
from firmware.link.records import Decoder, encode


def start(healthy, slot):
    decoder = Decoder()
    poll = select.poll()
    poll.register(sys.stdin, select.POLLIN)
    while True:
        poll.poll(20)
        data = sys.stdin.buffer.read(1) if poll.poll(0) else b""
        for request in decoder.feed(data):
            if request["t"] == "hello":
                healthy()
                answer = {"t": "hello", "firmware": VERSION, "role": "primary", "address": 0, "slot": slot}
                sys.stdout.buffer.write(encode(answer))
                slot = slot[:1]
                sys.stdout.buffer.write(encode({"t": "ready", "slot": slot}))
            elif request["t"] == "repl":
                sys.stdout.buffer.write(encode({"t": "repl"}))
                return
'''

RAISES = '''"""Room: a firmware with a fault."""


def start(healthy, slot):
    raise ValueError("demand of 9")
'''

DOES_NOT_IMPORT = '''"""Room: a firmware that is not whole."""

import firmware.something_left_out
'''


def make(folder, version, start=ANSWERS, more=None):
    """A repository in `folder`; more: {path below firmware/: text}. Returns the folder."""
    folder = Path(folder)
    shutil.rmtree(folder, ignore_errors=True)
    for name in SHARED:
        target = folder / "firmware" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / "firmware" / name, target)
    for name in ("boot.py", "main.py"):
        shutil.copyfile(ROOT / name, folder / name)
    files = {"__init__.py": "", "app.py": f'VERSION = "{version}"\n', "start.py": start, **(more or {})}
    for name, text in files.items():
        target = folder / "firmware" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    return folder
