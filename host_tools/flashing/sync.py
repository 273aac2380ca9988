"""Room: carries out a plan on a board at its prompt, so that a cut at any byte leaves a board that starts.

Order: the pointer leaves the copy that is written to; files or partition; their hashes as the board sees them; boot.py
and main.py, each in one step; the pointer, in one step; restart; the table's hello and, 20 s later, its word that it is
well. What runs in the partition is first copied out of it and started from there.
Before: plan.py. After: `ematrix flash`.
"""

import contextlib
import re
from collections.abc import Callable

from host_tools.errors import UserError
from host_tools.flashing import device, in_place
from host_tools.flashing.plan import BEFORE, Plan, blocks_needed, named, sha
from host_tools.transport.board import Board
from host_tools.transport.phases import AGAIN, BoardError, phase

HELLO_S = 20
READY_S = 40
HELLO_ECHO = '"t":"hello"'
Progress = Callable[[str, int, int], None]  # what, done, of


def quiet(what: str, done: int, of: int) -> None:
    """No progress shown."""


def check_space(plan: Plan, board: device.Listing, about: device.About) -> None:
    """BoardError when the plan does not fit; nothing has changed then."""
    need = blocks_needed(plan, board, about.block) * about.block
    if need > about.flash_free:
        others = ", ".join(plan.kept) or "nothing"
        raise BoardError(
            "space",
            f"the board's flash is full: {need // 1024} KiB are needed and {about.flash_free // 1024} KiB are free",
            f"delete what you do not need of: {others}",
        )


def carry_out(board: Board, plan: Plan, progress: Progress = quiet) -> None:
    """Everything up to the restart. BoardError names the phase; running it again goes on where it stopped."""
    if plan.up_to_date:
        return
    if plan.keep:
        in_place.keep(board, plan, progress)
    with phase("prepare"):
        if plan.reset_pointer is not None:
            device.replace(board, "/" + device.POINTER, plan.reset_pointer.encode())
        if not plan.keep:
            device.remove(board, plan.delete, plan.delete_folders)
            device.make_folders(board, plan.folders)
    if plan.leave:
        _leave_partition(board, plan, progress)
    if plan.partition:
        in_place.write(board, plan.partition, progress)
    total, done = plan.bytes_to_write, 0
    for path, data in plan.write.items():
        with phase("copy", path):
            board.write_file(path, data, _part(progress, path, done, total))
            done += len(data)
    verify(board, plan)
    with phase("start files"):
        if plan.keep_main:
            device.rename(board, "/main.py", BEFORE)
        for path, data in plan.roots.items():
            device.replace(board, path, data)
            done += len(data)
            progress(path, done, total)
    with phase("switch"):
        device.replace(board, "/" + device.POINTER, plan.pointer.encode())
        device.remove(board, ["/boot_starts"])


def _leave_partition(board: Board, plan: Plan, progress: Progress) -> None:
    """Start the copy that is to be there while the partition is written; if it does not start, all is as before."""
    assert plan.reset_pointer is not None
    with phase("keep"):
        board.restart()
        hello = first_hello(board, progress)
        if board.closed:
            board.reopen()
        board.reach_prompt()
        if hello is None:
            device.replace(board, "/" + device.POINTER, b"r")
            raise BoardError(
                "keep", f"copy {plan.reset_pointer}, which is to start if this fails, does not start itself",
                "run `ematrix doctor --bundle FILE` and report it; the partition is as it was",
            )  # fmt: skip


def _part(progress: Progress, path: str, before: int, total: int) -> Callable[[int], None]:
    return lambda done: progress(path, before + done, total)


def verify(board: Board, plan: Plan) -> None:
    """Compare hashes as the board reads its files; BoardError if one differs."""
    found = device.listing(board)
    wrong = [path for path, data in plan.write.items() if found.files.get(path, (0, ""))[1] != sha(data)]
    if wrong:
        raise BoardError("verify", f"{wrong[0]} is not on the board as it was sent ({len(wrong)} files differ)", AGAIN)


def start(board: Board, plan: Plan, wait: bool = True, progress: Progress = quiet) -> dict:
    """Restart the board and hear from the table; its hello. `wait`: until it says that it is well."""
    board.restart()
    hello = first_hello(board, progress)
    if hello is None:
        raise why_not(board)
    _check_slot(hello, plan)
    if wait and "?" in str(hello.get("slot", "")):
        with phase("trial"):
            _wait_ready(board, plan, progress)
    return hello


def first_hello(board: Board, progress: Progress = quiet) -> dict | None:
    """What the table says of itself after a restart; None if only the prompt is there, or nobody for HELLO_S."""
    hello = None
    end = board.now() + HELLO_S
    while hello is None and board.now() < end:
        progress("waiting for the table", int(HELLO_S - (end - board.now())), HELLO_S)
        try:
            if board.closed:
                board.heard = ""
                board.reopen()
            hello = board.ask({"t": "hello"}, seconds=1, tries=1)
        except OSError:  # it was reset: by its watchdog, or to go back
            board.close()
        if HELLO_ECHO in board.heard:
            break  # the prompt is there and repeats what it hears
    return hello


def _wait_ready(board: Board, plan: Plan, progress: Progress) -> None:
    """The new copy has to live for a while; a fall back shows in the next hello."""
    began = board.now()
    while board.now() < began + READY_S:
        progress("the new firmware proves itself", int(board.now() - began), READY_S)
        try:
            if board.wait_for("ready", 1) is not None:
                return
        except OSError:  # it was reset: by its watchdog, or to go back
            board.close()
            board.reopen()
        hello = board.ask({"t": "hello"}, seconds=1, tries=1)
        if hello is not None:
            _check_slot(hello, plan)
            if "?" not in str(hello.get("slot", "")):
                return
    raise BoardError("trial", "the new firmware started but never got ready", "run `ematrix doctor`")


def _check_slot(hello: dict, plan: Plan) -> None:
    slot = str(hello.get("slot", "")).partition("?")[0]
    if slot != plan.slot:
        raise BoardError(
            "trial",
            f"the new firmware in {named(plan.slot)} did not start, and the board went back to {named(slot or 'none')}",
            "run `ematrix doctor` for the reason, then flash another version",
        )


def why_not(board: Board) -> BoardError:
    """Why no table is heard after a start: from the prompt, where it is started once more to see it fail."""
    heard = board.heard
    with contextlib.suppress(UserError, OSError):
        if board.closed:
            board.reopen()
        board.reach_prompt()
        heard += board.try_run("exec(open('/main.py').read())", seconds=8)
        board.restart()
    if "OK was held" in heard:
        return BoardError("restart", "the table's OK button is held down", "let go of it and replug the board")
    reasons = re.findall(r"^(\w*(?:Error|Exception|Exit|Refusal)\b.*?)\r?$", heard, re.MULTILINE)
    if reasons:
        return BoardError(
            "restart", f"the firmware stopped with {reasons[-1][:160]}", "run `ematrix doctor --bundle FILE`, report it"
        )
    return BoardError("restart", "the board restarted but its table does not answer", "run `ematrix doctor`")
