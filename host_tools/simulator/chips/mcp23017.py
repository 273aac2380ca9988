"""Room: an MCP23017 port expander on I2C, port A with buttons to ground; between fakes/machine_i2c.py and the page.

From the data sheet (DS20001952C, sections 3.2 to 3.6, registers in the order of IOCON.BANK = 0). Stricter than the
chip: an input without pull-up whose button is open floats, and reads differently every time.
"""

IODIRA, GPINTENA, INTCONA, IOCON, GPPUA, INTFA, INTCAPA, GPIOA, OLATA = (
    0x00, 0x04, 0x08, 0x0A, 0x0C, 0x0E, 0x10, 0x12, 0x14,
)  # fmt: skip
IPOLA, DEFVALA = 0x02, 0x06
_COUNT = 0x16
_BANK = 0x80  # of IOCON
_READ_ONLY = (INTFA, INTFA + 1, INTCAPA, INTCAPA + 1)


class Mcp23017:
    """`held`: bit mask of port A pins that a button pulls to ground; change it with `hold`."""

    def __init__(self, irq=None):
        """`irq` is called with the new level (0 or 1) of the INTA line whenever it changes."""
        self._irq = irq
        self.held = 0
        self._noise = 0
        self.power_on()

    def power_on(self):
        """Registers after power on reset: everything an input, no pull-ups, no interrupts (table 3-5)."""
        self.registers = bytearray(_COUNT)
        self.registers[IODIRA] = self.registers[IODIRA + 1] = 0xFF
        self._pointer = 0
        self._seen = 0  # pin levels that the next change is compared with
        self.inta = 1

    def hold(self, mask):
        """Set which buttons are down; raises the interrupt if that is enabled."""
        self.held = mask
        self._compare()

    def write(self, data):
        """One write transfer: register address, then values for it and the following registers."""
        if not data:
            return
        self._pointer = data[0]
        for value in data[1:]:
            register = self._register()
            if register not in _READ_ONLY and register < _COUNT:
                self._store(register, value)
            self._step()

    def read(self, count):
        """`count` registers from the address written last."""
        values = bytearray()
        for _ in range(count):
            register = self._register()
            values.append(self._load(register) if register < _COUNT else 0)
            self._step()
        return bytes(values)

    def _register(self):
        """The register at the pointer, numbered as with BANK = 0; with BANK = 1 each port has its own block (3.2.1)."""
        if not self.registers[IOCON] & _BANK:
            return self._pointer
        return (self._pointer & 0x0F) * 2 + (self._pointer >> 4 & 1)

    def _step(self):
        self._pointer = (self._pointer + 1) % (0x1B if self.registers[IOCON] & _BANK else _COUNT)

    def _store(self, register, value):
        if register == IOCON + 1:
            register = IOCON
        if register == GPIOA:
            register = OLATA
        self.registers[register] = value
        if register == GPINTENA:
            self._seen = self._levels()

    def _load(self, register):
        if register in (GPIOA, INTCAPA):
            levels = self._levels()
            value = levels ^ self.registers[IPOLA] if register == GPIOA else self.registers[INTCAPA]
            self._seen = levels
            self.registers[INTFA] = 0
            self._line(1)
            return value
        return self.registers[register]

    def _levels(self):
        """Pin levels of port A; open inputs without pull-up float."""
        self._noise ^= 0xFF
        pulled = self.registers[GPPUA] | self._noise
        inputs = pulled & ~self.held
        return (inputs & self.registers[IODIRA] | self.registers[OLATA] & ~self.registers[IODIRA]) & 0xFF

    def _compare(self):
        """Interrupt on change against the value read last (INTCON = 0) or DEFVAL (INTCON = 1); section 3.6."""
        levels = self._levels()
        against = self.registers[INTCONA]
        reference = self._seen & ~against | self.registers[DEFVALA] & against
        changed = (levels ^ reference) & self.registers[GPINTENA]
        if changed and not self.registers[INTFA]:
            self.registers[INTFA] = changed
            self.registers[INTCAPA] = levels
            self._line(0)

    def _line(self, level):
        if level != self.inta:
            self.inta = level
            if self._irq is not None:
                self._irq(level)
