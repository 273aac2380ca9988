"""Room: every pin of wiring.py against the RP2040's function table; the table is the data sheet's, section 1.4.3."""

import pytest

from firmware import wiring
from tests.architecture.house import sources

# GPIO -> (SPI, UART, I2C) function; RP2040 data sheet table 2 (section 1.4.3), columns F1, F2, F3.
# PWM (F4) and PIO (F6, F7) are on every pin, ADC on 26 to 29.
_SPI = ("RX", "CSn", "SCK", "TX")
_UART = ("TX", "RX", "CTS", "RTS")
_I2C = ("SDA", "SCL")
TABLE = {
    gpio: (
        f"SPI{gpio // 8 % 2} {_SPI[gpio % 4]}",
        f"UART{(gpio + 4) // 8 % 2} {_UART[gpio % 4]}",
        f"I2C{gpio // 2 % 2} {_I2C[gpio % 2]}",
    )
    for gpio in range(30)
}
# Rows copied from the printed table, against slips in the rule above.
PRINTED = {
    0: ("SPI0 RX", "UART0 TX", "I2C0 SDA"),
    3: ("SPI0 TX", "UART0 RTS", "I2C1 SCL"),
    4: ("SPI0 RX", "UART1 TX", "I2C0 SDA"),
    9: ("SPI1 CSn", "UART1 RX", "I2C0 SCL"),
    12: ("SPI1 RX", "UART0 TX", "I2C0 SDA"),
    15: ("SPI1 TX", "UART0 RTS", "I2C1 SCL"),
    16: ("SPI0 RX", "UART0 TX", "I2C0 SDA"),
    22: ("SPI0 SCK", "UART1 CTS", "I2C1 SDA"),
    26: ("SPI1 SCK", "UART1 CTS", "I2C1 SDA"),
    29: ("SPI1 CSn", "UART0 RX", "I2C0 SCL"),
}
ADC_CHANNEL = {26: 0, 27: 1, 28: 2, 29: 3}
# On the Pico: SMPS mode, VBUS sense, LED. GP29 measures VSYS through the board's own divider (Pico data sheet 2.1).
INTERNAL = (23, 24, 25)
# PWM slice and channel of a GPIO (section 4.5.2).
PWM = {gpio: (gpio // 2 % 8, "AB"[gpio % 2]) for gpio in range(30)}


def used():
    """[(name, GPIO)] of every pin that wiring.py names."""
    pins = []
    for name in dir(wiring):
        if name.startswith("PIN_"):
            value = getattr(wiring, name)
            pins += [(name, pin) for pin in (value if isinstance(value, tuple) else (value,))]
    return pins


@pytest.mark.parametrize("gpio", PRINTED)
def test_the_table_here_is_the_printed_one(gpio):
    assert TABLE[gpio] == PRINTED[gpio]


def test_the_reader_bus_has_its_three_lines():
    bus = f"SPI{wiring.READER_SPI}"
    assert TABLE[wiring.PIN_SPI_MISO][0] == f"{bus} RX"
    assert TABLE[wiring.PIN_SPI_SCK][0] == f"{bus} SCK"
    assert TABLE[wiring.PIN_SPI_MOSI][0] == f"{bus} TX"


def test_the_link_has_its_two_lines():
    port = f"UART{wiring.LINK_UART}"
    assert TABLE[wiring.PIN_LINK_TX][1] == f"{port} TX"
    assert TABLE[wiring.PIN_LINK_RX][1] == f"{port} RX"


def test_the_panel_bus_has_its_two_lines():
    bus = f"I2C{wiring.PANEL_I2C}"
    assert TABLE[wiring.PIN_I2C_SDA][2] == f"{bus} SDA"
    assert TABLE[wiring.PIN_I2C_SCL][2] == f"{bus} SCL"


def test_the_sensors_and_the_supply_are_on_analog_inputs():
    assert [ADC_CHANNEL[pin] for pin in wiring.PIN_IR_ADC] == [0, 1, 2]
    assert ADC_CHANNEL[wiring.PIN_SUPPLY_SENSE] == 3


def test_nothing_else_sits_on_the_buzzers_pwm_channel():
    slices = [PWM[pin] for name, pin in used() if name in ("PIN_BUZZER",)]
    assert slices == [(7, "B")]
    others = {PWM[pin][0] for name, pin in used() if name == "PIN_IR_LED"}
    assert 7 not in others, "a tone would change the frequency of everything on its slice"


def test_no_input_leans_on_a_pull_down_inside_the_chip():
    """RP2350 before stepping A4: an input may hold itself up against it (erratum E9)."""
    for path, text in sources("firmware", "boot.py", "main.py").items():
        assert "PULL_DOWN" not in text, path


def test_the_address_bus_is_six_pins_in_a_row():
    assert list(wiring.PIN_ADDRESS) == list(range(wiring.PIN_ADDRESS[0], wiring.PIN_ADDRESS[0] + 6))


def test_every_pin_is_used_once_and_exists_on_the_pico():
    pins = [pin for _, pin in used()]
    assert len(pins) > 20
    assert sorted(pins) == sorted(set(pins)), used()
    for name, pin in used():
        assert pin in TABLE and pin not in INTERNAL, name


def test_i2c_addresses_are_unique_valid_and_possible_for_their_chips():
    addresses = [getattr(wiring, name) for name in dir(wiring) if name.endswith("_ADDRESS") and name[:4] != "PIN_"]
    assert len(addresses) == len(set(addresses)) == 2
    assert all(0x08 <= address < 0x78 for address in addresses)
    assert wiring.DISPLAY_ADDRESS in (0x3C, 0x3D)  # SSD1306 data sheet 8.1.5: SA0
    assert wiring.EXPANDER_ADDRESS in range(0x20, 0x28)  # MCP23017 data sheet 3.3.1: A2..A0


def test_expander_buttons_are_four_different_pins_of_port_a():
    pins = {wiring.EXPANDER_BACK, wiring.EXPANDER_LEFT, wiring.EXPANDER_RIGHT, wiring.EXPANDER_AXIS}
    assert len(pins) == 4
    # GPA7 is an output only on recent silicon (MCP23017 data sheet, revision D).
    assert pins <= set(range(7))


def test_reader_grid_and_sensors_fit_decoders_and_multiplexers():
    assert len(set(wiring.READERS)) == len(wiring.READERS) == wiring.EDGE
    assert all(0 <= row < 8 and 0 <= column < 8 for row, column in wiring.READERS)
    sensors = [place for cell in wiring.IR_CELLS for place in cell] + list(wiring.IR_EDGES)
    assert len(set(sensors)) == len(sensors) == 2 * wiring.CELLS + 8
    assert all(0 <= chip < len(wiring.PIN_IR_ADC) and 0 <= channel < 16 for chip, channel in sensors)
