"""Room: checks of a board. While its table runs it is only asked by records and the game goes on; a board whose table
does not run is looked at from its prompt and started again. Before: transport/board.py. After: the command.
"""

import contextlib
from typing import Any

from firmware.self_test.calibration_file import wired
from host_tools.deploying.at_the_prompt import SELF_TEST
from host_tools.doctor import FAIL, NOTE, OK, Check
from host_tools.doctor.crash import in_one_line, readable
from host_tools.errors import UserError
from host_tools.flashing import device
from host_tools.flashing.build import ROOT, firmware_version, read_tree
from host_tools.flashing.plan import named
from host_tools.flashing.sync import first_hello, why_not
from host_tools.monitor.terminal import place_name
from host_tools.transport.board import Board
from host_tools.transport.phases import BOOTSEL, BoardError, phase

LEAST_FLASH = 64 * 1024
LEAST_HEAP = 40 * 1024
STREAM_S = 2.0
HELLO_S = 1.5  # a table that runs answers within that time, or it does not run
ANSWER_S = 2.0


class Patient:
    """One board and everything it told: `told` goes into the bundle. stream_s: how long to listen to its records."""

    def __init__(self, board: Board, expect: str = "rp2", stream_s: float = STREAM_S) -> None:
        self.board = board
        self.expect = expect
        self.stream_s = stream_s
        self.told: dict[str, Any] = {}
        self.sizes: dict[str, int] = {}  # of the files that the manifest names

    def check(self, self_test: bool = False) -> list[Check]:
        """All checks. self_test: stop the game for the readers' own test."""
        with phase("doctor"):
            hello = self.board.ask({"t": "hello"}, seconds=HELLO_S)
            if hello is not None:
                self.told["hello"] = hello
                checks = self._running(hello)
            else:
                checks = self._standing()
            if self_test and self.told.get("about"):
                checks += self._self_test()
        return checks

    def _running(self, hello: dict) -> list[Check]:
        checks = [_version(hello)]
        about = self._ask("about")
        if about:
            checks += [
                Check("micropython", OK, f"{about['micropython']} on {about['machine']}"),
                # What littlefs tells without walking through all files is too little, never too much.
                Check("flash", OK, f"at least {about['flash_free'] // 1024} KiB free"),
                _enough("heap", about["heap_free"], LEAST_HEAP, "restart the board; report it if it comes back"),
            ]
            checks.append(_calibrated(about))
        files = self._files()
        checks += [_slot(hello, bool(self.sizes)), files, *self._cards(hello), self._readers(), *self._crash(hello)]
        self.board.send({"t": "state"})
        end = self.board.now() + self.stream_s
        stream = self.told["stream"] = []
        while self.board.now() < end:
            stream += [item for kind, item in self.board.read_items(0.2) if kind == "record"]
        return checks

    def _ask(self, kind: str, **words: Any) -> dict | None:
        answer = self.board.ask({"t": kind, **words}, seconds=ANSWER_S)
        self.told.setdefault(kind, answer)
        return None if answer is None or answer["t"] == "refused" else answer

    def _files(self) -> Check:
        """The board compares its files with its manifest, one a question."""
        at: int | None = 0
        count, bad = 0, []
        while at is not None:
            answer = self._ask("files", at=at)
            if answer is None:
                return Check(
                    "files", NOTE, "this board has no manifest", "`ematrix flash` puts the firmware there with one"
                )
            if answer["path"]:
                count += 1
                self.sizes[answer["path"]] = answer["size"]
                if answer["bad"]:
                    bad.append(f"{answer['path']} is {answer['bad']}")
            at = answer["next"]
        self.told["files"] = {"checked": count, "bad": bad}
        if bad:
            return Check("files", FAIL, f"{len(bad)} of {count}: {', '.join(bad[:3])}", "`ematrix flash` mends them")
        return Check("files", OK, f"{count} as they were flashed")

    def _cards(self, hello: dict) -> list[Check]:
        if hello.get("role") != "primary":
            return []
        info = self._ask("cards_info")
        if info is None:
            return [Check("cards", NOTE, "the board does not tell")]
        if info["size"] < 0:
            return [
                Check("cards", NOTE, "no card database", "`ematrix cards push FILE`, or cards whose tags name them")
            ]
        return [Check("cards", OK, f"{info['kinds']} kinds, {info['tags']} tags")]

    def _readers(self) -> Check:
        at: int | None = 0
        broken, count = [], 0
        while at is not None:
            answer = self._ask("health", **{"from": at})
            if answer is None:
                return Check("readers", NOTE, "the board does not tell")
            count += len(answer["readers"])
            broken += [place_name(entry[0]) for entry in answer["readers"] if entry[6]]
            at = answer["next"]
        if broken:
            return Check(
                "readers", FAIL, f"{len(broken)} of {count} do not work: {', '.join(broken)}",
                "check the plug of each, then `ematrix doctor --self-test`",
            )  # fmt: skip
        return Check("readers", OK, f"all {count} answer")

    def _crash(self, hello: dict) -> list[Check]:
        log = self._ask("log")
        if log and log.get("crash"):
            mpy = (self.told.get("about") or {}).get("mpy", 0)
            text = readable(str(log["crash"]), mpy, str(hello.get("slot", ""))[:1], self.sizes)
            self.told["crash"] = text
            return [Check("last crash", NOTE, in_one_line(text), "report it with `ematrix doctor --bundle FILE`")]
        return []

    def _standing(self) -> list[Check]:
        """No table answers: what does the prompt say?"""
        self.board.reach_prompt()
        what = device.about(self.board, self.expect)
        self.told["about"] = {**what.__dict__, "at_prompt": True}
        checks = [
            Check("micropython", OK, what.name),
            _enough("flash", what.flash_free, LEAST_FLASH, "delete files of your own that you do not need"),
        ]
        there = device.listing(self.board)
        self.told["listing"] = sorted(there.files)
        self.told["pointer"] = there.pointer
        if "/main.py" not in there.files:
            checks.append(Check("table", FAIL, "there is no firmware on the board", "`ematrix flash`"))
            return checks
        self.board.restart()
        hello = first_hello(self.board)
        if hello is not None:
            checks.append(Check("table", OK, "did not run; it was started and answers"))
            self.told["hello"] = hello
        else:
            why = why_not(self.board)
            checks.append(Check("table", FAIL, why.what, "`ematrix flash`, or hold OK at power on for the prompt"))
            self.told["heard"] = self.board.heard[-4000:]
        return checks

    def _self_test(self) -> list[Check]:
        """Stops the table, asks every reader, starts it again."""
        try:
            self.board.reach_prompt()
            with phase("self test"):
                readers, light = self.board.value(SELF_TEST, "(found, light)", seconds=60)
        except BoardError as problem:
            return [Check("self test", FAIL, problem.what, problem.cure)]
        finally:
            self.board.restart()
            self.board.reopen()
        self.told["self_test"] = {"readers": readers, "light": light}
        bad = [f"{place_name(entry['pos'])} ({_FOUND.get(entry['found'], entry['found'])})"
               for entry in readers if entry["found"] != "ok"]  # fmt: skip
        if bad:
            return [Check("self test", FAIL, "; ".join(bad), "check plug, cable and row of these readers")]
        return [Check("self test", OK, f"{len(readers)} readers are well, {len(wired())} light sensors were read")]


