"""Room: the examples of ten lines, as they stand, on the drivers over the chip models."""

from tests.chips import desk  # noqa: I001 (first: it puts the desktop `machine` in front)

import sys

from firmware import wiring
from host_tools.simulator.chips import pins, senses
from host_tools.simulator.chips.table import TableModel
from host_tools.simulator.chips.vclock import CLOCK, VirtualClock
from host_tools.simulator.chips.ws2812 import Chain

FOLDER = __file__.replace("\\", "/").rsplit("/", 3)[0] + "/examples/"
CLOCK_FILE = "firmware.drivers.clock"
MOST_LINES = 10


class VirtualTime:
    """Stands in for firmware/drivers/clock.py, whose ticks are those of the device."""

    DeviceClock = VirtualClock


def text_of(name):
    with open(FOLDER + name) as file:
        return file.read()


def run(name, **changed):
    """What an example prints; `changed` are other values for its constants."""
    text = text_of(name)
    for constant, value in changed.items():
        at = text.index("\n" + constant + " = ") + 1
        text = text[:at] + "%s = %r" % (constant, value) + text[text.index("\n", at) :]
    said = []
    real = sys.modules.pop(CLOCK_FILE, None)
    sys.modules[CLOCK_FILE] = VirtualTime
    try:
        exec(text, {"__name__": "__main__", "print": said.append})
    finally:
        del sys.modules[CLOCK_FILE]
        if real is not None:
            sys.modules[CLOCK_FILE] = real
    return said


def table():
    """(table, chips) of a board that was just switched on."""
    desk.power_on()
    board = senses.install(TableModel(), 1)
    return board.table, board.grid


def test_the_tags_of_a_cell_are_read():
    cards, _ = table()
    cards.set_position(0, [["04a1b2c3d4e5f6", "up", 0, 0, "card"], ["04a1b2c3d4e5f7", "up", 0, 1, "card"]])
    (uids,) = run("read_tag.py")
    assert sorted(uids) == ["04a1b2c3d4e5f6", "04a1b2c3d4e5f7"]


def test_any_reader_may_be_asked_and_hears_only_its_own_card():
    cards, _ = table()
    cards.set_position(wiring.TAP, [["04a1b2c3d4e5f6", "up", 0, 0, "card"]])
    assert run("read_tag.py") == ["no tag"]
    assert run("read_tag.py", CELL=wiring.TAP) == [["04a1b2c3d4e5f6"]]


def test_a_reader_that_does_not_work_is_told():
    _, chips = table()
    chips.readers[0].faults.dead = 0xFF
    assert run("read_tag.py") == ["no reader that works"]


def test_one_cell_is_lit():
    starts, count = wiring.chain_starts(wiring.CHAIN_PRIMARY)
    for cell in (5, 0, 15):
        desk.power_on()
        chain = pins.PIO[wiring.PIN_LEDS] = Chain(count)
        assert run("light_cell.py", CELL=cell) == []
        CLOCK.advance(4000)
        pixels = chain.pixels(CLOCK.now_us)
        assert [at for at in range(count) if pixels[at] != (0, 0, 0)] == [starts["cell"] + cell]
        assert pixels[starts["cell"] + cell] == (0, 40, 0)


def test_ten_lines_are_enough():
    for name in ("read_tag.py", "light_cell.py"):
        code = text_of(name).split('"""')[2]
        assert len([line for line in code.split("\n") if line]) <= MOST_LINES, name
