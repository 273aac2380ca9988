"""Room: what `ematrix doctor --bench FILE` does: asks for cards, prints the table, saves the figures."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from host_tools import files
from host_tools.doctor import bench
from host_tools.doctor.bench_rows import FAIL, Row, rows
from host_tools.errors import HonestNo
from host_tools.transport.board_line import BoardLine

_TITLES = ("what", "measured", "expected", "basis")


def measure(
    connect: Callable[[], BoardLine],
    path: Path,
    kinds: str | None,
    polls: int,
    at: str = "A1",
    as_json: bool = False,
    hands: Callable[[str], str] | None = None,
) -> None:
    """Measure, print, save; HonestNo if something is not as the design needs it. `hands`: None for those of `ask`."""
    steps = bench.chosen(kinds)
    position = bench.position_of(at)
    with connect() as line:
        run = bench.BenchRun(line, hands or ask, lambda text: print(text, file=sys.stderr), position)
        run.run(steps, polls)
        found = rows(run.steps)
        files.write(path, json.dumps(bench.report(line, position, run.steps, found), indent=1) + "\n")
    for text in [json.dumps(row._asdict()) for row in found] if as_json else lines(found):
        print(text)
    if not as_json:
        print(f"saved: {path}; send it with your report")
    failed = sum(row.state == FAIL for row in found)
    if failed:
        raise HonestNo(f"{failed} of {len(found)} figures are not what the design needs; each says what to change")


def ask(what: str) -> str:
    """Let the person at the terminal lay cards: "done", "skip" or "end" (also when nobody is there)."""
    print(f"{what[:1].upper()}{what[1:]}, then press Enter (s skips, q ends): ", end="", file=sys.stderr, flush=True)
    answer = sys.stdin.readline()
    if not answer:
        print(file=sys.stderr)
        return "end"
    return {"s": "skip", "q": "end"}.get(answer.strip().lower(), "done")


def lines(found: list[Row]) -> Iterator[str]:
    """The table in columns; what to change stands below its line."""
    cells = [_TITLES] + [row[:4] for row in found]
    widths = [max(len(row[column]) for row in cells) for column in range(3)]
    for number, row in enumerate(cells):
        state = found[number - 1].state if number else ""
        start = "  ".join(text.ljust(width) for text, width in zip(row, widths))
        yield f"{state:4}  {start}  {row[3]}".rstrip()
        if number and found[number - 1].then:
            yield f"      -> {found[number - 1].then}"
