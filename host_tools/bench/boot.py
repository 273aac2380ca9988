"""Room: how long a board takes from the first import to the menu on its display; times in ms, scaled to the Pico.

The image runs on desktop MicroPython with stand-ins for the hardware. A calibration loop there and the same loop on the
Pico (7.4 us a pass) give the scale; the quickest of a few runs counts. Reading flash and the reset are not in it.
"""

import json
import subprocess
import tempfile
from pathlib import Path

from host_tools import engines
from host_tools.bench import memory
from host_tools.errors import UserError

PICO_LOOP_NS = 7_400
_CODE = 'import sys\nsys.path[:] = ["", "rig"]\nimport starting\n'
_RUNS = 3


def measure():
    """The figures as one dict, ready for JSON."""
    program = engines.need_micropython()
    with tempfile.TemporaryDirectory(prefix="energy_matrix_") as folder:
        stage = Path(folder) / "image"
        memory.lay_out(stage)
        told = min((_run(program, stage) for _ in range(_RUNS)), key=lambda told: told["load_us"] / told["loop_ns"])
        files = [path for path in (stage / "firmware").rglob("*") if path.is_file()]
        size = sum(path.stat().st_size for path in files)
    scale = PICO_LOOP_NS / told["loop_ns"]
    return {
        "load_ms_modelled": round(told["load_us"] * scale / 1000),
        "menu_ms_modelled": round(told["menu_us"] * scale / 1000),
        "loop_ns": told["loop_ns"],
        "files": len(files),
        "image_bytes": size,
        "versions": {"micropython": "1.28 (desktop)"},
    }


def _run(program, stage):
    words = [program, "-X", "heapsize=" + engines.HEAP, "-c", _CODE]
    done = subprocess.run(words, capture_output=True, text=True, cwd=stage, timeout=60, check=False)
    last = (done.stdout.strip() if done.returncode == 0 else done.stderr.strip()).rpartition("\n")[2]
    if done.returncode:
        raise UserError(f"the firmware does not start on desktop MicroPython: {last}; mend what that names")
    return json.loads(last)
