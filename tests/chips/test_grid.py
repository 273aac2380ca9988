"""Room: the decoders of the reader grid: rows, columns, resets, and what the driver makes of them."""

from tests.chips.sensing_desk import Desk  # noqa: I001 (first: it puts the desktop `machine` in front)

from firmware import wiring
from firmware.contracts import CLEAN, HIT
from firmware.drivers.reader_grid import sweep_order
from host_tools.simulator.chips.pins import PINS
from host_tools.simulator.chips.vclock import CLOCK

VERSION_READ = b"\xee\x00"  # address byte of register 0x37, read


def version(desk):
    into = bytearray(2)
    desk.bus.select.on()
    desk.grid.transfer(VERSION_READ, into)
    desk.bus.select.off()
    return into[1]


def test_every_reader_of_the_wiring_is_reached_and_no_other_answers():
    desk = Desk()
    for position, (row, column) in enumerate(wiring.READERS):
        desk.grid.readers[position].faults.version = position + 1
        desk.bus.release(row)
        desk.bus.column(column)
        desk.grid.readers[position].load_reset_values()
        assert version(desk) == position + 1
    desk.bus.column(7)  # row 2 has two readers only
    assert version(desk) == 0xFF


def test_with_a_decoder_disabled_the_bus_floats():
    desk = Desk()
    assert version(desk) == 0xFF
    desk.bus.release(0)
    assert version(desk) == 0x92
    into = bytearray(2)
    desk.grid.transfer(VERSION_READ, into)  # nobody selected
    assert into[1] == 0xFF
    desk.bus.hold()
    assert version(desk) == 0xFF


def test_releasing_another_row_resets_the_readers_of_the_old_one():
    desk = Desk()
    desk.bus.release(0)
    CLOCK.advance(1000)
    chip = desk.grid.readers[0]
    desk.bus.select.on()
    desk.grid.transfer(b"\x4c\x70", None)  # RFCfgReg
    desk.bus.select.off()
    assert chip.regs[0x26] == 0x78  # reserved bits keep what they were
    desk.bus.release(1)
    assert chip.in_reset
    desk.bus.release(0)
    assert chip.regs[0x26] == 0x48


def test_the_driver_reads_across_row_changes_and_after_the_sensors_used_the_bus():
    desk = Desk()
    for position in range(18):
        desk.lay(position, f"04a1b2c3d4e5{position:02x}")
    for position in (0, 9, 1, 16, 8, 0, 17):
        assert desk.poll(position) == (HIT, [f"04a1b2c3d4e5{position:02x}"])
        desk.sensors.sweep()
        assert desk.bus.row == -1


def test_a_reader_set_up_once_is_not_set_up_again_while_its_row_stays_awake():
    desk = Desk()
    desk.poll(0)
    before = desk.grid.transfers
    desk.poll(0)
    again = desk.grid.transfers - before
    desk.bus.hold()
    before = desk.grid.transfers
    desk.poll(0)
    assert desk.grid.transfers - before == again + 14


def test_a_slow_oscillator_is_waited_for():
    desk = Desk()
    desk.lay(0, "04a1b2c3d4e5f6")
    desk.faults(0).oscillator_us = 1500
    assert desk.poll(0) == (HIT, ["04a1b2c3d4e5f6"])


def test_both_enables_are_off_while_the_sensors_have_the_bus():
    desk = Desk()
    desk.poll(0)
    seen = []
    read = PINS.analog[wiring.PIN_IR_ADC[0]]

    def look():
        seen.append((PINS.levels[wiring.PIN_ROW_ENABLE], PINS.levels[wiring.PIN_COLUMN_ENABLE]))
        return read()

    PINS.analog[wiring.PIN_IR_ADC[0]] = look
    desk.sensors.sweep()
    assert set(seen) == {(0, 0)}
    assert len(seen) == 32


def test_the_row_address_never_moves_while_a_row_is_awake():
    desk = Desk()
    watch = {}

    def guard(pin):
        old = watch[pin]

        def moved():
            assert not PINS.levels[wiring.PIN_ROW_ENABLE]
            old()

        return moved

    for pin in wiring.PIN_ADDRESS[3:]:
        watch[pin] = PINS.watch[pin]
        PINS.watch[pin] = guard(pin)
    for position in (0, 8, 16, 3):
        desk.poll(position)
    desk.sensors.sweep()
    desk.poll(9)


def test_two_fields_at_once_hear_each_others_tags():
    """Why there is one field at a time: the neighbour's card would be credited here."""
    desk = Desk()
    desk.lay(1, "04a1b2c3d4e5f6")
    assert desk.poll(0) == (CLEAN, [])
    desk.bus.release(0)
    CLOCK.advance(1000)
    desk.grid.readers[1].antenna.switch(True)
    CLOCK.advance(5000)
    assert desk.poll(0) == (HIT, ["04a1b2c3d4e5f6"])


def test_a_sweep_wakes_each_row_once_and_steps_to_a_distant_reader_each_time():
    order = sweep_order()
    assert sorted(order) == list(range(len(wiring.READERS)))
    rows = [wiring.READERS[position][0] for position in order]
    assert rows == sorted(rows)
    for one, other in zip(order, order[1:]):
        assert wiring.distant(one, other) or rows[order.index(one)] != rows[order.index(other)], (one, other)
