"""Room: the `rp2` module of the Pico for the desktop: asm_pio recorder, StateMachine and DMA on virtual time.

Reads like the real module to the drivers. What a state machine sends goes, word by word, to the chip model on its
pin, which offers burst(words, start_us, end_us). The recorded program (`Program.code`) is the only description of the
pulses: the bit times here and the assembled program of `tests/architecture/test_pio.py` both come from it.
"""

from host_tools.simulator.chips import pins, ws2812
from host_tools.simulator.chips.vclock import CLOCK

_DREQ_TX = {machine: (machine >> 2) * 8 + (machine & 3) for machine in range(8)}  # RP2040 data sheet 2.5.3.1


class PIO:
    """Constants of the real class (rp2 documentation, class PIO)."""

    IN_LOW, IN_HIGH, OUT_LOW, OUT_HIGH = 0, 1, 2, 3
    SHIFT_LEFT, SHIFT_RIGHT = 0, 1
    JOIN_NONE, JOIN_TX, JOIN_RX = 0, 1, 2


class PIOASMError(Exception):
    """The program cannot be assembled."""


class _Instruction:
    """One recorded instruction: operation, arguments, side-set value (None if absent), delay in cycles."""

    def __init__(self, name, arguments):
        self.name = name
        self.arguments = arguments
        self.side_value = None
        self.delay_cycles = 0

    def side(self, value):
        self.side_value = value
        return self

    def delay(self, cycles):
        self.delay_cycles = cycles
        return self

    def __getitem__(self, cycles):
        return self.delay(cycles)


class Program:
    """What @asm_pio leaves behind: `code` (instructions), `labels` (name: address), wrap addresses, `options`."""

    def __init__(self, options):
        self.options = options
        self.code = []
        self.labels = {}
        self.wrap_target = 0
        self.wrap = None

    def names(self):
        """The names that the real assembler offers to the program; strings stand for the constants."""
        offered = {name: name for name in ("x", "y", "pins", "null", "not_x", "not_y", "x_dec", "y_dec")}
        for name in ("jmp", "out", "set", "pull", "mov"):
            offered[name] = self._recorder(name)
        offered["nop"] = lambda: self._add("nop", ())
        offered["label"] = self._label
        offered["wrap_target"] = self._start_wrap
        offered["wrap"] = self._end_wrap
        return offered

    def _recorder(self, name):
        return lambda *arguments: self._add(name, arguments)

    def _add(self, name, arguments):
        self.code.append(_Instruction(name, arguments))
        return self.code[-1]

    def _label(self, name):
        if name in self.labels:
            raise PIOASMError("duplicate label " + name)
        self.labels[name] = len(self.code)

    def _start_wrap(self):
        self.wrap_target = len(self.code)

    def _end_wrap(self):
        self.wrap = len(self.code) - 1

    def bit_cycles(self, bit):
        """(low, high) cycles between two OUTs when the OUT shifts `bit` into X; side-set drives the pin."""
        spent = [0, 0]
        at = self.wrap_target
        started = False
        for _ in range(32):
            here = self.code[at]
            if here.name == "out":
                if started:
                    return tuple(spent)
                started = True
            spent[here.side_value] += 1 + here.delay_cycles
            at = self.wrap_target if at == self.wrap else at + 1
            if here.name == "jmp" and (len(here.arguments) == 1 or (here.arguments[0] == "not_x" and not bit)):
                at = self.labels[here.arguments[-1]]
        raise PIOASMError("the program sends no bit")


def asm_pio(**options):
    """Decorator: runs the function once, with only the assembler's names in sight, and records what it says."""

    def record(function):
        program = Program(options)
        sight = function.__globals__
        kept = sight.copy()
        sight.clear()
        sight.update(program.names())
        try:
            function()
        finally:
            sight.clear()
            sight.update(kept)
        if program.wrap is None:
            program.wrap = len(program.code) - 1
        return program

    return record


