"""Room: what display, expander and their bus do after the Pico alone was reset, and when the bus hangs.

Reports are named as repository#number; the older ones are in test_ssd1306.py, test_buttons.py and test_ws2812.py.
"""

from tests.chips import desk  # noqa: I001 (first: it puts the desktop `machine` in front)

from firmware import wiring
from firmware.drivers.panel import BACK, LEFT, OK, PanelButtons, panel_bus
from firmware.drivers.ssd1306 import Ssd1306
from host_tools.simulator.chips import panel, pins
from host_tools.simulator.chips.vclock import CLOCK


def board():
    desk.power_on()
    return panel.install(wiring.CHAIN_PRIMARY)


def shown(display, chips):
    for _ in range(20):
        for page in range(8):
            display.show_page(page)
    return chips.display.picture() == bytes(display.buffer)


def test_a_pico_reset_in_the_middle_of_a_page_leaves_no_shifted_picture():
    """Matiasus/SSD1306#16, ThingPulse/esp8266-oled-ssd1306#2: the display stayed on and kept its place."""
    for count in (1, 3, 64, 127):
        chips = board()
        first = Ssd1306(panel_bus(), wiring.DISPLAY_ADDRESS)
        assert shown(first, chips)
        chips.display.write(bytes((0x00, 0x21, 0, 127, 0x22, 3, 3)))
        chips.display.write(b"\x40" + bytes(count))
        again = Ssd1306(panel_bus(), wiring.DISPLAY_ADDRESS)
        for i in range(1024):
            again.buffer[i] = (i * 7) & 0xFF
        assert shown(again, chips)


def test_an_expander_left_in_any_state_by_an_older_program_reads_its_buttons():
    """esphome/esphome#17177 (polarity kept), adafruit/Adafruit_Python_GPIO#56 (BANK = 1 kept)."""
    for register in range(0x16):
        for value in (0x80, 0xFF, 0x2E, 0x00):
            chips = board()
            if register not in (0x0E, 0x0F, 0x10, 0x11):
                chips.expander.write(bytes((register, value)))
            buttons = PanelButtons(panel_bus())
            for mask in (0, BACK, LEFT | BACK, OK):
                chips.press(mask)
                for _ in range(70):
                    seen = buttons.poll()
                assert seen == mask, (register, value, mask)


class Stuck:
    """A chip that holds the bus low: every transfer runs into the bus's timeout."""

    def __init__(self):
        self.tries = 0

    def write(self, data):
        self.tries += 1
        CLOCK.advance(8_000)
        raise OSError(110)

    def read(self, count):
        return self.write(b"")


def test_a_bus_that_hangs_costs_each_task_less_than_ten_milliseconds_and_is_tried_rarely():
    """adafruit/circuitpython#2635: one device holds SDA; every transfer ends in a timeout."""
    chips = board()
    display = Ssd1306(panel_bus(), wiring.DISPLAY_ADDRESS)
    buttons = PanelButtons(panel_bus())
    chips.plug_display(False)
    chips.plug_expander(False)
    stuck = Stuck()
    for address in (wiring.DISPLAY_ADDRESS, wiring.EXPANDER_ADDRESS):
        pins.attach_i2c(wiring.PANEL_I2C, address, stuck)
    chips.press(OK)
    for _ in range(200):
        for work in (lambda: display.show_page(0), buttons.poll):
            start = CLOCK.now_us
            work()
            assert CLOCK.now_us - start < 10_000
    assert stuck.tries < 200 * 2 // 16
    assert buttons.poll() == OK
    for address in (wiring.DISPLAY_ADDRESS, wiring.EXPANDER_ADDRESS):
        pins.detach_i2c(wiring.PANEL_I2C, address)
    chips.plug_display(True)
    chips.plug_expander(True)
    assert shown(display, chips)
    chips.press(LEFT)
    for _ in range(70):
        buttons.poll()
    assert buttons.poll() == LEFT
