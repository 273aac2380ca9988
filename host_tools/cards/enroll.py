"""Room: writes the tags of a card list one by one at a table's tap pad, and logs each UID (firmware/cards/enroll.py).

A tag is written from behind: its first page, which makes the rest count, comes last, so that a card pulled away
half-way is still blank. It is logged only after it was read back. Run again, it goes on with the first card that the
log lacks. Before: source.py, tags.py, ndef.py, transport/board_line.py. After: enroll_command.py.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from firmware.cards.tag_text import FIRST_PAGE, card_of
from firmware.games.energy_matrix.cards import kinds
from host_tools.cards import ndef
from host_tools.cards.database import GAME
from host_tools.cards.tags import TagOf, add
from host_tools.errors import HonestNo
from host_tools.transport.board_line import BoardLine

USER_PAGES = 36
LOCKS_PAGE = 2  # static lock bytes in its second half
MORE_LOCKS_PAGE = 40
EMPTY = b"\x03\x00\xfe\x00"
PATIENCE = 250  # looks at the pad between two reminders
FAILURES = 3
STILL_MS = 300  # a second tag in the field is seen a little later than the first


class Job(NamedTuple):
    """One card that wants a tag."""

    code: str
    copy: int
    of: int
    name: str


class Trouble(Exception):
    """This tag will not do; `say` is what the pad shows, the text is for the person at the command line."""

    def __init__(self, say: str, text: str) -> None:
        super().__init__(text)
        self.say = say


def jobs(list_of_rows: list, logged: list[TagOf], only: set[str] | None = None) -> list[Job]:
    """Cards that the log lacks, in the order of the list."""
    done = {(tag.code, tag.copy) for tag in logged}
    return [
        Job(row[kinds.CODE], copy, row[kinds.COPIES], row[kinds.NAME_EN])
        for row in list_of_rows
        if only is None or row[kinds.CODE] in only
        for copy in range(1, row[kinds.COPIES] + 1)
        if (row[kinds.CODE], copy) not in done
    ]


class Enrolment:
    """One run at one table. `say` gets lines for people; `log` is the file that is added to."""

    def __init__(
        self,
        line: BoardLine,
        log: Path,
        logged: list[TagOf],
        say: Callable[[str], None],
        revision: int = 1,
        lock: bool = False,
        overwrite: bool = False,
    ) -> None:
        self._line = line
        self._log = log
        self._known = {tag.uid: tag for tag in logged}
        self._say = say
        self._revision = revision
        self._lock = lock
        self._overwrite = overwrite
        self._last = ""  # the tag that was dealt with last; it must leave before the next one counts
        self._said = "wait"

    def run(self, todo: list[Job]) -> Iterator[TagOf]:
        """Enrol one card after the other; yields each when it is logged."""
        try:
            for number, job in enumerate(todo, start=1):
                self._say(
                    f"[{number}/{len(todo)}] hold {job.code} ({job.name}), copy {job.copy} of {job.of}, to the tap pad"
                )
                yield self._enrol(job)
        finally:
            self._line.ask({"t": "pad_end"})

    def _enrol(self, job: Job) -> TagOf:
        failures = 0
        while True:
            uid = self._wait(job)
            try:
                tag = self._write(job, uid)
            except Trouble as trouble:
                self._say(f"    {trouble}")
                self._pad(job, trouble.say)
                failures += 1
                # A card that was not held still is tried again as it lies, a few times.
                self._last = "" if trouble.say == "bad" and failures < FAILURES else uid
                continue
            self._last = uid
            self._known[uid] = tag
            add(self._log, tag)
            self._pad(job, "good")
            self._say(
                f"    tag {uid}: written, read back{', locked' if self._lock else ''}, logged; take the card away"
            )
            return tag

    def _pad(self, job: Job, say: str) -> tuple[list[str], int]:
        """Let the table say something about the card; the UIDs at the pad, and for how many ms they are the same."""
        self._said = say
        answer = self._line.ask({"t": "pad", "code": job.code, "copy": job.copy, "say": say})
        return answer["uids"], answer["ms"]

    def _wait(self, job: Job) -> str:
        """The UID of the one tag at the pad, once the one before has left it; what was said of it stays so long."""
        looks = 0
        say = self._said if self._last else "wait"
        while True:
            uids, still_ms = self._pad(job, say)
            if len(uids) > 1:
                if say != "two":
                    self._say("    there are two tags at the pad; hold one card only")
                say = "two"
            elif not uids:
                self._last = ""
                say = "wait"
            elif uids[0] != self._last and still_ms >= STILL_MS:
                return uids[0]
            looks += 1
            if looks % PATIENCE == 0:
                self._say(f"    waiting for {job.code}, copy {job.copy}; Ctrl-C stops, the log keeps what is done")

    def _write(self, job: Job, uid: str) -> TagOf:
        """Write and read back; Trouble says why this tag will not do."""
        tag = TagOf(uid, job.code, job.copy, self._revision)
        if uid in self._known:
            other = self._known[uid]
            raise Trouble("used", f"tag {uid} is {other.code}, copy {other.copy}, already; hold another card")
        if len(uid) != 14:
            raise Trouble(
                "used", f"tag {uid} is no NTAG213 (its UID has {len(uid) // 2} bytes, not 7); use another tag"
            )
        self._pad(job, "busy")
        raw = bytes.fromhex(uid)
        memory = self._read(uid, FIRST_PAGE, USER_PAGES)
        mine = (job.code, job.copy, self._revision)
        if card_of(memory, raw, GAME) != mine:
            said = ndef.describe(memory, raw)
            if said and not self._overwrite:
                raise Trouble("used", f"tag {uid} is in use: {said}; hold another card, or start with --overwrite")
            self._write_message(uid, ndef.message(raw, *mine))
            if card_of(self._read(uid, FIRST_PAGE, USER_PAGES), raw, GAME) != mine:
                raise Trouble("bad", f"tag {uid} does not keep what is written; use another tag")
        if self._lock:
            self._send(uid, MORE_LOCKS_PAGE, b"\xff\x0f\x00\x00")
            self._send(uid, LOCKS_PAGE, b"\x00\x00\xff\xff")
        return tag

    def _write_message(self, uid: str, message: bytes) -> None:
        self._send(uid, FIRST_PAGE, EMPTY)
        self._send(uid, FIRST_PAGE + 1, message[4:])
        self._send(uid, FIRST_PAGE, message[:4])

    def _read(self, uid: str, page: int, count: int) -> bytes:
        return self._data(self._line.ask({"t": "pad_read", "uid": uid, "page": page, "count": count}), uid)

    def _send(self, uid: str, page: int, data: bytes) -> None:
        self._data(self._line.ask({"t": "pad_write", "uid": uid, "page": page, "data": data.hex()}), uid)

    def _data(self, answer: dict[str, Any], uid: str) -> bytes:
        """What was read, or read back."""
        error = answer.get("error")
        if error == "refused":
            raise Trouble("used", f"tag {uid} is locked; use another tag")
        if error == "fault":
            raise HonestNo("the reader of the tap pad does not work; see its plug, then run the command again")
        if error:
            raise Trouble("bad", f"tag {uid} was lost while it was served; hold the card still until the pad says so")
        return bytes.fromhex(answer["data"])
