"""Room: keeps the stream of a table in a file and plays it again; times in ms since the recording began.

The file has one JSON object a line: {"ematrix": "stream", "version": 1} first, then {"ms", "record"}, {"ms", "text"} or
{"ms", "event"} (connected, lost). A recording that was cut off is played up to the cut.
"""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from host_tools.errors import UserError

VERSION = 1
Item = tuple[str, Any]  # ("record", dict), ("text", str), ("event", str)


class Recorder:
    """Writes items as they come. `now`: seconds, monotonic."""

    def __init__(self, path: Path, now: Callable[[], float] = time.monotonic) -> None:
        try:
            self._file = open(path, "w", encoding="utf-8")  # noqa: SIM115 (open until close)
        except OSError as problem:
            raise UserError(f"{path} cannot be written ({problem.strerror}); choose another file") from None
        self._now = now
        self._began = now()
        self._put({"ematrix": "stream", "version": VERSION})

    def keep(self, kind: str, item: Any) -> None:
        self._put({"ms": round((self._now() - self._began) * 1000), kind: item})

    def close(self) -> None:
        self._file.close()

    def _put(self, line: dict) -> None:
        self._file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
        self._file.flush()


def read(path: Path) -> Iterator[tuple[int, str, Any]]:
    """(ms, kind, item) of a recording; UserError if the file is none."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as problem:
        reason = getattr(problem, "strerror", None) or "not text"
        raise UserError(f"{path} cannot be read ({reason}); name a file made with --record") from None
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line)
        except ValueError:
            if number == len(lines) > 1:
                return  # cut off while it was written
            raise _no_recording(path, number) from None
        if number == 1:
            if not isinstance(entry, dict) or entry.get("ematrix") != "stream" or entry.get("version") != VERSION:
                raise _no_recording(path, number)
            continue
        kind = next((kind for kind in ("record", "text", "event") if isinstance(entry, dict) and kind in entry), None)
        if kind is None or not isinstance(entry.get("ms"), int):
            raise _no_recording(path, number)
        yield entry["ms"], kind, entry[kind]


def _no_recording(path: Path, number: int) -> UserError:
    return UserError(
        f"{path.name}, line {number}: this is no recording of `ematrix monitor --record`; name another file"
    )


class Replay:
    """A recording as a source (source.py): `items` gives what is due. speed: 2 is twice as fast, 0 all at once."""

    status = "replay"
    over = False

    def __init__(self, path: Path, speed: float = 1.0, now: Callable[[], float] = time.monotonic) -> None:
        self._entries = list(read(path))
        self._speed = speed
        self._now = now
        self._began = now()
        self._at = 0

    def items(self, seconds: float) -> list[Item]:
        """What is due now; waits up to `seconds` for the next entry."""
        if self._at >= len(self._entries):
            self.over = True
            self.status = "the recording is over"
            return []
        due = self._due(self._at)
        if due > self._now():
            time.sleep(min(seconds, due - self._now()))
        found: list[Item] = []
        while self._at < len(self._entries) and self._due(self._at) <= self._now():
            found.append(self._entries[self._at][1:])
            self._at += 1
        return found

    def _due(self, at: int) -> float:
        return self._began + (self._entries[at][0] / 1000 / self._speed if self._speed else 0)

    def close(self) -> None:
        """Nothing to let go of."""
