"""Room: the register file and SPI interface of one MFRC522; commands and RF are in mfrc522.py, which builds on this.

Section numbers are those of the MFRC522 datasheet. Only what time changes is worked out when the bus looks.
"""

from host_tools.simulator.chips.mfrc522_faults import Faults
from host_tools.simulator.chips.vclock import CLOCK

COMMAND = 0x01
COM_IRQ = 0x04
DIV_IRQ = 0x05
ERROR = 0x06
STATUS1 = 0x07
STATUS2 = 0x08
FIFO_DATA = 0x09
FIFO_LEVEL = 0x0A
CONTROL = 0x0C
BIT_FRAMING = 0x0D
COLL = 0x0E
MODE = 0x11
TX_MODE = 0x12
RX_MODE = 0x13
TX_CONTROL = 0x14
TX_ASK = 0x15
CRC_HIGH = 0x21
CRC_LOW = 0x22
RF_CFG = 0x26
T_MODE = 0x2A
T_PRESCALER = 0x2B
T_RELOAD_HIGH = 0x2C
T_RELOAD_LOW = 0x2D
VERSION = 0x37

FIFO_SIZE = 64
_READ_ONLY = (ERROR, STATUS1, CRC_HIGH, CRC_LOW, 0x2E, 0x2F, VERSION)
# Values after reset that are not zero (section 9.3).
_RESET = (
    (0x01, 0x20), (0x02, 0x80), (0x04, 0x14), (0x07, 0x21), (0x0B, 0x08), (0x0C, 0x10), (0x0E, 0xA0), (0x11, 0x3F),
    (0x14, 0x80), (0x16, 0x10), (0x17, 0x84), (0x18, 0x84), (0x19, 0x4D), (0x1C, 0x62), (0x1F, 0xEB), (0x21, 0xFF),
    (0x22, 0xFF), (0x24, 0x26), (0x26, 0x48), (0x27, 0x88), (0x28, 0x20), (0x29, 0x20),
)  # fmt: skip


# Reserved bits, which a write must leave as they are (section 9.1.1): register -> mask.
_RESERVED = (
    (COMMAND, 0xC0), (COLL, 0x40), (BIT_FRAMING, 0x08), (MODE, 0x54), (TX_CONTROL, 0x04), (TX_ASK, 0xBF),
    (RF_CFG, 0x8F),
)  # fmt: skip


class Registers:
    """64 registers, a FIFO, and the address byte of each SPI transaction (section 8.1.2)."""

    def __init__(self, noise):
        self.noise = noise
        self.faults = Faults()
        self.regs = bytearray(64)
        self.fifo = bytearray(FIFO_SIZE)
        self.level = 0  # bytes in the FIFO
        self.head = 0  # next one to be read
        self.in_reset = True
        self.ready_us = 0  # when the oscillator runs
        self.pending = False  # something will happen by itself: see `settle`
        self.fresh = True  # chip select has fallen, no byte yet
        self.reading = 0
        self.address = 0
        self.hooks = [None] * 64  # register -> method that takes a written byte
        self.reserved = bytearray(64)  # register -> its reserved bits
        for register, bits in _RESERVED:
            self.reserved[register] = bits
        self.reserved_changed = 0  # writes that would have changed reserved bits
        for register in _READ_ONLY:
            self.hooks[register] = self._ignore
        self.hooks[FIFO_DATA] = self._push
        self.hooks[FIFO_LEVEL] = self._flush
        self.hooks[COM_IRQ] = self._write_com_irq
        self.hooks[DIV_IRQ] = self._write_div_irq
        self.hooks[COLL] = self._write_coll

    def settle(self):
        """Let everything happen whose time has come; mfrc522.py says what."""

    def load_reset_values(self):
        regs = self.regs
        for register in range(64):
            regs[register] = 0
        for register, value in _RESET:
            regs[register] = value
        regs[VERSION] = self.faults.version
        self.level = self.head = 0
        self.pending = False

    def load(self, register, value):
        """Put a value into a register from inside the chip."""
        self.regs[register] = value

    def transfer(self, out, into, baud):
        """Bytes of one SPI call; a transaction (chip select low) may be several calls."""
        faults = self.faults
        if self.in_reset or faults.stuck_in_reset or faults.dead is not None:
            value = 0xFF if faults.dead is None else faults.dead
            if into is not None:
                for i in range(len(into)):
                    into[i] = value
            return
        if self.pending:
            self.settle()
        at = 0
        if self.fresh:
            self.fresh = False
            self.reading = out[0] & 0x80
            self.address = (out[0] >> 1) & 0x3F
            at = 1
            if into is not None:
                into[0] = 0
        if self.reading:
            self._read(out, into, at)
            lossy = baud > faults.max_baud and into is not None and len(into) > 1
            if lossy and self.noise.chance(faults.baud_errors):
                into[1 + self.noise.below(len(into) - 1)] ^= 1 << self.noise.below(8)
        elif CLOCK.now_us >= self.ready_us:
            self._write(out, at)

    def _read(self, out, into, at):
        """Each byte out names the register that the next byte in comes from."""
        regs = self.regs
        address = self.address
        while at < len(out):
            value = self._pop() if address == FIFO_DATA else regs[address]
            if into is not None:
                into[at] = value
            address = (out[at] >> 1) & 0x3F
            at += 1
        self.address = address

    def _write(self, out, at):
        """All bytes go to the register that the first one named."""
        faults = self.faults
        hook = self.hooks[self.address]
        reserved = self.reserved[self.address]
        while at < len(out):
            value = out[at]
            at += 1
            if faults.writes_lost and self.noise.chance(faults.writes_lost):
                continue
            if reserved:
                value = self._keep_reserved(value, reserved)
            if hook is None:
                self.regs[self.address] = value
            else:
                hook(value)

    def _keep_reserved(self, value, reserved):
        """A written byte as it takes effect: reserved bits stay, or take what is written on chips that let them."""
        kept = self.regs[self.address] & reserved
        if value & reserved == kept:
            return value
        self.reserved_changed += 1
        return value if self.faults.reserved_written else value & ~reserved | kept

    def _ignore(self, value):
        pass

    def _pop(self):
        if not self.level:
            return 0
        value = self.fifo[self.head]
        self.head += 1
        self.level -= 1
        self.regs[FIFO_LEVEL] = self.level
        return value

    def _push(self, value):
        if self.head:  # the rest of an old answer moves to the front
            self.fifo[: self.level] = self.fifo[self.head : self.head + self.level]
            self.head = 0
        if self.level == FIFO_SIZE:
            self.regs[ERROR] |= 0x10  # BufferOvfl
            return
        self.fifo[self.level] = value
        self.level += 1
        self.regs[FIFO_LEVEL] = self.level

    def _flush(self, value):
        if value & 0x80:
            self.level = self.head = 0
            self.regs[FIFO_LEVEL] = 0
            self.regs[ERROR] &= ~0x10 & 0xFF

    def _write_com_irq(self, value):
        if value & 0x80:  # Set1: marked bits are set, otherwise cleared (section 9.3.1.5)
            self.regs[COM_IRQ] |= value & 0x7F
        else:
            self.regs[COM_IRQ] &= ~value & 0x7F

    def _write_div_irq(self, value):
        if value & 0x80:
            self.regs[DIV_IRQ] |= value & 0x14
        else:
            self.regs[DIV_IRQ] &= ~value & 0x14

    def _write_coll(self, value):
        self.regs[COLL] = (self.regs[COLL] & 0x3F) | (value & 0x80)
