"""Room: times the solver, or counts the memory it holds; runs on MicroPython for host_tools/bench/settle.py.

Each line of input is a JSON case {"board": notation, "rulers": [a, b, c]}; each line of output a JSON list.
"""

import gc
import json
import sys
import time

from firmware.games.energy_matrix.matrix import notation
from firmware.games.energy_matrix.plan import best

REPEATS = 5
LOOPS = 5000


def loop(n):
    """The calibration loop: its iteration is the unit of the budgets (7.4 us on the Pico)."""
    s = 0
    for i in range(n):
        s = (s * 31 + i) & 0xFFFF
    return s


def loop_ns():
    """Nanoseconds of one iteration, timed once."""
    start = time.ticks_us()
    loop(LOOPS)
    return time.ticks_diff(time.ticks_us(), start) * 1000 // LOOPS


def asked(case, lifted=None):
    """(board, event, rulers) of a case; `lifted` is a cell whose card is away."""
    board, event = notation.parse(case["board"])
    if lifted is not None:
        board["cells"][lifted] = None
    return board, event, case["rulers"]


def solved(question, memory=None):
    """(plan, microseconds) of a solve from the board to the first plan; `memory` is what the board before left."""
    gc.collect()
    start = time.ticks_us()
    for plan in best.plans(best.problem(*question), memory):
        if plan is not None:
            break
    return plan, time.ticks_diff(time.ticks_us(), start)


def sliced(question):
    """Microseconds of each slice of a solve, the problem itself first. Looking at the clock so often takes time, too:
    their sum is more than `solved` tells."""
    gc.collect()
    slices = []
    start = time.ticks_us()
    solver = best.plans(best.problem(*question))
    plan = None
    while plan is None:
        now = time.ticks_us()
        slices.append(time.ticks_diff(now, start))
        start = now
        plan = next(solver)
    slices.append(time.ticks_diff(time.ticks_us(), start))
    return slices


def moved(case):
    """Microseconds of a solve after one card was laid: the board without it was solved before."""
    board = asked(case)[0]
    machines = [cell for cell in range(16) if board["cells"][cell] and board["cells"][cell][0] == "m"]
    if not machines:
        return 0
    memory = best.Memory()
    solved(asked(case, machines[len(machines) // 2]), memory)
    return solved(asked(case), memory)[1]


def serve_times(lines):
    """[total us, longest slice us, slices, total us after a move, loop ns at that time, converters, net, damage, value]
    for each case."""
    for line in lines:
        case = json.loads(line)
        question = asked(case)
        # The machine is shared: the quickest run counts, of the slices the quickest of each.
        runs = [solved(question) for _ in range(REPEATS)]
        whole, plan = min([run[1] for run in runs]), runs[0][0]
        slices = [min(times) for times in zip(*[sliced(question) for _ in range(REPEATS)])]  # noqa: B905 (not in MicroPython)
        again = min([moved(case) for _ in range(REPEATS)])
        # What else the machine does slows both down.
        figures = [whole, max(slices), len(slices), again, min([loop_ns() for _ in range(REPEATS)])]
        figures += [plan["converters"], plan["net"]]
        print(json.dumps(figures + [plan["damage"], plan["value"]]))


# Globals and small functions: the 32-bit MicroPython's collector does not see local variables (bench/rig/probe.py).
solver = None
source = None
most = allocated = floor = before = 0


def serve_memory(path):
    """[bytes held at most between two slices, bytes allocated in all] for each case in that file."""
    global source
    source = open(path)
    while _begin(source.readline()):
        while _step() is None:
            pass
        print(json.dumps([most, allocated]))


def _begin(line):
    global solver, most, allocated, floor, before
    if not line:
        return False
    case = json.loads(line)
    board = notation.parse(case["board"])
    solver = best.plans(best.problem(board[0], board[1], case["rulers"]))
    case = board = None
    most = allocated = 0
    floor = before = _used()
    return True


def _step():
    """One slice; None, or the plan."""
    global most, allocated, floor
    plan = next(solver)
    allocated += gc.mem_alloc() - floor
    floor = _used()
    most = max(most, floor - before)
    return plan


def _used():
    _scrub(12)
    gc.collect()
    return gc.mem_alloc()


def _scrub(depth):
    """Write over what earlier calls left on the stack: the collector takes every old address there for alive."""
    a = b = c = d = depth
    if depth:
        return _scrub(depth - 1)
    return a + b + c + d


if __name__ == "__main__":
    serve_times(sys.stdin)
