"""Room: the display driver against the SSD1306 model: pages, absence, return."""

from tests.chips import desk  # noqa: I001 (first: it puts the desktop `machine` in front)

from firmware import wiring
from firmware.drivers.panel import panel_bus
from firmware.drivers.ssd1306 import Ssd1306
from host_tools.simulator.chips import panel, ssd1306
from host_tools.simulator.chips.vclock import CLOCK
from tests.helpers import raises


def display_and_glass():
    desk.power_on()
    chips = panel.install(wiring.CHAIN_PRIMARY)
    return Ssd1306(panel_bus(), wiring.DISPLAY_ADDRESS), chips


def show_all(display):
    """Rounds over all pages until the display has them all; as the panel does with pages it has not got rid of."""
    for rounds in range(1, 10):
        done = True
        for page in range(8):
            done = display.show_page(page) and done
        if done:
            return rounds
    raise AssertionError("the display never became whole")


def test_the_buffer_appears_on_the_glass():
    display, chips = display_and_glass()
    for index in range(1024):
        display.buffer[index] = (index * 7) & 255
    show_all(display)
    assert chips.display.picture() == bytes(display.buffer)


def test_one_page_changes_nothing_else():
    display, chips = display_and_glass()
    show_all(display)
    display.buffer[3 * 128 : 4 * 128] = b"\x81" * 128
    display.buffer[5 * 128] = 0xFF
    assert display.show_page(3)
    assert chips.display.picture() == bytes(3 * 128) + b"\x81" * 128 + bytes(4 * 128)


def test_a_page_takes_about_three_milliseconds_and_a_call_never_ten():
    display, chips = display_and_glass()
    for page in range(8):
        before = CLOCK.now_us
        display.show_page(page)
        assert CLOCK.now_us - before < 10000
    show_all(display)
    before = CLOCK.now_us
    display.show_page(0)
    assert 3000 < CLOCK.now_us - before < 3500


def test_the_noise_in_a_fresh_display_is_never_seen():
    display, chips = display_and_glass()
    for _ in range(8):
        display.show_page(0)
        assert chips.display.picture() in (bytes(1024), bytes(display.buffer))
    assert chips.display.on


def test_a_missing_display_costs_a_false_and_hardly_any_time():
    display, chips = display_and_glass()
    chips.plug_display(False)
    before = CLOCK.now_us
    assert [display.show_page(page % 8) for page in range(100)] == [False] * 100
    assert CLOCK.now_us - before < 500


def test_a_display_that_comes_back_is_whole_again():
    display, chips = display_and_glass()
    display.buffer[700] = 0x3C
    show_all(display)
    chips.plug_display(False)
    display.buffer[0] = 0x99
    assert not display.show_page(0)
    chips.plug_display(True)
    calls = 0
    while not display.show_page(0):
        calls += 1
        assert calls < 60
    assert chips.display.picture() == bytes(display.buffer)
    assert chips.display.picture()[700] == 0x3C


def test_the_model_refuses_data_that_leaves_its_window():
    display = ssd1306.Ssd1306()
    display.write(b"\x00\x20\x00\x21\x00\x7f\x22\x02\x02")
    with raises(ssd1306.BadTransfer):
        display.write(b"\x40" + bytes(129))


def test_the_model_refuses_unknown_commands_and_windows_outside_the_glass():
    for commands in (b"\x00\xf0", b"\x00\x22\x00\x08", b"\x00\x21\x05\x04", b"\xc0\xaf"):
        with raises(ssd1306.BadTransfer):
            ssd1306.Ssd1306().write(commands)


def test_the_model_shows_nothing_without_its_charge_pump():
    display = ssd1306.Ssd1306()
    display.write(b"\x00\xaf\xa1\xc8")
    assert display.picture() == bytes(1024)
    display.write(b"\x00\x8d\x14")
    assert display.picture() == bytes(display.ram)
