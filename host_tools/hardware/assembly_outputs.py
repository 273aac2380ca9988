"""Room: what commands and display say at each stage of the assembly, taken from a rehearsal (rehearsal.py)."""

import contextlib
import io
import tempfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from firmware.wiring import READERS
from host_tools.doctor.bench import POLLS
from host_tools.doctor.bench_command import measure
from host_tools.doctor.board import Patient
from host_tools.errors import HonestNo
from host_tools.hardware.rehearsal import ALL_READERS, Rehearsal

_PROBE_MS = 2500
_MEASURE_MS = 5000
_TUNE_MS = 30_000


def fence(lines: list[str], command: str = "") -> str:
    """A block of code, with the command that printed it."""
    return "\n".join(["```", *([f"$ {command}"] if command else []), *[line.rstrip() for line in lines], "```"])


def _doctor(readers: tuple[int, ...], *names: str) -> str:
    with Rehearsal(readers=readers) as table:
        return fence(table.doctor(*names), "ematrix doctor")


@lru_cache
def _bench(kinds: str | None = None) -> str:
    """The table of `ematrix doctor --bench` on a board with one reader."""
    told = io.StringIO()
    with Rehearsal(readers=(0,)) as table, tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "figures.json"
        with contextlib.redirect_stdout(told), contextlib.redirect_stderr(io.StringIO()), contextlib.suppress(HonestNo):
            measure(table.line, path, kinds, POLLS, hands=table.hands)
        lines = told.getvalue().replace(str(path), "figures.json").splitlines()
    more = f" --bench-steps {kinds}" if kinds else ""
    return fence(lines, f"ematrix doctor --bench figures.json{more}")


def _menu(readers: tuple[int, ...] = ALL_READERS, boards: int = 1) -> str:
    with Rehearsal(boards, readers) as table:
        return fence(table.display()[:8])


def _readers(readers: tuple[int, ...]) -> str:
    with Rehearsal(readers=readers) as table:
        table.press("AXIS")
        table.wait(_PROBE_MS)
        return fence(table.display())


def _chapter(words: str) -> str:
    """The display of the self test where these words stand."""
    with Rehearsal() as table:
        table.press("AXIS")
        table.wait(_PROBE_MS)
        table.press("ok")
        table.skip_to(words)
        return fence(table.display())


class _SoundBoard:
    """What a board answers from its prompt when all its readers are well."""

    def reach_prompt(self) -> None:
        pass

    def value(self, code: str, expression: str, seconds: float) -> tuple[list[dict], list[int]]:
        return [{"pos": position, "found": "ok"} for position in range(len(READERS))], [0] * 48

    restart = reopen = reach_prompt


def _self_test() -> str:
    board: Any = _SoundBoard()
    return fence([str(check) for check in Patient(board)._self_test()], "ematrix doctor --self-test")


@lru_cache(maxsize=1)
def _calibrated() -> dict[str, str]:
    """What is said in the course of a whole self test with cards, and by the doctor afterwards."""
    said: dict[str, str] = {}
    with Rehearsal() as table:
        table.press("AXIS")
        table.wait(_PROBE_MS)
        table.press("ok", "ok")
        table.wait(1500)
        for face, rotation in (("up", 0), ("down", 0), ("down", 90)):
            table.lay_everywhere(face, rotation)
            table.wait(_MEASURE_MS)
            said.setdefault("cards", fence(table.display()))
        table.press("ok", "ok")
        table.wait_for("A1: gain", _TUNE_MS)
        said["gains"] = fence(table.display())
        table.wait_for("All 18 readers are tuned", _TUNE_MS)
        table.press("ok")
        table.skip_to("Press: OK", "ok")
        table.press("ok", "back", "left", "right", "axis")
        table.wait_for("The results are kept", 0)
        said["summary"] = fence(table.display())
        said["doctor"] = fence(table.doctor("calibration"), "ematrix doctor")
    return said


MAKERS: dict[str, Callable[[], str]] = {
    "bench": _bench,
    "bench-reader": lambda: _bench("reader,access"),
    "doctor-no-reader": lambda: _doctor((), "firmware", "readers", "calibration"),
    "doctor-one-reader": lambda: _doctor((0,), "readers"),
    "doctor-all-readers": lambda: _doctor(ALL_READERS, "readers"),
    "self-test": _self_test,
    "display-menu": lambda: _menu(()),
    "display-two-boards": lambda: _menu(boards=2),
    "display-one-reader": lambda: _readers((0,)),
    "display-all-readers": lambda: _readers(ALL_READERS),
    "display-light-empty": lambda: _chapter("take all cards off"),
    "display-light-cards": lambda: _calibrated()["cards"],
    "display-gains": lambda: _calibrated()["gains"],
    "display-leds": lambda: _chapter("red, green, blue"),
    "display-buttons": lambda: _chapter("Press:"),
    "display-summary": lambda: _calibrated()["summary"],
    "doctor-calibrated": lambda: _calibrated()["doctor"],
}
