"""Room: plain numbers of the wiring: pins, reader grid -> position, sensors, LED order.

Positions of a board: 0..15 matrix cells in reading order, 16 queue slot, 17 tap pad,
18..21 edge sockets of rows 0..3, 22..25 edge sockets of columns 0..3.
`hardware/` draws the same numbers; a test compares both.
"""

CELLS = 16
QUEUE = 16
TAP = 17
EDGE = 18
POSITIONS = 26

# Pins (Pico GPIO numbers); hardware/wiring.md "Pins".
PIN_LINK_TX = 0
PIN_LINK_RX = 1
PIN_LINK_ENABLE = 20
PIN_I2C_SDA = 2
PIN_I2C_SCL = 3
PIN_ADDRESS = (4, 5, 6, 7, 8, 9)
PIN_COLUMN_ENABLE = 10
PIN_ROW_ENABLE = 11
PIN_LEDS = 12
PIN_IR_LED = 13
PIN_PANEL_IRQ = 14
PIN_BUZZER = 15
PIN_SPI_MISO = 16
PIN_SPI_SCK = 18
PIN_SPI_MOSI = 19
PIN_OK = 22
PIN_IR_ADC = (26, 27, 28)
PIN_SUPPLY_SENSE = 29

LINK_UART = 0
LINK_BAUD = 230_400
PANEL_I2C = 1
READER_SPI = 0
DISPLAY_ADDRESS = 0x3C
EXPANDER_ADDRESS = 0x20
# MCP23017 port A inputs, active low with the chip's pull-ups: bit -> button mask bit (OK is wired to PIN_OK).
EXPANDER_BACK = 0
EXPANDER_LEFT = 1
EXPANDER_RIGHT = 2
EXPANDER_AXIS = 3

# Reader grid: position -> (row of the reset decoder, column of the select decoder). Eight to a row, so that a
# sweep wakes only three rows (every wake costs an oscillator start and a new initialisation).
READERS = (
    (0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 6), (0, 7),
    (1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (1, 7),
    (2, 0), (2, 1),
)  # fmt: skip

# Where the antennas of queue slot and tap pad lie beside the matrix, in cell pitches (row, column).
PAD_PLACES = ((0, 6), (3, 6))
# Two antennas so many pitches apart couple too little to hear each other's tags (coupling falls with the cube of the
# distance): the field of one may already power its tags while the other listens. Must be in one row of the grid.
PITCHES_APART = 2


def has_reader(position, role, readers):
    """Whether a board of that role has a reader there. readers (a setting): "all", or "pads": the cells have none,
    light tells that something lies there and the tap pad says what. Only the primary has a queue slot."""
    if position >= len(READERS) or (position < CELLS and readers == "pads"):
        return False
    return position != QUEUE or role == "primary"


def reader_place(position):
    """(row, column) of an antenna in cell pitches."""
    return (position // 4, position % 4) if position < CELLS else PAD_PLACES[position - CELLS]


def distant(one, other):
    """True when the fields of two readers may be on at once: apart on the table and awake in the same row."""
    if READERS[one][0] != READERS[other][0]:
        return False
    (row, column), (other_row, other_column) = reader_place(one), reader_place(other)
    return max(abs(row - other_row), abs(column - other_column)) >= PITCHES_APART


# Reflectance sensors: cell -> ((multiplexer, channel) north, (multiplexer, channel) east); edge -> one sensor.
IR_CELLS = tuple(((0, cell), (1, cell)) for cell in range(CELLS))
IR_EDGES = tuple((2, edge) for edge in range(8))

# LED chain of a board by role, in the order the data runs through it: (group, count).
CHAIN_PRIMARY = (
    ("first", 1),
    ("ruler_a", 25),
    ("ruler_b", 17),
    ("ruler_c", 9),
    ("cell", 16),
    ("edge", 8),
    ("queue", 7),
    ("point", 4),
    ("life", 8),
)
CHAIN_SATELLITE = (("first", 1), ("cell", 16), ("edge", 8))


def chain_starts(chain):
    """({group: first index}, total number of LEDs) of a chain."""
    starts = {}
    at = 0
    for group, count in chain:
        starts[group] = at
        at += count
    return starts, at
