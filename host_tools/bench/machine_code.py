"""Room: takes machine code for the Pico out of a compiled `.mpy` file (format 6.3); for cortex.py.

The format is MicroPython's: a table of names, a table of constants, then the module's bytecode with its functions. Only
what viper functions need is understood; anything else raises ValueError.
"""

NATIVE_VIPER = 2
ARMV6M = 4
FUN_TABLE = 0  # kind of constant: where MicroPython's own functions are
_TUPLE, _STR, _BYTES = 10, 5, 6
_MAKE_FUNCTION, _STORE_NAME = 0x32, 0x16


class Module:
    """names: its strings, by number; constants: the kind of each; functions: {name: machine code}."""

    def __init__(self, data):
        self._data = data
        self._at = 4
        if data[:2] != b"M\x06" or data[2] >> 2 != ARMV6M:
            raise ValueError("no .mpy file of version 6 for ARMv6-M")
        names, constants = self._number(), self._number()
        self.names = [self._name() for _ in range(names)]
        self.constants = [self._constant() for _ in range(constants)]
        kind, body, children = self._code()
        if kind or self._at != len(data):
            raise ValueError("a .mpy file that does not end after its module")
        self.functions = {self._named(body, number): code for number, (_, code, _) in enumerate(children)}
        if [child for child in children if child[0] != NATIVE_VIPER or child[2]]:
            raise ValueError("a function that is not viper")

    def _number(self):
        """A number of seven bits a byte."""
        value = 0
        while True:
            byte = self._take(1)[0]
            value = value << 7 | byte & 127
            if not byte & 128:
                return value

    def _take(self, count):
        self._at += count
        return self._data[self._at - count : self._at]

    def _name(self):
        length = self._number()
        if length & 1:
            return f"static {length >> 1}"  # one of MicroPython's own list of strings
        return self._take((length >> 1) + 1)[:-1].decode()

    def _constant(self):
        kind = self._take(1)[0]
        if kind == _TUPLE:
            for _ in range(self._number()):
                self._constant()
        elif kind > 4:
            self._take(self._number() + (kind in (_STR, _BYTES)))
        return kind

    def _code(self):
        """(kind, code, children) of a function or of the module."""
        head = self._number()
        code = self._take(head >> 3)
        if head & 3 == NATIVE_VIPER and self._number():
            raise ValueError("machine code that must be relocated")
        count = self._number() if head & 4 else 0
        return head & 3, code, [self._code() for _ in range(count)]

    def _named(self, body, number):
        """The name under which the module keeps its function of that number."""
        found = body.find(bytes([_MAKE_FUNCTION, number, _STORE_NAME]))
        if found < 0:
            raise ValueError("a function without a name")
        return self.names[body[found + 3]]
