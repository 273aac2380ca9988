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
from firmware.sensing.jobs import TagJob
from firmware.wiring import CELLS, TAP

_REST_MS = const(5000)
_MOST_PAGES = const(40)
_DARK = {"cells": role.DARK * CELLS, "edges": role.DARK * 8, "volts": [0] * CELLS, "active": False}
# What LEDs and display say: (role of the cells, code of the display's line).
_SAYS = {
    "wait": (role.TARGET, "enroll_hold"),
    "busy": (role.CHOSEN, "enroll_busy"),
    "good": (role.OK, "enroll_good"),
    "used": (role.REFUSED, "enroll_used"),
    "two": (role.REFUSED, "enroll_two"),
    "bad": (role.REFUSED, "enroll_bad"),
}


class Enrollment:
    """`app`: the primary's App. Shown instead of the game while `active`."""

    def __init__(self, app, boards):
        self.active = False
        self._app = app
        self._boards = boards
        self._asked_ms = 0
        self._shown = ("", 0, "wait")
        self._uids = []
        self._changed_ms = 0
        self._news = False
        self._focused = False
        app.requests["pad"] = self._pad
        app.requests["pad_read"] = self._read
        app.requests["pad_write"] = self._write
        app.requests["pad_end"] = self._end

    def _pad(self, request):
        shown = (request["code"], request["copy"], request["say"])
        if type(shown[0]) is not str or type(shown[1]) is not int or shown[2] not in _SAYS:
            raise ValueError("the pad shows a card's code and copy, and one of " + ", ".join(sorted(_SAYS)))
        self._asked_ms = self._app.clock.ticks_ms()
        self._news = self._news or not self.active or shown != self._shown
        self.active = True
        self._shown = shown
        report = self._app.scanner.report(TAP)
        uids = [uid for uid in report["uids"] if uid not in report["missing"]]
        if uids != self._uids:
            self._uids = uids
            self._changed_ms = self._asked_ms
        return {"t": "pad", "uids": uids, "ms": self._app.clock.diff_ms(self._asked_ms, self._changed_ms)}

    def _read(self, request):
        count = request["count"]
        if type(count) is not int or not 1 <= count <= _MOST_PAGES:
            raise ValueError("a tag is read in 1 to %d pages" % _MOST_PAGES)
        self._send(request, count, None)

    def _write(self, request):
        data = bytes.fromhex(request["data"])
        if not data or len(data) % 4 or len(data) > 4 * _MOST_PAGES:
            raise ValueError("a tag is written in whole pages of 4 bytes")
        self._send(request, 0, data)

    def _send(self, request, count, data):
        uid, page = request["uid"], request["page"]
        if not self.active:
            raise ValueError("the pad shows no card: send pad first")
        if type(uid) is not str or type(page) is not int or not 2 <= page < _MOST_PAGES + 1:
            raise ValueError("a tag has a UID in hex and pages from 2")
        self._asked_ms = self._app.clock.ticks_ms()
        answer = {"t": request["t"], "uid": uid}
        if "id" in request:
            answer["id"] = request["id"]
        self._app.scanner.send(TagJob(TAP, uid, page, count, data, answer))

    def _end(self, _):
        self._rest()
        return {"t": "pad_end"}

    def _rest(self):
        if self.active:
            self._app.scanner.focus([])  # as publish.py believes; it sets what the game waits for
            self._news = True
        self.active = False

    def done(self, job):
        """A job at the tag at the pad is over: the host gets its answer."""
        answer = job.answer
        if job.data is None:
            answer["error"] = job.error
        else:
            answer["data"] = job.data.hex()
        self._app.host.send(answer)

    def step(self):
        """True when something else is to be shown, or the game goes on."""
        if self.active and self._app.clock.diff_ms(self._app.clock.ticks_ms(), self._asked_ms) > _REST_MS:
            self._rest()
        if self.active and not self._focused:
            self._app.scanner.focus([TAP])
            self._focused = True
        news, self._news = self._news, False
        return news

    def view(self):
        """`view` of the contract of a game: all cells of the primary say how the card at the pad fares."""
        self._focused = False  # showing this sets no focus
        mine = dict(_DARK)
        mine["cells"] = _SAYS[self._shown[2]][0] * CELLS
        mine["active"] = True
        players = [mine] + [_DARK] * (self._boards - 1)
        return {"players": players, "rulers": [], "queue": [0, 0], "points": [0, 0, 0], "life": [], "cues": []}

    def screen(self, _):
        """Which card is wanted and what became of it."""
        code, copy, says = self._shown
        line = [_SAYS[says][1], {"card": ["card", code], "code": code, "n": copy}]
        return {"title": ["enroll", {}], "lines": [line], "hint": ["h_enroll", {}]}
