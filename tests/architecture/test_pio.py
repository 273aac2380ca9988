"""Room: the WS2812 program of the driver, assembled and run cycle by cycle; pulse widths against the data sheets.

The text that is assembled is written from what the driver's @asm_pio function says, so the two cannot drift apart.
"""

import adafruit_pioasm
import pioemu
import pytest

from firmware import wiring
from host_tools.simulator.chips import pins
from host_tools.simulator.chips.ws2812 import Chain
from tests.chips import desk

SYSTEM_HZ = 125_000_000
NAMES = {"not_x": "!x", "not_y": "!y", "x_dec": "x--", "y_dec": "y--"}
# Highest and lowest ns: WS2812B-V5 data sheet, and the older WS2812B one (0.4, 0.85, 0.8, 0.45 us, each +-150 ns).
NEW = {"T0H": (220, 380), "T0L": (580, 1000), "T1H": (580, 1000), "T1L": (220, 420)}
OLD = {"T0H": (250, 550), "T0L": (700, 1000), "T1H": (650, 950), "T1L": (300, 600)}


@pytest.fixture(scope="module")
def driver():
    desk.power_on()
    from firmware.drivers import ws2812

    return ws2812


def pioasm_text(program):
    """The recorded program in the language of the C SDK's assembler (RP2040 data sheet 3.3)."""
    lines = [".program leds", ".side_set 1"]
    for address, step in enumerate(program.code):
        lines += [f"{label}:" for label, at in program.labels.items() if at == address]
        if address == program.wrap_target:
            lines.append(".wrap_target")
        arguments = ", ".join(NAMES.get(str(argument), str(argument)) for argument in step.arguments)
        lines.append(f"    {step.name} {arguments} side {step.side_value} [{step.delay_cycles}]")
        if address == program.wrap:
            lines.append(".wrap")
    return "\n".join(lines)


def pulses(driver, words):
    """[(high, low)] in cycles of each bit that the state machine sends for 32-bit FIFO words."""
    program = driver.program
    assembled = adafruit_pioasm.assemble(pioasm_text(program))
    start = pioemu.State()
    start.transmit_fifo.extend(words)
    bits = program.options["pull_thresh"] * len(words)
    levels = []
    for before, after in pioemu.emulate(
        list(assembled),
        stop_when=lambda _, state: state.clock > bits * 40,
        initial_state=start,
        auto_pull=program.options["autopull"],
        pull_threshold=program.options["pull_thresh"],
        shift_osr_right=bool(program.options["out_shiftdir"]),
        side_set_base=0,
        side_set_count=1,
        wrap_target=program.wrap_target,
        wrap_top=program.wrap,
    ):
        levels += [after.pin_values & 1] * (after.clock - before.clock)
    edges = [at for at in range(1, len(levels)) if levels[at] != levels[at - 1]]
    assert levels[0] == 0 and levels[-1] == 0, "the line rests low before and after"
    ends = edges[2::2] + [len(levels)]
    return [(down - up, end - down) for up, down, end in zip(edges[::2], edges[1::2], ends, strict=True)]


def nanoseconds(driver, cycles):
    return cycles * 1_000_000_000 / driver.FREQUENCY


def test_the_assembler_and_the_recorder_see_the_same_four_instructions(driver):
    # jmp !x takes 0x0020, out x 1 is 0x6021, nop is mov y, y: 0xA042 (RP2040 data sheet 3.4); side-set is bit 12.
    words = list(adafruit_pioasm.assemble(pioasm_text(driver.program)))
    assert [word & 0xE0FF for word in words] == [0x6021, 0x0023, 0x0000, 0xA042]
    assert [word >> 12 & 1 for word in words] == [0, 1, 1, 0]


@pytest.mark.parametrize("sheet", [NEW, OLD], ids=["V5", "older"])
@pytest.mark.parametrize("bit", [0, 1])
def test_pulse_widths_meet_the_data_sheet(driver, sheet, bit):
    high, low = pulses(driver, [bit * 0xFFFFFF00, 0x5A5A5A00])[5]
    assert sheet[f"T{bit}H"][0] <= nanoseconds(driver, high) <= sheet[f"T{bit}H"][1]
    assert sheet[f"T{bit}L"][0] <= nanoseconds(driver, low) <= sheet[f"T{bit}L"][1]


def test_every_bit_takes_the_same_time_across_words(driver):
    sent = pulses(driver, [0xA5C30F00, 0x00FF8100, 0xFFFFFF00])
    assert len(sent) == 72
    lengths = {high + low for high, low in sent[:-1]}
    assert len(lengths) == 1, "a gap between words would be a pulse outside the data sheet"
    assert 1250 - 600 <= nanoseconds(driver, lengths.pop()) <= 1250 + 600


def test_the_clock_divider_is_whole_so_that_no_bit_jitters(driver):
    assert SYSTEM_HZ % driver.FREQUENCY == 0


def test_the_line_rests_low_when_there_is_nothing_to_send(driver):
    high, low = pulses(driver, [0xFFFFFF00])[-1]
    assert low > 5 * high


def test_what_the_driver_hands_to_dma_comes_out_as_the_colours_it_was_given(driver):
    """Driver -> DMA words -> assembled program -> waveform -> pulse decoder of the chain model."""

    class Wire:
        def burst(self, words, start_us, end_us):
            self.words = words

    desk.power_on()
    wire = pins.PIO[wiring.PIN_LEDS] = Wire()
    from host_tools.simulator.chips.vclock import VirtualClock

    colours = [(1, 2, 3), (255, 0, 128), (0x5A, 0xA5, 0x81)]
    strip = driver.Ws2812(wiring.PIN_LEDS, 3, VirtualClock())
    for index, colour in enumerate(colours):
        strip.set(index, *colour)
    strip.show()
    chain = Chain(3)
    sent = pulses(driver, [word << 8 for word in wire.words])
    for high, low in sent[:-1]:
        chain.pulse(nanoseconds(driver, high), nanoseconds(driver, low))
    chain.pulse(nanoseconds(driver, sent[-1][0]), 300_000)
    assert chain.pixels(0) == colours


def test_the_desktop_model_and_the_emulator_agree_on_the_cycles(driver):
    high, low = pulses(driver, [0x80000000])[0]
    assert driver.program.bit_cycles(1) == (low, high)
    high, low = pulses(driver, [0x80000000])[1]
    assert driver.program.bit_cycles(0) == (low, high)
