"""Room: the host's end of one board process: start it, let its time run, take what it says."""

import contextlib
import json
import subprocess
import sys
from pathlib import Path

from host_tools import engines
from host_tools.errors import UserError

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPT = ROOT / "host_tools/simulator/board_main.py"
FAKES = ROOT / "host_tools/simulator/fakes"


class BoardDied(UserError):
    """The firmware process ended by itself; the text has its last words. The request was right, the firmware failed."""

    status = 1


class BoardProcess:
    """One process with one board (model readers) or several (ideal readers)."""

    def __init__(self, engine, readers, settings, flash):
        """settings: list of dicts, one a board; flash: the folder /data of each."""
        self.settings = settings
        if engine == "micropython":
            words, env = engines.command(SCRIPT, heap="32M")
        else:
            import os

            # -u: a pipe would be buffered, and both sides would wait; MicroPython never buffers.
            words, env = [sys.executable, "-u", str(SCRIPT)], dict(os.environ, PYTHONPATH=str(ROOT))
        self._process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, cwd=ROOT
        )
        self._put({"readers": readers, "boards": settings, "flash": flash, "fakes": str(FAKES)})
        self._get()

    def command(self, **words):
        """Send one command that has no answer."""
        self._put(words)

    def start_run(self, until_us, eager=False):
        """Let virtual time go on; fetch the answer with `end_run`."""
        self._put({"op": "run", "until_us": until_us, "eager": eager})

    def end_run(self):
        """The "at" record: {"us", "boards": [news, ...]}."""
        return self._get()

    def _put(self, record):
        try:
            self._process.stdin.write(json.dumps(record).encode() + b"\n")
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError, OSError):
            self._died()

    def _get(self):
        line = self._process.stdout.readline()
        if not line:
            self._died()
        try:
            return json.loads(line)
        except ValueError:
            self._died(line)

    def _died(self, line=b""):
        # MicroPython prints a traceback on standard output, CPython on standard error.
        self._process.kill()
        rest = self._process.stdout.read() + self._process.stderr.read()
        self.last_words = (line + rest).decode("utf-8", "replace")
        last = self.last_words.strip().rpartition("\n")[2] or "it said nothing"
        raise BoardDied(f"the firmware of board {self.settings[0]['address']} stopped: {last}; start the table again")

    def close(self):
        """End the process."""
        if self._process.poll() is None:
            try:
                self._process.stdin.close()
                self._process.wait(timeout=2)
            except (OSError, subprocess.TimeoutExpired):
                self._process.kill()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            # A dead process takes nothing any more: what was still to be sent is lost with it.
            with contextlib.suppress(BrokenPipeError):
                stream.close()
        self._process.wait()