class StateMachine:
    """A state machine that sends words to the chip model on its side-set pin."""

    def __init__(self, number, program, freq=-1, sideset_base=None):
        if not 0 <= number < 8:
            raise ValueError("invalid StateMachine")
        self.number = number
        self.busy_until_us = 0
        self._running = False
        self._chip = pins.PIO.get(sideset_base._number)
        self._left = program.options.get("out_shiftdir", PIO.SHIFT_LEFT) == PIO.SHIFT_LEFT
        self._bits = program.options.get("pull_thresh", 32)
        if not program.options.get("autopull"):
            raise NotImplementedError("this fake runs autopull programs only")
        pulses = []
        for bit in (0, 1):
            low, high = program.bit_cycles(bit)
            pulses.append((high * 1000000000 // freq, low * 1000000000 // freq))
            if ws2812.check_pulse(pulses[bit][0], pulses[bit][1]) != bit:
                raise ws2812.BadPulse("the program sends bit %d inverted" % bit)
        self._word_ns = self._bits * (pulses[0][0] + pulses[0][1])

    def active(self, value=None):
        if value is not None:
            self._running = bool(value)
        return self._running

    def feed(self, words):
        """Take 32-bit FIFO words (DMA); returns the time (us) when the last bit will have left."""
        if not self._running:
            raise RuntimeError("the state machine is stopped: its FIFO would never drain")
        start_us = max(CLOCK.now_us, self.busy_until_us)
        if self._left:
            sent = [word >> (32 - self._bits) for word in words]
        else:
            raise NotImplementedError("WS2812 takes the high bit first: shift left")
        self.busy_until_us = start_us + (len(words) * self._word_ns + 999) // 1000
        if self._chip is not None:
            self._chip.burst(sent, start_us, self.busy_until_us)
        return self.busy_until_us


class DMA:
    """One DMA channel from memory to a state machine's FIFO."""

    _FIELDS = ("enable", "size", "inc_read", "inc_write", "treq_sel", "bswap")

    def __init__(self):
        self._machine = self._memory = self._copy = None
        self._count = 0
        self._ctrl = None
        self._end_us = -1

    def pack_ctrl(self, **fields):
        """The real one packs a register; here a tuple in the order of _FIELDS."""
        for name in fields:
            if name not in self._FIELDS:
                raise TypeError("unexpected field " + name)
        defaults = {"enable": True, "size": 2, "inc_read": True, "inc_write": True, "treq_sel": 0x3F, "bswap": False}
        defaults.update(fields)
        return tuple(int(defaults[name]) for name in self._FIELDS)

    def config(self, *, read=None, write=None, count=None, ctrl=None, trigger=False):
        if self.active():
            raise RuntimeError("DMA channel set up anew while it is still busy")
        if read is not None:
            self._memory = read
        if write is not None:
            self._machine = write
        if count is not None:
            self._count = count
        if ctrl is not None:
            self._ctrl = ctrl
        if trigger:
            self._start()

    def active(self, value=None):
        """True while words remain to be read from memory; the memory must not change meanwhile."""
        if value is not None:
            raise NotImplementedError("start with config(trigger=True)")
        if self._copy is not None and CLOCK.now_us >= self._end_us:
            if list(self._memory[: self._count]) != self._copy:
                raise RuntimeError("the frame was changed while DMA was reading it")
            self._copy = None
        return self._copy is not None

    def _start(self):
        enable, size, inc_read, inc_write, pace, swap = self._ctrl
        if (enable, size, inc_read, inc_write) != (1, 2, 1, 0):
            raise RuntimeError("words from rising addresses to one FIFO address are expected")
        if pace != _DREQ_TX[self._machine.number]:
            raise RuntimeError("DMA must be paced by the FIFO that it fills")
        self._copy = list(self._memory[: self._count])
        self._end_us = self._machine.feed([_swapped(word) for word in self._copy] if swap else self._copy)


def _swapped(word):
    """The four bytes of a word in reverse order (RP2040 data sheet 2.5.7, CTRL.BSWAP)."""
    return (word & 255) << 24 | (word >> 8 & 255) << 16 | (word >> 16 & 255) << 8 | word >> 24