_FOUND = {
    "silent": "gives no answer: no reader, no power, or held in reset",
    "loud": "drives the bus while it is not selected",
    "bus": "loses bits even at the slowest speed: cable too long, or a bad contact",
    "field": "does not switch its field on",
    "timer": "never ends an exchange",
}


def _version(hello: dict) -> Check:
    with contextlib.suppress(UserError):
        ours = firmware_version(read_tree(ROOT / "firmware"))
        if hello.get("firmware") != ours:
            return Check("firmware", NOTE, f"{hello.get('firmware')}, here is {ours}", "`ematrix flash`")
    return Check("firmware", OK, f"{hello.get('firmware')}, {hello.get('role')}, address {hello.get('address')}")


def _slot(hello: dict, listed: bool) -> Check:
    """listed: that copy has a manifest."""
    slot = str(hello.get("slot", ""))
    if not slot:
        return Check("copies", NOTE, "a plain copy without a way back", "`ematrix flash` keeps two copies")
    if not listed:
        return Check(
            "copies", NOTE, f"/fw.slot names {named(slot[0])}, which is not there, or not whole", "run `ematrix flash`"
        )
    if "?" in slot:
        return Check("copies", NOTE, f"{named(slot[0])} has yet to prove itself", "leave it on for half a minute")
    if slot == "r":
        return Check("copies", OK, "the firmware runs in place, in the ROMFS partition")
    return Check("copies", OK, f"copy {slot} runs")


def _enough(name: str, free: int, least: int, cure: str) -> Check:
    text = f"{free // 1024} KiB free"
    return Check(name, OK, text) if free >= least or free < 0 else Check(name, FAIL, text, cure)


def _calibrated(about: dict) -> Check:
    if about.get("calibrated"):
        return Check("calibration", OK, "is stored")
    return Check("calibration", NOTE, "none yet, the defaults are used", "calibrate in the table's menu")


def no_board(problem: UserError) -> Check:
    """A board that cannot even be opened, as a line."""
    text, _, cure = str(problem).partition("; ")
    return Check("board", FAIL, text.removeprefix("open: ").removeprefix("find: "), cure or BOOTSEL)
