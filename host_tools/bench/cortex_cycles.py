"""Room: how long the solver's machine code takes on a Pico, counted on the emulated processor; for `bench settle`.

Cycles of the code itself follow the timings of the Cortex-M0+ (technical reference manual, section 3.3; the RP2040
multiplies in one cycle). What MicroPython does in between is an estimate, as it is not emulated: see SERVICES.
"""

from firmware.games.energy_matrix import notation, settle
from host_tools.bench import cortex_solver
from host_tools.bench.cortex import CODE

MHZ = 125
# Cycles of MicroPython's own functions, estimated from their length.
SERVICES = {"from_object": 45, "to_object": 25, "swap_globals": 25, "load_global": 150, "subscript": 90, "call": 90}


class Cycles:
    """Counts from now on what a Cortex executes."""

    def __init__(self, cortex):
        import unicorn

        self._uc = cortex.processor
        self.count = 0
        self._costs = {}
        self._end = None  # where a conditional branch that was met last goes on when it is not taken
        self._uc.hook_add(unicorn.UC_HOOK_BLOCK, self._block)

    def _block(self, _uc, address, size, _data):
        if self._end not in (None, address):
            self.count += 1  # a branch that is taken takes one cycle more
        self._end = None
        if address >= CODE:
            if address not in self._costs:
                self._costs[address] = self._cost(address, size)
            cost, branches = self._costs[address]
            self.count += cost
            if branches:
                self._end = address + size

    def _cost(self, address, size):
        """(cycles, whether it ends with a conditional branch) of the instructions there."""
        code = bytes(self._uc.mem_read(address, size))
        cycles = at = word = 0
        long = False
        while at < size:
            word = code[at] | code[at + 1] << 8
            long = word >> 11 in (0b11101, 0b11110, 0b11111)
            cycles += 3 if long else instruction(word)
            at += 4 if long else 2
        return cycles, not long and word >> 12 == 0b1101


def instruction(word):
    """Cycles of one 16-bit instruction; a conditional branch as if it were not taken."""
    if word & 0xF600 == 0xB400:  # push, pop
        return 1 + (word & 0x1FF).bit_count() + 2 * (word & 0x900 == 0x900)
    if word >> 12 == 0b1100:  # several loads or stores
        return 1 + (word & 0xFF).bit_count()
    load_or_store = 0b0101 <= word >> 12 <= 0b1001 or word >> 11 == 0b01001
    jump = word >> 11 == 0b11100 or word & 0xFF00 == 0x4700
    return 2 if load_or_store or jump else 1


class Timed(cortex_solver.Solver):
    """A Solver that knows how long it took, and its longest slice."""

    def __init__(self):
        super().__init__()
        self._cycles = Cycles(self.cortex)
        self.longest = 0

    def taken(self):
        """(cycles of the code, estimated cycles of MicroPython's functions)"""
        return self._cycles.count, sum(SERVICES[name] * count for name, count in self.cortex.calls.items())

    def walk(self, tables, limit, best, rank, budget):
        """As of Solver."""
        before = sum(self.taken())
        answer = super().walk(tables, limit, best, rank, budget)
        self.longest = max(self.longest, sum(self.taken()) - before)
        return answer


def measure(cases):
    """The board that takes longest, and the longest slice of all, in cycles and in ms; code and MicroPython's part."""
    worst, longest = (0, 0), 0
    for case in cases:
        solver = Timed()
        with cortex_solver.instead(solver):
            settle.best(*notation.parse(case["board"]), case["rulers"])
        worst = max(worst, solver.taken(), key=sum)
        longest = max(longest, solver.longest)
    return {
        "hunt_code_cycles_max": worst[0],
        "hunt_services_cycles_max": worst[1],
        "hunt_pico_ms_max": round(sum(worst) / MHZ / 1000, 1),
        "hunt_slice_pico_ms_max": round(longest / MHZ / 1000, 1),
    }
