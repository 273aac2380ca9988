"""Room: one MFRC522 reader: commands, timer, CRC unit and RF exchanges at 106 kbit/s on the virtual clock.

Section numbers are those of the MFRC522 datasheet. mfrc522_registers.py is the register file,
antenna.py and field.py what is above.
"""

from host_tools.simulator.chips import mfrc522_registers as r
from host_tools.simulator.chips.antenna import Antenna
from host_tools.simulator.chips.tag import crc_a
from host_tools.simulator.chips.vclock import CLOCK

BIT_NS = 9440  # 128 / 13.56 MHz
FRAME_DELAY_US = 91  # 1236 / 13.56 MHz, ISO 14443-3 section 6.2.1

IDLE = 0x0
CALC_CRC = 0x3
TRANSMIT = 0x4
TRANSCEIVE = 0xC
SOFT_RESET = 0xF

_TIMER_IRQ = 0x01
_ERROR_IRQ = 0x02
_IDLE_IRQ = 0x10
_RX_IRQ = 0x20
_TX_IRQ = 0x40
_CRC_ERROR = 0x04
_COLLISION = 0x08
_POWER_DOWN = 0x10


def air_us(bits, parities):
    """How long a frame is in the air: start bit, bits, a parity bit for each whole byte, end of frame."""
    return (bits + parities + 2) * BIT_NS // 1000


