"""Room: what every light looks like: a code -> colour, peak level (0..255) and pattern in time.

Comes after the game's roles (`firmware/games/__init__.py`) and before the frame, which stores one code per LED.
Roles keep their place in ROLES as their code, so that a role is told from every other by hue and, for players who
do not see hues, by its pattern: a state is always lit (steady, dips, breathing), a request swings down to an eighth.
"""

from firmware.compat import const
from firmware.games import ROLES

# A pattern has 16 phases of 128 ms; the period of 2048 ms divides the wrap of the ticks, so no jump shows there.
PHASE_SHIFT = const(7)
PHASES = const(16)

# Codes after the roles 0..16. Hues need only differ within one group of LEDs, cues differ from all others.
RULER_MARK = const(17)
RULER_ZERO = const(18)
RULER_WAY = const(19)
RULER_TO = const(20)
RULER_FLASH = const(21)
POINT_LEFT = const(22)
POINT_USED = const(23)
POINT_OVER = const(24)
QUEUE_ON = const(25)
QUEUE_MORE = const(26)
QUEUE_ASK = const(27)
LIFE_LEFT = const(28)
LIFE_LOST = const(29)
CUE_LAMP = const(30)
CUE_KIND = const(31)  # three of them: energy kinds 0, 1, 2
CUE_OFF = const(34)
CODES = const(35)

# Levels in eighths of the peak, one a phase. No light swings faster than 2 Hz: flashes above 3 Hz can hurt people.
_STEADY = "8888888888888888"
_ONE_DIP = "8888888888888833"
_TWO_DIPS = "8888888888228822"
_BREATH = "8765432222345678"
_FAST = "8811881188118811"
_EVEN = "8888111188881111"
_SWELL = "1258852112588521"
_SHORT = "8811111188111111"
_LONG = "8888881188888811"
_RAMP = "1122446611224488"
_DOUBLE = "8811881111111111"
_CURSOR = "8888888811111111"
PATTERNS = (_STEADY, _ONE_DIP, _TWO_DIPS, _BREATH, _FAST, _EVEN, _SWELL, _SHORT, _LONG, _RAMP, _DOUBLE, _CURSOR)

# code: (red, green, blue in halves of the peak level, peak level, pattern). Peaks are multiples of 16, so every
# level of a pattern keeps the hue exactly.
_LIGHTS = (
    (0, 0, 0, 0, _STEADY),  # . dark
    (0, 0, 2, 32, _STEADY),  # b battery
    (0, 2, 0, 48, _STEADY),  # o ok
    (2, 1, 0, 48, _ONE_DIP),  # u under
    (2, 0, 1, 48, _TWO_DIPS),  # v over
    (1, 0, 2, 48, _BREATH),  # s starved
    (2, 2, 2, 96, _STEADY),  # f fires
    (2, 0, 0, 96, _FAST),  # x refused
    (2, 2, 0, 96, _EVEN),  # ? ask
    (1, 2, 0, 96, _SWELL),  # t target
    (0, 2, 2, 96, _SHORT),  # p put back
    (2, 0, 2, 96, _LONG),  # k take off
    (0, 2, 1, 96, _RAMP),  # r turn
    (2, 1, 1, 96, _DOUBLE),  # n unknown
    (0, 1, 2, 64, _STEADY),  # w works
    (1, 1, 2, 16, _STEADY),  # d dim
    (1, 2, 2, 96, _CURSOR),  # c chosen
    (2, 2, 2, 96, _STEADY),  # ruler mark
    (0, 0, 2, 16, _STEADY),  # ruler zero
    (2, 1, 0, 16, _STEADY),  # ruler way
    (2, 2, 0, 96, _EVEN),  # ruler to
    (2, 0, 0, 96, _FAST),  # ruler flash
    (0, 2, 0, 48, _STEADY),  # point left
    (0, 0, 2, 16, _STEADY),  # point used
    (2, 0, 0, 96, _FAST),  # point over
    (0, 1, 2, 48, _STEADY),  # queue on
    (2, 2, 2, 64, _STEADY),  # queue more: two cards on one LED
    (2, 2, 0, 96, _EVEN),  # queue ask
    (2, 0, 0, 48, _STEADY),  # life left
    (0, 0, 2, 16, _STEADY),  # life lost
    (2, 2, 1, 96, _STEADY),  # cue lamp
    (2, 2, 1, 96, _STEADY),  # cue kind A
    (1, 2, 1, 96, _STEADY),  # cue kind B
    (2, 1, 2, 96, _STEADY),  # cue kind C
    (0, 0, 0, 0, _STEADY),  # cue off: covers what is below
)

PEAKS = bytes([light[3] * light[channel] // 2 for light in _LIGHTS for channel in range(3)])
PATTERN_OF = bytes([PATTERNS.index(light[4]) for light in _LIGHTS])
LEVELS = tuple(bytes([int(level) for level in pattern]) for pattern in PATTERNS)
MOVING = bytes([code for code, light in enumerate(_LIGHTS) if light[4] != _STEADY])
SUMS = tuple([PEAKS[3 * code] + PEAKS[3 * code + 1] + PEAKS[3 * code + 2] for code in range(CODES)])
CODE_OF_ROLE = {role: code for code, role in enumerate(ROLES)}
del _LIGHTS
