"""Room: times of the solver on MicroPython in calibration loops, its memory on 32-bit MicroPython, and how it compares
with an integer program on CPython; the measuring itself is in settle_rig.py and program.py."""

import json
import platform
import shutil
import tempfile
import time
from pathlib import Path

from firmware.games.energy_matrix.matrix import machines, notation
from firmware.games.energy_matrix.plan import best
from firmware.games.energy_matrix.plan.problem import NEAR
from host_tools import engines
from host_tools.bench import wasm
from host_tools.bench.boards import player_boards, worst_boards
from host_tools.errors import UserError

PICO_LOOP_US = 7.4  # one iteration of the calibration loop on the Pico
# Loops by set of boards, but the last, which is bytes. A slice of 10 ms: the hardest boards may take long,
# if no slice does.
BUDGETS = {
    "players": {"p99": 6_000, "max": 12_000},
    "constructed": {"max": 40_000},
    "hardest": {"max": 500_000},
    "slice": 1_350,
    "peak_bytes": 24 * 1024,
}
HEAP = "512K"  # a Pico's heap, doubled: desktop MicroPython has objects twice as large
_HERE = Path(__file__).resolve().parent
_SETS = ("players", "constructed", "hardest")


def cases(boards, constructed, seed, hardest=None):
    """{"players": [...], "constructed": [...], "hardest": [...]}: boards with rulers, see boards.py.

    The hardest ones were found by changing boards again and again so that the solver takes longer; `hardest`: how many
    of them, None for all."""
    found = [json.loads(line) for line in (_HERE / "hardest.txt").read_text(encoding="utf-8").splitlines()]
    return {
        "players": player_boards(boards, seed),
        "constructed": worst_boards(constructed, seed),
        "hardest": found[:hardest],
    }


def measure(boards, constructed, seed, with_program=True, hardest=None):
    """All figures as one dict, ready for JSON (keys carry their units)."""
    chosen = cases(boards, constructed, seed, hardest)
    lines = [case for name in _SETS for case in chosen[name]]
    answers = _times(lines)
    figures = {"loop_ns": min(answer[4] for answer in answers), "boards": boards, "seed": seed}
    start = 0
    for name in _SETS:
        part = answers[start : start + len(chosen[name])]
        start += len(part)
        if part:
            figures |= _spread(name, part)
    figures |= _spread("all", answers)
    for mark in ("p50", "p99", "max"):
        figures[f"settle_us_{mark}"] = figures[f"settle_all_us_{mark}"]
    figures |= _memory(chosen)
    if with_program:
        figures |= _against_program(lines, answers)
    figures["budgets_loops"] = BUDGETS
    return figures | {"versions": _versions(with_program)}


def _times(lines):
    """What settle_rig.serve_times tells of each line."""
    text = "".join(json.dumps(case) + "\n" for case in lines)
    done = engines.run_module("host_tools.bench.settle_rig", stdin=text, heap=HEAP, timeout_s=3600)
    return [json.loads(line) for line in done.stdout.split("\n") if line]


def _spread(name, answers):
    """Percentiles of one set of boards: whole solves and longest slices, in microseconds and in loops of that time."""
    found = {f"settle_{name}_boards": len(answers)}
    for what, column in (("settle", 0), ("slice", 1), ("moved", 3)):
        times = sorted(answer[column] for answer in answers)
        loops = sorted(answer[column] * 1000 / answer[4] for answer in answers)
        for mark, share in (("p50", 0.5), ("p99", 0.99), ("max", 1)):
            at = min(len(times) - 1, int(len(times) * share))
            found[f"{what}_{name}_us_{mark}"] = times[at]
            found[f"{what}_{name}_loops_{mark}"] = round(loops[at])
            found[f"{what}_{name}_pico_ms_{mark}"] = round(loops[at] * PICO_LOOP_US / 1000, 1)
    return found


def _memory(chosen):
    """Bytes on 32-bit MicroPython: held at most between two slices, and allocated in all by one solve."""
    lines = chosen["players"][:200] + chosen["constructed"][:100] + chosen["hardest"]
    with tempfile.TemporaryDirectory(prefix="energy_matrix_") as folder:
        stage = Path(folder)
        shutil.copytree(engines.ROOT / "firmware", stage / "firmware", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(_HERE / "settle_rig.py", stage)
        (stage / "cases.txt").write_text("".join(json.dumps(case) + "\n" for case in lines))
        code = 'import sys\nsys.path[:] = [""]\nimport settle_rig\nsettle_rig.serve_memory("/cases.txt")\n'
        answers = [json.loads(line) for line in wasm.run(stage, code, heap="2M").splitlines()]
    held = sorted(answer[0] for answer in answers)
    allocated = sorted(answer[1] for answer in answers)
    middle = len(held) // 2
    return {
        "settle_peak_bytes_p50": held[middle],
        "settle_peak_bytes_max": held[-1],
        "settle_allocated_bytes_p50": allocated[middle],
        "settle_allocated_bytes_max": allocated[-1],
    }


def _against_program(lines, answers):
    """Agreement with the integer program on every board, and CPU time of both on CPython."""
    try:
        from host_tools.bench import program
    except ImportError as error:
        raise UserError("OR-tools is missing; run `make setup`, or leave the program out with --no-program") from error
    asked = [(*notation.parse(case["board"]), case["rulers"]) for case in lines]
    # One after the other, so that neither finds the processor's memory full of the other's.
    start = time.process_time()
    plans = [best.best(*board) for board in asked]
    ours = time.process_time() - start
    theirs = agreed = 0
    for (board, event, rulers), plan, answer in zip(asked, plans, answers, strict=True):
        gives, takes = [None] * 16, [None] * 16
        for cell, _, _, _, _, state, inputs, outputs in machines.survey(board, event):
            if state == "ok":
                gives[cell], takes[cell] = outputs, inputs
        start = time.process_time()
        optimum = program.best(gives, takes, NEAR, rulers)
        theirs += time.process_time() - start
        here = (plan["converters"], plan["net"], plan["damage"], plan["value"])
        agreed += here == optimum == tuple(answer[5:])
    return {
        "program_boards": len(lines),
        "program_agreed": agreed,
        "program_cpu_ms_mean": round(theirs * 1000 / len(lines), 3),
        "settle_cpython_cpu_ms_mean": round(ours * 1000 / len(lines), 3),
        "program_speed_ratio": round(theirs / ours, 1),
    }


def _versions(with_program):
    versions = {"python": platform.python_version(), "micropython": engines.micropython_version()}
    if with_program:
        import ortools

        versions["ortools"] = ortools.__version__
    return versions
