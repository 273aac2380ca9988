"""Room: runs on the emulated Pico: the search for the best plan of one board after the other; for solve_on_board.py.

one(number, board, rulers) prints [number, ms, slices, longest slice in ms, heap at its peak, heap kept, net, damage,
value, voltages], or [number, "MemoryError", words]. Runs on MicroPython for the desktop too.
"""

import gc
import time

from firmware.games.energy_matrix.matrix.notation import parse
from firmware.games.energy_matrix.matrix.voltage import voltages
from firmware.games.energy_matrix.plan.best import plans, problem
from firmware.games.energy_matrix.plan.problem import LIMITS

gc.collect()
print("free with the program in:", gc.mem_free())


def one(number, text, rulers):
    try:
        board, event = parse(text)
        print([number] + solved(board, event, rulers) + [voltages(board, event)])
    except MemoryError as problem:
        print([number, "MemoryError", str(problem)])


def solved(board, event, rulers):
    gc.collect()
    before = gc.mem_alloc()
    began = last = time.ticks_us()
    slices = longest_us = 0
    plan = None
    for plan in plans(problem(board, event, rulers, list(LIMITS), rule="exact")):
        now = time.ticks_us()
        longest_us = max(longest_us, time.ticks_diff(now, last))
        slices += 1
        if plan is not None:
            break
        last = time.ticks_us()
    took = time.ticks_diff(time.ticks_us(), began) // 1000
    peak = gc.mem_alloc() - before
    gc.collect()
    kept = gc.mem_alloc() - before
    return [took, slices, longest_us // 100 / 10, peak, kept, list(plan["net"]), plan["damage"], plan["value"]]