class Mfrc522(r.Registers):
    """A reader over one antenna. `fields`: the fields of the board that are on now (kept by the antennas)."""

    def __init__(self, table, position, noise, fields):
        super().__init__(noise)
        self.antenna = Antenna(table, position, noise, fields, self.faults)
        self.field = self.antenna.field
        self.command = IDLE
        self.sent_us = self.heard_us = self.timer_us = 0  # when each of these ends; 0: not under way
        self.heard_bits = 0
        self.hooks[r.COMMAND] = self._write_command
        self.hooks[r.BIT_FRAMING] = self._write_bit_framing
        self.hooks[r.TX_CONTROL] = self._write_tx_control
        self.hooks[r.CONTROL] = self._write_control

    def hold(self):
        """The reset line falls."""
        if not self.in_reset:
            self.in_reset = True
            self.antenna.switch(False)

    def release(self, now_us):
        """The reset line rises: registers as after reset; nothing can be written until the oscillator runs."""
        self.in_reset = False
        self.fresh = True
        self._reset()
        self.ready_us = now_us + self.faults.oscillator_us

    def _reset(self):
        self.antenna.switch(False)
        self.load_reset_values()
        self.command = IDLE
        self.sent_us = self.heard_us = self.timer_us = 0

    def _write_tx_control(self, value):
        self.regs[r.TX_CONTROL] = value
        self.antenna.switch(value & 3 != 0 and not self.regs[r.COMMAND] & _POWER_DOWN)

    def power_dip(self):
        """The supply sags: registers as after reset, although the reset line stays high."""
        self._reset()
        self.ready_us = CLOCK.now_us + self.faults.oscillator_us

    def fall_asleep(self):
        """It enters soft power-down by itself: registers keep their values, the field is gone (section 8.6.2)."""
        self.regs[r.COMMAND] |= _POWER_DOWN
        self.antenna.switch(False)

    def _write_control(self, value):
        if value & 0x80:  # TStopNow
            self.timer_us = 0
        if value & 0x40:  # TStartNow
            self._start_timer(CLOCK.now_us)

    def _start_timer(self, from_us):
        if not self.faults.timer_dead:
            self.timer_us = from_us + self._timer_period_us()
            self.pending = True

    def _timer_period_us(self):
        """Section 8.5: (2 * prescaler + 1) * (reload + 1) / 13.56 MHz."""
        regs = self.regs
        prescaler = (regs[r.T_MODE] & 0x0F) << 8 | regs[r.T_PRESCALER]
        reload = regs[r.T_RELOAD_HIGH] << 8 | regs[r.T_RELOAD_LOW]
        return (2 * prescaler + 1) * (reload + 1) * 100 // 1356

    def _write_command(self, value):
        code = value & 0x0F
        if value & _POWER_DOWN and not self.regs[r.COMMAND] & _POWER_DOWN:  # section 8.6
            self.antenna.switch(False)
        elif self.regs[r.COMMAND] & _POWER_DOWN and not value & _POWER_DOWN:
            self.ready_us = CLOCK.now_us + self.faults.oscillator_us
            self.antenna.switch(self.regs[r.TX_CONTROL] & 3 != 0)
        if code == 7:  # NoCmdChange
            self.regs[r.COMMAND] = (value & 0x30) | self.command
            return
        self.regs[r.COMMAND] = value & 0x3F
        self.sent_us = self.heard_us = 0  # a new command stops the old one
        self.command = code
        if code == SOFT_RESET:
            self._reset()
        elif code == TRANSMIT:
            self._send()
        elif code == CALC_CRC:
            self._calculate_crc()

    def _calculate_crc(self):
        crc = crc_a(self.fifo[self.head : self.head + self.level], self.level)
        self._flush(0x80)
        self.regs[r.CRC_HIGH] = crc >> 8
        self.regs[r.CRC_LOW] = crc & 0xFF
        self.regs[r.DIV_IRQ] |= 0x04

    def _write_bit_framing(self, value):
        self.regs[r.BIT_FRAMING] = value
        if value & 0x80 and self.command == TRANSCEIVE:
            self._send()

    def _send(self):
        """Send what the FIFO holds; the answer is settled now and heard when its time has come."""
        regs = self.regs
        now = CLOCK.now_us
        last_bits = regs[r.BIT_FRAMING] & 7
        count = self.level
        if self.head:
            self.fifo[:count] = self.fifo[self.head : self.head + count]
        whole = count - 1 if last_bits else count
        sent_us = now + air_us(whole * 8 + last_bits, whole)
        bits = 0
        if self.field.powered and regs[r.TX_ASK] & 0x40 and count:  # type A needs 100 % modulation
            bits = self.antenna.ask(self.fifo, count, last_bits, (regs[r.RF_CFG] >> 4) & 7)
        self._flush(0x80)
        regs[r.ERROR] = 0
        if self.faults.stale_irq and self.noise.chance(self.faults.stale_irq):
            regs[r.COM_IRQ] |= _RX_IRQ
        self.sent_us = sent_us
        self.heard_bits = bits if self.command == TRANSCEIVE else 0
        self.pending = True
        if regs[r.T_MODE] & 0x80:  # TAuto: from the end of sending until the fifth bit of an answer
            self._start_timer(sent_us)
        if not self.heard_bits:
            return
        heard_us = sent_us + FRAME_DELAY_US + self.field.delay_us
        if self.timer_us and self.timer_us > heard_us + 5 * BIT_NS // 1000:
            self.timer_us = 0
        self.heard_us = heard_us + air_us(bits, bits // 8) + self.faults.stall_us

    def settle(self):
        now = CLOCK.now_us
        if self.sent_us and now >= self.sent_us:
            self.sent_us = 0
            self.regs[r.COM_IRQ] |= _TX_IRQ
            if self.command == TRANSMIT:
                self._end(_IDLE_IRQ)
        if self.timer_us and now >= self.timer_us:
            self.timer_us = 0
            self.regs[r.COM_IRQ] |= _TIMER_IRQ
        if self.heard_us and now >= self.heard_us:
            self.heard_us = 0
            self._hear()
        self.pending = bool(self.sent_us or self.timer_us or self.heard_us)

    def _end(self, irq):
        self.command = IDLE
        self.regs[r.COMMAND] &= 0x30
        self.regs[r.COM_IRQ] |= irq

    def _hear(self):
        """An answer is in: bits into the FIFO from bit RxAlign on, collision position, errors."""
        regs = self.regs
        field = self.field
        align = (regs[r.BIT_FRAMING] >> 4) & 7
        value = field.value
        error = self.antenna.error
        regs[r.COLL] |= 0x20  # CollPosNotValid
        regs[r.COLL] &= 0xE0
        if field.collision >= 0:
            error |= _COLLISION
            if not regs[r.COLL] & 0x80:  # ValuesAfterColl = 0: bits from the collision on read as 0
                value &= (1 << field.collision) - 1
            position = field.collision + align + 1  # counted in the FIFO, from 1 (NXP's own code adds RxAlign)
            if position <= 32:
                regs[r.COLL] = (regs[r.COLL] & 0x80) | (position & 0x1F)
        value <<= align
        bits = self.heard_bits + align
        if regs[r.RX_MODE] & 0x80 and bits >= 24:  # RxCRCEn
            count = bits // 8
            data = value.to_bytes(count, "little")
            if crc_a(data, count - 2) != data[count - 2] | data[count - 1] << 8:
                error |= _CRC_ERROR
            bits -= 16
        self.level = self.head = 0
        fifo = self.fifo
        for i in range((bits + 7) // 8):
            fifo[i] = (value >> (8 * i)) & 0xFF
        self.level = (bits + 7) // 8
        regs[r.FIFO_LEVEL] = self.level
        regs[r.CONTROL] = bits & 7
        regs[r.ERROR] |= error
        regs[r.COM_IRQ] |= _RX_IRQ
        if error:
            regs[r.COM_IRQ] |= _ERROR_IRQ
