"""Room: the referee of a soak: knows what lies where, and holds every report of the scanner against it; times in ms.

A report may lag behind the hands by SETTLE_MS; what is wrong after that counts, once for each card and place. The
table's question about a card that was taken off a stack is answered as players would.
"""

from firmware import wiring

SETTLE_MS = 3000
STILL_MS = 2000  # a card that lay so long and was reported is a still one
LOOK_MS = 100
ASK_MS = 8000  # a card taken off a stack: the cell stays covered, so the table must ask by then; it never guesses
ANSWER_MS = 1000  # players answer the table's question after that
EXAMPLES = 10


class Referee:
    """`laid` tells it of every movement; `watch` compares for ever; `figures` has the result."""

    def __init__(self, rig, scanner):
        self._rig = rig
        self._scanner = scanner
        self._truth = [[] for _ in range(wiring.POSITIONS)]  # UIDs that lie there
        self._since = [0] * wiring.POSITIONS  # when the position last changed
        self._left = {}  # (position, uid) -> when it was taken off
        self._lies = {}  # (position, uid) -> since when it lies there
        self._known = set()  # (position, uid) reported while still
        self._counted = set()
        self._asked = {}  # (position, uid) -> since when the table asks
        self.answers = 0
        self._polls = [0] * len(wiring.READERS)
        self._polled_ms = [self._now()] * len(wiring.READERS)
        self._card_ms = 0
        self._doubt_ms = 0
        self._unknown_ms = 0
        self._fault_ms = 0
        self._unpolled_ms = 0
        self._wrong = self._phantoms = self._removals = 0
        self._examples = []

    def _now(self):
        return self._rig.time.now_us // 1000

    def laid(self, position, uids):
        """These UIDs lie there from now on."""
        now = self._now()
        for uid in self._truth[position]:
            if uid not in uids:
                self._left[position, uid] = now
                self._lies.pop((position, uid), None)
                self._known.discard((position, uid))
        for uid in uids:
            self._lies.setdefault((position, uid), now)
        self._truth[position] = list(uids)
        self._since[position] = now

    async def watch(self):
        """Look again and again."""
        import asyncio

        while True:
            await asyncio.sleep(LOOK_MS / 1000)
            self.look()

    def look(self):
        """Compare all reports with the truth."""
        now = self._now()
        for position in range(len(wiring.READERS)):
            polls = self._rig.readers.health(position)[0]
            if polls != self._polls[position]:
                self._polls[position] = polls
                self._polled_ms[position] = now
            self._unpolled_ms = max(self._unpolled_ms, now - self._polled_ms[position])
        for report in self._scanner.reports():
            self._judge(report, now)

    def _judge(self, report, now):
        position = report["pos"]
        truth = self._truth[position]
        if report["status"] == "fault":
            self._fault_ms += LOOK_MS * len(truth)
            return  # it says itself that it does not know
        for uid in report["uids"]:
            self._judge_reported(report, uid, now)
        self._card_ms += LOOK_MS * len(truth)
        for uid in truth:
            if uid not in report["uids"]:
                self._judge_unreported(report, uid)
        if now - self._since[position] < SETTLE_MS:
            return
        if report["status"] == "doubtful":
            self._doubt_ms += LOOK_MS
        if not truth and report["status"] in ("card", "silent", "doubtful"):
            self._count("phantom", position, report["status"], report)

    def _judge_reported(self, report, uid, now):
        """A card that the report names: known once it lay still, wrong if it has been gone for too long."""
        position = report["pos"]
        truth = self._truth[position]
        limit = ASK_MS if truth else SETTLE_MS
        if uid in truth:
            if now - self._lies[position, uid] >= STILL_MS:
                self._known.add((position, uid))
        elif uid in report["missing"]:
            self._answer(position, uid, now)
        elif now - self._left.get((position, uid), -limit) >= limit:
            self._count("wrong" if truth else "phantom", position, uid, report)

    def _judge_unreported(self, report, uid):
        """A card that lies there and is not named: a false removal if it was known before."""
        position = report["pos"]
        self._unknown_ms += LOOK_MS
        if (position, uid) in self._known:
            self._known.discard((position, uid))
            self._count("removal", position, uid, report)

    def _answer(self, position, uid, now):
        """The table asks about a card that is not there: after a while the players say so."""
        since = self._asked.setdefault((position, uid), now)
        if now - since >= ANSWER_MS:
            del self._asked[position, uid]
            self.answers += 1
            self._scanner.forget(position, uid)

    def _count(self, kind, position, uid, report):
        key = (kind, position, uid, self._since[position])
        if key in self._counted:
            return
        self._counted.add(key)
        if kind == "wrong":
            self._wrong += 1
        elif kind == "phantom":
            self._phantoms += 1
        else:
            self._removals += 1
        if len(self._examples) < EXAMPLES:
            at = self._now() / 1000
            self._examples.append(
                f"{at:.1f} s, position {position}: {kind} {uid}; reported {report['status']} {report['uids']} "
                f"missing {report['missing']}, lies {self._truth[position]}"
            )

    def figures(self):
        """Counts, and milliseconds."""
        return {
            "polls": sum(self._polls),
            "still_card_hours": round(self._card_ms / 3_600_000, 2),
            "wrong_identities": self._wrong,
            "phantom_cards": self._phantoms,
            "false_removals": self._removals,
            "questions_answered": self.answers,
            "longest_unpolled_ms": self._unpolled_ms,
            "share_in_fault_percent": round(100 * self._fault_ms / max(1, self._card_ms + self._fault_ms), 2),
            "share_unknown_percent": round(100 * self._unknown_ms / max(1, self._card_ms), 2),
            "share_doubtful_percent": round(100 * self._doubt_ms / max(1, self._card_ms), 2),
            "examples": self._examples,
        }
