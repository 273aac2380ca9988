"""Room: `ematrix doctor --bench`: asks a board with one reader and one light sensor for its measurements, step by step.

The board measures (firmware/bench/requests.py); a person lays cards where the steps say so. Before:
transport/board_line.py. After: bench_rows.py judges, commands/doctor.py prints. Times in seconds.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from firmware.wiring import CELLS, IR_CELLS, READERS
from host_tools.errors import HonestNo, UserError
from host_tools.monitor.terminal import place_name
from host_tools.transport.board_line import BoardLine

FORMAT = 1
POLLS = 50
PATIENCE_S = 60.0  # without a word from the board


class Step(NamedTuple):
    """One measurement. hands: what a person does first ({at}: where), "" for nothing; ask: members of the request."""

    name: str
    what: str
    hands: str = ""
    ask: dict[str, Any] = {}


_READER = "on the reader of {at}"
STEPS = (
    Step("reader", "reader"),
    Step("access", "access"),
    Step("light empty", "light", "take everything off {at}", {"above": "empty"}),
    Step("light dark", "light", "lay a card with its dark margin over the north sensor of {at}", {"above": "dark"}),
    Step(
        "light bright", "light", "lay a card with its bright margin over the north sensor of {at}",
        {"above": "bright", "settle": True},
    ),
    Step("guard", "guard", f"lay 1 card {_READER}, nothing else near it"),
    Step("single", "tags", f"leave or lay 1 card {_READER}", {"cards": 1}),
    Step("staggered 2", "tags", f"lay 2 cards with tags on different spots {_READER}", {"cards": 2}),
    Step("staggered 3", "tags", f"lay a third one on top, on a spot of its own, {_READER}", {"cards": 3}),
    Step("aligned 2", "tags", f"lay 2 cards with tags exactly above each other {_READER}", {"cards": 2}),
    Step("aligned 3", "tags", f"lay a third one exactly above them {_READER}", {"cards": 3}),
)  # fmt: skip
KINDS = ("reader", "access", "light", "guard", "tags")


def chosen(kinds: str | None) -> list[Step]:
    """The steps of the kinds named in "access,light"; None: all."""
    if kinds is None:
        return list(STEPS)
    wanted = [kind.strip() for kind in kinds.split(",") if kind.strip()]
    for kind in wanted or [kinds]:
        if kind not in KINDS:
            raise UserError(f"--bench-steps {kind!r} is no measurement; name some of {', '.join(KINDS)}")
    return [step for step in STEPS if step.what in wanted]


def position_of(name: str) -> int:
    """The position of a reader from its name on the display: A1 to D4, slot, tap."""
    for position in range(len(READERS)):
        if place_name(position).lower() == name.strip().lower():
            return position
    raise UserError(f"--bench-at {name!r} is no place with a reader; use A1 to D4, slot or tap")


class BenchRun:
    """One run at one board, at the reader of a position and, on a cell, its north sensor.

    `hands` shows what to do and waits; it answers "done", "skip" or "end".
    """

    def __init__(
        self, line: BoardLine, hands: Callable[[str], str], say: Callable[[str], None], position: int = 0
    ) -> None:
        self._line = line
        self._position = position
        self._hands = hands
        self._say = say
        self._tags: dict[str, str] = {}
        self.steps: list[dict[str, Any]] = []

    def run(self, steps: list[Step], polls: int = POLLS) -> None:
        """Do the steps; `steps` has what was measured even if it ends early."""
        for step in steps:
            if step.what == "light" and self._position >= CELLS:
                continue  # pads have no light sensor
            if step.hands:
                answer = self._hands(step.hands.format(at=place_name(self._position)))
                if answer == "end":
                    return
                if answer == "skip":
                    continue
            more = {"polls": polls} if step.what == "tags" else {}
            self._say(f"measuring: {step.name}")
            request = {**step.ask, **more, **self._place(step.what), "what": step.what}
            records = [self._nameless(record) for record in self._measure(request)]
            end = records.pop()
            self.steps.append(
                {"step": step.name, "what": step.what, "records": records, "ended": end["ended"], "ms": end["ms"]}
            )

    def _place(self, what: str) -> dict[str, int]:
        """Where to measure that."""
        if what != "light":
            return {"pos": self._position}
        multiplexer, channel = IR_CELLS[self._position][0]
        return {"mux": multiplexer, "channel": channel}

    def _measure(self, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The records of one measurement, its end last."""
        came: list[dict[str, Any]] = []
        self._line.on_record = came.append
        try:
            self._line.ask({"t": "bench", **request})
            heard = self._line.now()
            while True:
                for record in [one for one in came if _answers(one, request)]:
                    heard = self._line.now()
                    yield {name: value for name, value in record.items() if name not in ("t", "what")}
                    if record["t"] == "bench_end":
                        return
                came.clear()
                if self._line.now() - heard > PATIENCE_S:
                    raise HonestNo(
                        f"the board on {self._line.port} began to measure {request['what']} and then said nothing for "
                        f"{PATIENCE_S:.0f} s; replug it and repeat with --bench-steps {request['what']}"
                    )
                self._line.read()
        except KeyboardInterrupt:
            self._line.ask({"t": "bench", "what": "stop"})
            raise
        finally:
            self._line.on_record = lambda record: None

    def _nameless(self, record: dict[str, Any]) -> dict[str, Any]:
        """Tags by numbers: their UIDs are nobody's business."""
        if "tags" in record:
            named = [[self._tags.setdefault(uid, f"tag {len(self._tags) + 1}"), polls] for uid, polls in record["tags"]]
            return {**record, "tags": named}
        return record


def _answers(record: dict[str, Any], request: dict[str, Any]) -> bool:
    return record.get("what") == request["what"] and record["t"] in ("bench_result", "bench_end")


def report(line: BoardLine, at: int, steps: list[dict[str, Any]], rows: list[Any]) -> dict[str, Any]:
    """What is saved and sent: figures, what was expected, and where and on what they were taken."""
    hello = line.hello or line.ask({"t": "hello"})
    about = line.ask({"t": "about"})
    board = {name: about.get(name) for name in ("micropython", "machine", "mpy")}
    board["firmware"] = hello.get("firmware")
    return {
        "format": FORMAT,
        "board": board,
        "at": place_name(at),
        "rows": [row._asdict() for row in rows],
        "steps": steps,
    }
