"""Room: errors that say which phase of a long job failed and what to do next, whatever library they came from.

    with phase("copy"):
        ...                     an OSError, a transport error, a wrong answer becomes one BoardError sentence
Before: board.py, flashing, doctor.
"""

import contextlib
import errno
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

import serial
from mpremote.transport import TransportError, TransportExecError

from host_tools.errors import HonestNo, UserError

AGAIN = "run the same command again; the board still starts with what it had"
BOOTSEL = (
    "hold the white BOOTSEL button of the Pico while you plug in its cable, let go, and run "
    "`ematrix flash --micropython FILE.uf2`"
)


class BoardError(HonestNo):
    """A board or its line failed in the middle of the work: phase, what happened, what to do next."""

    def __init__(self, phase: str, what: str, cure: str) -> None:
        super().__init__(f"{phase}: {what}; {cure}")
        self.phase = phase
        self.what = what
        self.cure = cure


class NoBoard(UserError):
    """There is no board to work with as the request says (exit 2)."""


@contextlib.contextmanager
def phase(name: str, what: str = "") -> Iterator[None]:
    """Turn whatever goes wrong inside into a BoardError of this phase; `what`: the thing that is being done."""
    try:
        yield
    except UserError:
        raise
    except TransportExecError as problem:
        raise on_device(name, problem.error_output, what) from None
    except (serial.SerialException, TransportError, OSError, struct.error, ValueError, IndexError) as problem:
        raise on_line(name, problem) from None


def on_device(name: str, trace: str, what: str = "") -> BoardError:
    """The BoardError for a traceback that MicroPython printed."""
    last = trace.strip().rpartition("\n")[2].strip() or "an error without a name"
    doing = f" while writing {what}" if what else ""
    if "ENOSPC" in last or last in ("OSError: 28", "OSError: [Errno 28]"):
        return BoardError(name, f"the board's flash is full{doing}", "delete files you do not need and run it again")
    if "EROFS" in last:
        return BoardError(name, f"the board's file system cannot be written{doing}", BOOTSEL)
    if "EIO" in last or "ENODEV" in last:
        return BoardError(name, f"the board's flash does not work{doing} ({last})", "try again, then another Pico")
    if "incompatible .mpy" in last:
        return BoardError(name, "this MicroPython does not read our bytecode", "run it with --source")
    if "MemoryError" in last:
        return BoardError(name, f"the board ran out of memory{doing}", "press its reset or replug it and run it again")
    if "KeyboardInterrupt" in last:
        return BoardError(name, "somebody interrupted the board", AGAIN)
    return BoardError(name, f"the board answered {last}{doing}", AGAIN)


def on_line(name: str, problem: Exception) -> BoardError:
    """The BoardError for a line that failed: pulled, silent, or talking nonsense."""
    number = getattr(problem, "errno", None)
    text = str(problem)
    gone = number in (errno.EIO, errno.ENXIO, errno.ENODEV, errno.EPIPE, errno.ECONNRESET, errno.EBADF)
    gone = gone or isinstance(problem, ConnectionError) or "disconnected" in text or "readiness to read" in text
    if gone or "ClearCommError" in text or "WriteFile failed" in text:
        return BoardError(name, "the connection to the board broke", "plug the cable in and " + AGAIN)
    if isinstance(problem, (serial.SerialTimeoutException, struct.error)) or "timeout" in text.lower():
        return BoardError(name, "the board stopped answering", "replug it and " + AGAIN)
    return BoardError(name, f"the board does not answer as MicroPython does ({text[:120]})", "replug it and " + AGAIN)


def cannot_open(address: str, problem: Exception) -> NoBoard:
    """The NoBoard for a port that does not open: busy (by whom), not permitted, not there."""
    number = getattr(problem, "errno", None)
    text = str(problem)
    if "exclusively lock" in text or number in (errno.EBUSY, errno.EAGAIN):
        return busy(address)
    if number in (errno.EACCES, errno.EPERM) or "PermissionError" in text or "denied" in text.lower():
        if sys.platform == "win32":
            return busy(address)
        return NoBoard(f"open: no permission for {address}; {permission_cure(address)}")
    if number == errno.ENOENT or "FileNotFoundError" in text or "could not open port" in text and number is None:
        return NoBoard(f"open: there is no {address}; plug the board in, or run `ematrix flash --list` to see what is")
    if number == errno.ECONNREFUSED or "refused" in text or address.startswith("socket://"):
        return NoBoard(f"open: nobody answers at {address}; start what should listen there first")
    return NoBoard(f"open: {address} cannot be used ({text[:120]}); replug the board or name another port")


def busy(address: str) -> NoBoard:
    """The NoBoard for a port in use, with the program's name where the system tells it."""
    users = holders(address)
    who = "by " + ", ".join(users) if users else "by another program"
    return NoBoard(f"open: {address} is in use {who}; close that program (Thonny, a serial monitor) and run it again")


def permission_cure(address: str) -> str:
    """What gives this user the serial port."""
    if sys.platform.startswith("linux"):
        group = "dialout"
        with contextlib.suppress(OSError, KeyError, ImportError):
            import grp

            group = grp.getgrgid(Path(address).stat().st_gid).gr_name
        if group == "root":
            group = "dialout"
        return f"run `sudo usermod -aG {group} $USER`, then log out and in again"
    return f"ask who may use it with `ls -l {address}`"


def holders(address: str, processes: Path = Path("/proc")) -> list[str]:
    """Names and numbers of programs that have this device open, as far as Linux lets us see; [] elsewhere."""
    found: list[str] = []
    with contextlib.suppress(OSError):
        device = str(Path(address).resolve())
        for process in processes.iterdir():
            if process.name.isdigit() and _holds(process, device):
                found.append(f"{(process / 'comm').read_text().strip()} ({process.name})")
    return sorted(found)


def _holds(process: Path, device: str) -> bool:
    with contextlib.suppress(OSError):
        return any(str(link.readlink()) == device for link in (process / "fd").iterdir())
    return False
