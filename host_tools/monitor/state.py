"""Room: what the records of a table add up to: the newest of each kind, and what happened lately. Pure; times in ms.

Before: records (live or from a file). After: terminal.py and web.py. Records are those of boards/publish.py,
boards/primary.py, cards/swap.py, link/host.py, report/log.py and
report/board_report.py of the firmware; unknown ones are only counted.
"""

from typing import Any

LATELY = 12


class TableState:
    """`take` records and text in their order; the rest are plain attributes to read."""

    def __init__(self) -> None:
        self.hello: dict | None = None
        self.about: dict | None = None
        self.view: dict | None = None
        self.account: dict | None = None
        self.cards: dict | None = None
        self.screens: dict[int, dict] = {}  # player: {"screen", "text"}
        self.faults: dict[int, list] = {}
        self.links: dict[int, str] = {}  # address: newest event
        self.readers: dict[int, list] = {}  # position: [polls, hits, garbled, resets, recovered, broken]
        self.log: list[str] = []
        self.lately: list[str] = []  # actions, refusals, text from the prompt
        self.lost = 0
        self.records = 0
        self.changed: set[str] = set()  # kinds since somebody cleared it
        self._log_next = 0

    def take(self, record: dict) -> None:
        """Fold one record in."""
        self.records += 1
        kind = record.get("t")
        take = getattr(self, f"_take_{kind}", None) if isinstance(kind, str) else None
        if take is not None:
            try:
                take(record)
            except (KeyError, TypeError, IndexError, ValueError, AttributeError):
                self._happened(f"a {kind} record that makes no sense")
            self.changed.add(str(kind))

    def take_text(self, text: str) -> None:
        """What stood between records: tracebacks and prompts."""
        for line in text.splitlines():
            if line.strip():
                self._happened(line.strip()[:160])

    @property
    def log_next(self) -> int:
        """The number of the log line to ask for next."""
        return self._log_next

    def _happened(self, text: str) -> None:
        self.lately = [*self.lately, text][-LATELY:]

    def _take_hello(self, record: dict) -> None:
        self.hello = record

    def _take_about(self, record: dict) -> None:
        self.about = record

    def _take_view(self, record: dict) -> None:
        self.view = record

    def _take_account(self, record: dict) -> None:
        self.account = record

    def _take_cards(self, record: dict) -> None:
        self.cards = record

    def _take_screen(self, record: dict) -> None:
        self.screens[record["player"]] = {"screen": record["screen"], "text": record["text"]}

    def _take_faults(self, record: dict) -> None:
        self.faults[record["player"]] = record["faults"]

    def _take_link(self, record: dict) -> None:
        self.links[record["address"]] = record["event"]
        self._happened(f"board {record['address']} is {record['event']}")

    def _take_health(self, record: dict) -> None:
        for entry in record["readers"]:
            self.readers[entry[0]] = entry[1:]

    def _take_log(self, record: dict) -> None:
        if record["next"] < self._log_next:
            self.log = []  # the board was started anew
        self._log_next = record["next"]
        self.log = [*self.log, *(f"{at / 1000:9.1f} s  {text}" for at, text in record["lines"])][-LATELY:]
        if record.get("crash"):
            self.log.append("last crash: " + str(record["crash"]).strip().rpartition("\n")[2])

    def _take_action(self, record: dict) -> None:
        self._happened(f"{record['n']}: {_action(record['action'])}")

    def _take_undone(self, record: dict) -> None:
        self._happened(f"undone back to action {record['n']}")

    def _take_lost(self, record: dict) -> None:
        self.lost = record["count"]

    def _take_refused(self, record: dict) -> None:
        if record.get("why") != "unknown_request":
            self._happened(f"the board refused {record.get('request') or 'a record'}: {record.get('why')}")

    def _take_self_test(self, record: dict) -> None:
        found = "all well" if record["ok"] else "see its display"
        self._happened(f"self test of board {record['address'] + 1}: {found}")

    def _take_ready(self, record: dict) -> None:
        self._happened("the firmware has proved itself")


def _action(action: Any) -> str:
    words = " ".join(str(part) for part in action if part != "") if isinstance(action, list) else str(action)
    return words if len(words) < 80 else words[:79] + "…"
