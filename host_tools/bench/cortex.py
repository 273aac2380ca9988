"""Room: the Pico's processor, emulated, to run the machine code that lies on a board; for tests and `bench settle`.

Unicorn executes the instructions of a Cortex-M0. What MicroPython does for such code (globals, conversions, calls from
one function to another) is done here, for viper functions that pass integers and addresses; anything else raises Fault,
and so does every access that is not aligned or leaves the memory handed out, when `strict`.
"""

import struct

from host_tools.bench.machine_code import FUN_TABLE, Module

CODE, SERVICES, RAM = 0x10000000, 0x08000000, 0x20000000  # small enough for MicroPython's small integers
_RAM_SIZE = 0x20000
_STACK_SIZE = 0x1000
_END = SERVICES + 0x800
_RETURN = b"\x70\x47"  # bx lr
# Of MicroPython's table of functions for machine code (py/nativeglue.h), those that are provided.
_SERVICES = {3: "from_object", 4: "to_object", 5: "swap_globals", 7: "load_global", 15: "subscript", 27: "call"}
_INT, _PTR32 = 2, 7  # kinds of value: signed, unsigned, then addresses of words of different sizes


class Fault(Exception):
    """The code did what it may not do."""


class Cortex:
    """`modules`: contents of .mpy files, each after those it imports. One thing after the other is put into RAM, with
    space between."""

    def __init__(self, modules, strict=False):
        import unicorn
        from unicorn import arm_const

        self._registers = arm_const
        self.processor = uc = unicorn.Uc(unicorn.UC_ARCH_ARM, unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS)
        uc.ctl_set_cpu_model(arm_const.UC_CPU_ARM_CORTEX_M0)
        uc.mem_map(CODE, 0x10000)
        uc.mem_map(SERVICES, 0x1000)
        uc.mem_map(RAM, _RAM_SIZE)
        uc.mem_write(SERVICES, (_RETURN + b"\0\0") * 64)
        self.calls = dict.fromkeys(_SERVICES.values(), 0)
        self._free = RAM
        self._allowed = set()  # numbers of the words that may be read and written
        self._strings = {}
        self._buffers = {}
        self._functions = {}
        self._globals = {}  # number of a function's name: the function
        self._entries = {}
        self._error = None
        self._stack = self._room(_STACK_SIZE) + _STACK_SIZE
        self._services = self._words([SERVICES + 4 * number | 1 for number in range(64)])
        at = CODE
        for data in modules:
            at = self._load(Module(data), at)
        uc.hook_add(unicorn.UC_HOOK_CODE, self._serve, None, SERVICES, SERVICES + 0x100)
        if strict:
            uc.hook_add(unicorn.UC_HOOK_MEM_READ | unicorn.UC_HOOK_MEM_WRITE, self._check)

    def _load(self, module, at):
        """Put a module's functions into memory from that address on; returns the first free one behind them."""
        numbers = [self._strings.setdefault(name, len(self._strings) + 1) for name in module.names]
        strings = self._room(2 * len(numbers) + 2)
        self.processor.mem_write(strings, struct.pack(f"<{len(numbers)}H", *numbers))
        constants = self._words([self._services if kind == FUN_TABLE else 0 for kind in module.constants])
        context = self._words([0, 0, strings, constants])
        for name, code in module.functions.items():
            at = at + 15 & ~15
            self.processor.mem_write(at, code)
            self._functions[name] = function = self._words([0, context, 0, at])
            self._globals[self._strings[name]] = function
            self._entries[function] = at
            self._allowed.update(range(at >> 2, at + len(code) + 3 >> 2))
            at += len(code)
        return at

    def _room(self, size):
        at = self._free
        self._free = at + size + 79 & ~15
        if self._free > RAM + _RAM_SIZE:
            raise Fault("the emulated RAM is full")
        self._allowed.update(range(at >> 2, at + size + 3 >> 2))
        return at

    def _words(self, numbers):
        at = self._room(4 * len(numbers))
        self.processor.mem_write(at, struct.pack(f"<{len(numbers)}I", *numbers))
        return at

    def buffer(self, size):
        """An object with so many bytes, as a bytearray is one; `write` and `read` reach them."""
        thing = self._words([0])
        self._buffers[thing] = self._room(size)
        return thing

    def tuple_of(self, things):
        """An object that holds these."""
        return self._words(things)

    def write(self, thing, data):
        """Fill a buffer from its beginning."""
        self.processor.mem_write(self._buffers[thing], bytes(data))

    def read(self, thing, size):
        """The first bytes of a buffer."""
        return bytes(self.processor.mem_read(self._buffers[thing], size))

    def call(self, name, *arguments):
        """What the function returns, as a signed integer. Arguments are integers, or [object] of the above."""
        names = self._registers
        objects = [item[0] if isinstance(item, list) else (item << 1 | 1) & 0xFFFFFFFF for item in arguments]
        there = self._stack - 4 * len(objects)
        self.processor.mem_write(there, struct.pack(f"<{len(objects)}I", *objects))
        function = self._functions[name]
        self.processor.reg_write(names.UC_ARM_REG_SP, there & ~7)
        self.processor.reg_write(names.UC_ARM_REG_LR, _END | 1)
        for number, value in enumerate((function, len(objects), 0, there)):
            self.processor.reg_write(names.UC_ARM_REG_R0 + number, value)
        self._error = None
        self.processor.emu_start(self._entries[function] | 1, _END)
        if self._error:
            raise self._error
        result = self.processor.reg_read(names.UC_ARM_REG_R0)
        return (result if result < 1 << 31 else result - (1 << 32)) >> 1

    def _serve(self, uc, address, _size, _data):
        """The code calls a function of MicroPython."""
        names = self._registers
        service = _SERVICES.get(address - SERVICES >> 2, f"number {address - SERVICES >> 2}")
        first, second, third = [uc.reg_read(names.UC_ARM_REG_R0 + number) for number in range(3)]
        try:
            self.calls[service] += 1
            if service == "call":
                # It goes on in that function, which returns to where the call came from.
                uc.reg_write(names.UC_ARM_REG_R3, third)
                uc.reg_write(names.UC_ARM_REG_R2, 0)
                uc.reg_write(names.UC_ARM_REG_PC, self._entries[first] | 1)
            else:
                uc.reg_write(names.UC_ARM_REG_R0, getattr(self, "_" + service)(first, second) & 0xFFFFFFFF)
        except (KeyError, Fault) as problem:
            self._stop(problem if isinstance(problem, Fault) else Fault(f"{service} with {first:#x}, {second:#x}"))

    def _stop(self, fault):
        self._error = self._error or fault
        self.processor.emu_stop()

    def _from_object(self, thing, kind):
        if kind > _INT and thing in self._buffers:
            return self._buffers[thing]
        if not thing & 1:
            raise Fault(f"an object where a number is wanted: {thing:#x}")
        return thing >> 1 | thing & 0x80000000

    def _to_object(self, value, kind):
        signed = value if value < 1 << 31 else value - (1 << 32)
        if not kind:
            return value
        if not _INT <= kind <= _PTR32 or not -(1 << 30) <= signed < 1 << 30:
            raise Fault(f"no small integer: {signed} of kind {kind}")
        return signed << 1 | 1

    def _swap_globals(self, *_):
        return 0

    def _load_global(self, string, _):
        return self._globals[string]

    def _subscript(self, thing, index):
        return struct.unpack("<I", self.processor.mem_read(thing + 4 * (index >> 1), 4))[0]

    def _check(self, _uc, _access, address, size, _value, _data):
        if address % size:
            self._stop(Fault(f"{size} bytes at {address:#x} are not aligned"))
        elif address >> 2 not in self._allowed:
            self._stop(Fault(f"nothing of this code's lies at {address:#x}"))
