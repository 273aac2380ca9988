"""Room: the loop of a monitor: from a source into the state, a recording, and whoever listens. Times in seconds."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from host_tools.monitor.recording import Recorder
from host_tools.monitor.state import TableState


class Watch:
    """source: source.Live or recording.Replay; record: file to keep the stream in; seconds: None for ever."""

    def __init__(
        self, source: Any, state: TableState, record: Path | None = None, seconds: float | None = None
    ) -> None:
        self.source = source
        self.state = state
        self._end = None if seconds is None else time.monotonic() + seconds
        try:
            self._recorder = Recorder(record) if record else None
        except BaseException:
            source.close()
            raise

    def step(self, seconds: float, tell: Callable[[str, Any], None] = lambda kind, item: None) -> bool:
        """Take what comes within that time; False when it is over."""
        for kind, item in self.source.items(seconds):
            if kind == "record":
                self.state.take(item)
            elif kind == "text":
                self.state.take_text(item)
            else:
                self.state.take_text({"lost": "the cable was pulled", "connected": "connected again"}.get(item, item))
            if self._recorder:
                self._recorder.keep(kind, item)
            tell(kind, item)
        return not self.source.over and (self._end is None or time.monotonic() < self._end)

    def run(self, tell: Callable[[str, Any], None] = lambda kind, item: None) -> None:
        """Until it is over."""
        while self.step(0.25, tell):
            pass

    def close(self) -> None:
        self.source.close()
        if self._recorder:
            self._recorder.close()
