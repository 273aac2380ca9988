"""Room: the MFRC522 model itself, register by register, without our driver: what any driver would find."""

from tests.chips.sensing_desk import Desk  # noqa: I001 (first: it puts the desktop `machine` in front)

from host_tools.simulator.chips.vclock import CLOCK

CARD = "a1b2c3d4"


class Raw:
    """Plain register access to the reader at position 0, as a naive driver does it: two calls a transaction."""

    def __init__(self):
        self.desk = Desk()
        self.desk.bus.release(0)
        CLOCK.advance(600)
        self.chip = self.desk.grid.readers[0]

    def write(self, register, *values):
        self.desk.bus.select.on()
        self.desk.grid.transfer(bytes((register << 1,)), None)
        self.desk.grid.transfer(bytes(values), None)
        self.desk.bus.select.off()

    def read(self, register):
        into = bytearray(2)
        self.desk.bus.select.on()
        self.desk.grid.transfer(bytes((0x80 | register << 1, 0)), into)
        self.desk.bus.select.off()
        return into[1]

    def prepare(self):
        for register, value in ((0x15, 0x40), (0x2A, 0x80), (0x2B, 169), (0x2D, 39), (0x14, 0x83)):
            self.write(register, value)
        CLOCK.advance(5000)

    def transceive(self, frame, last_bits=0, align=0):
        self.write(0x01, 0)
        self.write(0x04, 0x7F)
        self.write(0x0A, 0x80)
        self.write(0x09, *frame)
        self.write(0x01, 0x0C)
        self.write(0x0D, 0x80 | align << 4 | last_bits)


def test_registers_have_their_reset_values():
    raw = Raw()
    for register, value in ((0x01, 0x20), (0x04, 0x14), (0x0E, 0xA0), (0x14, 0x80), (0x26, 0x48), (0x37, 0x92)):
        assert raw.read(register) == value, hex(register)


def test_writes_before_the_oscillator_runs_are_lost():
    raw = Raw()
    raw.desk.bus.hold()
    raw.desk.bus.release(0)
    CLOCK.advance(400)
    raw.write(0x26, 0x70)
    assert raw.read(0x26) == 0x48
    CLOCK.advance(100)
    raw.write(0x26, 0x70)
    assert raw.read(0x26) == 0x78


def test_reserved_bits_keep_their_value_or_take_what_is_written():
    raw = Raw()
    chip = raw.desk.grid.readers[0]
    raw.write(0x26, 0x70)
    assert (raw.read(0x26), chip.reserved_changed) == (0x78, 1)
    chip.faults.reserved_written = True
    raw.write(0x26, 0x70)
    assert (raw.read(0x26), chip.reserved_changed) == (0x70, 2)
    raw.write(0x26, 0x40)
    assert (raw.read(0x26), chip.reserved_changed) == (0x40, 2)


def test_one_transaction_reads_several_registers():
    raw = Raw()
    into = bytearray(4)
    raw.desk.bus.select.on()
    raw.desk.grid.transfer(bytes((0x80 | 0x37 << 1, 0x80 | 0x26 << 1, 0x80 | 0x14 << 1, 0)), into)
    raw.desk.bus.select.off()
    assert bytes(into) == b"\x00\x92\x48\x80"


def test_version_and_error_cannot_be_written():
    raw = Raw()
    raw.write(0x37, 0x55)
    raw.write(0x06, 0x55)
    assert (raw.read(0x37), raw.read(0x06)) == (0x92, 0)


def test_the_fifo_gives_back_what_went_in_and_tells_its_level_and_overflow():
    raw = Raw()
    raw.write(0x09, 1, 2, 3)
    assert raw.read(0x0A) == 3
    assert [raw.read(0x09) for _ in range(3)] == [1, 2, 3]
    assert raw.read(0x0A) == 0
    raw.write(0x09, *([7] * 65))
    assert (raw.read(0x0A), raw.read(0x06)) == (64, 0x10)
    raw.write(0x0A, 0x80)
    assert (raw.read(0x0A), raw.read(0x06)) == (0, 0)


def test_the_crc_unit_computes_crc_a():
    raw = Raw()
    raw.write(0x09, 0x12, 0x34)
    raw.write(0x01, 0x03)
    assert raw.read(0x05) & 0x04
    assert (raw.read(0x22), raw.read(0x21)) == (0x26, 0xCF)


