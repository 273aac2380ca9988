"""Room: enrols cards at the tap pad of the primary board: the host says which card, this shows it and serves the tag.

While the host asks, LEDs and display are about the card at the pad, and the game rests; _REST_MS after the last request
it goes on. Requests, all of them with answers of the same name:
    {"t":"pad","code":code,"copy":n,"say":"wait"|"busy"|"good"|"used"|"two"|"bad"}  ->  {"t":"pad","uids":[hex,...],
        "ms":n}                                           uids: of the tags at the pad, unchanged for so long
    {"t":"pad_read","uid":hex,"page":n,"count":pages}     ->  {"t":"pad_read","uid","data":hex} or "error"
    {"t":"pad_write","uid":hex,"page":n,"data":hex}       ->  {"t":"pad_write","uid","data":hex as read back} or "error"
    {"t":"pad_end"}                                       ->  {"t":"pad_end"}
error: as in sensing/jobs.py. Before: sensing. After: host_tools/cards/enroll.py at the other end of the line.
"""

from firmware import games as role
from firmware.compat import const
from firmware.contracts import Activity, dark_view
from firmware.sensing.jobs import TagJob
from firmware.settings import whole_number
from firmware.wiring import CELLS, TAP

_REST_MS = const(5000)
_FIRST_PAGE = const(2)
_MOST_PAGES = const(40)
_MOST_COPY = const(255)  # as it stands on a tag
# What LEDs and display say: (role of the cells, code of the display's line).
_SAYS = {
    "wait": (role.TARGET, "enroll_hold"),
    "busy": (role.CHOSEN, "enroll_busy"),
    "good": (role.OK, "enroll_good"),
    "used": (role.REFUSED, "enroll_used"),
    "two": (role.REFUSED, "enroll_two"),
    "bad": (role.REFUSED, "enroll_bad"),
}


class Enrollment(Activity):
    """contracts.Activity: the card at the pad, on top of menu or game while a host asks; `board`: the PrimaryBoard.

    Presses mean nothing meanwhile, and a card at the pad is not announced to the game.
    """

    def __init__(self, board):
        app = board.app
        self.over = True  # not begun
        self._board = board
        self._app = app
        self._asked_ms = 0
        self._shown = ("", 0, "wait")
        self._uids = []
        self._changed_ms = 0
        app.requests["pad"] = self._pad
        app.requests["pad_read"] = self._read
        app.requests["pad_write"] = self._write
        app.requests["pad_end"] = self._end

    def _pad(self, request):
        shown = (request["code"], whole_number(request, "copy", 0, _MOST_COPY), request["say"])
        if type(shown[0]) is not str or shown[2] not in _SAYS:
            raise ValueError("the pad shows a card's code and one of " + ", ".join(sorted(_SAYS)))
        self._asked_ms = self._app.clock.ticks_ms()
        if shown != self._shown:
            self._shown = shown
            self.changed = True
        if self.over:
            self.over = False
            self._board.activities.open(self)
        report = self._app.scanner.report(TAP)
        uids = [uid for uid in report["uids"] if uid not in report["missing"]]
        if uids != self._uids:
            self._uids = uids
            self._changed_ms = self._asked_ms
        return {"t": "pad", "uids": uids, "ms": self._app.clock.diff_ms(self._asked_ms, self._changed_ms)}

    def _read(self, request):
        self._send(request, whole_number(request, "count", 1, _MOST_PAGES), None)

    def _write(self, request):
        data = bytes.fromhex(request["data"])
        if not data or len(data) % 4 or len(data) > 4 * _MOST_PAGES:
            raise ValueError("a tag is written in whole pages of 4 bytes")
        self._send(request, 0, data)

    def _send(self, request, count, data):
        uid, page = request["uid"], whole_number(request, "page", _FIRST_PAGE, _MOST_PAGES)
        if self.over:
            raise ValueError("the pad shows no card: send pad first")
        if type(uid) is not str:
            raise ValueError("a tag has a UID in hex")
        self._asked_ms = self._app.clock.ticks_ms()
        answer = {"t": request["t"], "uid": uid}
        if "id" in request:
            answer["id"] = request["id"]
        self._app.scanner.send(TagJob(TAP, uid, page, count, data, answer))

    def _end(self, _):
        self.over = True
        return {"t": "pad_end"}

    def done(self, job):
        """A job at the tag at the pad is over: the host gets its answer."""
        answer = job.answer
        if job.data is None:
            answer["error"] = job.error
        else:
            answer["data"] = job.data.hex()
        self._app.host.send(answer)

    def step(self):
        if self._app.clock.diff_ms(self._app.clock.ticks_ms(), self._asked_ms) > _REST_MS:
            self.over = True
        return False

    def notice(self, news):
        if news[0] != "tap":
            return False
        self._board.room.forget(news[1], news[2])
        return True

    def focus(self):
        return {0: [TAP]}

    def view(self):
        """All cells of the primary say how the card at the pad fares."""
        view = dark_view(self._board.boards)
        mine = view["players"][0]
        mine["cells"] = _SAYS[self._shown[2]][0] * CELLS
        mine["active"] = True
        return view

    def screen(self, player):
        """Which card is wanted and what became of it."""
        code, copy, says = self._shown
        line = [_SAYS[says][1], {"card": ["card", code], "code": code, "n": copy}]
        return {"title": ["enroll", {}], "lines": [line], "hint": ["h_enroll", {}]}
