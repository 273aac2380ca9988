"""Room: register driver of the MFRC522 that is selected on the SPI bus: set-up, field, one exchange at a time.

It never waits: `start` begins an exchange, `poll` asks whether it has ended (reader_grid.py waits between). Times in
microseconds. Section numbers are those of the MFRC522 datasheet. Protocol frames come from iso14443a.py.
"""

from firmware.compat import const
from firmware.drivers.iso14443a import BROKEN, COLLIDED, NOTHING, WHOLE
from firmware.drivers.spi_access import LONGEST, address_bytes

_COMMAND = const(0x01)
_COM_IRQ = const(0x04)
_ERROR = const(0x06)
_FIFO_LEVEL = const(0x0A)
_CONTROL = const(0x0C)
_BIT_FRAMING = const(0x0D)
_COLL = const(0x0E)
_MODE = const(0x11)
_TX_CONTROL = const(0x14)
_TX_ASK = const(0x15)
_RF_CFG = const(0x26)
_T_MODE = const(0x2A)
_T_PRESCALER = const(0x2B)
_T_RELOAD_HIGH = const(0x2C)
_T_RELOAD_LOW = const(0x2D)
_VERSION = const(0x37)

_IDLE = const(0x00)
_TRANSCEIVE = const(0x0C)
_ALL_IRQS = const(0x7F)
_RX_IRQ = const(0x20)
_TIMER_IRQ = const(0x01)
_FLUSH = const(0x80)
_START_SEND = const(0x80)
_COLLISION_ERROR = const(0x08)
_COLLISION_UNKNOWN = const(0x20)  # CollPosNotValid
_DRIVERS_ON = const(0x83)  # InvTx2RFOn, Tx2RFEn, Tx1RFEn
_DRIVERS_OFF = const(0x80)
# Bits that the data sheet defines; all others are reserved and keep what they read (section 9.1.1).
_COMMAND_BITS = const(0x3F)  # section 9.3.1.2
_TX_CONTROL_BITS = const(0xFB)  # section 9.3.2.5
_RF_CFG_BITS = const(0x70)  # RxGain, section 9.3.3.7

_TICK_US = const(25)  # prescaler 169: 13.56 MHz / 339 = 40 kHz (section 8.5)
_BIT_NS = const(9440)  # 106 kbit/s
_FRAME_DELAY_US = const(91)  # ISO 14443-3 section 6.2.1.1

MID_GAIN = const(4)  # 33 dB: full gain saturates at contact
# One transaction tells all about an exchange, or about the field.
_STATUS = address_bytes(_COM_IRQ, _ERROR, _FIFO_LEVEL, _CONTROL, _COLL)
_CHECK = address_bytes(_RF_CFG, _TX_CONTROL, _COMMAND)
# Registers that tell that a set-up still stands, and what they read then.
_MEMORY = address_bytes(_T_MODE, _T_PRESCALER, _TX_ASK, _MODE)
_REMEMBERED = b"\x80\xa9\x40\x29"
_MEMORY_BITS = b"\xff\xff\x40\xab"
# What the FIFO takes and gives back when the bus is sound: every bit both ways, and neighbours that differ.
_ECHO = b"\x00\xff\x55\xaa\x33\xcc\x0f\xf0\x01\xfe\x80\x7f\x5a\xa5\x96\x69"

# Set-up after reset, section 9.3, as (register, its defined bits, value of these); the reset values of all other
# registers are right.
_SET_UP = (
    (_T_MODE, 0xFF, 0x80),  # TAuto: the timer runs from the end of sending
    (_T_PRESCALER, 0xFF, 169),
    (_T_RELOAD_HIGH, 0xFF, 0),
    (_TX_ASK, 0x40, 0x40),  # 100 % modulation
    (_MODE, 0xAB, 0x29),  # TxWaitRF, PolMFin, CRC preset 0x6363
    (_COLL, 0x80, 0x00),  # ValuesAfterColl: bits after a collision read as 0
)


