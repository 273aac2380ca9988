"""Room: the five buttons from the switch to the mask: expander and direct OK pin together."""

from tests.chips import desk  # noqa: I001 (first: it puts the desktop `machine` in front)

from firmware import wiring
from firmware.drivers.panel import AXIS, BACK, LEFT, OK, RIGHT, PanelButtons, panel_bus
from host_tools.simulator.chips import panel
from host_tools.simulator.chips.vclock import CLOCK


def buttons_and_chips():
    desk.power_on()
    chips = panel.install(wiring.CHAIN_PRIMARY)
    return PanelButtons(panel_bus()), chips


def test_every_combination_of_buttons_reads_as_it_is_pressed():
    buttons, chips = buttons_and_chips()
    for mask in list(range(32)) + [31, 0, 16, 1]:
        chips.press(mask)
        assert buttons.poll() == mask


def test_the_mask_bits_are_those_of_the_contract():
    assert (OK, BACK, LEFT, RIGHT, AXIS) == (1, 2, 4, 8, 16)


def test_buttons_held_at_power_on_are_seen():
    desk.power_on()
    chips = panel.install(wiring.CHAIN_PRIMARY)
    chips.press(OK | LEFT)
    assert PanelButtons(panel_bus()).poll() == OK | LEFT


def test_a_poll_without_news_leaves_the_bus_alone():
    buttons, _chips = buttons_and_chips()
    buttons.poll()
    before = CLOCK.now_us
    for _ in range(60):
        buttons.poll()
    assert CLOCK.now_us == before


def test_without_the_expander_ok_works_and_nothing_crashes():
    buttons, chips = buttons_and_chips()
    chips.plug_expander(False)
    for _ in range(200):
        chips.press(OK | LEFT)
        assert buttons.poll() == OK
        chips.press(0)
        assert buttons.poll() == 0


def test_an_expander_pulled_off_while_a_button_is_held_lets_it_go():
    buttons, chips = buttons_and_chips()
    chips.press(AXIS)
    assert buttons.poll() == AXIS
    chips.plug_expander(False)
    masks = [buttons.poll() for _ in range(70)]
    assert masks[-1] == 0


def test_an_expander_that_comes_back_works_again():
    buttons, chips = buttons_and_chips()
    chips.plug_expander(False)
    for _ in range(70):
        buttons.poll()
    chips.plug_expander(True)
    for _ in range(70):
        buttons.poll()
    chips.press(RIGHT)
    assert buttons.poll() == RIGHT


def test_a_power_dip_of_the_expander_is_mended_within_a_second_of_polls():
    buttons, chips = buttons_and_chips()
    buttons.poll()
    chips.expander.power_on()
    for _ in range(66):
        buttons.poll()
    chips.press(BACK)
    assert buttons.poll() == BACK
    chips.press(0)
    assert buttons.poll() == 0
