"""Room: the expander driver and its model: active low, pull-ups, interrupt line."""

from tests.chips import desk  # noqa: I001 (first: it puts the desktop `machine` in front)

from firmware import wiring
from firmware.drivers.mcp23017 import Mcp23017
from firmware.drivers.panel import panel_bus
from host_tools.simulator.chips import mcp23017, pins
from tests.helpers import raises


def driver_and_chip(inputs=0x0F):
    desk.power_on()
    chip = mcp23017.Mcp23017()
    pins.attach_i2c(wiring.PANEL_I2C, wiring.EXPANDER_ADDRESS, chip)
    return Mcp23017(panel_bus(), wiring.EXPANDER_ADDRESS, inputs), chip


def test_a_held_button_reads_one_and_an_open_one_zero():
    driver, chip = driver_and_chip()
    driver.start()
    assert driver.held() == 0
    chip.hold(0b0101)
    assert driver.held() == 0b0101


def test_pins_that_are_no_inputs_of_ours_do_not_show():
    driver, chip = driver_and_chip(0x03)
    driver.start()
    chip.hold(0xFF)
    assert driver.held() == 0x03


def test_a_change_pulls_the_interrupt_line_until_it_is_read():
    driver, chip = driver_and_chip()
    driver.start()
    driver.held()
    assert chip.inta == 1
    chip.hold(2)
    assert chip.inta == 0
    driver.held()
    assert chip.inta == 1
    chip.hold(0)
    assert chip.inta == 0


def test_a_power_dip_of_the_chip_is_noticed():
    driver, chip = driver_and_chip()
    driver.start()
    assert driver.started()
    chip.power_on()
    assert not driver.started()


def test_without_pull_ups_the_model_floats():
    chip = mcp23017.Mcp23017()
    chip.write(bytes((mcp23017.GPIOA,)))
    first = chip.read(1)
    chip.write(bytes((mcp23017.GPIOA,)))
    assert chip.read(1) != first


def test_an_absent_chip_is_an_oserror():
    driver, _chip = driver_and_chip()
    pins.detach_i2c(wiring.PANEL_I2C, wiring.EXPANDER_ADDRESS)
    with raises(OSError):
        driver.start()
    with raises(OSError):
        driver.held()


def test_registers_follow_each_other_as_in_bank_zero():
    chip = mcp23017.Mcp23017()
    chip.write(bytes((mcp23017.GPPUA, 0x0F, 0xF0)))
    chip.write(bytes((mcp23017.GPPUA,)))
    assert chip.read(2) == b"\x0f\xf0"
    chip.write(bytes((0x15, 1)))
    assert chip.read(1) == b"\xff"  # the address wraps to IODIRA