def test_interrupt_bits_are_cleared_by_writing_them_and_set_with_set1():
    raw = Raw()
    raw.write(0x04, 0xFF)
    assert raw.read(0x04) == 0x7F
    raw.write(0x04, 0x7F)
    assert raw.read(0x04) == 0


def test_the_timer_expires_after_prescaler_and_reload():
    raw = Raw()
    raw.prepare()
    start = CLOCK.now_us
    raw.transceive(b"\x52", 7)
    raw.write(0x04, 0x7F)
    while not raw.read(0x04) & 0x01:
        CLOCK.advance(10)
    assert 1000 + 85 <= CLOCK.now_us - start <= 1000 + 100  # 40 ticks of 25 us after 9 bits and a pause


def test_the_timer_starts_and_stops_by_hand():
    raw = Raw()
    raw.prepare()
    raw.write(0x04, 0x7F)
    raw.write(0x0C, 0x40)
    CLOCK.advance(500)
    raw.write(0x0C, 0x80)
    CLOCK.advance(1000)
    assert raw.read(0x04) & 0x01 == 0


def test_an_answer_comes_only_after_its_time_in_the_air():
    raw = Raw()
    raw.desk.lay(0, CARD)
    raw.prepare()
    raw.transceive(b"\x52", 7)
    CLOCK.advance(84 + 91 + 170)
    assert raw.read(0x04) & 0x20 == 0
    CLOCK.advance(30)
    assert raw.read(0x04) & 0x20
    assert raw.read(0x0A) == 2
    assert (raw.read(0x09), raw.read(0x09)) == (0x04, 0x00)
    assert raw.read(0x04) & 0x01 == 0, "the answer stopped the timer"


def test_without_field_or_full_modulation_nobody_answers():
    for register, value in ((0x14, 0x80), (0x15, 0x00)):
        raw = Raw()
        raw.desk.lay(0, CARD)
        raw.prepare()
        raw.write(register, value)
        raw.transceive(b"\x52", 7)
        CLOCK.advance(2000)
        assert raw.read(0x04) & 0x21 == 0x01


def test_a_collision_is_told_by_position_and_the_bits_after_it_read_as_zero():
    raw = Raw()
    raw.desk.lay(0, "a1b2c3d4", "a1b2c7d4")  # byte 2 differs in bit 2: the 19th bit
    raw.prepare()
    raw.transceive(b"\x52", 7)
    CLOCK.advance(1000)
    raw.write(0x0E, 0x00)
    raw.transceive(b"\x93\x20")
    CLOCK.advance(1000)
    assert raw.read(0x06) & 0x08
    assert raw.read(0x0E) & 0x3F == 19
    assert [raw.read(0x09) for _ in range(5)] == [0xA1, 0xB2, 0x03, 0, 0]


def test_bits_after_a_collision_are_kept_when_asked_for():
    raw = Raw()
    raw.desk.lay(0, "a1b2c3d4", "a1b2c7d4")
    raw.prepare()
    raw.transceive(b"\x52", 7)
    CLOCK.advance(1000)
    raw.write(0x0E, 0x80)
    raw.transceive(b"\x93\x20")
    CLOCK.advance(1000)
    assert [raw.read(0x09) for _ in range(4)][3] == 0xD4


def test_an_aligned_answer_begins_inside_its_first_byte():
    raw = Raw()
    raw.desk.lay(0, "a1b2c3d4")
    raw.prepare()
    raw.transceive(b"\x52", 7)
    CLOCK.advance(1000)
    raw.transceive(b"\x93\x35\xa1\x12", 5, 5)  # 13 bits known
    CLOCK.advance(1000)
    assert raw.read(0x06) == 0
    assert [raw.read(0x09) for _ in range(4)] == [0xB2 & 0xE0, 0xC3, 0xD4, 0xA1 ^ 0xB2 ^ 0xC3 ^ 0xD4]


def test_soft_reset_and_power_down_take_the_field_away():
    for command in (0x0F, 0x10):
        raw = Raw()
        raw.prepare()
        assert raw.chip.field.powered
        raw.write(0x01, command)
        assert not raw.chip.field.powered
