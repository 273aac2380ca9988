"""Room: the board's log: the newest lines in memory, and the last crash on flash; times in ms since power on.

Requests of the host: {"t":"log","from":n} -> {"t":"log","next":n,"lost":n,"lines":[[ms, text], ...],"crash":text}.
Before: drivers (store, clock). After: the app, which notes what happens; start.py, which notes a crash.
"""

import io
import sys

from firmware.compat import const

LINES = const(24)
_LENGTH = const(100)  # characters kept of a line
_BATCH = const(12)  # lines in one answer: it stays below the link's limit
_CRASH = "crash.txt"
_CRASH_LENGTH = const(600)


class Log:
    """clock, store: contracts of these names; `store` may be None."""

    def __init__(self, clock, store):
        self._clock = clock
        self._store = store
        self._lines = []
        self._first = 0  # number of the oldest line kept

    def note(self, text):
        """Keep one line; the oldest goes when there are more than LINES."""
        self._lines.append([self._clock.ticks_ms(), text[:_LENGTH]])
        if len(self._lines) > LINES:
            self._lines.pop(0)
            self._first += 1

    def crash(self, task, problem):
        """Keep the traceback of what ended the table on flash: one crash, the newest."""
        if self._store is None:
            return
        try:
            self._store.write(_CRASH, (str(task) + "\n" + _traceback(problem))[-_CRASH_LENGTH:].encode())
        except OSError:
            pass  # a full flash has its own troubles

    def answer(self, request):
        """The lines from number `from` on (0), as many as fit one record; `lost`: how many of them are gone."""
        start = request.get("from", 0)
        at = max(0, start - self._first)
        lines = self._lines[at : at + _BATCH]
        answer = {"t": "log", "next": self._first + at + len(lines), "lost": max(0, self._first - start)}
        answer["lines"] = lines
        if start == 0:
            crash = self._store.read(_CRASH) if self._store is not None else None
            answer["crash"] = crash.decode() if crash else None
        return answer


def _traceback(problem):
    if not hasattr(sys, "print_exception"):  # CPython
        return repr(problem)
    text = io.StringIO()
    sys.print_exception(problem, text)
    return text.getvalue()