class Mfrc522:
    """Whichever reader is selected; `access` is an Access of spi_access.py."""

    def __init__(self, access):
        self._access = access
        self.write = access.write
        self.read = access.read
        self._status = bytearray(len(_STATUS))
        self._check = bytearray(len(_CHECK))
        self._memory = bytearray(len(_MEMORY))
        self._echoed = bytearray(len(_ECHO))
        self._reload = 0

    def switched(self):
        """Another reader is selected now: what its timer holds is not known."""
        self._reload = -1

    def answers(self):
        """Write and read back two patterns: the only proof of a working reader (version registers differ by clone)."""
        self.write(_T_RELOAD_LOW, 0x55)
        if self.read(_T_RELOAD_LOW) != 0x55:
            return False
        self.write(_T_RELOAD_LOW, 0xAA)
        self._reload = 0xAA
        return self.read(_T_RELOAD_LOW) == 0xAA

    def set_up(self, gain):
        """Registers for type A at 106 kbit/s and the field on; `gain` 0..7. False if gain or field did not take."""
        for register, bits, value in _SET_UP:
            self._change(register, bits, value)
        self._reload = 0xAA  # as `answers` left it
        return self.field_on(gain)

    def _change(self, register, bits, value):
        """Write the defined `bits` of a register; reserved ones keep what they are (section 9.1.1)."""
        if bits != 0xFF:
            value |= self.read(register) & ~bits
        self.write(register, value)

    def remembers(self):
        """True while the registers of `set_up` stand; False after a power dip, or if it does not answer."""
        self._access.gather(_MEMORY, self._memory)
        memory = self._memory
        for i in range(len(_REMEMBERED)):
            if memory[i + 1] & _MEMORY_BITS[i] != _REMEMBERED[i]:
                return False
        return True

    def field_on(self, gain):
        """Switch the antenna on with a receiver gain 0..7 (section 9.3.3.6); False if that cannot be read back."""
        self.write(_COMMAND, _IDLE)  # out of any power-down it fell into by itself
        self._change(_RF_CFG, _RF_CFG_BITS, gain << 4)
        self._change(_TX_CONTROL, _TX_CONTROL_BITS, _DRIVERS_ON)
        return self.field_stands(gain)

    def field_stands(self, gain):
        """True while all reads back as `field_on` left it: a chip that had a power dip or fell asleep does not."""
        self._access.gather(_CHECK, self._check)
        check = self._check
        return (
            check[1] & _RF_CFG_BITS == gain << 4
            and check[2] & _TX_CONTROL_BITS == _DRIVERS_ON
            and check[3] & _COMMAND_BITS == _IDLE
        )

    def echoes(self):
        """Write a pattern into the FIFO and read it back: False if the bus loses bits at this speed."""
        write = self.write
        write(_COMMAND, _IDLE)
        write(_FIFO_LEVEL, _FLUSH)
        self._access.push(_ECHO, len(_ECHO))
        self._access.pull(self._echoed, len(_ECHO))
        write(_FIFO_LEVEL, _FLUSH)
        return self._echoed == _ECHO

    def version(self):
        """VersionReg, for the eye only: clones have their own."""
        return self.read(_VERSION)

    def field_off(self):
        """Antenna off; False if that cannot be read back: it would go on powering tags while a neighbour listens."""
        self._change(_TX_CONTROL, _TX_CONTROL_BITS, _DRIVERS_OFF)
        return self.read(_TX_CONTROL) & _TX_CONTROL_BITS == _DRIVERS_OFF

    def start(self, frame):
        """Begin an exchange; returns the microseconds after which an answer can be in."""
        write = self.write
        write(_COMMAND, _IDLE)  # whatever was before has ended
        write(_COM_IRQ, _ALL_IRQS)  # a stale flag must not pass for a new answer
        write(_FIFO_LEVEL, _FLUSH)
        reload = frame.timeout_us // _TICK_US - 1
        if reload != self._reload:
            write(_T_RELOAD_HIGH, reload >> 8)
            write(_T_RELOAD_LOW, reload & 0xFF)
            self._reload = reload
        self._access.push(frame.tx, frame.tx_len)
        write(_COMMAND, _TRANSCEIVE)
        write(_BIT_FRAMING, _START_SEND | frame.align << 4 | frame.tx_bits)
        bits = frame.tx_len * 9 + 2 if not frame.tx_bits else frame.tx_len * 9 - 7 + frame.tx_bits
        if frame.answer_bits:
            bits += frame.answer_bits + frame.answer_bits // 8 + 2
        return (bits * _BIT_NS) // 1000 + _FRAME_DELAY_US

    def poll(self, frame):
        """True when the exchange has ended; then the frame has outcome and answer."""
        status = self._status
        self._access.gather(_STATUS, status)
        irq = status[1]
        if not irq & (_RX_IRQ | _TIMER_IRQ):
            return False
        error = status[2]
        level = status[3]
        if not irq & _RX_IRQ:
            frame.outcome = BROKEN if error or level else NOTHING
            return True
        if not level or level > LONGEST:
            frame.outcome = BROKEN
            return True
        if error & _COLLISION_ERROR:
            coll = status[5]
            frame.outcome = BROKEN if coll & _COLLISION_UNKNOWN else COLLIDED
            frame.collision = ((coll - 1) & 0x1F) if coll & 0x1F else 31
        else:
            frame.outcome = BROKEN if error else WHOLE
        self._access.pull(frame.rx, level)
        frame.rx_len = level
        frame.rx_bits = status[4] & 7
        return True
